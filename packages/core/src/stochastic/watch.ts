// What is watched on a run: whether a formula holds now, and when within a delay it first does. Without clocks a
// formula changes with steps only. With clocks its truth changes where a clock meets a bound: those moments and the
// times between them are looked at; conditions that compute with clocks are sampled besides, and the change is found by
// bisection.

import { compares, type Formula } from "../network/index.ts";
import { compileClock, type Evaluator } from "../semantics/evaluate/index.ts";
import type { RealCompiler, RealMachine } from "./real-machine.ts";
import type { RaceStepper } from "./stepper.ts";
import { difference, readsClocks } from "./window.ts";

type Test = (machine: RealMachine) => boolean;
/** Adds the delays at which an atom changes. */
type Moments = (machine: RealMachine, slopes: Float64Array, add: (delay: number) => void) => void;

const SAMPLES = 16;
const BISECTIONS = 40;

export class FormulaWatch {
  /** Can it change while time passes? */
  readonly isTimed: boolean;
  private readonly test: Test;
  private readonly moments: Moments[] = [];
  private samples = 1;
  private readonly frameSize: number;
  private readonly start: Float64Array;
  private readonly delays: number[] = [];

  constructor(formula: Formula, frameSize: number, clocks: number, compiler: RealCompiler) {
    this.frameSize = frameSize;
    this.test = this.compile(formula, compiler);
    this.isTimed = this.moments.length > 0 || this.samples > 1;
    this.start = new Float64Array(clocks);
  }

  holds({ machine }: RaceStepper): boolean {
    machine.openFrame(this.frameSize);
    return this.test(machine);
  }

  /** The first delay up to `most` at which it holds, along straight lines; infinite: none. */
  firstWithin(stepper: RaceStepper, most: number): number {
    if (this.holds(stepper)) return 0;
    if (!this.isTimed || most <= 0) return Number.POSITIVE_INFINITY;
    const { machine, slopes } = stepper;
    const { delays, start } = this;
    delays.length = 0;
    const add = (delay: number): void => {
      if (delay > 0 && delay < most) delays.push(delay);
    };
    machine.openFrame(this.frameSize);
    for (const moments of this.moments) moments(machine, slopes, add);
    for (let k = 1; k < this.samples; k++) add((most * k) / this.samples);
    delays.push(most);
    delays.sort((a, b) => a - b);
    start.set(machine.clocks);
    const at = (delay: number): boolean => {
      for (let i = 0; i < start.length; i++) machine.clocks[i] = start[i]! + slopes[i]! * delay;
      return this.holds(stepper);
    };
    let last = 0;
    let found = Number.POSITIVE_INFINITY;
    for (const delay of delays) {
      const middle = (last + delay) / 2;
      if (at(middle)) found = this.samples > 1 ? bisect(last, middle, at) : last;
      else if (at(delay)) found = this.samples > 1 ? bisect(middle, delay, at) : delay;
      if (found < Number.POSITIVE_INFINITY) break;
      last = delay;
    }
    machine.clocks.set(start);
    return found;
  }

  private compile(formula: Formula, compiler: RealCompiler): Test {
    switch (formula.kind) {
      case "data": {
        const condition = compiler.expression(formula.condition);
        if (readsClocks(formula.condition)) this.samples = SAMPLES;
        return (m) => condition(m) !== 0;
      }
      case "clock":
        return this.clockTest(formula, compiler);
      case "not": {
        const part = this.compile(formula.part, compiler);
        return (m) => !part(m);
      }
      case "and": {
        const parts = formula.parts.map((part) => this.compile(part, compiler));
        return (m) => parts.every((part) => part(m));
      }
      case "or": {
        const parts = formula.parts.map((part) => this.compile(part, compiler));
        return (m) => parts.some((part) => part(m));
      }
      case "forall":
      case "exists":
        return this.quantified(formula, compiler);
      case "deadlock":
        throw new Error("deadlock is refused in statistical queries");
    }
  }

  private clockTest(formula: Extract<Formula, { kind: "clock" }>, compiler: RealCompiler): Test {
    const left = compileClock(formula.left, compiler);
    const right = compileClock(formula.right, compiler);
    const bound = compiler.expression(formula.bound);
    const { op } = formula;
    const valueIn = (values: Float64Array, row: Evaluator, m: RealMachine): number => {
      const clock = row(m) - 1;
      return clock < 0 ? 0 : values[clock]!;
    };
    const rest = (m: RealMachine): number =>
      difference(bound(m), valueIn(m.clocks, left, m) - valueIn(m.clocks, right, m));
    this.moments.push((m, slopes, add) => {
      const slope = valueIn(slopes, left, m) - valueIn(slopes, right, m);
      if (slope !== 0) add(rest(m) / slope);
    });
    return (m) => compares(op, 0, rest(m));
  }

  /** Bound names are set while the body is tested and while its moments are gathered. */
  private quantified(formula: Extract<Formula, { kind: "forall" | "exists" }>, compiler: RealCompiler): Test {
    const { cell, min, max } = formula.binder;
    const outer = this.moments.length;
    const body = this.compile(formula.body, compiler);
    const inner = this.moments.splice(outer);
    if (inner.length > 0) {
      this.moments.push((m, slopes, add) => {
        for (let value = min; value <= max; value++) {
          m.memory[m.frame + cell] = value;
          for (const moments of inner) moments(m, slopes, add);
        }
      });
    }
    const decisive = formula.kind === "exists";
    return (m) => {
      for (let value = min; value <= max; value++) {
        m.memory[m.frame + cell] = value;
        if (body(m) === decisive) return decisive;
      }
      return !decisive;
    };
  }
}

/** The first moment at which it holds, between one at which it does not and one at which it does. */
function bisect(from: number, to: number, holds: (delay: number) => boolean): number {
  let [low, high] = [from, to];
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
