// Random networks with a target and everything about them by brute force, on which claims of heuristics are hunted.

import { heuristics, type Problem } from "../../src/heuristics/index.ts";
import { configure } from "../../src/spec/index.ts";
import {
  createOracle,
  type DiscreteGraph,
  livelyNetwork,
  OracleError,
  query,
  randomTarget,
  seededChoices,
} from "../../src/testing/index.ts";

const FROM = Number(process.env.TRACEHOUND_SEED ?? 0);
const NETWORKS = Number(process.env.TRACEHOUND_NETWORKS ?? 60);

export interface Trial {
  readonly seed: number;
  readonly problem: Problem;
  readonly graph: DiscreteGraph;
}

/** Networks with a target, small enough for brute force. */
export const trials: Trial[] = [];
/** Networks on which something was wrong once: 2556, where what the hook before updates writes was not seen. */
const REGRESSIONS = [2556];
const seeds = [...REGRESSIONS, ...Array.from({ length: NETWORKS }, (_, at) => FROM + at)];
for (const seed of seeds) {
  const choices = seededChoices(seed);
  const { network } = livelyNetwork(choices);
  const target = randomTarget(network, choices);
  try {
    const oracle = createOracle(network, [query("E<>", target, 1)], {
      maxStates: 3000,
    });
    if (oracle.exact) {
      trials.push({ seed, problem: { network, target, frameSize: 1 }, graph: oracle.discreteGraph(target) });
    }
  } catch (error) {
    if (!(error instanceof OracleError)) throw error;
  }
}

export const create = (spec: string, problem: Problem) => {
  const config = configure(heuristics, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return { guarantees: config.value.guarantees, heuristic: config.value.create(problem) };
};
