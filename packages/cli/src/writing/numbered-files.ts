// What belongs to several queries: a file each, numbered like the queries. A device or a pipe has no name that could be
// numbered: all of it goes there, one after the other, in one piece, so that whoever reads a pipe gets it whole.

import type { Context } from "../context.ts";

export interface Part {
  readonly query: number;
  /** By which it is told apart from the others; none where it is alone. */
  readonly numbers: readonly number[];
  readonly text: () => string;
  /** Said besides where it was written. */
  readonly remark?: string;
}

/** `run.json` becomes `run-3.json`. */
export function numbered(path: string, numbers: readonly number[]): string {
  return path.replace(/(\.[^./\\]*)?$/, (extension) => numbers.map((number) => `-${number}`).join("") + extension);
}

/** `what` it is, as people are told. Where one of the files may not be written, none is. */
export async function writeParts(path: string, what: string, parts: readonly Part[], context: Context): Promise<void> {
  const isStream = await context.isStream(path);
  const files = parts.map(({ numbers }) => (isStream ? path : numbered(path, numbers)));
  await context.ensureWritable([...new Set(files)]);
  if (isStream && parts.length > 0) await context.writeFile(path, parts.map(({ text }) => text()).join(""));
  for (const [at, { query, text, remark = "" }] of parts.entries()) {
    if (!isStream) await context.writeFile(files[at]!, text());
    context.err(`${what} of query ${query} written to ${files[at]}${remark}\n`);
  }
}

/** One part for each query that has something. */
export function partsOf<T extends { readonly number: number }>(
  shown: readonly T[],
  text: (one: T) => string,
  remark?: (one: T) => string,
): Part[] {
  return shown.map((one) => ({
    query: one.number,
    numbers: shown.length > 1 ? [one.number] : [],
    text: () => text(one),
    ...(remark === undefined ? {} : { remark: remark(one) }),
  }));
}
