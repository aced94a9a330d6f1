// A clock valuation that is moved along time without touching the clocks: a running clock is kept as the moment it
// was zero, a stopped one as its value. Constraints then become bounds on absolute time, which stay valid while time
// passes, and a conjunction of them is one window of time. Moments are dyadic rationals in doubles: all sums are exact.

import type { Span } from "../diagnostics/index.ts";
import { ModelFault } from "../semantics/index.ts";
import { beyondLimit, CLOCK_LIMIT } from "../zone/index.ts";

/** Moments are multiples of 2^−FINEST and stay below LATEST, so that sums need no more than 53 bits. */
export const FINEST = 16;
export const LATEST = 2 ** 33;

export class ClockLine {
  now = 0;
  /** By row (row 0 is the constant 0): the moment a running clock was zero, or the value of a stopped one. */
  readonly base: Float64Array;
  readonly stopped: Uint8Array;
  /** The window of time that the constraints met since `open` leave; ends may be excluded. */
  low = 0;
  lowOpen = false;
  high = Number.POSITIVE_INFINITY;
  highOpen = false;
  /** The largest constant any clock was compared with: how long it can be interesting to wait. */
  largest = 0;

  constructor(clocks: number) {
    this.base = new Float64Array(clocks + 1);
    this.stopped = new Uint8Array(clocks + 1);
    this.stopped[0] = 1;
  }

  /** All of time. */
  open(): void {
    this.low = Number.NEGATIVE_INFINITY;
    this.lowOpen = false;
    this.high = Number.POSITIVE_INFINITY;
    this.highOpen = false;
  }

  get isEmpty(): boolean {
    return this.low > this.high || (this.low === this.high && (this.lowOpen || this.highOpen));
  }

  value(row: number): number {
    return this.stopped[row] === 1 ? this.base[row]! : this.now - this.base[row]!;
  }

  setValue(row: number, value: number): void {
    this.base[row] = this.stopped[row] === 1 ? value : this.now - value;
  }

  /** Turns a running clock into a stopped one or back; its value stays. */
  setStopped(row: number, stopped: 0 | 1): void {
    // value = now − base while it runs, base while it stands: the same map both ways.
    this.base[row] = this.now - this.base[row]!;
    this.stopped[row] = stopped;
  }

  /** Cuts the window by `row a − row b op bound`. */
  compare(a: number, b: number, op: "<" | "<=" | "==" | ">=" | ">", bound: number, span: Span | undefined): void {
    if (bound > this.largest) {
      if (bound >= CLOCK_LIMIT) tooLarge(bound, span);
      this.largest = bound;
    } else if (bound <= -CLOCK_LIMIT) tooLarge(bound, span);
    if (op !== ">=" && op !== ">") this.atMost(a, b, bound, op === "<");
    if (op !== "<=" && op !== "<") this.atMost(b, a, 0 - bound, op === ">");
  }

  /**
   * Cuts the window by `row op bound`; the operator as a mask: 1 less, 2 equal, 4 more. The bound is below the limit.
   */
  cut(row: number, op: number, bound: number): void {
    if (bound > this.largest) this.largest = bound;
    if (this.stopped[row] === 1) {
      const value = this.base[row]!;
      if ((op & (value === bound ? 2 : value < bound ? 1 : 4)) === 0) this.close();
      return;
    }
    const moment = bound + this.base[row]!;
    if ((op & 4) === 0) this.cutHigh(moment, op === 1);
    if ((op & 1) === 0) this.cutLow(moment, op === 4);
  }

  private atMost(a: number, b: number, bound: number, strict: boolean): void {
    const { base, stopped } = this;
    const u = base[a]!;
    const v = base[b]!;
    if (stopped[a] === 0) {
      if (stopped[b] === 1) this.cutHigh(bound + u + v, strict);
      else this.decide(v - u, bound, strict);
    } else if (stopped[b] === 0) this.cutLow(u + v - bound, strict);
    else this.decide(u - v, bound, strict);
  }

  cutHigh(moment: number, strict: boolean): void {
    if (moment < this.high) {
      this.high = moment;
      this.highOpen = strict;
    } else if (moment === this.high && strict) this.highOpen = true;
  }

  cutLow(moment: number, strict: boolean): void {
    if (moment > this.low) {
      this.low = moment;
      this.lowOpen = strict;
    } else if (moment === this.low && strict) this.lowOpen = true;
  }

  /** A difference that time does not change: everything or nothing. */
  private decide(difference: number, bound: number, strict: boolean): void {
    if (!(strict ? difference < bound : difference <= bound)) this.close();
  }

  private close(): void {
    this.low = Number.POSITIVE_INFINITY;
    this.high = Number.NEGATIVE_INFINITY;
  }
}

function tooLarge(bound: number, span: Span | undefined): never {
  throw new ModelFault("bound", beyondLimit(bound)!, span);
}
