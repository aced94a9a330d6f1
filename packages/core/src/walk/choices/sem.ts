// SEM draws a delay after which something is enabled, then one of the steps that are enabled then.

import type { ChoiceRule } from "./choice.ts";

export const sem = {
  name: "sem",
  about: "a delay, then a step",
  pick: (count, choosing) => choosing.below(count),
  at({ count, low, lowOpen, high, highOpen }, moment, candidate, choosing) {
    let chosen = candidate;
    let seen = 0;
    for (let i = 0; i < count; i++) {
      if (moment < low[i]! || (moment === low[i] && lowOpen[i] === 1)) continue;
      if (moment > high[i]! || (moment === high[i] && highOpen[i] === 1)) continue;
      if (choosing.below(++seen) === 0) chosen = i;
    }
    return chosen;
  },
} as const satisfies ChoiceRule;
