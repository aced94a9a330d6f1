// `P<=0.1 [ F err ]`, `Rmax=? [ F done ]`: how likely is it, or what is earned on average? Answered on the graph of all
// states, by numbers that are proven.

import { defineQueryKind } from "./query-kind.ts";

export const probability = defineQueryKind({
  name: "P",
  form: "property",
  asks: "how likely is it, or what is earned on average?",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "probability",
  deadlock: true,
  certificates: false,
});
