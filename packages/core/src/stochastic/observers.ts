// Those who look at runs: for `Pr` when a formula is first reached, for `E` the extreme of an expression, for
// `simulate` how expressions change.

import { negation, type PathProperty, type Shown } from "../network/index.ts";
import type { Evaluator } from "../semantics/evaluate/index.ts";
import { isAffine } from "./affine.ts";
import type { StochasticModel } from "./model.ts";
import type { Observer } from "./sampler.ts";
import type { RaceStepper } from "./stepper.ts";
import { FormulaWatch } from "./watch.ts";
import { readsClocks } from "./window.ts";

/** When `goal` is first met on the way, while `keep` holds; for `[]` the goal is what must not happen. */
export class PathObserver implements Observer {
  /** Of the latest run: infinite where the goal was not met. */
  hit = Number.POSITIVE_INFINITY;
  /** The value of what bounds the run, at the hit: time, clock or steps. */
  private readonly goal: FormulaWatch;
  private readonly keep: FormulaWatch | null;
  /** The opposite of `keep`, to be met for the first time. */
  private readonly broken: FormulaWatch | null;

  constructor({ goal, keep }: PathProperty, frameSize: number, model: StochasticModel) {
    const clocks = model.network.clocks.length;
    this.goal = new FormulaWatch(goal, frameSize, clocks, model.compiler);
    this.keep = keep === undefined ? null : new FormulaWatch(keep, frameSize, clocks, model.compiler);
    this.broken = keep === undefined ? null : new FormulaWatch(negation(keep), frameSize, clocks, model.compiler);
  }

  begin(stepper: RaceStepper): boolean {
    this.hit = Number.POSITIVE_INFINITY;
    return this.look(stepper);
  }

  step(stepper: RaceStepper): boolean {
    return this.look(stepper);
  }

  end(): void {}

  private look(stepper: RaceStepper): boolean {
    if (this.goal.holds(stepper)) {
      this.hit = stepper.time;
      return true;
    }
    return this.keep !== null && !this.keep.holds(stepper);
  }

  delay(stepper: RaceStepper, delay: number): boolean {
    if (!this.goal.isTimed && this.keep?.isTimed !== true) return false;
    const first = this.goal.firstWithin(stepper, delay);
    if (!this.keepsUntil(stepper, first, delay)) return true;
    if (first <= delay) this.hit = stepper.time + first;
    return first <= delay;
  }

  /** Is what must hold broken before the goal is met, or at the very moment behind which it is? */
  private keepsUntil(stepper: RaceStepper, first: number, delay: number): boolean {
    if (this.broken?.isTimed !== true) return true;
    const broken = this.broken.firstWithin(stepper, Math.min(first, delay));
    if (broken > Math.min(first, delay)) return true;
    if (broken < first) return false;
    let keeps = true;
    stepper.after(first, () => {
      keeps = this.goal.holds(stepper) || this.keep!.holds(stepper);
    });
    return keeps;
  }
}

/**
 * Into how many parts a delay is cut, and how often a part is narrowed, where an expression does not run along a line.
 */
const PARTS = 32;
const NARROWINGS = 60;

/** The greatest or least value of an expression on the way. */
export class ExtremeObserver implements Observer {
  value = 0;
  private readonly expression: Evaluator;
  private readonly isTimed: boolean;
  private readonly isAffine: boolean;
  private readonly frameSize: number;
  private readonly sign: number;

  constructor({ value }: Shown, extreme: "max" | "min", frameSize: number, model: StochasticModel) {
    this.expression = model.compiler.expression(value);
    this.isTimed = readsClocks(value);
    this.isAffine = isAffine(value);
    this.frameSize = frameSize;
    this.sign = extreme === "max" ? 1 : -1;
  }

  begin(stepper: RaceStepper): boolean {
    this.value = this.now(stepper);
    return false;
  }

  step(stepper: RaceStepper): boolean {
    this.look(stepper);
    return false;
  }

  end(stepper: RaceStepper): void {
    this.look(stepper);
  }

  delay(stepper: RaceStepper, delay: number): boolean {
    // Along straight lines the extremes of what is linear lie at the ends.
    if (!this.isTimed) return false;
    if (!this.isAffine) this.lookInside(stepper, delay);
    stepper.after(delay, () => this.look(stepper));
    return false;
  }

