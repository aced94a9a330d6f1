// A plain breadth-first exploration over the seam, for tests: what `explore` does, without its options.

import {
  type AbstractionName,
  boundsByVector,
  COVERED,
  chooseAbstraction,
  createReferenceEngine,
  type ReferenceEngine,
  type StateId,
  type SubsumptionName,
  type Target,
} from "../../src/engine/index.ts";
import type { Network } from "../../src/network/index.ts";

export function engineFor(
  network: Network,
  abstraction: AbstractionName,
  subsumption: SubsumptionName = "inclusion",
  targets: readonly Target[] = [],
): ReferenceEngine {
  const queries = targets.map(({ formula, frameSize }) => ({ kind: "E<>", formula, frameSize, text: "" }) as const);
  const chosen = chooseAbstraction(network, queries, abstraction);
  if (!chosen.ok) throw new Error(chosen.diagnostics.map(({ message }) => message).join("; "));
  const bounds = boundsByVector(chosen.value.bounds);
  return createReferenceEngine(network, { targets, abstraction, subsumption, bounds });
}

/** Explores everything; yields the number of states that were expanded, and calls `visit` for each. */
export function exploreAll(engine: ReferenceEngine, visit: (state: StateId) => void = () => {}): number {
  const queue: StateId[] = [];
  const { count } = engine.initial();
  for (let candidate = 0; candidate < count; candidate++) {
    const state = engine.insert(candidate, -1, 0);
    if (state !== COVERED) queue.push(state);
  }
  let explored = 0;
  for (let head = 0; head < queue.length; head++) {
    if (!engine.alive(queue[head]!)) continue;
    explored++;
    visit(queue[head]!);
    queue.push(...engine.expandAll(queue[head]!, 0));
  }
  return explored;
}
