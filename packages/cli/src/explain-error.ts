// What went wrong, in plain words, and the exit code it means. Faults of usage and input are the user's; everything
// else is ours, and comes with what a bug report needs. Who asked for an object gets one in this case too: `error` says
// what went wrong, `diagnostics` where.

import { type Diagnostic, defined, LimitReached, ModelFault, type Sources } from "@tracehound/core";
import { CommanderError } from "commander";
import type { Context } from "./context.ts";
import { BadInput, BadSpecification, NotSupported, Unwritten, UsageError } from "./errors.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { bugReport } from "./report/bug-report.ts";
import { diagnosticJson } from "./report/diagnostics.ts";

const LIMITS = {
  time: "the time was up",
  memory: "the memory limit was reached",
  interrupted: "it was interrupted",
} as const;

interface Failure {
  readonly code: ExitCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly because?: LimitReached["because"];
  /** Said instead of the message. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly sources?: Sources;
  /** Somebody has said it already. */
  readonly said?: true;
}

export function explainError(error: unknown, argv: readonly string[], context: Context): ExitCode {
  // Help and version that were asked for arrive here too.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.satisfied;
  const { code, json } = tellFailure(error, argv, context);
  if (argv.includes("--json")) context.jsonOfFailure(json);
  return code;
}

/** Tells it on the error stream; `json` is what an object says of it. */
export function tellFailure(
  error: unknown,
  argv: readonly string[],
  context: Context,
): { readonly code: ExitCode; readonly json: object } {
  const failure = failureOf(error, context);
  const { code, message, hint, diagnostics, sources } = failure;
  const { red, cyan } = context.colours.err;
  if (code === EXIT.bug) context.err(bugReport(error, argv));
  else if (diagnostics !== undefined && sources !== undefined) context.report(diagnostics, sources);
  else if (!failure.said) context.err(`${red("error:")} ${message}\n`);
  if (hint !== undefined && !failure.said) context.err(`${cyan("hint:")} ${hint}\n`);
  return { code, json: failureJson(failure) };
}

function failureOf(error: unknown, context: Context): Failure {
  if (error instanceof CommanderError) {
    const [message, hint] = error.message.replace(/^error: /, "").split("\n");
    return { code: EXIT.usage, message: message!, hint: hint?.replace(/^\((.*)\)$/, "$1"), said: true };
  }
  if (error instanceof UsageError) return { code: EXIT.usage, message: error.message, hint: error.hint };
  if (error instanceof Unwritten) return { code: EXIT.unwritten, message: error.message };
  if (error instanceof LimitReached) {
    const { because } = error;
    return { code: EXIT.unknown, message: `${LIMITS[because]} before there was anything to say`, because };
  }
  if (error instanceof NotSupported) {
    const { message, diagnostics, sources } = error;
    return { code: EXIT.notSupported, message, diagnostics, sources };
  }
  if (error instanceof BadSpecification || error instanceof BadInput) {
    const code = error instanceof BadInput ? EXIT.badInput : EXIT.usage;
    const { message, diagnostics, sources } = error;
    return { code, message, ...(sources === undefined ? {} : { diagnostics, sources }) };
  }
  if (error instanceof ModelFault) {
    // Wherever it came up: it is the model that fails, not we, unless it uses what we cannot evaluate.
    const { diagnostic, kind } = error;
    const { message } = diagnostic;
    return {
      code: kind === "unsupported" ? EXIT.notSupported : EXIT.badInput,
      message,
      diagnostics: [diagnostic],
      sources: context.modelSources,
    };
  }
  return { code: EXIT.bug, message: `a bug of Tracehound: ${error instanceof Error ? error.message : String(error)}` };
}

function failureJson({ code, message, hint, because, diagnostics, sources }: Failure): object {
  const told = sources === undefined ? undefined : diagnostics?.map((one) => diagnosticJson(one, sources));
  const error = { message, ...defined({ hint }), exit: code };
  return { ...defined({ because }), error, ...defined({ diagnostics: told }) };
}
