// Dijkstra's algorithm (1959): the cheapest path first.

import { BestOpenList } from "../open-lists/index.ts";
import { cost, costTraits, stepCosts } from "./costs/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { defineSearch } from "./search-config.ts";

export const dijkstra = defineSearch({
  name: "dijkstra",
  summary: "Cheapest path first; with every step costing one it explores as breadth-first search does.",
  params: { cost },
  examples: ["dijkstra()", "dijkstra(cost=moves)", "dijkstra(cost=crowd)"],
  traits: ({ cost: asked }) => ({
    ...costTraits(asked, true),
    refusal: ({ network }) => asked.refusal(network),
  }),
  create: ({ cost: asked }, { engine, problem }, goal) =>
    new EagerSearch(engine, new BestOpenList((_, node) => node.cost, { ties: "oldest" }), {
      goal,
      cost: stepCosts(asked, problem) ?? "depth",
    }),
});
