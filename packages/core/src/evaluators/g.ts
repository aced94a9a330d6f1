// The way that lies behind a state.

import { defineEvaluator } from "./evaluator.ts";

export const g = defineEvaluator({
  name: "g",
  summary: "Length (or cost) of the path by which the state was reached.",
  params: {},
  examples: ["g"],
  traits: () => ({ boundsLength: true }),
  create: () => (_state, node) => (node.ahead === undefined ? node.depth : node.cost),
});
