// Search orders as configurations of the one loop.

import type { Engine, StateId } from "../engine/engine.ts";
import { FifoOpenList, LifoOpenList, Prng } from "../open-lists/index.ts";
import { EagerSearch } from "../search/index.ts";
import type { SearchOrder } from "./options.ts";

export function createSearch(
  engine: Engine,
  order: SearchOrder,
  goal: (state: StateId) => boolean,
  promise: "short" | "nothing",
): EagerSearch {
  const cost = promise === "short" && order.kind === "bfs" ? "depth" : "none";
  switch (order.kind) {
    case "bfs":
      return new EagerSearch(engine, new FifoOpenList(), { goal, cost });
    case "dfs":
      return new EagerSearch(engine, new LifoOpenList(), { goal, cost });
    case "rdfs":
      return new EagerSearch(engine, new LifoOpenList(), { goal, cost, shuffle: new Prng(order.seed) });
  }
}
