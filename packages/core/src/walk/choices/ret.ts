// RET draws one of all steps that are eventually enabled, then a delay for it.

import type { ChoiceRule } from "./choice.ts";

export const ret = {
  name: "ret",
  about: "a step, then a delay for it",
  pick: (count, choosing) => choosing.below(count),
} as const satisfies ChoiceRule;
