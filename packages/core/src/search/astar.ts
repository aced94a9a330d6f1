// A* (Hart, Nilsson and Raphael 1968), and weighted A* (Pohl 1970), which is greedier.

import { defineShorthand, number } from "../spec/index.ts";
import { cost } from "./costs/index.ts";
import { estimate } from "./search-config.ts";

export const astar = defineShorthand({
  name: "astar",
  summary: "A*: least g + h first; with an admissible estimate it finds shortest traces.",
  params: { h: estimate, cost },
  examples: ["astar(hL())", "astar(distance(combine=max))", "astar(hU())", "astar(hL(), cost=moves)"],
  means: "eager(tiebreaking([f(h), h]), reopen=true, cost=cost)",
});

export const wastar = defineShorthand({
  name: "wastar",
  summary: "Weighted A*: least g + w·h first.",
  params: { h: estimate, w: number({ doc: "weight of the estimate", default: 5, min: 0 }), cost },
  examples: ["wastar(hU())", "wastar(hL())", "wastar(hL(), w=1)"],
  means: "eager(tiebreaking([wf(h, w=w), h]), reopen=true, cost=cost)",
});
