// What stands in for an estimate that takes too long: graph distances, the cheapest estimates of the same family, which
// are ready at once. A stand-in guarantees at least what the other one does, so that whatever a search promises by its
// estimate (a shortest trace, a proof where it is exhausted) it keeps.

import { distance } from "./distance.ts";
import type { HeuristicConfig } from "./heuristic.ts";

const farthest = distance.configure({ combine: "max", to: "target" }, "distance(combine=max)");
const together = distance.configure({ combine: "sum", to: "target" }, "distance()");

export function standInFor({ guarantees }: Pick<HeuristicConfig, "guarantees">): HeuristicConfig {
  return guarantees.admissible ? farthest : together;
}
