// The commands, in the order in which the help lists them.

import type { CommandDefinition } from "../command.ts";
import { convert } from "./convert.ts";
import { format } from "./format.ts";
import { generate } from "./generate.ts";
import { info } from "./info.ts";

export const COMMANDS: readonly CommandDefinition[] = [info, convert, format, generate];
