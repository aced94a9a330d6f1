// Questions that are answered: one, several, or one by several strategies that race; and the traces that come of it.

import { defined, type Trace, traceOf } from "@tracehound/core";
import type { CheckSettings, Source } from "../workers/protocol.ts";
import { Run } from "./run.ts";
import { type Desk, tabOf } from "./workspace-state.ts";

export class Checking {
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get settings(): CheckSettings {
    const { search, seconds, megabytes, sampling, everyCore, optimal } = this.desk.state;
    const named = search.trim() === "" ? {} : { search };
    return { ...named, seconds, megabytes, sampling, everyCore, ...defined({ optimal }) };
  }

  /** Runs a question to its end; its trace is walked, unless somebody walks another one. */
  async check(id: number, { walks = true } = {}): Promise<void> {
    const question = this.desk.state.questions.find((candidate) => candidate.id === id);
    const { view } = this.desk.document.state;
    if (question === undefined || view === undefined) return;
    question.run?.dispose();
    const run = new Run(this.desk.document.source, this.asked(question.text), this.settings);
    this.desk.put({
      questions: this.desk.state.questions.map((other) => (other.id === id ? { ...other, run } : other)),
      chosen: id,
      ...defined({ tab: tabOf(question.text, view.format) }),
    });
    this.desk.tell(`checking ${question.text} …`);
    const watch = run.onChange(() => walks && this.followPlan(id, run));
    await run.over;
    watch();
    if (this.desk.state.questions.every((other) => other.run !== run)) return;
    const { answer, failure } = run.state;
    if (answer === undefined) return this.desk.warn(failure ?? "");
    this.desk.tell(`${answer.verdict.kind}: ${answer.words} – ${question.text}`);
    const trace = traceOf(answer.verdict);
    const isShown = trace !== undefined && this.desk.walk.knows(trace);
    if (walks && trace !== undefined && !isShown && this.desk.state.chosen === id) this.putTrace(id, trace);
  }

  /** Whoever looks at a plan sees it get better, as long as nobody walks through it. */
  private followPlan(id: number, run: Run): void {
    const { plan, status } = run.state;
    const { walk, state } = this.desk;
    if (plan === undefined || status === "done" || walk.knows(plan.trace)) return;
    const isAsked = state.chosen === id && state.questions.some((other) => other.run === run);
    if (!isAsked || !this.isCurrent(run.source) || walk.state.at > 0) return;
    const isFirst = run.state.better.length === 1;
    this.putTrace(id, plan.trace, ` (${run.state.better.at(-1)!.value})`);
    if (isFirst && plan.schedule !== undefined) this.desk.put({ tab: "Gantt" });
  }

  /** One after the other: these, or all. */
  async checkAll(ids: readonly number[] = this.desk.state.questions.map(({ id }) => id)): Promise<void> {
    for (const id of ids) await this.check(id);
  }

  /** Whether the model is still this one: what was found in another is not drawn on it. */
  isCurrent({ version }: Source): boolean {
    return version === this.desk.document.state.version;
  }

  /** Goes to the trace of an answer. */
  showTrace(id: number, trace: Trace): void {
    if (this.putTrace(id, trace)) this.desk.put({ view: { kind: "processes" }, tab: "Trace", chosen: id });
  }

  /** The trace becomes the walk; whatever picture is looked at shows it, and stays. */
  putTrace(id: number, trace: Trace, which = ""): boolean {
    const index = this.desk.state.questions.findIndex((candidate) => candidate.id === id);
    const question = this.desk.state.questions[index];
    if (question?.run === undefined) return false;
    if (!this.isCurrent(question.run.source)) {
      this.desk.warn("the trace is of the model before the latest change: check again");
      return false;
    }
    // What was drawn at random with real numbers cannot be walked on exactly.
    if (trace.sampled?.inexact !== undefined) return false;
    this.desk.walk.show(question.run.source, trace, `Trace of question ${index + 1}${which}`, question.text);
    return true;
  }

  /** Lets strategies race for the chosen question, each in a worker of its own. */
  async startRace(searches: readonly string[]): Promise<void> {
    const question = this.desk.state.questions.find(({ id }) => id === this.desk.state.chosen);
    if (question === undefined) return;
    for (const { run } of this.desk.state.race?.lanes ?? []) run.dispose();
    const { seconds, megabytes } = this.desk.state;
    const lanes = searches.map((search) => {
      const settings = { ...(search === "" ? {} : { search }), seconds, megabytes };
      return { search, run: new Run(this.desk.document.source, this.asked(question.text), settings) };
    });
    this.desk.put({ race: { question: question.text, lanes }, tab: "Race" });
    this.desk.tell(`${lanes.length} strategies race for ${question.text} …`);
    await Promise.all(lanes.map(({ run }) => run.over));
    const first = lanes
      .filter(({ run }) => run.state.answer !== undefined && run.state.answer.verdict.kind !== "unknown")
      .sort((a, b) => a.run.state.answer!.statistics.seconds - b.run.state.answer!.statistics.seconds)[0];
    const wasStopped = lanes.some(({ run }) => run.wasStopped);
    const nobody = wasStopped ? "the race was stopped before anybody knew" : "the race is over: nobody knows";
    this.desk.tell(first === undefined ? nobody : `first: ${first.search || "default"}`);
  }

  async walkTo(state: number): Promise<void> {
    try {
      const { source, trace } = await this.desk.insight.runTo(state);
      this.desk.walk.show(source, trace, `To state ${state}`);
      this.desk.walk.go(Number.POSITIVE_INFINITY);
      this.desk.put({ view: { kind: "processes" }, tab: "Trace" });
    } catch (error) {
      this.desk.warn((error as Error).message);
    }
  }

  asked(text: string): { text: string; labels?: true } {
    return this.desk.document.state.view?.format === "tck" ? { text, labels: true } : { text };
  }
}
