// `inf{p}: x, y`: which value do the terms not fall below, in states that satisfy the condition?

import { defineTermsKind } from "./query-kind.ts";

export const infimum = defineTermsKind({
  name: "inf",
  asks: "which value do the terms not fall below, in states that satisfy the condition?",
  ends: { lower: true, upper: false },
});
