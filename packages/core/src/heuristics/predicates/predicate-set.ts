// The predicates of one part, and the literals that abstract states are made of: "process p is in location l", and each
// predicate or its negation. Predicates on clocks are constraints x − y ≺ c; predicates on data are conditions that can
// be evaluated, whatever they look like.

import type { Network } from "../../network/index.ts";
import type { Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import { negate } from "../../zone/index.ts";
import type { Action } from "../factored/actions.ts";
import type { ClockConstraint } from "./clock-constraints.ts";
import type { PredicatePart } from "./part.ts";

export const OPEN = 0;
export const TRUE = 1;
export const FALSE = 2;

/** A set of states: where automata are (−1: anywhere), and which predicates hold (OPEN: either). */
export interface AbstractState {
  /** By place in the part. */
  readonly locations: Int32Array;
  readonly data: Uint8Array;
  readonly clocks: Uint8Array;
}

export class PredicateSet {
  readonly data: Action[] = [];
  readonly clocks: ClockConstraint[] = [];
  private readonly part: PredicatePart;
  private readonly dataKeys = new Set<string>();
  private readonly clockKeys = new Set<string>();
  private readonly firstLocation: readonly number[];
  private readonly locations: number;
  private readonly most: number;

  constructor(network: Network, part: PredicatePart, most: number) {
    this.part = part;
    this.most = most;
    let count = 0;
    this.firstLocation = part.processes.map((process) => {
      const first = count;
      count += network.processes[process]!.locations.length;
      return first;
    });
    this.locations = count;
  }

  get size(): number {
    return this.data.length + this.clocks.length;
  }

  /** False when it is there already, cannot be followed in this part, or there are too many. */
  addData(condition: Action, key = `#${condition.id}`): boolean {
    if (condition.asksLocations || this.dataKeys.has(key) || this.size >= this.most) return false;
    if (condition.reads.size === 0) return false;
    for (const cell of condition.reads) if (!this.part.ownsCell(cell)) return false;
    this.dataKeys.add(key);
    this.data.push(condition);
    return true;
  }

  addClock({ i, j, bound }: ClockConstraint): boolean {
    const owns = (row: number): boolean => row === 0 || this.part.ownsClock(row - 1);
    if (!owns(i) || !owns(j) || i === j || this.size >= this.most) return false;
    // A constraint and its negation are one predicate.
    const kept = i < j ? { i, j, bound } : { i: j, j: i, bound: negate(bound) };
    const key = `${kept.i} ${kept.j} ${kept.bound}`;
    if (this.clockKeys.has(key)) return false;
    this.clockKeys.add(key);
    this.clocks.push(kept);
    return true;
  }

  copy(network: Network): PredicateSet {
    const copy = new PredicateSet(network, this.part, this.most);
    copy.data.push(...this.data);
    copy.clocks.push(...this.clocks);
    for (const key of this.dataKeys) copy.dataKeys.add(key);
    for (const key of this.clockKeys) copy.clockKeys.add(key);
    return copy;
  }

  get literals(): number {
    return this.locations + 2 * this.size;
  }

  /** Ascending. */
  literalsOf({ locations, data, clocks }: AbstractState): number[] {
    const literals: number[] = [];
    for (const [at, location] of locations.entries()) {
      if (location >= 0) literals.push(this.firstLocation[at]! + location);
    }
    for (const [k, bit] of data.entries()) if (bit !== OPEN) literals.push(this.locations + 2 * k + (bit - 1));
    const first = this.locations + 2 * data.length;
    for (const [k, bit] of clocks.entries()) if (bit !== OPEN) literals.push(first + 2 * k + (bit - 1));
    return literals;
  }

  /** Marks the literals that may be true in a state: `zone` is absent where nothing is known of clocks. */
  mark(
    into: Uint8Array,
    locations: ArrayLike<number>,
    machine: Machine,
    zone: { readonly bounds: Int32Array; readonly dim: number } | undefined,
  ): void {
    into.fill(0);
    for (const [at, process] of this.part.processes.entries()) into[this.firstLocation[at]! + locations[process]!] = 1;
    let at = this.locations;
    for (const condition of this.data) {
      const holds = truth(condition, machine);
      into[at++] = holds === FALSE ? 0 : 1;
      into[at++] = holds === TRUE ? 0 : 1;
    }
    for (const { i, j, bound } of this.clocks) {
      const { bounds, dim } = zone ?? { bounds: undefined, dim: 0 };
      into[at++] = bounds === undefined || allowsBound(bounds, dim, i, j, bound) ? 1 : 0;
      into[at++] = bounds === undefined || allowsBound(bounds, dim, j, i, negate(bound)) ? 1 : 0;
    }
  }
}

const INFINITE = 0x7fffffff;

function allowsBound(bounds: Int32Array, dim: number, i: number, j: number, bound: number): boolean {
  const back = bounds[j * dim + i]!;
  return back === INFINITE || bound + back + (bound & back & 1) >= 0;
}

/** OPEN where evaluating it fails. */
export function truth(condition: Action, machine: Machine): typeof OPEN | typeof TRUE | typeof FALSE {
  machine.beginStep();
  try {
    return condition.run(machine) ? TRUE : FALSE;
  } catch (error) {
    if (error instanceof ModelFault) return OPEN;
    throw error;
  }
}
