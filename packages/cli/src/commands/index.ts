// The commands, in the order in which the help lists them.

import type { CommandDefinition } from "../command.ts";
import { check } from "./check.ts";
import { convert } from "./convert.ts";
import { explore } from "./explore.ts";
import { format } from "./format.ts";
import { generate } from "./generate.ts";
import { info } from "./info.ts";
import { list } from "./list.ts";
import { replay } from "./replay.ts";
import { serve } from "./serve.ts";
import { simulate } from "./simulate.ts";
import { verify } from "./verify.ts";
import { verifyta } from "./verifyta.ts";

export const COMMANDS: readonly CommandDefinition[] = [
  info,
  check,
  explore,
  simulate,
  serve,
  replay,
  verify,
  verifyta,
  convert,
  format,
  generate,
  list,
];
