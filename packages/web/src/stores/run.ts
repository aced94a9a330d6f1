// One question being answered: it runs in a worker of its own, tells how far it is, can be stopped with what is known,
// and ends with a verdict. A worker that dies leaves the verdict `unknown`.

import {
  adviceText,
  compare,
  defined,
  type HuntSample,
  type Improvement,
  type Picture,
  type PlanSoFar,
  type ProbabilisticEvidence,
  type Progress,
  type RunOptimum,
  reasonText,
  sameTransition,
  type Trace,
  traceOf,
  type Verdict,
} from "@tracehound/core";
import { WorkerClient, WorkerLost } from "../workers/client.ts";
import type { CheckAnswer, CheckSettings, CurvesWanted, Question, Sample, Source } from "../workers/protocol.ts";
import { Store } from "./store.ts";

export interface RunState {
  readonly status: "running" | "stopping" | "done" | "failed";
  /** How it went so far, thinned out when there are many points. */
  readonly history: readonly Progress[];
  readonly latest: Progress | undefined;
  /** How often it told something. */
  readonly news: number;
  /** The latest look into each of its searches. */
  readonly hunts: readonly HuntSample[];
  /** Ever better runs, the latest last. */
  readonly better: readonly Improvement[];
  /** The best so far. */
  readonly plan: PlanSoFar | undefined;
  readonly answer: CheckAnswer | undefined;
  /** Why there is no answer. */
  readonly failure: string | undefined;
}

/** Milliseconds that a search has to end by itself after it was stopped; on a busy machine a second is soon over. */
const GRACE = 5000;
const INTERRUPTED: Verdict = { kind: "unknown", because: "interrupted" };
const MOST_POINTS = 600;

export class Run extends Store<RunState> {
  readonly source: Source;
  readonly question: Question;
  readonly settings: CheckSettings;
  private readonly worker: WorkerClient;
  /** Resolves when the run is over, however it ends. */
  readonly over: Promise<void>;
  /** Somebody has stopped it. */
  wasStopped = false;

  constructor(source: Source, question: Question, settings: CheckSettings, worker = new WorkerClient()) {
    super({
      status: "running",
      history: [],
      latest: undefined,
      news: 0,
      hunts: [],
      better: [],
      plan: undefined,
      answer: undefined,
      failure: undefined,
    });
    this.source = source;
    this.question = question;
    this.settings = settings;
    this.worker = worker;
    this.over = this.run();
  }

  private async run(): Promise<void> {
    const { source, question, settings } = this;
    try {
      const answer = await this.worker.call("check", { source, question, settings }, (sample) => this.add(sample));
      this.set({ status: "done", answer: this.withPlan(answer), hunts: answer.hunts });
    } catch (error) {
      const lost = error instanceof WorkerLost;
      const known = lost && this.state.status === "stopping" ? this.known() : undefined;
      if (known !== undefined) {
        this.set({ status: "done", answer: known });
        return;
      }
      const how = this.wasStopped ? "it was interrupted before it told anything" : "the search was lost";
      const failure = lost ? `unknown: ${how} (${error.message})` : (error as Error).message;
      this.set({ status: "failed", failure });
    }
  }

  /** The answer's trace is the very plan that is looked at, where it is the same run. */
  private withPlan(answer: CheckAnswer): CheckAnswer {
    const { verdict, schedule } = answer;
    const { plan } = this.state;
    const trace = traceOf(verdict);
    if (trace === undefined || verdict.kind === "unknown" || verdict.evidence.kind !== "trace") return answer;
    if (plan !== undefined && isSameRun(plan.trace, trace))
      return { ...answer, verdict: { ...verdict, evidence: { ...verdict.evidence, trace: plan.trace } } };
    if (schedule !== undefined) this.set({ plan: { trace, schedule } });
    return answer;
  }

  /** What is known of a search that does not stop by itself: what it told last. */
  private known(): CheckAnswer | undefined {
    const { latest, hunts } = this.state;
    if (latest === undefined) return undefined;
    const { statistics, seconds, memoryBytes } = latest;
    const told = this.bestSoFar ?? { verdict: INTERRUPTED };
    const query = { kind: "E<>" } as const;
    return {
      verdict: told.verdict,
      statistics: { ...statistics, seconds, memoryMB: memoryBytes / 1e6 },
      words: reasonText({ ...told, query }),
      ...defined({ advice: adviceText({ ...told, query }), schedule: this.state.plan?.schedule }),
      values: [],
      hasProof: false,
      hunts,
    };
  }

  /** The best run that it told of, which answers the question, with what it told of the others. */
  private get bestSoFar(): { readonly verdict: Verdict; readonly optimum: RunOptimum } | undefined {
    const { plan, better } = this.state;
    const { optimal } = this.settings;
    const last = better.at(-1);
    if (plan === undefined || last === undefined || optimal === undefined || optimal === "steps") return undefined;
    const kind = /^\s*A/.test(this.question.text) ? "violated" : "satisfied";
    const { value: best, lower } = last;
    const optimum = { objective: optimal, best, lower, proven: false, attained: true };
    return { verdict: { kind, evidence: { kind: "trace", trace: plan.trace } }, optimum };
  }

  private add(sample: Sample): void {
    const { progress, hunts = this.state.hunts } = sample;
    const news = this.state.news + 1;
    if (sample.better !== undefined) {
      const { trace, schedule, ...improvement } = sample.better;
      this.set({ better: [...this.state.better, improvement], plan: { trace, schedule }, news });
      return;
    }
    if (progress === undefined) {
      this.set({ hunts, news });
      return;
    }
    let history = [...this.state.history, progress];
    if (history.length > MOST_POINTS) history = history.filter((_, index) => index % 2 === 1);
    this.set({ history, latest: progress, hunts, news });
  }

  /** Ends soon, with what is known. */
  stop(): void {
    if (this.state.status !== "running") return;
    this.wasStopped = true;
    this.set({ status: "stopping" });
    this.worker.stop();
    setTimeout(() => this.state.status === "stopping" && this.worker.end("it did not stop by itself"), GRACE);
  }

  /** The curves of `simulate`, as many and as large as wanted. */
  curves(wanted: CurvesWanted): Promise<Picture> {
    return this.worker.call("curves", wanted);
  }

  curvesCsv(): Promise<string> {
    return this.worker.call("curvesCsv", {});
  }

  /** What shows that the probability is above this. */
  evidence(bound: number): Promise<ProbabilisticEvidence | null> {
    const { source, question, settings } = this;
    return this.worker.call("evidence", { source, question, settings, bound });
  }

  certificate(model: string): Promise<string> {
    return this.worker.call("certificate", { model });
  }

  /** Frees the worker; a proof can no longer be written down. */
  dispose(): void {
    this.worker.end();
  }
}

function isSameRun(a: Trace, b: Trace): boolean {
  return (
    a.steps.length === b.steps.length &&
    a.steps.every(({ transition, delay }, i) => {
      const other = b.steps[i]!;
      return sameTransition(transition, other.transition) && compare(delay, other.delay) === 0;
    })
  );
}
