// A random run handed over as a trace: made again by its number, with everything on the way kept. Where the model is
// exact (integers, clocks that run or stand still) its moments are rounded to short fractions and the run is replayed
// by the reference semantics, with what it is to show; elsewhere it is marked as sampled, with the reason.

import { modelOf, type Network, type QueryOf, visitNetwork } from "../../network/index.ts";
import { type ConcreteState, ModelFault } from "../../semantics/index.ts";
import {
  ExtremeObserver,
  type Observer,
  PathObserver,
  Recorder,
  type SampledRun,
  type SampledState,
  Sampler,
} from "../../stochastic/index.ts";
import { claimOf, type Expired, replayNear, TimingAborted, type Trace } from "../../trace/index.ts";
import { minus, type Rational, rational, ZERO } from "../../zone/index.ts";
import type { SamplingSettings } from "./settings.ts";

type StatisticalQuery = QueryOf<"statistical">;

/** Longer runs are not replayed: nobody reads them step by step, and exact arithmetic takes its time. */
const MOST_REPLAYED = 5000;

/** Doubles are told with so many binary places: more are noise. */
const PLACES = 32;

interface ShownRun {
  readonly settings: SamplingSettings;
  readonly number: number;
  /** It is to end in a fault of the model. */
  readonly isFault: boolean;
  readonly expired: Expired;
}

/** What a model has that the exact semantics does not; undefined: nothing. */
function inexactness(model: Network): string | undefined {
  const found: string[] = [];
  visitNetwork(model, {
    expression: (expression) => {
      if (expression.kind === "unsupported") found.push(expression.feature);
    },
  });
  const locations = model.processes.flatMap((process) => process.locations);
  const rates = locations.flatMap((location) => location.rates.map(({ rate }) => rate));
  if (rates.some((rate) => rate.kind === "constant" && rate.value !== 0 && rate.value !== 1))
    found.push("clock rates other than 0 and 1");
  if (model.clocks.some(({ initial }) => !Number.isInteger(initial)))
    found.push("clocks that do not begin at integers");
  // Of a double that nothing computes with, only its value would be wrong.
  if (!model.initialValues.every((value) => Number.isInteger(value))) found.push("double variables");
  return found[0];
}

/** Undefined: it has more steps than are kept, or the fault is that of a run of another property. */
export function shownRun(query: StatisticalQuery, about: ShownRun): Trace | undefined {
  const { settings, number, isFault, expired } = about;
  const obstacle = inexactness(modelOf(query));
  const sampler = new Sampler(modelOf(query), settings);
  const recorder = new Recorder(...watching(query, sampler));
  let failed = false;
  try {
    sampler.run(number, boundOf(query), recorder);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    failed = true;
  }
  const { run } = recorder;
  if (run === undefined || failed !== isFault || (run.isCut && !isFault)) return undefined;
  const sampled = { run: number, seed: settings.seed };
  const exact = obstacle === undefined ? exactly(query, run, isFault, expired) : `the model uses ${obstacle}`;
  if (typeof exact !== "string") return { ...exact, sampled };
  return { ...asSampled(run, endOf(query, isFault)), sampled: { ...sampled, inexact: exact } };
}

function boundOf({ question }: StatisticalQuery) {
  return question.kind === "probability" ? question.property.bound : question.bound;
}

function endOf({ question }: StatisticalQuery, isFault: boolean): Trace["end"] {
  return question.kind === "probability" && !isFault ? "target" : "stopped";
}

/** Who watched the run when it was counted, and when it had seen enough. */
function watching({ question, frameSize }: StatisticalQuery, { model }: Sampler): [Observer, () => number] {
  if (question.kind === "probability") {
    const observer = new PathObserver(question.property, frameSize, model);
    return [observer, () => observer.hit];
  }
  const never = (): number => Number.POSITIVE_INFINITY;
  if (question.kind === "expectation")
    return [new ExtremeObserver(question.shown, question.extreme, frameSize, model), never];
  const no = (): boolean => false;
  return [{ begin: no, delay: no, step: no, end: () => {} }, never];
}

/** The replayed run, or why there is none. */
function exactly(query: StatisticalQuery, run: SampledRun, isFault: boolean, expired: Expired): Trace | string {
  if (run.steps.length > MOST_REPLAYED) return `it has more than ${MOST_REPLAYED} steps`;
  const path = { initial: 0, transitions: run.steps.map(({ transition }) => transition) };
  const claim = claimOf(
    isFault ? { ...query, question: { kind: "simulation", bound: boundOf(query), shown: [] } } : query,
  );
  const moments = [...run.steps.map(({ moment }) => moment), run.end];
  try {
    const replayed = replayNear(modelOf(query), path, claim, moments, expired);
    return replayed.ok ? { ...replayed.trace, end: endOf(query, isFault) } : replayed.problem;
  } catch (error) {
    if (error instanceof TimingAborted) return "there was no time to replay it";
    throw error;
  }
}

function asSampled({ initial, steps, end, final }: SampledRun, ended: Trace["end"]): Trace {
  let before = ZERO;
  const since = (moment: number): Rational => {
    const at = rounded(moment);
    const delay = minus(at, before);
    before = at;
    return delay;
  };
  return {
    initial: stateOf(initial),
    steps: steps.map(({ moment, transition, state, assigned }) => ({
      delay: since(moment),
      transition,
      state: stateOf(state),
      assigned,
    })),
    finalDelay: since(end),
    final: stateOf(final),
    end: ended,
  };
}

/** All code that shows states works on either kind of array. */
function stateOf({ locations, cells, clocks }: SampledState): ConcreteState {
  return { locations, cells: cells as unknown as Int32Array, clocks: [...clocks].map(rounded) };
}

function rounded(value: number): Rational {
  return rational(BigInt(Math.round(value * 2 ** PLACES)), 2n ** BigInt(PLACES));
}
