// Mutants that survive and were judged: what they change nobody can see, and the sentence says why. A line that is edited
// falls out of the list by itself, and its mutants are to be judged anew.

import type { PlacedChange } from "./bundle.ts";

interface Judgement {
  readonly file: string;
  /** The line as it stands in the file. */
  readonly code: string;
  /** As the hunt shows it; absent: every change of that line. */
  readonly shown?: string;
  readonly why: string;
}

const HARMLESS: readonly Judgement[] = [];

export function whyHarmless({ file, code, shown }: PlacedChange): string | undefined {
  return HARMLESS.find(
    (judged) => judged.file === file && judged.code === code && (judged.shown === undefined || judged.shown === shown),
  )?.why;
}
