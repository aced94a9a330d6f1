// What the checker of invariants claims, against brute force: whatever can be reached from a state lies in the sets
// that are made around it, by the oracle, which shares nothing with it.

import { Checker } from "../certificate/invariant/checker.ts";
import { GrowingInvariant, TooMany } from "../certificate/invariant/growing-invariant.ts";
import type { Formula, Network } from "../network/index.ts";
import { query } from "./formulas.ts";
import { createOracle, type DiscreteGraph, OracleError } from "./oracle.ts";

export const NOWHERE: Formula = { kind: "data", condition: { kind: "constant", value: 0 } };

/** Every discrete state that can be reached; undefined where there are too many, or time cannot be followed exactly. */
export function reachableStates(network: Network, target: Formula = NOWHERE, maxStates = 3_000) {
  try {
    const oracle = createOracle(network, [query("E<>", target, 1)], { maxStates });
    return oracle.discreteGraph(target);
  } catch (error) {
    if (error instanceof OracleError) return undefined;
    throw error;
  }
}

/**
 * A sentence for each of these states that the invariant around the initial ones leaves out; undefined where there is
 * none.
 */
export function leftOutOfInvariant(
  network: Network,
  { states }: DiscreteGraph,
  located: boolean,
): string[] | undefined {
  const checker = Checker.for(network, { formula: NOWHERE, frameSize: 0 }, located, everything(network));
  if (checker === undefined) return undefined;
  const closure = new GrowingInvariant(checker);
  const cells = Int32Array.from(network.initialValues);
  const initial = network.processes.map((process) => process.initial);
  for (const locations of combinationsOf(initial)) closure.addState({ locations, cells });
  try {
    if (!closure.close(MOST)) return ["the target nowhere may hold"];
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
  return states
    .filter((state) => !closure.includes(state))
    .map((state) => `${[...state.locations]}; ${[...state.cells]}`);
}

function everything({ processes, cells }: Network) {
  return { processes: new Set(processes.keys()), cells: new Set(Array.from({ length: cells }, (_, cell) => cell)) };
}

const MOST = 3_000_000;

function combinationsOf(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);
}
