// `E[] p`: is there a maximal run on which p holds all the time?

import { defineQueryKind, negation } from "./query-kind.ts";

export const potentiallyAlways = defineQueryKind({
  name: "E[]",
  form: "path",
  asks: "is there a maximal run on which p holds all the time?",
  about: "some run",
  sought: ({ formula }) => ({ kind: "run", avoid: negation(formula), whenFound: "satisfied" }),
  needs: "liveness",
  answeredBy: "liveness",
  deadlock: false,
  certificates: true,
  whenAbsent: "all runs that might do so were followed, and none does",
});
