// Mutants that survive and were judged: what they change nobody can see, and the sentence says why. A line that is
// edited falls out of the list by itself, and its mutants are to be judged anew.

import type { PlacedChange } from "../bundle.ts";
import { CERTIFICATE } from "./certificate.ts";
import { CHECK } from "./check.ts";
import { CLOCK_BOUNDS } from "./clock-bounds.ts";
import { OPEN_LISTS } from "./open-lists.ts";
import { TRACE } from "./trace.ts";
import { ZONE } from "./zone.ts";

const HARMLESS = [...CERTIFICATE, ...CHECK, ...CLOCK_BOUNDS, ...OPEN_LISTS, ...TRACE, ...ZONE];

export function whyHarmless({ file, code, shown }: PlacedChange): string | undefined {
  return HARMLESS.find(
    (judged) => judged.file === file && judged.code === code && (judged.shown === undefined || judged.shown === shown),
  )?.why;
}
