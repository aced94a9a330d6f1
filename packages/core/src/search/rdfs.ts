// Depth first, successors in random order: another part of the state space with every seed.

import { Prng } from "../basics/prng.ts";
import { LifoOpenList } from "../open-lists/index.ts";
import { seed } from "../spec/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { defineSearch } from "./search-config.ts";

export const rdfs = defineSearch({
  name: "rdfs",
  summary: "Depth first, successors in random order.",
  params: { seed: seed() },
  examples: ["rdfs()", "rdfs(seed=3)"],
  traits: () => ({ boundable: true }),
  create: (values, { engine }, goal, bound) =>
    new EagerSearch(engine, new LifoOpenList(), {
      goal,
      bound,
      cost: bound === undefined ? "none" : "depth",
      shuffle: new Prng(values.seed),
    }),
});
