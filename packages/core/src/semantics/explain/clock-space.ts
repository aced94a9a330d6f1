// What "why not" needs to know about the clocks of a state, whether it is one valuation or a zone of them: can these
// constraints be met, which of them fails, and how does one say where the clocks are.

import { constrain, INF, isStrict, plus, type Rational, rationalToString, ZERO } from "../../zone/index.ts";
import { type ClockValues, clockValuesOf } from "../concrete/clock-values.ts";
import { DelayLine } from "../concrete/delay-line.ts";
import { hasDelay, type IntervalSet, intersectDelays } from "../concrete/delay-sets.ts";
import { boundOf, cut } from "../constraints.ts";
import type { ConcreteState, Constraint, Constraints, SymbolicState } from "../semantics.ts";
import type { ExplanationPrinter } from "./expression-text.ts";

export interface ClockSpace {
  /** What is said of a constraint that fails: of one moment, or of all valuations. */
  readonly verdict: "does not hold" | "cannot hold";
  /** Can all of them hold (in this valuation, or for some valuation of the zone)? */
  canHold(constraints: Constraints): boolean;
  /** `x is 3`, `x is at most 3`: why a constraint cannot hold. */
  whereabouts(constraint: Constraint, printer: ExplanationPrinter): string;
}

export class ConcreteSpace implements ClockSpace {
  readonly verdict = "does not hold";
  private readonly clocks: ClockValues;
  private readonly line: DelayLine;

  constructor(state: ConcreteState) {
    this.clocks = clockValuesOf(state);
    // Only the present moment is asked for: rates do not matter.
    this.line = new DelayLine(this.clocks, null);
  }

  canHold(constraints: Constraints): boolean {
    return hasDelay(this.line.where(constraints), ZERO);
  }

  whereabouts({ left, right }: Constraint, printer: ExplanationPrinter): string {
    const rows = [left, right].filter((row) => row > 0);
    return rows.map((row) => `${printer.row(row)} is ${rationalToString(this.clocks.at(row))}`).join(", ");
  }
}

/** A valuation and what becomes of it while nothing but time passes. */
export class FutureSpace implements ClockSpace {
  readonly verdict = "cannot hold";
  private readonly clocks: ClockValues;
  private readonly allowed: IntervalSet;
  private readonly stopped: Uint8Array | null;
  private readonly line: DelayLine;

  constructor(state: ConcreteState, allowed: IntervalSet, stopped: Uint8Array | null) {
    this.clocks = clockValuesOf(state);
    this.allowed = allowed;
    this.stopped = stopped;
    this.line = new DelayLine(this.clocks, stopped);
  }

  canHold(constraints: Constraints): boolean {
    return intersectDelays(this.allowed, this.line.where(constraints)).length > 0;
  }

  whereabouts(constraint: Constraint, printer: ExplanationPrinter): string {
    // Together with others it fails; there is nothing to say of it alone.
    if (this.canHold([constraint])) return "";
    const { left, right } = constraint;
    const rows = [left, right].filter((row) => row > 0);
    if (rows.length > 1) return rows.map((row) => `${printer.row(row)} is ${this.now(row)}`).join(", ");
    const [row] = rows;
    if (row === undefined) return "";
    const last = this.allowed.at(-1);
    const name = printer.row(row);
    if (this.stopped?.[row] === 1 || last === undefined) return `${name} is ${this.now(row)}`;
    if (row === left) return `${name} is ${this.now(row)} already`;
    if (last.upper === undefined) return "";
    return `${name} is ${last.upperStrict ? "less than" : "at most"} ${this.now(row, last.upper)}`;
  }

  private now(row: number, later: Rational = ZERO): string {
    return rationalToString(plus(this.clocks.at(row), later));
  }
}

export class ZoneSpace implements ClockSpace {
  readonly verdict = "cannot hold";
  private readonly zone: Int32Array;
  private readonly dim: number;

  constructor({ zone, dim }: SymbolicState) {
    this.zone = zone;
    this.dim = dim;
  }

  canHold(constraints: Constraints): boolean {
    return cut(this.zone, this.dim, constraints) !== null;
  }

  /** The constraint bounds left − right from above, so what forbids it is the bound of right − left. */
  whereabouts(constraint: Constraint, printer: ExplanationPrinter): string {
    const { left, right } = constraint;
    const { dim } = this;
    const opposite = this.zone[right * dim + left]!;
    if (opposite === INF || constrain(this.zone.slice(), dim, left, right, boundOf(constraint))) return "";
    const value = (opposite + (isStrict(opposite) ? 1 : 0)) / 2;
    const open = isStrict(opposite);
    if (left === 0) return `${printer.row(right)} is ${open ? "less than" : "at most"} ${value}`;
    const name = right === 0 ? printer.row(left) : `${printer.row(left)} - ${printer.row(right)}`;
    return `${name} is ${open ? "greater than" : "at least"} ${0 - value}`;
  }
}
