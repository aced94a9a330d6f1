// What `sup`, `inf` and `bounds` have seen of their terms: reading a term in a symbolic state, and keeping the
// extreme values over all states.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { Term } from "../../network/index.ts";
import { compileClock, compileExpression, type Evaluator, Machine } from "../../semantics/evaluate/index.ts";
import { foreverAvoiding } from "../../semantics/index.ts";
import { constantOf, INF, isStrict, subtractZone, universe } from "../../zone/index.ts";
import type { Limit, TermBounds } from "../verdict.ts";
import type { TermEnds } from "./bounds-query.ts";
import type { StateReader } from "./state-reader.ts";

/** The values of a term in one convex piece; `clock`: they come from a clock, so they are exact up to a constant. */
export interface Measure {
  readonly lower: Limit;
  readonly upper: Limit;
  readonly clock: boolean;
  /** Time can pass there for ever, so the clock truly has no upper bound. */
  readonly endless: boolean;
  /** Row of the clock; 0 for data. */
  readonly row: number;
}

export class TermReader {
  private readonly states: StateReader;
  private readonly machine: Machine;
  private readonly frameSize: number;
  private readonly terms: readonly { readonly row: Evaluator | undefined; readonly value: Evaluator }[];

  constructor(states: StateReader, terms: readonly Term[], frameSize: number) {
    this.states = states;
    const { functions } = states.semantics.discrete.program;
    this.machine = new Machine(states.semantics.network.cells);
    this.frameSize = frameSize;
    this.terms = terms.map(({ left, right, value }) => ({
      // Differences are measured elsewhere: extrapolation forgets them.
      row: left === undefined || right !== undefined ? undefined : compileClock(left, functions),
      value: compileExpression(value, functions),
    }));
  }

  /** For each convex piece of the state that satisfies the condition, the measures of all terms. */
  *read(state: StateId, { formula, frameSize }: Target): Generator<Measure[]> {
    const { semantics } = this.states;
    const { dim } = semantics;
    const { locations, cells } = this.states.stateOf(state);
    const discrete = { locations, cells };
    const zone = this.states.valuationsOf(state);
    for (const piece of semantics.where(formula, frameSize, discrete, zone)) {
      this.machine.load(locations, cells, this.frameSize);
      yield this.terms.map(({ row, value }): Measure => {
        const plus = value(this.machine);
        const clock = row === undefined ? 0 : row(this.machine);
        if (clock === 0) {
          const limit = { value: plus, strict: false };
          return { lower: limit, upper: limit, clock: false, endless: false, row: 0 };
        }
        const above = piece[clock * dim]!;
        const below = piece[clock]!;
        const endless =
          above === INF &&
          semantics.stopped(discrete)?.[clock] !== 1 &&
          foreverAvoiding(semantics, discrete, piece, subtractZone(universe(dim), piece, dim)).length > 0;
        return {
          lower: { value: plus - constantOf(below), strict: isStrict(below) },
          upper: {
            value: above === INF ? Infinity : plus + constantOf(above),
            strict: above === INF || isStrict(above),
          },
          clock: true,
          endless,
          row: clock,
        };
      });
    }
  }
}

/** The extreme values met so far. */
export class TermRange {
  private readonly most: number;
  private readonly floor: number;
  private lower: Limit | undefined;
  private upper: Limit | undefined;
  private clock = false;
  private endless = false;
  /** Whole numbers that were seen to be taken. */
  private least: number | undefined;
  private greatest: number | undefined;

  /** Clock values are exact up to `most`; no value lies below `floor`. */
  constructor(most: number, floor: number) {
    this.most = most;
    this.floor = floor;
  }

  add({ lower, upper, clock, endless }: Measure): void {
    this.clock ||= clock;
    this.endless ||= endless;
    if (this.lower === undefined || below(lower, this.lower)) this.lower = lower;
    if (this.upper === undefined || above(upper, this.upper)) this.upper = upper;
    // What lies beyond the constant is not exact.
    const from = whole(lower, 1);
    const to = Number.isFinite(upper.value) ? whole(upper, -1) : from;
    if (from > to || (clock && from >= this.most)) return;
    this.least = Math.min(this.least ?? from, from);
    this.greatest = Math.max(this.greatest ?? to, to);
  }

  /** The clock was shown to grow for ever. */
  setEndless(): void {
    this.endless = true;
  }

  /** Is it open whether the clock has a bound? */
  get isOpen(): boolean {
    return this.clock && !this.endless;
  }

  /** Can no further state change what the query asks for? */
  isSettled(ends: TermEnds): boolean {
    const { lower } = this;
    const isLeast = lower !== undefined && !lower.strict && lower.value <= this.floor;
    return (!ends.upper || this.endless) && (!ends.lower || isLeast);
  }

  /** The constant with which the ends would be known, if a greater one is all that is missing. */
  get wanted(): number {
    const ends = [this.lower?.value ?? 0, this.endless ? 0 : (this.upper?.value ?? 0)];
    return Math.max(...ends.filter((end) => Number.isFinite(end)), 0) + 1;
  }

  /** Are the ends that the query asks for exact? Clock values are so up to the constant they were explored with. */
  known(ends: TermEnds): boolean {
    if (!this.clock || this.upper === undefined || this.lower === undefined) return true;
    const upperKnown = this.endless || this.upper.value <= this.most;
    const lowerKnown = this.lower.value < this.most;
    return (!ends.upper || upperKnown) && (!ends.lower || lowerKnown);
  }

  /** Of a search that did not come to an end: what runs attain; nothing is known to lie beyond. */
  seen(term: string, ends: TermEnds): TermBounds {
    const open = (sign: 1 | -1): Limit => ({ value: sign * Number.POSITIVE_INFINITY, strict: true });
    const floor = Number.isFinite(this.floor) ? { value: this.floor, strict: false } : open(-1);
    const attained = { lower: ends.lower ? this.least : undefined, upper: ends.upper ? this.greatest : undefined };
    return {
      term,
      ...defined({ lower: ends.lower ? floor : undefined, upper: ends.upper ? open(1) : undefined }),
      attained: defined(attained),
    };
  }

  bounds(term: string, ends: TermEnds): TermBounds {
    const upper = this.endless ? { value: Infinity, strict: true } : this.upper;
    return {
      term,
      ...defined({
        lower: this.lower === undefined || !ends.lower ? undefined : this.lower,
        upper: upper === undefined || !ends.upper ? undefined : upper,
      }),
    };
  }
}

/** The first whole number of an interval from this end on. */
function whole({ value, strict }: Limit, inwards: 1 | -1): number {
  return strict ? value + inwards : value;
}

function below(a: Limit, b: Limit): boolean {
  return a.value < b.value || (a.value === b.value && b.strict && !a.strict);
}

function above(a: Limit, b: Limit): boolean {
  return a.value > b.value || (a.value === b.value && b.strict && !a.strict);
}
