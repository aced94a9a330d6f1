// Comparisons between two clocks. Where there are any, zones are extrapolated piece by piece along them (zone
// `extraDiagonal`), which needs all diagonals that copies between clocks can make of them, and constants that decide
// what remains of a diagonal once one of its clocks is set to a value.

import type { Intervals, Range } from "../../analysis/intervals.ts";
import type { Span } from "../../diagnostics/index.ts";
import type { Network } from "../../network/network.ts";
import { type Diagonal, isStrict, le, lt } from "../../zone/index.ts";
import { visitClockAssignments } from "./assignments.ts";
import { type BoundMap, raise } from "./bound-map.ts";
import { withinLimit } from "./constants.ts";
import { BoundsRefusal } from "./refusal.ts";

/** More cuts than this would split zones beyond use. */
const MAX_DIAGONALS = 64;

export class DiagonalTable {
  private readonly found = new Map<string, Diagonal>();
  private readonly network: Network;
  private readonly intervals: Intervals;

  constructor(network: Network, intervals: Intervals) {
    this.network = network;
    this.intervals = intervals;
  }

  get size(): number {
    return this.found.size;
  }

  list(): Diagonal[] {
    return [...this.found.values()];
  }

  /** left − right op c for every c of the range. */
  add(left: number, right: number, op: string, range: Range, span: Span | undefined): void {
    if (range.max - range.min >= MAX_DIAGONALS) throw tooMany(span);
    for (let c = range.min; c <= range.max; c++) {
      // A constraint and its complement cut alike, so each cut is kept from one side.
      if (op !== "<" && op !== ">=") this.cut(left, right, le(c), span);
      if (op !== "<=" && op !== ">") this.cut(left, right, lt(c), span);
    }
  }

  /** Cuts x_left − x_right ≺ bound; clocks in, rows kept. */
  private cut(left: number, right: number, bound: number, span?: Span): void {
    const turned = left > right;
    const diagonal = turned ? { i: right + 1, j: left + 1, bound: -1 - bound } : { i: left + 1, j: right + 1, bound };
    this.found.set(`${diagonal.i},${diagonal.j},${diagonal.bound}`, diagonal);
    if (this.found.size > MAX_DIAGONALS) throw tooMany(span);
  }

  /** Adds what copies make of the diagonals, and the constants that resets make of them. */
  complete(everywhere: BoundMap): void {
    if (this.found.size === 0) return;
    const copies: { target: number; source: number; shift: number }[] = [];
    let mostSet = Math.max(0, ...this.network.clocks.map((clock) => clock.initial));
    visitClockAssignments(this.network, this.intervals, ({ clock, source, value, span }, frame) => {
      const range = withinLimit(this.intervals.of(value, frame), span);
      if (source === undefined) {
        mostSet = Math.max(mostSet, range.max);
        return;
      }
      if (range.max - range.min >= MAX_DIAGONALS) throw tooMany(span);
      for (const target of this.intervals.clocksOf(clock, frame)) {
        for (const from of this.intervals.clocksOf(source, frame)) {
          for (let shift = range.min; shift <= range.max; shift++) copies.push({ target, source: from, shift });
        }
      }
    });
    // x := z + n makes of x − y ≺ c the diagonal z − y ≺ c − n, and of y − x ≺ c the diagonal y − z ≺ c + n.
    for (const { i, j, bound } of this.found.values()) {
      for (const { target, source, shift } of copies) {
        if (i === target + 1 && j !== source + 1) this.cut(source, j - 1, bound - 2 * shift);
        if (j === target + 1 && i !== source + 1) this.cut(i - 1, source, bound + 2 * shift);
      }
    }
    for (const { i, j, bound } of this.found.values()) {
      const constant = Math.abs((bound + (isStrict(bound) ? 1 : 0)) / 2) + mostSet;
      raise(everywhere, i - 1, constant, constant);
      raise(everywhere, j - 1, constant, constant);
    }
  }
}

function tooMany(span: Span | undefined): BoundsRefusal {
  return new BoundsRefusal(
    "TH3203",
    `clocks are compared with each other in more than ${MAX_DIAGONALS} ways, too many to cut zones along`,
    span,
    "use --abstraction none",
  );
}
