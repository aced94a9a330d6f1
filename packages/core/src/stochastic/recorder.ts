// Keeps what happens on a run, step by step, for whoever wants to look at it afterwards: the run is made again by its
// number, watched by the same observer, and ends where it ended before.

import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Observer } from "./sampler.ts";
import type { RaceStepper } from "./stepper.ts";

export interface SampledState {
  readonly locations: Int32Array;
  /** Doubles; integers are exact in them. */
  readonly cells: Float64Array;
  readonly clocks: Float64Array;
}

export interface SampledStep {
  readonly moment: number;
  readonly transition: JointTransition;
  readonly state: SampledState;
  /** Clocks that the step changes, ascending. */
  readonly assigned: readonly number[];
}

export interface SampledRun {
  readonly initial: SampledState;
  readonly steps: readonly SampledStep[];
  /** The end of the run, or the moment at which it was decided. */
  readonly end: number;
  readonly final: SampledState;
  /** Only the beginning: the run has more steps than are kept. */
  readonly isCut: boolean;
}

/** A run that stands still for ever would fill the memory, and nobody reads so far. */
const MOST_STEPS = 10_000;

export class Recorder implements Observer {
  private readonly observer: Observer;
  /** The moment at which the observer had seen enough, once it had. */
  private readonly decidedAt: () => number;
  private initial: SampledState | undefined;
  private steps: SampledStep[] = [];
  private now = 0;
  private isCut = false;
  private clocks = new Float64Array(0);

  constructor(observer: Observer, decidedAt: () => number) {
    this.observer = observer;
    this.decidedAt = decidedAt;
  }

  /** What was seen so far. */
  get run(): SampledRun | undefined {
    if (this.initial === undefined) return undefined;
    const { locations, cells } = this.steps.at(-1)?.state ?? this.initial;
    const final = { locations, cells, clocks: this.clocks.slice() };
    return { initial: this.initial, steps: this.steps, end: this.now, final, isCut: this.isCut };
  }

  begin(stepper: RaceStepper): boolean {
    this.steps = [];
    this.now = 0;
    this.isCut = false;
    this.initial = copyOf(stepper);
    this.clocks = this.initial.clocks.slice();
    // From here on it keeps what steps are made of.
    void stepper.taken;
    return this.observer.begin(stepper);
  }

  delay(stepper: RaceStepper, delay: number): boolean {
    const isEnough = this.observer.delay(stepper, delay);
    const passed = isEnough ? Math.min(delay, Math.max(0, this.decidedAt() - stepper.time)) : delay;
    if (!this.isCut) {
      const { clocks } = this;
      for (let i = 0; i < clocks.length; i++) clocks[i] = clocks[i]! + stepper.slopes[i]! * passed;
      this.now = stepper.time + passed;
    }
    return isEnough;
  }

  step(stepper: RaceStepper): boolean {
    if (this.steps.length >= MOST_STEPS) this.isCut = true;
    if (!this.isCut) {
      const state = copyOf(stepper);
      const assigned = [...state.clocks.keys()].filter((clock) => state.clocks[clock] !== this.clocks[clock]);
      const edges = stepper.taken.map(({ edge, select }) => ({ edge, select }));
      const channel = stepper.channel < 0 ? {} : { channel: stepper.channel };
      this.steps.push({ moment: stepper.time, transition: { edges, ...channel }, state, assigned });
      this.clocks = state.clocks.slice();
      this.now = stepper.time;
    }
    return this.observer.step(stepper);
  }

  end(stepper: RaceStepper): void {
    this.observer.end(stepper);
  }
}

function copyOf({ machine, locations, network }: RaceStepper): SampledState {
  const cells = machine.memory.slice(0, network.cells) as unknown as Float64Array;
  return { locations: locations.slice(), cells, clocks: machine.clocks.slice() };
}
