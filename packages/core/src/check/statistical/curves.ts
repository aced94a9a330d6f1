// Runs of `simulate`, one per step: their curves, and with a filter only those of runs that satisfy it, until there are
// enough of them or as many runs were made as were asked for.

import { defined } from "../../basics/defined.ts";
import { modelOf, type QueryOf, type StatisticalQuestion } from "../../network/index.ts";
import type { Runnable } from "../../search/index.ts";
import { clopperPearson, inverseInterval } from "../../statistics/index.ts";
import { PathObserver, Sampler, TrajectoryObserver } from "../../stochastic/index.ts";
import type { Quantity, SimulatedRun, Simulation } from "../verdict.ts";
import type { SamplingSettings } from "./settings.ts";

export class Curves implements Runnable {
  made = 0;
  severalReceivers: string | undefined;
  private readonly runs: SimulatedRun[] = [];
  private readonly alpha: number;
  private readonly sampler: Sampler;
  private readonly observer: TrajectoryObserver;
  private readonly question: Extract<StatisticalQuestion, { kind: "simulation" }>;

  constructor(query: QueryOf<"statistical">, settings: SamplingSettings) {
    const { question, frameSize } = query;
    if (question.kind !== "simulation") throw new Error("only `simulate` has curves");
    this.question = question;
    this.alpha = settings.alpha;
    this.sampler = new Sampler(modelOf(query), settings);
    const { shown, bound, filter } = question;
    const compiled = this.sampler.model;
    const wanted =
      filter === undefined
        ? null
        : new PathObserver({ bound, path: "<>", goal: filter.condition }, frameSize, compiled);
    this.observer = new TrajectoryObserver(shown, frameSize, compiled, wanted);
  }

  get steps(): number {
    return this.sampler.steps;
  }

  get told(): string {
    return `${this.made.toLocaleString("en")} runs`;
  }

  /** The first run that is kept. */
  get shown(): number | undefined {
    return this.runs[0]?.number;
  }

  get simulation(): Simulation {
    const expressions = this.question.shown.map(({ text }) => text);
    return { expressions, runs: this.runs, made: this.made, ...defined({ chance: this.chance }) };
  }

  /** How often runs satisfied the filter: of so many, or until there were enough of them. */
  private get chance(): Quantity | undefined {
    const { made, question, alpha } = this;
    if (question.filter === undefined || made === 0) return undefined;
    const kept = this.runs.length;
    const wasEnough = kept >= (question.filter.count ?? Number.POSITIVE_INFINITY) && made < (question.runs ?? 1);
    return {
      kind: "probability",
      estimate: kept / made,
      ...(wasEnough ? inverseInterval : clopperPearson)(kept, made, alpha),
      confidence: 1 - alpha,
      runs: made,
      successes: kept,
      proven: false,
    };
  }

  step(): "running" | "found" {
    const { bound, filter, runs = 1 } = this.question;
    this.sampler.run(this.made, bound, this.observer);
    const number = this.made++;
    if (this.observer.isWanted) this.runs.push({ number, ...this.observer.trajectory });
    this.severalReceivers ??= this.sampler.stepper.takeSeveralReceivers();
    const isEnough = this.made >= runs || this.runs.length >= (filter?.count ?? Number.POSITIVE_INFINITY);
    return isEnough ? "found" : "running";
  }
}
