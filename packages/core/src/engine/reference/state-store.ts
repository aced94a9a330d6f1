// The passed list behind the seam. Nodes (discrete state, zone, cost, parent, ordinal) are numbered in order of
// discovery and never renumbered; per discrete state a list of the nodes that are still alive decides what is
// covered and what is swallowed.

import type { Discrete } from "../../semantics/semantics.ts";
import { COVERED, type DiscreteId, type StateId } from "../engine.ts";
import { DiscreteStore } from "./discrete-store.ts";

/** How two zones of one discrete state compare; `covers(a, b)`: whatever b can do, a can. */
export interface Subsumption {
  covers(a: Int32Array, b: Int32Array, discrete: Discrete): boolean;
}

export class ReferenceStore {
  readonly discretes = new DiscreteStore();
  private readonly subsumption: Subsumption;
  private readonly discreteIds: DiscreteId[] = [];
  /** A swallowed node loses its zone but keeps its place in the tree of parents. */
  private readonly zones: (Int32Array | undefined)[] = [];
  private readonly costs: number[] = [];
  private readonly parents: (StateId | -1)[] = [];
  private readonly ordinals: number[] = [];
  private readonly living: StateId[][] = [];
  stored = 0;
  covered = 0;
  /** What the zones of living states take, about. */
  zoneBytes = 0;

  constructor(subsumption: Subsumption) {
    this.subsumption = subsumption;
  }

  /** Ids given so far. */
  get size(): number {
    return this.zones.length;
  }

  insert(discrete: Discrete, zone: Int32Array, parent: StateId | -1, ordinal: number, cost: number): StateId {
    const id = this.discretes.intern(discrete);
    const list = (this.living[id] ??= []);
    const known = this.discretes.get(id);
    for (const state of list) {
      if (this.costs[state]! <= cost && this.subsumption.covers(this.zones[state]!, zone, known)) {
        this.covered++;
        return COVERED;
      }
    }
    let kept = 0;
    for (const state of list) {
      if (this.costs[state]! >= cost && this.subsumption.covers(zone, this.zones[state]!, known)) {
        this.zoneBytes -= bytesOf(this.zones[state]!);
        this.zones[state] = undefined;
      } else {
        list[kept++] = state;
      }
    }
    this.stored -= list.length - kept;
    list.length = kept;
    const state = this.zones.length;
    list.push(state);
    this.stored++;
    this.discreteIds.push(id);
    this.zones.push(zone);
    this.zoneBytes += bytesOf(zone);
    this.costs.push(cost);
    this.parents.push(parent);
    this.ordinals.push(ordinal);
    return state;
  }

  /** The living state that is equal to this one, or a new one. */
  intern(discrete: Discrete, zone: Int32Array, parent: StateId | -1, ordinal: number): StateId {
    const known = this.discretes.canonical(discrete);
    const list = this.living[this.discretes.intern(discrete)] ?? [];
    const equal = list.find((state) => {
      const stored = this.zones[state]!;
      return this.subsumption.covers(stored, zone, known) && this.subsumption.covers(zone, stored, known);
    });
    if (equal === undefined) return this.insert(discrete, zone, parent, ordinal, 0);
    this.covered++;
    return equal;
  }

  release(state: StateId): void {
    const zone = this.zones[state];
    if (zone === undefined) return;
    const list = this.living[this.discreteIds[state]!]!;
    list.splice(list.indexOf(state), 1);
    this.zones[state] = undefined;
    this.zoneBytes -= bytesOf(zone);
    this.stored--;
  }

  alive(state: StateId): boolean {
    return this.zones[state] !== undefined;
  }

  discreteOf(state: StateId): DiscreteId {
    return this.discreteIds[state]!;
  }

  discrete(state: StateId): Discrete {
    return this.discretes.get(this.discreteIds[state]!);
  }

  /** Undefined once swallowed. */
  zone(state: StateId): Int32Array | undefined {
    return this.zones[state];
  }

  parentOf(state: StateId): StateId | -1 {
    return this.parents[state]!;
  }

  ordinalOf(state: StateId): number {
    return this.ordinals[state]!;
  }
}

function bytesOf(zone: Int32Array): number {
  return zone.byteLength + 160;
}
