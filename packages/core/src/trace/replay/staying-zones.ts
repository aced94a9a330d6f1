// The exact zones along a path that has to stay away from something: what each step leads to, and where time can pass
// behind it. Timing walks back through them, loops are judged by whether they recur.

import { defined } from "../../basics/defined.ts";
import {
  type Discrete,
  elapseAvoiding,
  type SymbolicMove,
  type SymbolicSemantics,
  sameTransition,
} from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { type Federation, includes, subtract, universe } from "../../zone/index.ts";
import type { Stay } from "../timing-problem.ts";

/** One convex piece of what is possible in one state of the path. */
export interface StayingPlace {
  readonly discrete: Discrete;
  readonly entry: Int32Array;
  /** Where the part of the run begins that has to stay away from something, if that is in this state. */
  readonly begin?: Int32Array;
  readonly elapsed: Int32Array;
  readonly avoid: Federation;
  readonly parent?: StayingPlace;
  readonly move?: SymbolicMove;
}

export class StayingZones {
  readonly semantics: SymbolicSemantics;
  private readonly frameSize: number;
  private readonly stay: Stay | undefined;

  constructor(semantics: SymbolicSemantics, frameSize: number, stay?: Stay) {
    this.semantics = semantics;
    this.frameSize = frameSize;
    this.stay = stay;
  }

  initial(number: number): StayingPlace[] {
    const initial = this.semantics.initial()[number];
    return initial === undefined ? [] : this.arrive(initial, initial.zone, 0);
  }

  /** The places in the middle of a run, in the part that stays away. */
  within(discrete: Discrete, entry: Int32Array): StayingPlace[] {
    return this.arrive(discrete, entry, Number.POSITIVE_INFINITY);
  }

  /** The places behind a step, which leads to state `index` of the path. */
  step(layer: readonly StayingPlace[], transition: JointTransition, index: number): StayingPlace[] {
    const next: StayingPlace[] = [];
    for (const parent of layer) {
      for (const move of this.semantics.successors(parent.discrete, parent.elapsed, transition).moves) {
        if (!sameTransition(move.transition, transition)) continue;
        next.push(...this.arrive(move.target, move.entry, index, parent, move));
      }
    }
    return withoutIncluded(next, this.semantics.dim);
  }

  private arrive(
    discrete: Discrete,
    entry: Int32Array,
    index: number,
    parent?: StayingPlace,
    move?: SymbolicMove,
  ): StayingPlace[] {
    const { stay, frameSize, semantics } = this;
    const common = {
      discrete,
      entry,
      ...defined({ parent, move }),
    };
    if (stay === undefined || index < stay.from) {
      return semantics.elapse(discrete, entry).map((elapsed) => ({ ...common, elapsed, avoid: [] }));
    }
    const { dim } = semantics;
    const avoid = semantics.where(stay.avoid, frameSize, discrete, universe(dim));
    if (index > stay.from || stay.start === undefined) {
      return elapseAvoiding(semantics, discrete, entry, avoid).map((elapsed) => ({ ...common, elapsed, avoid }));
    }
    const places: StayingPlace[] = [];
    for (const piece of semantics.elapse(discrete, entry)) {
      for (const begin of subtract(semantics.where(stay.start, frameSize, discrete, piece), avoid, dim)) {
        for (const elapsed of elapseAvoiding(semantics, discrete, begin, avoid)) {
          places.push({ ...common, begin, elapsed, avoid });
        }
      }
    }
    return places;
  }
}

/** Places of one layer share their discrete state, so a piece inside another adds nothing. */
function withoutIncluded(places: readonly StayingPlace[], dim: number): StayingPlace[] {
  const kept: StayingPlace[] = [];
  for (const place of places) {
    if (!kept.some((other) => includes(other.elapsed, place.elapsed, dim))) kept.push(place);
  }
  return kept;
}
