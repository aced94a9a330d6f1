// RLC-A prefers the steps whose edges all walks together covered least, then draws a delay.

import type { ChoiceRule } from "./choice.ts";

export const rlca = {
  name: "rlca",
  about: "the step that all walks together covered least",
  coverage: "all walks",
  pick: (count, choosing) => choosing.leastCovered(count),
} as const satisfies ChoiceRule;