  /** Looks at evenly spaced moments of the delay, and closer and closer around the best of them. */
  private lookInside(stepper: RaceStepper, delay: number): void {
    // Along curves pieces are short.
    const parts = stepper.isCurved ? 2 : PARTS;
    let best = 0;
    let least = Number.NEGATIVE_INFINITY;
    const at = (moment: number): number => {
      let value = 0;
      stepper.after(moment, () => {
        value = this.now(stepper) * this.sign;
      });
      return value;
    };
    for (let k = 0; k <= parts; k++) {
      const moment = (delay * k) / parts;
      const value = at(moment);
      if (value <= least) continue;
      least = value;
      best = moment;
    }
    let [low, high] = [Math.max(0, best - delay / parts), Math.min(delay, best + delay / parts)];
    for (let k = 0; k < NARROWINGS && high - low > 1e-12 * delay; k++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (at(a) < at(b)) low = a;
      else high = b;
    }
    stepper.after(best, () => this.look(stepper));
    stepper.after((low + high) / 2, () => this.look(stepper));
  }

  private look(stepper: RaceStepper): void {
    const value = this.now(stepper);
    // What is no number once has no extreme.
    if ((value - this.value) * this.sign > 0 || Number.isNaN(value)) this.value = value;
  }

  private now({ machine }: RaceStepper): number {
    machine.openFrame(this.frameSize);
    return this.expression(machine);
  }
}

/** A curve per expression: moments, and the values there; between two of them the line is straight. */
export interface Trajectory {
  readonly time: readonly number[];
  readonly values: readonly (readonly number[])[];
}

/** Points closer together than this part of the run are left out while nothing jumps. */
const MOST_POINTS = 20_000;

export class TrajectoryObserver implements Observer {
  private readonly expressions: readonly Evaluator[];
  private readonly frameSize: number;
  private readonly wanted: PathObserver | null;
  private readonly areAffine: boolean;
  private time: number[] = [];
  private values: number[][] = [];
  /** Did the run satisfy the filter? */
  isWanted = true;

  constructor(shown: readonly Shown[], frameSize: number, model: StochasticModel, wanted: PathObserver | null) {
    this.expressions = shown.map(({ value }) => model.compiler.expression(value));
    this.frameSize = frameSize;
    this.wanted = wanted;
    this.areAffine = shown.every(({ value }) => isAffine(value));
  }

  get trajectory(): Trajectory {
    return { time: this.time, values: this.values };
  }

  begin(stepper: RaceStepper): boolean {
    this.time = [];
    this.values = this.expressions.map(() => []);
    this.isWanted = this.wanted === null || this.wanted.begin(stepper);
    this.note(stepper, stepper.time);
    return false;
  }

  step(stepper: RaceStepper): boolean {
    if (!this.isWanted) this.isWanted = this.wanted!.step(stepper);
    this.note(stepper, stepper.time);
    return false;
  }

  delay(stepper: RaceStepper, delay: number): boolean {
    if (!this.isWanted) this.isWanted = this.wanted!.delay(stepper, delay);
    const parts = this.areAffine || stepper.isCurved ? 1 : PARTS;
    for (let k = 1; k <= parts; k++) {
      const passed = (delay * k) / parts;
      stepper.after(passed, () => this.note(stepper, stepper.time + passed));
    }
    return false;
  }

  end(stepper: RaceStepper): void {
    this.note(stepper, stepper.time);
  }

  private note({ machine }: RaceStepper, time: number): void {
    if (this.time.length >= MOST_POINTS) return;
    machine.openFrame(this.frameSize);
    const now = this.expressions.map((expression) => expression(machine));
    const last = this.time.length - 1;
    // Two equal points in a row say as much as the first and the last of them.
    const stays = last >= 1 && now.every((value, i) => this.isOnLine(i, time, value));
    const at = stays ? last : last + 1;
    if (last >= 0 && time === this.time[last] && now.every((value, i) => value === this.values[i]![last])) return;
    this.time[at] = time;
    for (const [i, value] of now.entries()) this.values[i]![at] = value;
  }

  /** Do the last two points and this one show the same value? */
  private isOnLine(expression: number, _time: number, value: number): boolean {
    const values = this.values[expression]!;
    return values.at(-1) === value && values.at(-2) === value;
  }
}
