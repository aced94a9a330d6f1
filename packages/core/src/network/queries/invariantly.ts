// `A[] p`: does p hold in every state that can be reached?

import { defineQueryKind, negation } from "./query-kind.ts";

export const invariantly = defineQueryKind({
  name: "A[]",
  form: "path",
  asks: "does p hold in every state that can be reached?",
  about: "all runs",
  sought: ({ formula }) => ({ kind: "state", formula: negation(formula), whenFound: "violated" }),
  needs: "reachability",
  answeredBy: "reachability",
  deadlock: true,
  certificates: true,
});
