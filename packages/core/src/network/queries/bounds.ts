// `bounds{p}: x, y`: between which values do the terms lie, in states that satisfy the condition?

import { defineTermsKind } from "./query-kind.ts";

export const bounds = defineTermsKind({
  name: "bounds",
  asks: "between which values do the terms lie, in states that satisfy the condition?",
  ends: { lower: true, upper: true },
});
