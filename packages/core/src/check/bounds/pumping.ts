// Shows that a clock grows without bound although no single state lets it: a loop can be taken again and again, and
// each turn the clock has grown. Let Z be valuations at the loop's beginning in which the clock lies above every
// constant it is compared with. If the loop neither sets the clock nor hands its value on, and if what it makes of Z
// contains Z with the clock moved up by some d > 0, then the steps can be taken from there once more: they do not see
// the clock, so everything just moves up again. The loop is followed from Z alone, never from the whole zone: what
// comes from valuations below a constant need not come back. What is compared may be extrapolated in all other clocks,
// and Z may come from an extrapolated zone: what is added is simulated by real valuations, with the same delays, that
// agree on the clock.

import { boundsByVector, type ClockBounds } from "../../engine/index.ts";
import { type SymbolicSemantics, sameTransition } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { sameDiscrete } from "../../trace/index.ts";
import {
  CLOCK_LIMIT,
  constantOf,
  constrain,
  copyZone,
  extraLUPlus,
  type Federation,
  INF,
  includes,
  isEmpty,
  le,
  lt,
} from "../../zone/index.ts";

type Discrete = Parameters<SymbolicSemantics["elapse"]>[0];

/** Valuations of one discrete state, closed under delay as far as their origin lets them be. */
export interface Spot {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
}

/** Turns of a loop that are followed. */
export const MOST_TURNS = 6;

/** Steps that split a zone into more pieces than this are given up. */
const MOST_PIECES = 32;

export class Pump {
  private readonly semantics: SymbolicSemantics;
  private readonly row: number;
  private readonly bounds: ReturnType<typeof boundsByVector>;
  /** The clock is compared with nothing larger. */
  private readonly constant: number;

  private constructor(semantics: SymbolicSemantics, bounds: ClockBounds, row: number) {
    this.semantics = semantics;
    this.row = row;
    this.bounds = boundsByVector(bounds);
    this.constant = largestConstant(bounds, row - 1);
  }

  /**
   * `bounds` are those of the model and the condition alone, without what is being measured. Undefined where the clock
   * is compared with other clocks, so that steps see it whatever its value.
   */
  static of(semantics: SymbolicSemantics, bounds: ClockBounds, row: number): Pump | undefined {
    if (bounds.diagonals.some(({ i, j }) => i === row || j === row)) return undefined;
    return new Pump(semantics, bounds, row);
  }

  /** Is it worth following a loop between these two: has the clock grown, by itself or beside another one? */
  isHigher(before: Int32Array, after: Int32Array): boolean {
    return this.growths(before, after).length > 0;
  }

  /** By how much bounds of the clock, and of its differences from others, have grown. */
  private growths(before: Int32Array, after: Int32Array): readonly number[] {
    const { dim } = this.semantics;
    const found = new Set<number>();
    for (let other = 0; other < dim; other++) {
      const [low, high] = [before[this.row * dim + other]!, after[this.row * dim + other]!];
      if (other === this.row || low === INF || high === INF) continue;
      const growth = constantOf(high) - constantOf(low);
      if (growth > 0) found.add(growth);
    }
    return [...found];
  }

  /** What the loop leads to from where it can be repeated for ever; empty where nothing shows that it can. */
  repeated({ discrete, zone }: Spot, loop: readonly JointTransition[]): readonly Spot[] {
    for (const start of this.starts({ discrete, zone }, loop)) {
      let ends: readonly Spot[] = [{ discrete, zone: start }];
      // What one turn does not lead back to, several may.
      for (let turn = 1; turn <= MOST_TURNS && ends.length > 0; turn++) {
        ends = this.follow(ends, loop) ?? [];
        if (ends.some((end) => sameDiscrete(end.discrete, discrete) && this.isAbove(end, start))) return ends;
      }
    }
    return [];
  }

