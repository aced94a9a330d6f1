// `check --watch`: checks again whenever a model, or a query file, has changed, until Ctrl-C.

import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { explainError } from "../explain-error.ts";

/** `run` checks once; `files` are looked up anew each time, because folders grow. */
export async function watching(
  files: () => Promise<readonly string[]>,
  run: () => Promise<ExitCode>,
  context: Context,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.satisfied;
  while (!context.signal.aborted) {
    // The query file beside a model belongs to it.
    const watched = (await files()).flatMap((file) => [file, file.replace(/\.[^./\\]*$/, ".q")]);
    // From before the check on: what is edited meanwhile is checked next.
    const changed = context.changed([...new Set(watched)]);
    if (context.watched) context.out("\x1b[2J\x1b[H");
    try {
      code = await run();
    } catch (error) {
      code = explainError(error, [], context);
    }
    context.err("watching for changes; Ctrl-C ends\n");
    await changed;
  }
  return code;
}
