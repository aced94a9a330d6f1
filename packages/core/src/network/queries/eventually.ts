// `A<> p`: does p hold at some time on every maximal run?

import { defineQueryKind } from "./query-kind.ts";

export const eventually = defineQueryKind({
  name: "A<>",
  form: "path",
  asks: "does p hold at some time on every maximal run?",
  about: "all runs",
  sought: ({ formula }) => ({ kind: "run", avoid: formula, whenFound: "violated" }),
  needs: "liveness",
  answeredBy: "liveness",
  deadlock: false,
  certificates: true,
  whenAbsent: "all runs that might do otherwise were followed, and none does",
});
