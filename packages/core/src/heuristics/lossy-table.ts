// The table of the AI-planning paper (256,000 entries in its Tables 1 and 2): values are kept by a hash of the state
// and handed to whatever state has the same. That is quick and wrong now and then, so it voids every guarantee; and
// since a state that is wrongly given up is lost, "no way to the target" is never taken from it.

import type { DiscreteView } from "../engine/engine.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Building, Heuristic, Preference } from "./heuristic.ts";

export class LossyTable implements Heuristic {
  private readonly heuristic: Heuristic;
  private readonly values: Float64Array;

  constructor(heuristic: Heuristic, entries: number) {
    this.heuristic = heuristic;
    this.values = new Float64Array(entries).fill(Number.NaN);
  }

  estimate(state: DiscreteView, without?: JointTransition): number {
    if (without !== undefined) return this.heuristic.estimate(state, without);
    const at = hashOf(state) % this.values.length;
    const known = this.values[at]!;
    if (!Number.isNaN(known)) return known;
    const value = this.heuristic.estimate(state);
    if (value !== Number.POSITIVE_INFINITY) this.values[at] = value;
    return value;
  }

  get constructions(): readonly Building[] {
    return this.heuristic.constructions ?? [];
  }

  /** The table knows values only: transitions are told by the state itself. */
  preference(state: DiscreteView): Preference {
    return this.heuristic.preference?.(state) ?? (() => false);
  }
}

function hashOf({ locations, cells }: DiscreteView): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < locations.length; at++) hash = Math.imul(hash ^ locations[at]!, 0x01000193);
  for (let at = 0; at < cells.length; at++) hash = Math.imul(hash ^ cells[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
