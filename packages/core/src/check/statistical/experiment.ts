// What one random run of a question yields: where in the run a property is decided, or the extreme of an expression. An
// outcome is one number, or two where two probabilities are compared; run numbers alone decide it.

import { defined } from "../../basics/defined.ts";
import { modelOf, type PathProperty, type QueryOf, type RunBound } from "../../network/index.ts";
import { compileClock } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { ExtremeObserver, PathObserver, Sampler } from "../../stochastic/index.ts";
import { CHUNK, type SampleChunk } from "./sampling-driver.ts";
import type { SamplingSettings } from "./settings.ts";

/** Not a number: the property does not hold on the run. */
export interface Experiment {
  readonly width: number;
  readonly steps: number;
  /** Since it was asked last. */
  takeSeveralReceivers(): string | undefined;
  run(number: number, into: Float64Array, at: number): void;
}

/** The second of two compared probabilities has runs of its own. */
const OTHER_SEED = 0x5eed;

export function experimentOf(query: QueryOf<"statistical">, settings: SamplingSettings): Experiment {
  const { question, frameSize } = query;
  const model = modelOf(query);
  const sampler = new Sampler(model, settings);
  if (question.kind === "expectation") {
    const observer = new ExtremeObserver(question.shown, question.extreme, frameSize, sampler.model);
    return {
      width: 1,
      get steps() {
        return sampler.steps;
      },
      takeSeveralReceivers: () => sampler.stepper.takeSeveralReceivers(),
      run(number, into, at) {
        sampler.run(number, question.bound, observer);
        into[at] = observer.value;
      },
    };
  }
  if (question.kind !== "probability") throw new Error("curves are no experiment");
  const first = trial(sampler, question.property, frameSize);
  const { against } = question;
  if (against === undefined) {
    return {
      width: 1,
      get steps() {
        return sampler.steps;
      },
      takeSeveralReceivers: () => sampler.stepper.takeSeveralReceivers(),
      run: (number, into, at) => void (into[at] = first(number)),
    };
  }
  const other = new Sampler(model, { ...settings, seed: settings.seed + OTHER_SEED });
  const second = trial(other, against, frameSize);
  return {
    width: 2,
    get steps() {
      return sampler.steps + other.steps;
    },
    takeSeveralReceivers: () => sampler.stepper.takeSeveralReceivers() ?? other.stepper.takeSeveralReceivers(),
    run(number, into, at) {
      into[at] = first(number);
      into[at + 1] = second(number);
    },
  };
}

/** Where the run satisfies the property: for `[]` at its end, for the others where the goal is met. */
function trial(sampler: Sampler, property: PathProperty, frameSize: number): (number: number) => number {
  const observer = new PathObserver(property, frameSize, sampler.model);
  const { bound } = property;
  const position = positionIn(sampler, bound);
  return (number) => {
    sampler.run(number, bound, observer);
    const isMet = observer.hit < Number.POSITIVE_INFINITY;
    if (property.path === "[]") return isMet ? Number.NaN : bound.limit;
    return isMet ? position(observer.hit) : Number.NaN;
  };
}

/** What the bound counts, at a moment at which the run was stopped. */
function positionIn({ stepper, model }: Sampler, bound: RunBound): (moment: number) => number {
  if (bound.kind !== "clock") return bound.kind === "time" ? (moment) => moment : () => stepper.steps;
  const clock = compileClock(bound.clock, model.compiler);
  return (moment) => {
    const { machine, slopes, time } = stepper;
    machine.openFrame(0);
    const at = clock(machine) - 1;
    return machine.clocks[at]! + slopes[at]! * (moment - time);
  };
}

/** Makes the runs of a chunk, up to a fault. */
export function makeChunk(experiment: Experiment, index: number): SampleChunk {
  const { width } = experiment;
  const outcomes = new Float64Array(CHUNK * width);
  const before = experiment.steps;
  for (let k = 0; k < CHUNK; k++) {
    const number = index * CHUNK + k;
    try {
      experiment.run(number, outcomes, k * width);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      const { diagnostic } = error;
      const fault = { ...diagnostic, message: `${diagnostic.message} (run ${number})` };
      return { index, outcomes: outcomes.slice(0, k * width), steps: experiment.steps - before, fault };
    }
  }
  const severalReceivers = experiment.takeSeveralReceivers();
  return { index, outcomes, steps: experiment.steps - before, ...defined({ severalReceivers }) };
}
