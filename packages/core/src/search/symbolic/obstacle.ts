// Why diagrams cannot answer a question; what can only be seen while they are made ends the search instead.

import type { HeuristicConfig, Problem } from "../../heuristics/index.ts";
import { hasStrictBounds } from "../../network/index.ts";
import type { Refusal } from "../../spec/index.ts";
import { clocksOf, comparesClocks, formulaObstacle, NotForDiagrams, structureOf } from "../../symbolic/index.ts";

export function diagramObstacle({ network, target }: Problem): string | undefined {
  try {
    structureOf(network);
    return formulaObstacle(target, comparesClocks(network));
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.message;
    throw error;
  }
}

/** Constants beyond which counting moments one by one is hopeless. */
const LARGEST_UNASKED = 64;

/** Why nobody should begin it unasked: what can be told without looking at joint steps, which takes no time. */
export function unpromisingForDiagrams({ network, target }: Problem): string | undefined {
  const obstacle = formulaObstacle(target, comparesClocks(network));
  if (obstacle !== undefined) return new NotForDiagrams(obstacle).message;
  try {
    const { reach } = clocksOf(network);
    const largest = reach.reduce((most, value) => Math.max(most, value - 1), 0);
    if (largest > LARGEST_UNASKED) return `clocks are compared with ${largest}, more than is worth counting to`;
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.message;
    throw error;
  }
  return undefined;
}

/** The same where states are ordered by an estimate, and shortest ways are promised. */
export function estimateObstacle(problem: Problem, h: HeuristicConfig): Refusal | undefined {
  const obstacle = diagramObstacle(problem) ?? h.refusal?.(problem);
  if (obstacle !== undefined) return obstacle;
  const refused = (what: string): string => new NotForDiagrams(what).message;
  if (h.readsZones) return refused(`the estimate \`${h.spec}\`, which reads zones`);
  if (hasStrictBounds(problem.network))
    return refused("shortest traces where clocks have strict bounds, which whole moments may miss");
  return undefined;
}
