// Answers `Pr`, `E` and `simulate`. Runs are made in any order, here and in other threads, but counted in the order of
// their numbers, and only as far as all before them are finished: so the answer depends on the seed and on nothing
// else, also where it is interrupted (counting whatever is finished would favour short runs).

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { QueryOf } from "../../network/index.ts";
import {
  NO_STATISTICS,
  type NumberSoFar,
  type Runnable,
  type RunOutcome,
  type SearchStatistics,
} from "../../search/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { type Answer, cutShort, failing, limitOf } from "../answer.ts";
import type { Session } from "../session.ts";
import type { Verdict } from "../verdict.ts";
import { quantityText } from "../words.ts";
import { Curves } from "./curves.ts";
import { type Experiment, experimentOf, makeChunk } from "./experiment.ts";
import { type Judge, judgeOf } from "./judges.ts";
import { CHUNK, type SampleChunk } from "./sampling-driver.ts";
import { type SamplingSettings, samplingSettings } from "./settings.ts";
import { shownRun } from "./shown-run.ts";

export async function checkStatistics(session: Session, query: QueryOf<"statistical">): Promise<Answer> {
  const settings = samplingSettings(session.context.options);
  if (query.question.kind === "simulation") return simulate(session, query, settings);
  const judge = judgeOf(query, settings);
  const work = session.work(() => new Counting(experimentOf(query, settings), judge, strideOf(session)));
  const helpers = startHelpers(session, query, settings, work);
  try {
    const outcome = await session.run(work);
    if (work.fault === undefined) {
      const verdict = withReceivers(ended(outcome, judge), work.severalReceivers);
      return answer(withRun(verdict, session, query, settings, judge.shown), work);
    }
    const failed = { ...failing(work.fault.diagnostic), ...soFar(judge) };
    return answer(withRun(failed, session, query, settings, work.fault.run), work);
  } finally {
    for (const helper of helpers) helper.stop();
  }
}

/** The verdict with that run as a trace, where there is an answer or a fault to be shown. */
function withRun(
  verdict: Verdict,
  session: Session,
  query: QueryOf<"statistical">,
  settings: SamplingSettings,
  number: number | undefined,
): Verdict {
  const isFault = verdict.kind === "unknown" && verdict.because === "model-fault";
  if (number === undefined || (verdict.kind === "unknown" && !isFault)) return verdict;
  const about = { settings, number, isFault, expired: () => session.isOver };
  const trace = finished(() => session.finish(() => shownRun(query, about)));
  if (trace === undefined) return verdict;
  if (verdict.kind === "unknown") return { ...verdict, trace };
  const { evidence } = verdict;
  if (evidence.kind !== "quantity" && evidence.kind !== "simulation") return verdict;
  return { ...verdict, evidence: { ...evidence, trace } };
}

/** An answer that is in hand is given without its run where time is up. */
function finished<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return undefined;
  }
}

/** D9 is said beside the answer. */
function withReceivers(verdict: Verdict, severalReceivers: string | undefined): Verdict {
  if (severalReceivers === undefined || verdict.kind === "unknown") return verdict;
  const { evidence } = verdict;
  if (evidence.kind !== "quantity" && evidence.kind !== "simulation") return verdict;
  return { ...verdict, evidence: { ...evidence, severalReceivers } };
}

function soFar(judge: Judge): { readonly quantity?: ReturnType<Judge["quantity"]> } {
  const quantity = judge.quantity(true);
  return quantity.runs === 0 ? {} : { quantity };
}

function ended(outcome: RunOutcome, judge: Judge): Verdict {
  if (outcome === "found" || outcome === "exhausted" || outcome === "fault") return judge.verdict();
  return { ...cutShort(outcome), ...soFar(judge) };
}

function answer(verdict: Verdict, { steps }: { readonly steps: number }): Answer {
  const statistics: SearchStatistics = { ...NO_STATISTICS, transitions: steps };
  return { verdict, statistics, abstraction: "none" };
}

/** Threads that make runs, this one among them. */
function strideOf({ context }: Session): number {
  const wanted = context.options.statistics?.workers ?? 1;
  return Math.max(1, Math.min(wanted, 1 + (context.sampling?.threads ?? 0)));
}

