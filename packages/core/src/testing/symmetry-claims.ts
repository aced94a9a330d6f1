// What symmetry keeps: the discrete states that are stored, and all that they stand for, are those that are reached.

import { chooseAbstraction } from "../engine/abstraction.ts";
import type { Engine, StateId } from "../engine/engine.ts";
import { createCompiledEngine } from "../engine/index.ts";
import { type Network, type Query, soughtBy } from "../network/index.ts";
import { applyDiscrete, CanonicalForm } from "../symmetry/canonical-form.ts";
import { SymmetricEngine, symmetryOf } from "../symmetry/index.ts";

/** The discrete states that are reached, each as its numbers; undefined where there are too many. */
export function discreteStates(engine: Engine, most: number): Map<string, Int32Array> | undefined {
  const found = new Map<string, Int32Array>();
  const queue: StateId[] = [];
  const { count } = engine.initial();
  for (let ordinal = 0; ordinal < count; ordinal++) queue.push(engine.insert(ordinal, -1, 0));
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head]!;
    if (state < 0 || !engine.alive(state)) continue;
    const { locations, cells } = engine.view(state);
    const numbers = Int32Array.of(...Array.from(locations), ...Array.from(cells));
    found.set(numbers.join(), numbers);
    if (queue.length > most) return undefined;
    for (const next of Array.from(engine.expandAll(state, 0))) queue.push(next);
  }
  return found;
}

/** A discrete state and all that exchanges make of it, or more than `most` of these; by the same keys. */
export function orbitOf(
  form: CanonicalForm,
  state: Int32Array,
  most = Number.POSITIVE_INFINITY,
): Map<string, Int32Array> {
  const { blocks, network } = form.symmetry;
  const places = network.processes.length;
  const orbit = new Map([[state.join(), state]]);
  for (const numbers of orbit.values()) {
    if (orbit.size > most) break;
    for (const [block, { swaps }] of blocks.entries()) {
      for (let j = 1; j <= swaps.length; j++) {
        const next = numbers.slice();
        applyDiscrete(form.swap({ block, i: 0, j }), next.subarray(0, places), next.subarray(places));
        if (!orbit.has(next.join())) orbit.set(next.join(), next);
      }
    }
  }
  return orbit;
}

/** The states together with all that exchanges make of them; undefined where these are too many. */
export function closedUnder(
  form: CanonicalForm,
  states: Iterable<Int32Array>,
  most = Number.POSITIVE_INFINITY,
): Set<string> | undefined {
  const all = new Set<string>();
  for (const state of states) {
    if (!all.has(state.join())) for (const key of orbitOf(form, state, most).keys()) all.add(key);
    if (all.size > most) return undefined;
  }
  return all;
}

export interface StoredStates {
  readonly reached: number;
  readonly stored: number;
  /** How many discrete states the stored ones and all their permutations are. */
  readonly stoodFor: number;
  /** Do they stand for the same? */
  readonly agree: boolean;
}

/** Undefined where there are too many, or where nothing is interchangeable. */
export function storedUpTo(network: Network, query: Query, most: number): StoredStates | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") return undefined;
  const symmetry = symmetryOf(network, sought.formula, "auto");
  if (symmetry.blocks.length === 0) return undefined;
  const form = new CanonicalForm(symmetry);
  const chosen = chooseAbstraction(network, [query], "auto");
  if (!chosen.ok) return undefined;
  const { abstraction, bounds } = chosen.value;
  const options = { targets: [], abstraction, subsumption: "inclusion", bounds } as const;
  const plain = createCompiledEngine(network, options);
  const inner = createCompiledEngine(network, { ...options, rearranger: form });
  if ("unsupported" in plain || "unsupported" in inner) return undefined;
  const reached = discreteStates(plain, most);
  const stored = reached && discreteStates(new SymmetricEngine(inner, form), most);
  if (reached === undefined || stored === undefined) return undefined;
  const stoodFor = closedUnder(form, stored.values(), most);
  const all = stoodFor && closedUnder(form, reached.values(), most);
  if (stoodFor === undefined || all === undefined) return undefined;
  const agree = all.size === stoodFor.size && [...all].every((key) => stoodFor.has(key));
  return { reached: reached.size, stored: stored.size, stoodFor: stoodFor.size, agree };
}
