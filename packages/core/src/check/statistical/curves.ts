// Runs of `simulate`, one per step: their curves, and with a filter only those of runs that satisfy it, until there are
// enough of them or as many runs were made as were asked for.

import { modelOf, type QueryOf, type StatisticalQuestion } from "../../network/index.ts";
import type { Runnable } from "../../search/index.ts";
import { PathObserver, Sampler, TrajectoryObserver } from "../../stochastic/index.ts";
import type { SimulatedRun, Simulation } from "../verdict.ts";
import type { SamplingSettings } from "./settings.ts";

export class Curves implements Runnable {
  made = 0;
  severalReceivers: string | undefined;
  private readonly runs: SimulatedRun[] = [];
  private readonly sampler: Sampler;
  private readonly observer: TrajectoryObserver;
  private readonly question: Extract<StatisticalQuestion, { kind: "simulation" }>;

  constructor(query: QueryOf<"statistical">, settings: SamplingSettings) {
    const { question, frameSize } = query;
    if (question.kind !== "simulation") throw new Error("only `simulate` has curves");
    this.question = question;
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
    return { expressions: this.question.shown.map(({ text }) => text), runs: this.runs, made: this.made };
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
