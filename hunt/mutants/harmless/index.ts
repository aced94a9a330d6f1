// Mutants that survive and were judged: what they change nobody can see, and the sentence says why. A line that is
// edited falls out of the list by itself, and its mutants are to be judged anew.

import type { PlacedChange } from "../bundle.ts";
import { ANALYSIS } from "./analysis.ts";
import { CERTIFICATE } from "./certificate.ts";
import { CHECK } from "./check.ts";
import { CLOCK_BOUNDS } from "./clock-bounds.ts";
import { COMPILED_STEPS } from "./compiled-steps.ts";
import { ELABORATE } from "./elaborate.ts";
import { HEURISTICS } from "./heuristics.ts";
import { OPEN_LISTS } from "./open-lists.ts";
import { REDUCTION } from "./reduction.ts";
import { TRACE } from "./trace.ts";
import { ZONE } from "./zone.ts";

const HARMLESS = [
  ...ANALYSIS,
  ...CERTIFICATE,
  ...CHECK,
  ...CLOCK_BOUNDS,
  ...COMPILED_STEPS,
  ...ELABORATE,
  ...HEURISTICS,
  ...OPEN_LISTS,
  ...REDUCTION,
  ...TRACE,
  ...ZONE,
];

export function whyHarmless({ file, code, shown }: PlacedChange): string | undefined {
  return HARMLESS.find(
    (judged) => judged.file === file && judged.code === code && (judged.shown === undefined || judged.shown === shown),
  )?.why;
}
