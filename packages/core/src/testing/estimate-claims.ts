// Claims of heuristics against brute force: a random network with a target, the true distance of each of its reachable
// discrete states, and every step between them.

import type { HeuristicConfig, Problem } from "../heuristics/index.ts";
import { seededChoices } from "./choices.ts";
import { query } from "./formulas.ts";
import { livelyNetwork } from "./lively-network.ts";
import { createOracle, type DiscreteGraph, OracleError } from "./oracle.ts";
import { randomTarget } from "./random-query.ts";

export interface EstimateTrial {
  readonly seed: number;
  readonly problem: Problem;
  readonly graph: DiscreteGraph;
}

/** Undefined where the network is too large for brute force. */
export function estimateTrial(seed: number): EstimateTrial | undefined {
  const choices = seededChoices(seed);
  const { network } = livelyNetwork(choices);
  const target = randomTarget(network, choices);
  try {
    const oracle = createOracle(network, [query("E<>", target, 1)], { maxStates: 3000 });
    if (!oracle.exact) return undefined;
    return { seed, problem: { network, target, frameSize: 1 }, graph: oracle.discreteGraph(target) };
  } catch (error) {
    if (error instanceof OracleError) return undefined;
    throw error;
  }
}

/** A sentence for every claim that does not hold in the trial. */
export function brokenClaims(
  { guarantees, create }: HeuristicConfig,
  { seed, problem, graph }: EstimateTrial,
): string[] {
  const heuristic = create(problem);
  const estimates = graph.states.map((state) => heuristic.estimate(state));
  const broken: string[] = [];
  for (const [at, estimate] of estimates.entries()) {
    const distance = graph.distances[at]!;
    const where = `network ${seed}, state ${at}: estimate ${estimate}, distance ${distance}`;
    if (guarantees.safe && estimate === Number.POSITIVE_INFINITY && distance !== estimate)
      broken.push(`not safe: ${where}`);
    if (guarantees.admissible && estimate > distance) broken.push(`not admissible: ${where}`);
    if (guarantees.consistent && distance === 0 && estimate !== 0) broken.push(`not 0 at a target: ${where}`);
  }
  if (!guarantees.consistent) return broken;
  for (const [from, to] of graph.steps) {
    if (estimates[from]! <= 1 + estimates[to]!) continue;
    broken.push(`not consistent: network ${seed}, ${from} (${estimates[from]}) → ${to} (${estimates[to]})`);
  }
  return broken;
}
