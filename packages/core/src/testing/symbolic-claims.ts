// What decision diagrams claim, held against the states that the reference engine reaches one by one: layer by layer,
// chained and saturated, with relations that are enumerated or learnt, in any order of levels, however often what is
// not needed is collected, the set is the same; and what fails in it is among what may fail.

import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../engine/index.ts";
import { hasStrictBounds, type Network } from "../network/index.ts";
import {
  CompiledDiagrams,
  comparesClocks,
  type Diagram,
  NotForDiagrams,
  ORDERS,
  reachFrom,
  SymbolicSystem,
  structureOf,
} from "../symbolic/index.ts";
import { TupleSets } from "../symbolic/tuple-sets.ts";
import { everyState } from "./every-state.ts";

export interface SymbolicClaims {
  readonly states: number;
  readonly failing: boolean;
  readonly wrong: readonly string[];
}

/** A string where diagrams refuse the network; undefined where it has more states than that. */
export function symbolicClaims(network: Network, mostStates: number): SymbolicClaims | string | undefined {
  const truth = everything(network, mostStates);
  if (truth === undefined) return undefined;
  const wrong: string[] = [];
  let failing = false;
  try {
    for (const [name, { orders, ...options }] of Object.entries(WAYS)) {
      for (const order of orders) {
        const { makeDiagrams, ...settings } = { makeDiagrams: () => new CompiledDiagrams(), ...options };
        const system = new SymbolicSystem(makeDiagrams(), structureOf(network), settings);
        const reach = reachFrom(system, order);
        while (reach.advance());
        const mayFail = system.initialFault !== undefined || system.failing(reach.states) !== 0;
        failing ||= mayFail;
        const seen = listed(system, reach.states);
        const missing = [...truth.states].filter((state) => !seen.has(state));
        const added = [...seen].filter((state) => !truth.states.has(state));
        if (missing.length > 0) wrong.push(`${name}, ${order}: ${missing.length} states are missing: ${missing[0]}`);
        // Where something fails, diagrams go on behind it; who asks is told of the fault.
        if (added.length > 0 && !truth.fails) wrong.push(`${name}, ${order}: ${added.length} too many: ${added[0]}`);
        if (truth.fails && !mayFail) wrong.push(`${name}, ${order}: a fault is not seen`);
        const stuck = listed(system, system.stuck(reach.states));
        if (!truth.fails && !mayFail && !equal(stuck, truth.stuck)) wrong.push(`${name}, ${order}: other deadlocks`);
      }
    }
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.obstacle;
    throw error;
  }
  return { states: truth.states.size, failing, wrong };
}

const WAYS = {
  usual: { orders: ORDERS },
  learnt: { orders: ["bfs", "saturation"], enumerates: false },
  declared: { orders: ["saturation"], order: <T>(blocks: readonly T[]) => blocks },
  backwards: { orders: ["chaining"], order: <T>(blocks: readonly T[]) => [...blocks].reverse() },
  collected: { orders: ["bfs", "saturation"], makeDiagrams: () => new CompiledDiagrams({ collectEvery: 1 }) },
  plain: { orders: ["bfs"], makeDiagrams: () => new TupleSets() },
} as const;

const equal = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

function listed(system: SymbolicSystem, set: Diagram): Set<string> {
  const states = new Set<string>();
  system.diagrams.each(set, (tuple) => {
    const { locations, cells } = system.stateOf(tuple);
    states.add(`${locations} ${cells}`);
    return true;
  });
  return states;
}

interface Truth {
  readonly states: ReadonlySet<string>;
  readonly stuck: ReadonlySet<string>;
  readonly fails: boolean;
}

/** All discrete states that zones reach, as text; undefined where there are more than so many. */
export function everything(network: Network, most: number): Truth | undefined {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return undefined;
  const { abstraction } = chosen.value;
  const bounds = boundsByVector(chosen.value.bounds);
  const engine = createReferenceEngine(network, { targets: [], abstraction, subsumption: "inclusion", bounds });
  const states = new Set<string>();
  const stuck = new Set<string>();
  const count = everyState(engine, most, ({ locations, cells }, isStuck) => {
    const text = `${Array.from(locations)} ${Array.from(cells)}`;
    states.add(text);
    if (isStuck) stuck.add(text);
  });
  if (count === undefined) return undefined;
  return { states, stuck, fails: engine.faults.length > 0 };
}

/**
 * Clocks as whole numbers: with strict bounds as they are, no state is reached that zones do not reach; with closed
 * ones, every state that zones reach is. Without strict bounds both are the same.
 */
export function digitalClaims(network: Network, mostStates: number): SymbolicClaims | string | undefined {
  if (!comparesClocks(network)) return "no clock is compared";
  const truth = everything(network, mostStates);
  if (truth === undefined) return undefined;
  if (truth.fails) return "the model fails";
  const wrong: string[] = [];
  try {
    const sides = ["literal", "closed"] as const;
    for (const side of sides) {
      for (const order of ORDERS) {
        const system = new SymbolicSystem(new CompiledDiagrams(), structureOf(network, side));
        const reach = reachFrom(system, order);
        while (reach.advance());
        const seen = listed(system, reach.states);
        const isExact = !hasStrictBounds(network);
        const missing = [...truth.states].filter((state) => !seen.has(state));
        const added = [...seen].filter((state) => !truth.states.has(state));
        const name = `${side}, ${order}`;
        if (missing.length > 0 && (isExact || side === "closed")) wrong.push(`${name}: ${missing[0]} is missing`);
        if (added.length > 0 && (isExact || side === "literal")) wrong.push(`${name}: ${added[0]} is not there`);
      }
    }
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.obstacle;
    throw error;
  }
  return { states: truth.states.size, failing: false, wrong };
}
