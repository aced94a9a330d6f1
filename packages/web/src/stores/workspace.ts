// Everything on the page: the document, the questions with their runs, the walk, and what is shown where.

import type { Expectation, ModelFormat, ThemeName, Trace } from "@tracehound/core";
import { traceOf } from "@tracehound/core";
import { WorkerClient } from "../workers/client.ts";
import type { Answer, CheckSettings, Descriptions, TraceFormat } from "../workers/protocol.ts";
import { DocumentStore } from "./document.ts";
import { Run } from "./run.ts";
import { Store } from "./store.ts";
import { WalkStore } from "./walk.ts";

export interface Question {
  readonly id: number;
  readonly text: string;
  readonly comment: string;
  readonly expectation?: Expectation;
  /** Asked here, not in the file. */
  readonly own: boolean;
  readonly run: Run | undefined;
}

/** What the canvas shows. */
export type CanvasView =
  | { readonly kind: "processes" }
  | { readonly kind: "template"; readonly index: number }
  | { readonly kind: "section"; readonly index: number; readonly from?: number; readonly to?: number };

export const TABS = ["Trace", "Chart", "Gantt", "Variables"] as const;
export type Tab = (typeof TABS)[number];

export interface WorkspaceState {
  readonly questions: readonly Question[];
  readonly chosen: number | undefined;
  readonly view: CanvasView;
  readonly tab: Tab;
  readonly search: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly theme: ThemeName;
  /** What was done last, for the live region and for people. */
  readonly notice: string;
  readonly pinned: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
}

export class Workspace extends Store<WorkspaceState> {
  readonly document: DocumentStore;
  readonly walk: WalkStore;
  /** For what is asked now and then: formats, traces, verification. */
  private readonly helper: WorkerClient;
  private descriptions: Promise<Descriptions> | undefined;
  private questions = 0;
  private walkedVersion = -1;

  constructor(
    theme: ThemeName,
    document = new DocumentStore(new WorkerClient()),
    helper = new WorkerClient(),
    walk = new WalkStore(helper),
  ) {
    super({
      questions: [],
      chosen: undefined,
      view: { kind: "processes" },
      tab: "Trace",
      search: "",
      seconds: 60,
      megabytes: 2000,
      theme,
      notice: "",
      pinned: new Set(),
      hidden: new Set(),
    });
    this.document = document;
    this.walk = walk;
    this.helper = helper;
    document.onChange(() => this.follow());
  }

  /** The questions of the file follow its text; the walk begins anew once the text was read. */
  private follow(): void {
    const { view, readVersion, version } = this.document.state;
    if (view === undefined || readVersion !== version || this.walkedVersion === readVersion) return;
    this.walkedVersion = readVersion;
    const old = this.state.questions;
    const fromFile = view.queries.map((query): Question => {
      const known = old.find(({ own, text }) => !own && text === query.text);
      return { id: known?.id ?? ++this.questions, run: known?.run, own: false, ...query };
    });
    const questions = [...fromFile, ...old.filter(({ own }) => own)];
    for (const { id, run } of old) if (!questions.some((question) => question.id === id)) run?.dispose();
    const { view: canvas, chosen } = this.state;
    const stays =
      (canvas.kind === "template" && canvas.index < view.plans.plans.length) ||
      (canvas.kind === "section" && canvas.index < view.sections.length);
    const fallback: CanvasView =
      view.network === null && view.plans.plans.length > 0 ? { kind: "template", index: 0 } : { kind: "processes" };
    this.set({
      questions,
      view: stays ? canvas : view.plans.plans.length === 0 ? { kind: "section", index: 0 } : fallback,
      chosen: questions.some(({ id }) => id === chosen) ? chosen : questions[0]?.id,
    });
    if (view.network !== null) void this.walk.begin(this.document.source);
  }

  async open(name: string, text: string): Promise<void> {
    for (const { run } of this.state.questions) run?.dispose();
    this.set({ questions: [], chosen: undefined, view: { kind: "processes" }, pinned: new Set(), hidden: new Set() });
    await this.document.open(name, text);
    this.tell(`${name} is open`);
  }

  close(): void {
    for (const { run } of this.state.questions) run?.dispose();
    this.walk.pause();
    this.set({ questions: [], chosen: undefined, notice: "" });
    this.document.close();
  }

