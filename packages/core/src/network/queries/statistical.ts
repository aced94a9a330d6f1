// `Pr[…](…)`, `E[…](max: e)`, `simulate […] {e}`: what random runs show, sampled in the stochastic semantics of the
// model.

import { defineQueryKind } from "./query-kind.ts";

const SAMPLED = {
  form: "statistical",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "statistics",
  deadlock: false,
  certificates: false,
} as const;

export const sampledProbability = defineQueryKind({
  ...SAMPLED,
  name: "Pr",
  asks: "how likely is it that a random run reaches, keeps, or waits for something within the bound?",
});

export const expectation = defineQueryKind({
  ...SAMPLED,
  name: "E",
  asks: "what is the mean of the greatest (least) value an expression takes on a random run within the bound?",
});

export const simulation = defineQueryKind({
  ...SAMPLED,
  name: "simulate",
  asks: "how do expressions change along random runs within the bound?",
});
