// What went wrong, in plain words, and the exit code it means. Faults of usage and input are the user's; everything else is
// ours, and comes with what a bug report needs.

import { LimitReached, ModelFault } from "@tracehound/core";
import { CommanderError } from "commander";
import type { Context } from "./context.ts";
import { BadInput, BadSpecification, Unwritten, UsageError } from "./errors.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { bugReport } from "./report/bug-report.ts";
import { VERSION } from "./version.ts";

const LIMITS = {
  time: "the time was up",
  memory: "the memory limit was reached",
  interrupted: "it was interrupted",
} as const;

export async function explainError(error: unknown, argv: readonly string[], context: Context): Promise<ExitCode> {
  const { red, cyan } = context.colours.err;
  if (error instanceof CommanderError) {
    // Help and version that were asked for arrive here too; commander has printed everything already.
    return error.exitCode === 0 ? EXIT.satisfied : EXIT.usage;
  }
  if (error instanceof UsageError) {
    context.err(`${red("error:")} ${error.message}\n`);
    if (error.hint !== undefined) context.err(`${cyan("hint:")} ${error.hint}\n`);
    return EXIT.usage;
  }
  if (error instanceof Unwritten) {
    context.err(`${red("error:")} ${error.message}\n`);
    return EXIT.unwritten;
  }
  if (error instanceof LimitReached) {
    // Whoever reads objects gets one.
    if (argv.includes("--json")) context.json({ tool: "tracehound", version: VERSION, because: error.because });
    context.err(`${red("error:")} ${LIMITS[error.because]} before there was anything to say\n`);
    return EXIT.unknown;
  }
  if (error instanceof BadSpecification) {
    context.report(error.diagnostics, error.sources);
    return EXIT.usage;
  }
  if (error instanceof BadInput) {
    if (error.sources === undefined) context.err(`${red("error:")} ${error.message}\n`);
    else context.report(error.diagnostics, error.sources);
    return EXIT.badInput;
  }
  if (error instanceof ModelFault) {
    // Wherever it came up: it is the model that fails, not we.
    context.report([error.diagnostic], context.modelSources);
    return EXIT.badInput;
  }
  context.err(bugReport(error, argv));
  return EXIT.bug;
}
