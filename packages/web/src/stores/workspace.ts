// Everything on the page: the document, the questions with their runs, the walk, and what is shown where.

import type { EditOperation, Expectation, ModelFormat, ThemeName, Trace } from "@tracehound/core";
import { traceOf } from "@tracehound/core";
import { WorkerClient, WorkerLost } from "../workers/client.ts";
import type { Answer, CheckSettings, Descriptions, Source, TraceFormat } from "../workers/protocol.ts";
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
  /** One automaton; `path` is the part of it that is to be selected. */
  | { readonly kind: "template"; readonly index: number; readonly path?: string }
  | { readonly kind: "section"; readonly index: number; readonly from?: number; readonly to?: number };

export const TABS = [
  "Hunt",
  "Trace",
  "Chart",
  "Gantt",
  "State space",
  "Variables",
  "Race",
  "Heat",
  "Interference",
] as const;
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
  /** The estimate that colours the automata; "" for none. */
  readonly heatBy: string;
  readonly heat: ReadonlyMap<number, readonly number[]>;
  /** Strategies that run against each other, with the question they race for. */
  readonly race: Race | undefined;
}

export interface Race {
  readonly question: string;
  readonly lanes: readonly { readonly search: string; readonly run: Run }[];
}

export class Workspace extends Store<WorkspaceState> {
  readonly document: DocumentStore;
  readonly walk: WalkStore;
  /** For what is asked now and then: formats, traces, verification. */
  private readonly helper: WorkerClient;
  /** For looks into estimates and state spaces, which may take long. */
  private readonly insight: WorkerClient;
  private descriptions: Promise<Descriptions> | undefined;
  private questions = 0;
  private walkedVersion = -1;
  /** The model whose state space was looked at last. */
  private seen: Source | undefined;

