// RLC prefers the steps whose edges this walk covered least, then draws a delay.

import type { ChoiceRule } from "./choice.ts";

export const rlc = {
  name: "rlc",
  about: "the step that this walk covered least",
  coverage: "this walk",
  pick: (count, choosing) => choosing.leastCovered(count),
} as const satisfies ChoiceRule;
