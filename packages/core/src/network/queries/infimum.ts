// `inf{p}: x, y`: which value do the terms not fall below, in states that satisfy the condition?

import { defineQueryKind } from "./query-kind.ts";

export const infimum = defineQueryKind({
  name: "inf",
  form: "terms",
  asks: "which value do the terms not fall below, in states that satisfy the condition?",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "bounds",
  deadlock: true,
  certificates: false,
  ends: { lower: true, upper: false },
});
