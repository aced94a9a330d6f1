// The commands, in the order in which the help lists them.

import type { CommandDefinition } from "../command.ts";
import { bench } from "./bench.ts";
import { certify } from "./certify.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { completionOf } from "./completion.ts";
import { convert } from "./convert.ts";
import { coverage } from "./coverage.ts";
import { disk } from "./disk.ts";
import { doctor } from "./doctor.ts";
import { examples } from "./examples.ts";
import { explore } from "./explore.ts";
import { format } from "./format.ts";
import { generate } from "./generate.ts";
import { info } from "./info.ts";
import { init } from "./init.ts";
import { job } from "./job.ts";
import { list } from "./list.ts";
import { lsp } from "./lsp.ts";
import { manOf } from "./man.ts";
import { replay } from "./replay.ts";
import { serve } from "./serve.ts";
import { simulate } from "./simulate.ts";
import { verify } from "./verify.ts";
import { verifyta } from "./verifyta.ts";
import { worker } from "./worker.ts";

export const COMMANDS: readonly CommandDefinition[] = [
  info,
  check,
  compare,
  disk,
  job,
  worker,
  explore,
  coverage,
  simulate,
  serve,
  replay,
  verify,
  certify,
  verifyta,
  convert,
  format,
  generate,
  bench,
  examples,
  init,
  lsp,
  list,
  doctor,
  completionOf(() => COMMANDS),
  manOf(() => COMMANDS),
];