  /**
   * What steps lead to; undefined where one sets the clock, or another clock to its value. Rows that are set go into
   * `set`.
   */
  follow(
    spots: readonly Spot[],
    steps: readonly JointTransition[],
    set: Set<number> = new Set(),
  ): readonly Spot[] | undefined {
    const { semantics, row } = this;
    let layer = spots;
    for (const step of steps) {
      const next: Spot[] = [];
      for (const { discrete, zone } of layer) {
        for (const move of semantics.successors(discrete, zone, step).moves) {
          if (!sameTransition(move.transition, step)) continue;
          for (const assigned of move.assignments) {
            if (assigned.row === row || assigned.source === row) return undefined;
            set.add(assigned.row);
          }
          for (const elapsed of semantics.elapse(move.target, move.entry))
            next.push({ discrete: move.target, zone: elapsed });
        }
      }
      if (next.length === 0 || next.length > MOST_PIECES) return [];
      layer = next;
    }
    return layer;
  }

  /**
   * Where the clock lies above all constants; and two parts of that, in case the rest does not come back: where all
   * clocks that the loop does not set, which grow with this one, are out of sight as well, and the top.
   */
  private starts({ discrete, zone }: Spot, loop: readonly JointTransition[]): Federation {
    const { dim } = this.semantics;
    const bounds = this.bounds.at(discrete.locations);
    const above = copyZone(zone);
    if (!constrain(above, dim, 0, this.row, lt(-this.constant))) return [];
    const set = new Set([this.row]);
    if (this.follow([{ discrete, zone: above }], loop, set) === undefined) return [];
    const far = copyZone(above);
    let isFar = true;
    for (let row = 1; row < dim && isFar; row++)
      isFar = set.has(row) || constrain(far, dim, 0, row, le(-1 - Math.max(0, bounds.lower[row]!, bounds.upper[row]!)));
    const top = copyZone(above);
    const most = above[this.row * dim]!;
    const isTop = most !== INF && constrain(top, dim, 0, this.row, le(1 - constantOf(most)));
    return [above, ...(isFar ? [far] : []), ...(isTop ? [top] : [])];
  }

  /** Does `after` contain `before` with the clock moved up? */
  private isAbove({ discrete, zone: after }: Spot, before: Int32Array): boolean {
    const { dim } = this.semantics;
    if (isEmpty(after)) return false;
    const growths = this.growths(before, after);
    if (growths.length === 0) return false;
    const widened = this.widened(discrete, after);
    return [...new Set([...growths, 1])].some((by) => includes(widened, this.movedUp(before, by), dim));
  }

  /** Extrapolated in all other clocks. */
  private widened({ locations }: Discrete, zone: Int32Array): Int32Array {
    const widened = copyZone(zone);
    if (this.bounds.diagonals.length > 0) return widened;
    const bounds = this.bounds.at(locations);
    const [lower, upper] = [bounds.lower.slice(), bounds.upper.slice()];
    lower[this.row] = upper[this.row] = CLOCK_LIMIT - 1;
    extraLUPlus(widened, this.semantics.dim, lower, upper);
    return widened;
  }

  private movedUp(zone: Int32Array, by: number): Int32Array {
    const { dim } = this.semantics;
    const moved = copyZone(zone);
    for (let other = 0; other < dim; other++) {
      if (other === this.row) continue;
      const above = this.row * dim + other;
      const below = other * dim + this.row;
      if (moved[above] !== INF) moved[above] = moved[above]! + le(by);
      if (moved[below] !== INF) moved[below] = moved[below]! - le(by);
    }
    return moved;
  }
}

/** Wherever the clock is compared, from above or from below; 0 where it is not. */
function largestConstant({ everywhere, locations }: ClockBounds, clock: number): number {
  let largest = 0;
  for (const { clocks, lower, upper } of [everywhere, ...locations.flat()]) {
    const at = clocks.indexOf(clock);
    if (at >= 0) largest = Math.max(largest, lower[at]!, upper[at]!);
  }
  return largest;
}