  /** A trace from a file becomes a branch of the walk. */
  async replay(name: string, text: string): Promise<void> {
    const { source } = this.document;
    try {
      const trace = await this.helper.call("replay", { source, text });
      this.walk.show(source, trace, name);
      this.set({ view: { kind: "processes" }, tab: "Trace" });
      this.tell(`${name}: a run of the model, ${trace.steps.length} steps`);
    } catch (error) {
      this.tell(`${name}: ${(error as Error).message}`);
    }
  }

  describe(): Promise<Descriptions> {
    this.descriptions ??= this.helper.call("describe", {});
    return this.descriptions;
  }

  convert(format: ModelFormat): Promise<string> {
    return this.helper.call("convert", { source: this.document.source, format });
  }

  verify(text: string): Promise<Answer<"verify">> {
    return this.helper.call("verify", { source: this.document.source, text });
  }

  writeTrace(trace: Trace, format: TraceFormat, query?: string): Promise<string> {
    const ask = { source: this.document.source, trace, format };
    return this.helper.call("write", query === undefined ? ask : { ...ask, query });
  }

  overTime(trace: Trace): Promise<Answer<"overTime">> {
    return this.helper.call("overTime", { source: this.document.source, trace });
  }

  show(view: CanvasView): void {
    this.set({ view });
  }

  showTab(tab: Tab): void {
    this.set({ tab });
  }

  choose(id: number): void {
    this.set({ chosen: id });
  }

  setLimits(change: Partial<Pick<WorkspaceState, "seconds" | "megabytes" | "search">>): void {
    this.set(change);
  }

  setTheme(theme: ThemeName): void {
    this.set({ theme });
  }

  tell(notice: string): void {
    this.set({ notice });
  }

  pin(process: number): void {
    this.set({ pinned: toggled(this.state.pinned, process) });
  }

  hide(process: number): void {
    this.set({ hidden: toggled(this.state.hidden, process) });
  }

  showAll(): void {
    this.set({ hidden: new Set() });
  }

  ask(text: string): number {
    const id = ++this.questions;
    this.set({
      questions: [...this.state.questions, { id, text, comment: "", own: true, run: undefined }],
      chosen: id,
    });
    return id;
  }

  change(id: number, text: string): void {
    const questions = this.state.questions.map((question) => {
      if (question.id !== id) return question;
      question.run?.dispose();
      return { ...question, text, run: undefined };
    });
    this.set({ questions });
  }

  forget(id: number): void {
    this.state.questions.find((question) => question.id === id)?.run?.dispose();
    this.set({ questions: this.state.questions.filter((question) => question.id !== id) });
  }

  get settings(): CheckSettings {
    const { search, seconds, megabytes } = this.state;
    return { ...(search.trim() === "" ? {} : { search }), seconds, megabytes };
  }

  /** Runs a question to its end. */
  async check(id: number): Promise<void> {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    const { view } = this.document.state;
    if (question === undefined || view === undefined) return;
    question.run?.dispose();
    const isLabels = view.format === "tck";
    const { source } = this.document;
    const run = new Run(source, { text: question.text, ...(isLabels ? { labels: true } : {}) }, this.settings);
    this.set({
      questions: this.state.questions.map((other) => (other.id === id ? { ...other, run } : other)),
      chosen: id,
    });
    await run.over;
    const { answer, failure } = run.state;
    if (answer === undefined) return this.tell(failure ?? "");
    this.tell(`${question.text}: ${answer.verdict.kind}, ${answer.words}`);
    const trace = traceOf(answer.verdict);
    if (trace !== undefined && this.state.chosen === id) this.showTrace(id, trace);
  }

  async checkAll(): Promise<void> {
    for (const { id } of this.state.questions) await this.check(id);
  }

  showTrace(id: number, trace: Trace): void {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    const number = this.state.questions.findIndex((candidate) => candidate.id === id) + 1;
    if (question?.run === undefined) return;
    this.walk.show(question.run.source, trace, `Trace of ${number}`);
    this.set({ view: { kind: "processes" }, tab: "Trace", chosen: id });
  }
}

function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const changed = new Set(set);
  if (!changed.delete(item)) changed.add(item);
  return changed;
}
