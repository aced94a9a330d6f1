// `E<> p`: can a state be reached in which p holds?

import { defineQueryKind } from "./query-kind.ts";

export const possibly = defineQueryKind({
  name: "E<>",
  form: "path",
  asks: "can a state be reached in which p holds?",
  about: "some run",
  sought: ({ formula }) => ({ kind: "state", formula, whenFound: "satisfied" }),
  needs: "reachability",
  answeredBy: "reachability",
  deadlock: true,
  certificates: true,
  whenAbsent: "all reachable states were seen, and there is no such run",
});