function startHelpers(
  session: Session,
  query: QueryOf<"statistical">,
  settings: SamplingSettings,
  work: Counting,
): readonly { stop(): void }[] {
  const { sampling } = session.context;
  if (sampling === undefined) return [];
  return Array.from({ length: work.stride - 1 }, (_, i) => {
    const first = i + 1;
    const request = { query, settings, first, stride: work.stride };
    return sampling.start(
      request,
      (chunk) => work.receive(chunk),
      () => work.adopt(first),
    );
  });
}

/** Makes the chunks of this thread, and counts those of all in their order. */
class Counting implements Runnable {
  fault: { readonly diagnostic: Diagnostic; readonly run: number } | undefined;
  steps = 0;
  severalReceivers: string | undefined;
  readonly stride: number;
  private readonly experiment: Experiment;
  private readonly judge: Judge;
  private readonly waiting = new Map<number, SampleChunk>();
  /** The next chunk to be counted, and those that this thread makes next. */
  private counted = 0;
  private readonly own: number[] = [0];
  private isDecided = false;

  constructor(experiment: Experiment, judge: Judge, stride: number) {
    this.experiment = experiment;
    this.judge = judge;
    this.stride = stride;
  }

  get told(): string {
    return quantityText(this.judge.quantity(false));
  }

  get soFar(): NumberSoFar {
    const { runs = 0, estimate, lower, upper } = this.judge.quantity(false);
    return { runs, ...defined({ estimate, lower, upper }) };
  }

  receive(chunk: SampleChunk): void {
    this.waiting.set(chunk.index, chunk);
  }

  /** A thread is lost: its chunks are made here, from the first that has not come. */
  adopt(first: number): void {
    let next = first;
    while (next < this.counted || this.waiting.has(next)) next += this.stride;
    this.own.push(next);
  }

  step(): "running" | "found" {
    this.count();
    if (this.isDecided) return "found";
    let least = 0;
    for (let i = 1; i < this.own.length; i++) if (this.own[i]! < this.own[least]!) least = i;
    const index = this.own[least]!;
    // Far ahead of the others there is nothing to be gained.
    if (index > this.counted + 16 * this.stride) return "running";
    this.own[least] = index + this.stride;
    this.waiting.set(index, makeChunk(this.experiment, index));
    this.count();
    return this.isDecided ? "found" : "running";
  }

  private count(): void {
    for (;;) {
      const chunk = this.waiting.get(this.counted);
      if (chunk === undefined || this.isDecided) return;
      this.waiting.delete(this.counted++);
      this.take(chunk);
    }
  }

  private take({ index, outcomes, steps, fault, severalReceivers }: SampleChunk): void {
    this.severalReceivers ??= severalReceivers;
    const { width } = this.experiment;
    const runs = outcomes.length / width;
    for (let k = 0; k < runs; k++) {
      if (!this.judge.add(outcomes, k * width)) continue;
      // Steps are counted by runs that count.
      this.steps += Math.round((steps * (k + 1)) / Math.max(runs, 1));
      this.isDecided = true;
      return;
    }
    this.steps += steps;
    if (fault === undefined) return;
    this.fault = { diagnostic: fault, run: index * CHUNK + runs };
    this.isDecided = true;
  }
}

/** Answers what another thread asked for: chunk after chunk, until it is told to stop. */
export async function answerSampling(
  { query, settings, first, stride }: Parameters<NonNullable<Session["context"]["sampling"]>["start"]>[0],
  post: (chunk: SampleChunk) => void,
  pause: () => Promise<boolean>,
): Promise<void> {
  const experiment = experimentOf(query, settings);
  for (let index = first; ; index += stride) {
    const chunk = makeChunk(experiment, index);
    post(chunk);
    if (chunk.fault !== undefined || (await pause())) return;
  }
}

async function simulate(session: Session, query: QueryOf<"statistical">, settings: SamplingSettings): Promise<Answer> {
  const curves = session.work(() => new Curves(query, settings));
  try {
    const outcome = await session.run(curves);
    const { simulation } = curves;
    if (outcome !== "found") {
      return answer({ ...cutShort(outcome as Parameters<typeof cutShort>[0]), simulation }, curves);
    }
    const shown: Verdict = { kind: "satisfied", evidence: { kind: "simulation", simulation } };
    const verdict = withReceivers(shown, curves.severalReceivers);
    return answer(withRun(verdict, session, query, settings, curves.shown), curves);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    const { diagnostic } = error;
    const { made, simulation } = curves;
    const failed = failing({ ...diagnostic, message: `${diagnostic.message} (run ${made})` });
    return answer(withRun({ ...failed, simulation }, session, query, settings, made), curves);
  }
}
