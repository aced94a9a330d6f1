// Options that take the format of a file from its ending: one way to read it, and to say which endings there are.

import { extname } from "node:path";
import { UsageError } from "../errors.ts";

/** For help texts: `.json, .svg`. */
export function endingsText(endings: Readonly<Record<string, unknown>>): string {
  return Object.keys(endings)
    .map((ending) => `.${ending}`)
    .join(", ");
}

/**
 * What the ending of the file stands for. A name without any (`/dev/fd/3`) means `otherwise`, where there is one.
 * Throws `UsageError` with the endings there are.
 */
export function byEnding<T>(
  path: string,
  endings: Readonly<Record<string, T>>,
  { otherwise, option }: { readonly otherwise?: T; readonly option?: string } = {},
): T {
  const ending = extname(path).slice(1).toLowerCase();
  if (Object.hasOwn(endings, ending)) return endings[ending]!;
  if (ending === "" && otherwise !== undefined) return otherwise;
  const what =
    ending === "" ? `${path} has no ending, which would name its format` : `.${ending} names no format: ${path}`;
  const other = option === undefined ? "" : `, or name the format with ${option}`;
  throw new UsageError(what, `there are ${endingsText(endings)}${other}`);
}
