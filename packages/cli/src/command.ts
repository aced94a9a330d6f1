// A command is one object: name, summary, examples, options and what it does. The command line and its help are put
// together from the list in `commands/index.ts`.

import type { Command } from "commander";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";

export interface CommandDefinition {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** More for its own help, if there is more to say. */
  readonly description?: string;
  /** Command lines that work, each with what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  declare(command: Command): Command;
  run(args: readonly string[], options: Record<string, unknown>, context: Context): Promise<ExitCode> | ExitCode;
}

/** States the type of the options once; `declare` must make it true. Required arguments are always present. */
export function defineCommand<Options extends object>(
  definition: Omit<CommandDefinition, "run"> & {
    run(args: readonly string[], options: Options, context: Context): Promise<ExitCode> | ExitCode;
  },
): CommandDefinition {
  return { ...definition, run: (args, options, context) => definition.run(args, options as Options, context) };
}
