// Runs the compiled and the reference engine side by side over the seam and reports the first difference: candidates,
// transitions, ids, stored zones byte by byte, targets, parents, faults.

import { defined } from "../basics/defined.ts";
import { type CompiledEngine, createCompiledEngine } from "../engine/compiled/compiled-engine.ts";
import {
  type AbstractionName,
  activeClocks,
  boundsByVector,
  chooseAbstraction,
  createReferenceEngine,
  type StateId,
  type SubsumptionName,
  type Target,
} from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { seededChoices } from "./choices.ts";
import { liveliest, livelyNetwork } from "./lively-network.ts";
import { randomLocalNetwork } from "./random-local-network.ts";
import { randomTarget } from "./random-query.ts";

export interface EngineComparison {
  readonly abstraction: AbstractionName;
  readonly subsumption: SubsumptionName;
  readonly targets?: readonly Target[];
  /** Breadth-first depth as cost, instead of 0. */
  readonly costs?: boolean;
  /** Candidates one by one, instead of `expandAll`. */
  readonly stepwise?: boolean;
  /** Now and then a state is forgotten, or comes back from its bytes. */
  readonly releases?: boolean;
  readonly laneBits?: 16 | 32;
  readonly limit?: number;
}

export type Outcome =
  | { readonly kind: "unsupported"; readonly feature: string }
  | { readonly kind: "agreed"; readonly states: number; readonly compiled: CompiledEngine }
  | { readonly kind: "different"; readonly where: string };

export function compareEngines(network: Network, comparison: EngineComparison): Outcome {
  const { abstraction, subsumption, targets = [], limit = 150 } = comparison;
  const queries = targets.map(({ formula, frameSize }) => ({ kind: "E<>", formula, frameSize, text: "" }) as const);
  const chosen = chooseAbstraction(network, queries, abstraction);
  if (!chosen.ok) return { kind: "unsupported", feature: chosen.diagnostics[0]!.message };
  const { bounds } = chosen.value;
  const { laneBits } = comparison;
  const common = { targets, abstraction, subsumption };
  const compiled = createCompiledEngine(network, {
    ...common,
    bounds,
    ...defined({ laneBits }),
  });
  if ("unsupported" in compiled) return { kind: "unsupported", feature: compiled.unsupported };
  const reference = createReferenceEngine(network, { ...common, bounds: boundsByVector(bounds) });

  const queue: { state: StateId; depth: number }[] = [];
  const differs = (where: string): Outcome => ({ kind: "different", where });
  const sameState = (state: StateId): boolean => {
    const size = reference.encode(state, new Uint8Array(0));
    const left = new Uint8Array(size);
    const right = new Uint8Array(size);
    reference.encode(state, left);
    if (size !== compiled.encode(state, right)) return false;
    // In local time the reference engine remembers clocks that nobody looks at; the compiled one has no rows.
    const { locations } = reference.view(state);
    if (abstraction === "local-time") for (const zone of [left, right]) blank(zone, size, locations);
    return left.every((byte, at) => byte === right[at]);
  };
  const blank = (bytes: Uint8Array, size: number, locations: ArrayLike<number>): void => {
    const active = new Uint8Array(network.clocks.length);
    activeClocks(bounds, locations, active);
    const references = network.processes.length;
    const dim = network.clocks.length + references;
    const zone = new Int32Array(bytes.buffer, size - 4 * dim * dim, dim * dim);
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        if (active[i - references] === 0 || active[j - references] === 0) zone[i * dim + j] = 0;
      }
    }
  };
  const forgets = (state: StateId, cost: number): boolean => {
    const bytes = new Uint8Array(reference.encode(state, new Uint8Array(0)));
    reference.encode(state, bytes);
    reference.release(state);
    compiled.release(state);
    if (reference.alive(state) || compiled.alive(state)) return false;
    return state % 2 === 0 || reference.decode(bytes, cost) === compiled.decode(bytes, cost);
  };
  const first = compiled.initial();
  if (first.count !== reference.initial().count) return differs("number of initial states");
  for (let i = 0; i < first.count; i++) {
    const state = reference.insert(i, -1, 0);
    if (state !== compiled.insert(i, -1, 0)) return differs("id of an initial state");
    if (state >= 0) queue.push({ state, depth: 0 });
  }
  for (let head = 0; head < Math.min(queue.length, limit); head++) {
    const { state, depth } = queue[head]!;
    if (reference.alive(state) !== compiled.alive(state)) return differs(`alive(${state})`);
    if (!sameState(state)) return differs(`zone of ${state}`);
    for (const [target] of targets.entries()) {
      if (reference.satisfies(state, target) !== compiled.satisfies(state, target)) {
        return differs(`target ${target} in ${state}`);
      }
    }
    // Swallowed states are expanded now and then, as a replay would do.
    if (!reference.alive(state) && head % 3 !== 0) continue;
    const cost = comparison.costs ? depth + 1 : 0;
    let fresh: StateId[];
    const wanted = reference.expand(state);
    const steps = Array.from({ length: wanted.count }, (_, i) => JSON.stringify(wanted.transition(i)));
    if (comparison.stepwise) {
      const found = compiled.expand(state);
      if (found.count !== steps.length) return differs(`candidates of ${state}: ${found.count}, not ${steps.length}`);
      for (const [i, step] of steps.entries()) {
        const mine = JSON.stringify(found.transition(i));
        if (mine !== step) return differs(`candidate ${i} of ${state}: ${mine}, not ${step}`);
      }
      fresh = steps.map((_, i) => compiled.insert(i, state, cost)).filter((id) => id >= 0);
      const later = steps.findIndex((step, i) => JSON.stringify(found.transition(i)) !== step);
      if (later >= 0) return differs(`candidate ${later} of ${state}, once some were inserted`);
    } else {
      fresh = Array.from(compiled.expandAll(state, cost));
    }
    const expected = steps.map((_, i) => reference.insert(i, state, cost)).filter((id) => id >= 0);
    if (fresh.join() !== expected.join()) return differs(`new states of ${state}: ${fresh}, not ${expected}`);
    if (reference.faults.length !== compiled.faults.length) return differs(`faults in ${state}`);
    if (comparison.releases && head % 3 === 1 && !forgets(state, cost)) return differs(`forgetting ${state}`);
    for (const id of fresh) {
      if (compiled.parentOf(id) !== reference.parentOf(id) || compiled.ordinalOf(id) !== reference.ordinalOf(id)) {
        return differs(`parent of ${id}`);
      }
      queue.push({ state: id, depth: depth + 1 });
    }
  }
  if (compiled.statistics.stored !== reference.statistics.stored) return differs("number of stored states");
  return { kind: "agreed", states: queue.length, compiled };
}

