// `bounds{p}: x, y`: between which values do the terms lie, in states that satisfy the condition?

import { defineQueryKind } from "./query-kind.ts";

export const bounds = defineQueryKind({
  name: "bounds",
  form: "terms",
  asks: "between which values do the terms lie, in states that satisfy the condition?",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "bounds",
  deadlock: true,
  certificates: false,
  ends: { lower: true, upper: true },
});
