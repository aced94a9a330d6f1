// `check --watch`: checks again whenever a model, or a query file, has changed, until Ctrl-C.

import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { explainError } from "../explain-error.ts";

/** `run` checks once; `files` are looked up anew each time, because folders grow and shrink. */
export async function watching(
  files: () => Promise<readonly string[]>,
  run: () => Promise<ExitCode>,
  context: Context,
): Promise<ExitCode> {
  const watched = async (): Promise<readonly string[]> => {
    // Where there is no model at all, one may come.
    const models = await files().catch(() => []);
    // The query file beside a model belongs to it.
    return [...new Set(models.flatMap((file) => [file, file.replace(/\.[^./\\]*$/, ".q")]))];
  };
  let code: ExitCode = EXIT.satisfied;
  while (!context.signal.aborted) {
    // From before the check on: what is edited meanwhile is checked next.
    const changed = context.changed(watched);
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
