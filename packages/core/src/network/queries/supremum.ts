// `sup{p}: x, y`: which value do the terms not exceed, in states that satisfy the condition?

import { defineTermsKind } from "./query-kind.ts";

export const supremum = defineTermsKind({
  name: "sup",
  asks: "which value do the terms not exceed, in states that satisfy the condition?",
  ends: { lower: false, upper: true },
});
