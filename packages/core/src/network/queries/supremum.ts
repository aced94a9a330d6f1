// `sup{p}: x, y`: which value do the terms not exceed, in states that satisfy the condition?

import { defineQueryKind } from "./query-kind.ts";

export const supremum = defineQueryKind({
  name: "sup",
  form: "terms",
  asks: "which value do the terms not exceed, in states that satisfy the condition?",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "bounds",
  deadlock: true,
  certificates: false,
  ends: { lower: false, upper: true },
});
