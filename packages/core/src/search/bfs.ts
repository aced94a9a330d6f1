// Breadth first: the layers of the state space one after the other.

import { FifoOpenList } from "../open-lists/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { defineSearch } from "./search-config.ts";

export const bfs = defineSearch({
  name: "bfs",
  summary: "Breadth first; finds shortest traces.",
  params: {},
  examples: ["bfs"],
  traits: () => ({ promise: "shortest", boundable: true }),
  create: (_, { engine }, goal, bound) => new EagerSearch(engine, new FifoOpenList(), { goal, cost: "depth", bound }),
});