  constructor(
    theme: ThemeName,
    document = new DocumentStore(new WorkerClient()),
    helper = new WorkerClient(),
    walk = new WalkStore(new WorkerClient()),
    insight = new WorkerClient(),
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
      heatBy: "",
      heat: new Map(),
      race: undefined,
    });
    this.document = document;
    this.walk = walk;
    this.helper = helper;
    this.insight = insight;
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

  private endAll(): void {
    for (const { run } of [...this.state.questions, ...(this.state.race?.lanes ?? [])]) run?.dispose();
    if (this.insight.busy) this.insight.end("the model was closed");
  }

  async open(name: string, text: string): Promise<void> {
    this.endAll();
    this.set({
      questions: [],
      chosen: undefined,
      view: { kind: "processes" },
      pinned: new Set(),
      hidden: new Set(),
      heatBy: "",
      heat: new Map(),
      race: undefined,
    });
    await this.document.open(name, text);
    this.tell(`${name} is open`);
  }

  close(): void {
    this.endAll();
    this.walk.pause();
    this.set({ questions: [], chosen: undefined, notice: "", race: undefined, heatBy: "", heat: new Map() });
    this.document.close();
  }

  /** A trace from a file becomes a branch of the walk. */
  async replay(name: string, text: string): Promise<void> {
    const { source } = this.document;
    try {
      const trace = await this.helper.call("replay", { source, text });
      if (!this.isCurrent(source)) throw new Error("the model changed meanwhile; open the trace again");
      this.walk.show(source, trace, name);
      this.set({ view: { kind: "processes" }, tab: "Trace" });
      this.tell(`${name}: a run of the model, ${trace.steps.length} ${trace.steps.length === 1 ? "step" : "steps"}`);
    } catch (error) {
      this.tell(`${name}: ${(error as Error).message}`);
    }
  }

  sketch(name: string, content: string): Promise<Answer<"sketch">> {
    return this.helper.call("sketch", { name, content });
  }

  describe(): Promise<Descriptions> {
    this.descriptions ??= this.helper.call("describe", {});
    return this.descriptions;
  }

  /** Edits the drawing or a text of an XML model; false when that is not possible. */
  async edit(operations: readonly EditOperation[], label: string, joined = false): Promise<boolean> {
    const before = this.document.state.text;
    try {
      const text = await this.helper.call("edit", { text: before, operations });
      if (this.document.state.text !== before) return await this.edit(operations, label, joined);
      const read = this.document.edit(text, label, joined);
      // Who types does not wait for the reader.
      if (joined) return true;
      await read;
      this.tell(label);
      return true;
    } catch (error) {
      this.tell((error as Error).message);
      return false;
    }
  }

  /** A model of another format becomes XML, which can be drawn in. */
  async toXml(): Promise<void> {
    try {
      const name = this.document.state.name.replace(/\.[^.]*$/, "");
      await this.open(`${name}.xml`, await this.convert("xml"));
    } catch (error) {
      this.tell((error as Error).message);
    }
  }

  undo(): void {
    const label = this.document.undo();
    this.tell(label === undefined ? "there is nothing to undo" : `undone: ${label}`);
  }

  redo(): void {
    const label = this.document.redo();
    this.tell(label === undefined ? "there is nothing to redo" : `done again: ${label}`);
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

  get question(): Question | undefined {
    return this.state.questions.find(({ id }) => id === this.state.chosen);
  }

  private asked(text: string): { text: string; labels?: true } {
    return this.document.state.view?.format === "tck" ? { text, labels: true } : { text };
  }

  /** Colours the automata by an estimate, or by none ("") from now on; `warm` does the work. */
  heatUp(estimate: string): void {
    // Whoever chooses another one does not wait for the old one.
    if (this.insight.busy) this.insight.end("another estimate was chosen");
    this.set({ heatBy: estimate, heat: new Map() });
  }

  /** What the chosen estimate says of these processes, where the walk stands. */
  async warm(processes: readonly number[]): Promise<void> {
    const { question, walk } = this;
    const { heatBy: estimate } = this.state;
    const state = walk.here?.state;
    if (estimate === "" || question === undefined || state === undefined) return;
    try {
      const ask = { source: this.document.source, question: this.asked(question.text), estimate, state, processes };
      const heat = await this.insight.call("heat", ask);
      if (this.state.heatBy === estimate && walk.here?.state === state) this.set({ heat });
    } catch (error) {
      if (error instanceof WorkerLost || this.state.heatBy !== estimate) return;
      this.set({ heat: new Map(), heatBy: "" });
      this.tell((error as Error).message);
    }
  }

  slope(estimate: string, trace: Trace): Promise<readonly number[]> {
    const question = this.asked(this.question?.text ?? "");
    return this.insight.call("slope", { source: this.document.source, question, estimate, trace });
  }

  space(search: string, most: number): Promise<Answer<"space">> {
    this.seen = this.document.source;
    const question = this.asked(this.question?.text ?? "");
    return this.insight.call("space", { source: this.document.source, question, search, most });
  }

  async walkTo(state: number): Promise<void> {
    const { seen } = this;
    try {
      const run = await this.insight.call("runTo", { state });
      if (seen === undefined || !this.isCurrent(seen)) throw new Error("the model has changed: explore again");
      this.walk.show(seen, run, `To state ${state}`);
      this.walk.go(Number.POSITIVE_INFINITY);
      this.set({ view: { kind: "processes" }, tab: "Trace" });
    } catch (error) {
      this.tell((error as Error).message);
    }
  }

  contexts(edge: number): Promise<Answer<"contexts">> {
    return this.insight.call("contexts", { source: this.document.source, edge });
  }

  /** Lets strategies race for the chosen question, each in a worker of its own. */
  async startRace(searches: readonly string[]): Promise<void> {
    const { question } = this;
    if (question === undefined) return;
    for (const { run } of this.state.race?.lanes ?? []) run.dispose();
    const { seconds, megabytes } = this.state;
    const lanes = searches.map((search) => {
      const settings = { ...(search === "" ? {} : { search }), seconds, megabytes };
      return { search, run: new Run(this.document.source, this.asked(question.text), settings) };
    });
    this.set({ race: { question: question.text, lanes }, tab: "Race" });
    await Promise.all(lanes.map(({ run }) => run.over));
    const first = lanes
      .filter(({ run }) => run.state.answer !== undefined && run.state.answer.verdict.kind !== "unknown")
      .sort((a, b) => a.run.state.answer!.statistics.seconds - b.run.state.answer!.statistics.seconds)[0];
    this.tell(first === undefined ? "the race is over: nobody knows" : `first: ${first.search || "default"}`);
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

  /** Asks what a query file asks and nobody has asked yet. */
  async askAll(name: string, text: string): Promise<void> {
    try {
      const texts = await this.helper.call("questions", { source: this.document.source, name, text });
      const asked = new Set(this.state.questions.map((question) => question.text.replace(/\s+/g, " ").trim()));
      const fresh = [...new Set(texts)].filter((question) => !asked.has(question));
      for (const question of fresh) this.ask(question);
      this.tell(`${name}: ${fresh.length} of ${texts.length} questions are new`);
    } catch (error) {
      this.tell(`${name}: ${(error as Error).message}`);
    }
  }

  change(id: number, text: string): void {
    const fileIndex = this.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0 && this.document.state.view?.format === "xml") {
      void this.edit([{ kind: "query", index: fileIndex, text }], "change a question");
      return;
    }
    const questions = this.state.questions.map((question) => {
      if (question.id !== id) return question;
      question.run?.dispose();
      return { ...question, text, run: undefined };
    });
    this.set({ questions });
  }

  /** A question that was asked here becomes one of the file. */
  keep(id: number): void {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    if (question === undefined) return;
    const index = this.state.questions.filter(({ own }) => !own).length;
    void this.edit([{ kind: "query", index, text: question.text }], "keep a question").then((done) => {
      if (done) this.set({ questions: this.state.questions.filter((other) => other.id !== id) });
    });
  }

  forget(id: number): void {
    const fileIndex = this.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0) {
      void this.edit([{ kind: "query", index: fileIndex, text: null }], "remove a question");
      return;
    }
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
    const run = new Run(this.document.source, this.asked(question.text), this.settings);
    this.set({
      questions: this.state.questions.map((other) => (other.id === id ? { ...other, run } : other)),
      chosen: id,
    });
    await run.over;
    const { answer, failure } = run.state;
    if (answer === undefined) return this.tell(failure ?? "");
    this.tell(`${question.text}: ${answer.verdict.kind}, ${answer.words}`);
    const trace = traceOf(answer.verdict);
    if (trace !== undefined && this.state.chosen === id && this.isCurrent(run.source)) this.showTrace(id, trace);
  }

  async checkAll(): Promise<void> {
    for (const { id } of this.state.questions) await this.check(id);
  }

  /** Whether the model is still this one: what was found in another is not drawn on it. */
  isCurrent({ version }: Source): boolean {
    return version === this.document.state.version;
  }

  showTrace(id: number, trace: Trace): void {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    const number = this.state.questions.findIndex((candidate) => candidate.id === id) + 1;
    if (question?.run === undefined) return;
    if (!this.isCurrent(question.run.source)) {
      this.tell("the trace is of the model before the latest change: check again");
      return;
    }
    this.walk.show(question.run.source, trace, `Trace of ${number}`);
    this.set({ view: { kind: "processes" }, tab: "Trace", chosen: id });
  }
}

function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const changed = new Set(set);
  if (!changed.delete(item)) changed.add(item);
  return changed;
}
