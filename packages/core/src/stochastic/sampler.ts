// Runs of a model, one after the other, each up to its bound and watched by somebody: a formula to be reached, an
// expression whose extreme is wanted, curves to be drawn.

import type { Network, RunBound } from "../network/index.ts";
import { compileClock, type Evaluator } from "../semantics/evaluate/index.ts";
import { probablyEndless, timeLock } from "./faults.ts";
import { compileModel, type StochasticModel } from "./model.ts";
import { RaceStepper } from "./stepper.ts";

/** Looks at a run; true: it has seen enough. */
export interface Observer {
  /** In the initial state. */
  begin(stepper: RaceStepper): boolean;
  /** Before so much time passes along straight lines; clocks and slopes are the stepper's. */
  delay(stepper: RaceStepper, delay: number): boolean;
  /** In the state behind a step. */
  step(stepper: RaceStepper): boolean;
  /** Where the bound ends the run. */
  end(stepper: RaceStepper): void;
}

const SLACK = 1e-12;

/** Pieces of a curve on which nothing happens, where nothing else ends the run. */
const MOST_PIECES = 1_000_000;

export interface SamplerOptions {
  readonly seed: number;
  /** Step of the integration where rates read clocks. */
  readonly discretization: number;
}

export class Sampler {
  readonly model: StochasticModel;
  readonly stepper: RaceStepper;
  readonly seed: number;
  /** Joint steps of all runs so far. */
  steps = 0;
  private clock: Evaluator | null = null;
  private bound: RunBound = { kind: "time", limit: 0 };

  constructor(network: Network, { seed, discretization }: SamplerOptions) {
    this.model = compileModel(network);
    this.stepper = new RaceStepper(this.model, discretization);
    this.seed = seed;
  }

  /** Makes the run of that number up to the bound, or as long as the observer wants. */
  run(number: number, bound: RunBound, observer: Observer): void {
    const { stepper } = this;
    if (bound !== this.bound) {
      this.bound = bound;
      this.clock = bound.kind === "clock" ? compileClock(bound.clock, this.model.compiler) : null;
    }
    stepper.begin(this.seed, number);
    if (this.model.hasInvariants && !stepper.invariantsHold()) {
      throw timeLock("the initial state, whose invariant does not hold", 0, undefined);
    }
    if (!observer.begin(stepper)) this.goOn(observer);
    this.steps += stepper.steps;
  }

  private goOn(observer: Observer): void {
    const { stepper, bound } = this;
    while (bound.kind !== "steps" || stepper.steps < bound.limit) {
      stepper.propose();
      const rest = this.rest();
      // Met but for rounding is met: bounds are closed (D8).
      const ends = stepper.delay > rest + SLACK * Math.max(1, rest);
      const delay = ends ? rest : stepper.delay;
      // Nothing can happen any more, and the bound does not come either.
      if (delay === Number.POSITIVE_INFINITY && !stepper.isCurved) break;
      const passed = this.pass(delay, observer);
      if (passed === "enough") return;
      if (ends && passed === "passed") break;
      if (passed === "interrupted") continue;
      if (stepper.act() && observer.step(stepper)) return;
    }
    observer.end(stepper);
  }

  /** How much time is left until the bound. */
  private rest(): number {
    const { bound, stepper } = this;
    if (bound.kind === "steps") return Number.POSITIVE_INFINITY;
    if (bound.kind === "time") return Math.max(0, bound.limit - stepper.time);
    stepper.machine.openFrame(0);
    const clock = this.clock!(stepper.machine) - 1;
    const rest = bound.limit - stepper.machine.clocks[clock]!;
    const slope = stepper.slopes[clock]!;
    if (rest < 0) return 0;
    return slope > 0 ? rest / slope : Number.POSITIVE_INFINITY;
  }

  private pass(delay: number, observer: Observer): "passed" | "enough" | "interrupted" {
    const { stepper } = this;
    if (!stepper.isCurved) {
      if (delay > 0 && observer.delay(stepper, delay)) return "enough";
      stepper.advance(delay);
      return "passed";
    }
    for (let rest = delay, pieces = 0; rest > 0; pieces++) {
      if (delay === Number.POSITIVE_INFINITY && pieces > MOST_PIECES) throw probablyEndless(stepper.time);
      const length = stepper.nextPiece(rest);
      if (observer.delay(stepper, length)) return "enough";
      stepper.advance(length);
      if (stepper.isInterrupted) return "interrupted";
      rest -= length;
      if (rest < 1e-12) break;
    }
    return "passed";
  }
}