/** How the seam is used in one comparison: every abstraction, every rule of subsumption, both ways to expand. */
export const ENGINE_COMPARISONS: readonly (EngineComparison & { readonly name: string })[] = [
  { name: "extra-lu, inclusion", abstraction: "extra-lu", subsumption: "inclusion" },
  { name: "extra-lu, inclusion, step by step", abstraction: "extra-lu", subsumption: "inclusion", stepwise: true },
  { name: "extra-lu, depth as cost", abstraction: "extra-lu", subsumption: "inclusion", costs: true },
  { name: "extra-lu, states released", abstraction: "extra-lu", subsumption: "inclusion", costs: true, releases: true },
  { name: "alu, states released", abstraction: "alu", subsumption: "inclusion", stepwise: true, releases: true },
  { name: "extra-lu, 32 bits", abstraction: "extra-lu", subsumption: "inclusion", laneBits: 32 },
  { name: "extra-lu, equality", abstraction: "extra-lu", subsumption: "equality", stepwise: true },
  { name: "extra-m", abstraction: "extra-m", subsumption: "inclusion" },
  { name: "alu", abstraction: "alu", subsumption: "inclusion" },
  {
    name: "alu, step by step, depth as cost",
    abstraction: "alu",
    subsumption: "inclusion",
    stepwise: true,
    costs: true,
  },
  { name: "local time", abstraction: "local-time", subsumption: "inclusion" },
  {
    name: "local time, step by step, depth as cost",
    abstraction: "local-time",
    subsumption: "inclusion",
    stepwise: true,
    costs: true,
  },
  { name: "local time, states released", abstraction: "local-time", subsumption: "inclusion", releases: true },
  { name: "no abstraction", abstraction: "none", subsumption: "inclusion", limit: 40 },
];

/**
 * Both engines on the random network of a seed, with two random targets and now and then `deadlock` in several forms.
 */
export function compareOnRandomNetwork(seed: number, comparison: EngineComparison): Outcome {
  const choices = seededChoices(seed);
  const network =
    comparison.abstraction === "local-time"
      ? liveliest(
          () => randomLocalNetwork(choices, seed % 4 === 1),
          (one) => one,
        )
      : livelyNetwork(choices).network;
  const targets: Target[] = [0, 1].map((n) => ({
    formula: randomTarget(network, seededChoices(7000 + 2 * seed + n)),
    frameSize: 4,
  }));
  if (seed % 3 === 0) {
    const dead = { kind: "deadlock" } as const;
    const parts = [dead, targets[0]!.formula];
    targets.push({ formula: dead, frameSize: 4 }, { formula: { kind: "and", parts }, frameSize: 4 });
    targets.push({ formula: { kind: "not", part: { kind: "or", parts } }, frameSize: 4 });
  }
  return compareEngines(network, { ...comparison, targets });
}
