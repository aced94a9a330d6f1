// Estimates that are read off an abstract chain (Aljazzar and Leue 2010 estimate from above, too): the best path in it;
// or the best of all steps to the power of the number of steps.

import { integer, wordOrTexts } from "../../spec/index.ts";
import { abstractChain, bestPaths } from "./abstract-chain.ts";
import { type ChanceEstimate, type ChanceProblem, certain, defineChanceEstimate } from "./estimate.ts";
import type { WantedPattern } from "./pattern.ts";

const params = {
  pattern: wordOrTexts(["auto"], {
    doc: "the variables that are kept: as many as fit, those of the target first; or by name, {s, n}",
    default: "auto",
  }),
  states: integer({ doc: "how many abstract states there may be", default: 2_000, min: 2, max: 1_000_000 }),
};

export const chain = defineChanceEstimate({
  name: "chain",
  summary: "The chance of the best path in an abstract chain over some of the variables.",
  params,
  examples: ["chain()", "chain(states=50)"],
  create: (problem, { pattern, states }) =>
    estimateBy(
      problem,
      pattern,
      states,
      ({ chance }) =>
        (step) =>
          chance[step]!,
    ),
});

export const edges = defineChanceEstimate({
  name: "edges",
  summary: "The largest chance of any step, to the power of the distance in an abstract chain.",
  params,
  examples: ["edges()", "edges(states=50)"],
  create: (problem, { pattern, states }) =>
    estimateBy(problem, pattern, states, ({ chance }) => {
      const largest = chance.reduce((most, one) => Math.max(most, one), 0);
      return () => largest;
    }),
});

export const blindChance = defineChanceEstimate({
  name: "one",
  summary: "Every state may be followed by a target for certain: states are ordered by the way to them alone.",
  params: {},
  examples: ["one()"],
  create: () => certain,
});

function estimateBy(
  problem: ChanceProblem,
  pattern: WantedPattern,
  states: number,
  worth: (chain: NonNullable<ReturnType<typeof abstractChain>>) => (step: number) => number,
): ChanceEstimate {
  const made = abstractChain(problem, pattern, states);
  if (made === undefined) return certain;
  const best = bestPaths(made, worth(made));
  return ({ cells }) => best[made.numberOf(cells)]!;
}
