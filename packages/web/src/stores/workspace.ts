// Everything on the page: the document, the questions with their runs, the walk, and what is shown where.

import type { AutomatonPlan, EditOperation, ModelFormat, ThemeName, Trace } from "@tracehound/core";
import { defined, traceOf } from "@tracehound/core";
import { WorkerClient } from "../workers/client.ts";
import type { Answer, CheckSettings, Descriptions, Source, TraceFormat } from "../workers/protocol.ts";
import { type Beside, DocumentStore, type Identity } from "./document.ts";
import { InsightStore } from "./insight.ts";
import { Run } from "./run.ts";
import { Store } from "./store.ts";
import type { Unfinished } from "./unfinished.ts";
import { WalkStore } from "./walk.ts";
import {
  BLANK,
  type CanvasView,
  firstView,
  type Question,
  type Tab,
  tabOf,
  type WorkspaceState,
} from "./workspace-state.ts";

export class Workspace extends Store<WorkspaceState> {
  readonly document: DocumentStore;
  readonly walk: WalkStore;
  readonly insight: InsightStore;
  /** For what is asked now and then: formats, traces, verification. */
  private readonly helper: WorkerClient;
  private descriptions: Promise<Descriptions> | undefined;
  private questions = 0;
  private walkedVersion = -1;
  /** Edits that are on their way, one after the other: what a page that is closed now still owes. */
  private readonly edits: Unfinished[] = [];
  private latestEdit: Promise<void> = Promise.resolve();
  /** What is seen belongs partly to one document and partly to another. */
  isTurning = false;
  /** What is being written somewhere and is no edit yet. */
  private readonly writing = new Set<() => void>();

  constructor(
    theme: ThemeName,
    document = new DocumentStore(new WorkerClient()),
    helper = new WorkerClient(),
    walk = new WalkStore(new WorkerClient()),
  ) {
    super({ ...BLANK, theme });
    this.document = document;
    this.walk = walk;
    this.helper = helper;
    this.insight = new InsightStore(
      {
        source: () => this.document.source,
        asked: () => (this.question === undefined ? undefined : this.asked(this.question.text)),
        warn: (words) => this.warn(words),
      },
      walk,
    );
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
    const asked = new Set(view.queries.map(({ text }) => text));
    const questions = [...fromFile, ...old.filter(({ own, text }) => own && !asked.has(text))];
    for (const { id, run } of old) if (!questions.some((question) => question.id === id)) run?.dispose();
    const { view: canvas, chosen } = this.state;
    const stays =
      canvas.kind === "source" ||
      (canvas.kind === "template" && canvas.index < view.plans.plans.length) ||
      (canvas.kind === "section" && canvas.index < view.sections.length);
    const fallback = firstView(view);
    this.set({
      questions,
      view: stays || canvas.kind === fallback.kind ? canvas : fallback,
      chosen: (
        questions.find(({ id }) => id === chosen) ??
        questions.find(({ text }) => text === old.find(({ id }) => id === chosen)?.text) ??
        questions[0]
      )?.id,
    });
    if (view.network !== null) void this.walk.begin(this.document.source);
  }

  private endAll(): void {
    for (const { run } of [...this.state.questions, ...(this.state.race?.lanes ?? [])]) run?.dispose();
    this.insight.reset();
  }

  /**
   * Another model; `asked` are questions of an earlier visit or of a link, beside those of the file. The document that was
   * open stays in its slot, and undo leads back to it.
   */
  async open(
    name: string,
    text: string,
    asked: readonly string[] = [],
    { draft = "", ...identity }: Partial<Identity> & { readonly draft?: string } = {},
  ): Promise<void> {
    await this.settle();
    const own = [...new Set(asked)].map((question) => this.newQuestion(question));
    const reading = this.turning(() => {
      const beside = this.turnTo(own, draft);
      this.tell(`reading ${name} …`);
      return this.document.open(name, text, { ...identity, beside });
    });
    const { version } = this.document.state;
    this.walk.prepare(this.document.source);
    await reading;
    // Whoever has opened something else meanwhile does not want to hear of this one.
    if (version === this.document.state.version) this.tellOpened(name);
  }

  /** Text and what stands beside it change together: nobody is to keep one without the other. */
  private turning<T>(work: () => T): T {
    this.isTurning = true;
    try {
      return work();
    } finally {
      this.isTurning = false;
      this.set({});
    }
  }

  /** What stands beside the text of another document takes the place of what stood beside this one's. */
  private turnTo(own: readonly Question[], draft: string): Beside {
    const before = this.own;
    let [here, there] = [this.written, { draft, search: this.state.search }];
    this.showBeside(own, draft);
    // What was written there in the meantime is found again, too.
    return {
      undo: () => {
        there = this.written;
        this.showBeside(before, here.draft);
        this.set({ search: here.search });
      },
      redo: () => {
        here = this.written;
        this.showBeside(own, there.draft);
        this.set({ search: there.search });
      },
    };
  }

  private get written(): Pick<WorkspaceState, "draft" | "search"> {
    const { draft, search } = this.state;
    return { draft, search };
  }

  private showBeside(own: readonly Question[], draft: string): void {
    this.endAll();
    this.walk.pause();
    this.set({
      questions: own.map((question) => ({ ...question, run: undefined })),
      chosen: undefined,
      draft,
      view: { kind: "processes" },
      pinned: new Set(),
      hidden: new Set(),
      race: undefined,
    });
  }

  private tellOpened(name: string): void {
    const { view, failure } = this.document.state;
    const errors = view?.problems.filter(({ severity }) => severity === "error").length ?? 0;
    if (failure !== undefined) this.warn(`${name} cannot be read: ${failure}`);
    else if (errors > 0) this.warn(`${name} has ${errors} ${errors === 1 ? "error" : "errors"}: see Problems`);
    else this.tell(`${name} is open`);
  }

  /** Goes to the start; the document stays in its slot. */
  async close(): Promise<void> {
    await this.settle();
    this.turning(() => {
      const beside = this.turnTo([], "");
      this.set({ notice: "" });
      this.document.close(beside);
    });
  }

  /** A trace from a file or a link becomes a branch of the walk. */
  async replay(name: string, text: string): Promise<void> {
    const { source } = this.document;
    try {
      const { trace, query } = await this.helper.call("replay", { source, text });
      if (!this.isCurrent(source)) throw new Error("the model changed meanwhile; open the trace again");
      this.walk.show(source, trace, name, query);
      this.set({ view: { kind: "processes" }, tab: "Trace" });
      this.tell(`${name}: a run of the model, ${trace.steps.length} ${trace.steps.length === 1 ? "step" : "steps"}`);
    } catch (error) {
      this.warn(`${name}: ${(error as Error).message}`);
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
  async edit(
    operations: readonly EditOperation[],
    label: string,
    joined = false,
    beside?: Beside | undefined,
  ): Promise<boolean> {
    const owed = { operations, label };
    const earlier = this.latestEdit;
    let over = (): void => {};
    this.latestEdit = new Promise((resolve) => {
      over = resolve;
    });
    this.edits.push(owed);
    await earlier;
    let read: Promise<void>;
    try {
      read = this.document.edit(await this.edited(operations), label, joined, beside);
    } catch (error) {
      this.warn((error as Error).message);
      return false;
    } finally {
      this.edits.splice(this.edits.indexOf(owed), 1);
      over();
    }
    // Who types does not wait for the reader.
    if (joined) return true;
    await read;
    this.tell(label);
    return true;
  }

  /** The text after some operations; somebody may type elsewhere meanwhile. */
  private async edited(operations: readonly EditOperation[]): Promise<string> {
    for (;;) {
      const before = this.document.state.text;
      const text = await this.helper.call("edit", { text: before, operations });
      if (this.document.state.text === before) return text;
    }
  }

  /** Before another document is shown, or something is undone or saved, this one gets what was done to it. */
  async settle(): Promise<void> {
    this.finish();
    while (this.edits.length > 0) await this.latestEdit;
  }

  get isBusy(): boolean {
    return this.edits.length > 0;
  }

  /** Somebody writes what is no edit yet; `finish` makes it one. Returns how to take that back. */
  isWriting(finish: () => void): () => void {
    this.writing.add(finish);
    return () => this.writing.delete(finish);
  }

  /** Whatever is being written becomes an edit; told are all those that are on their way. */
  finish(): readonly Unfinished[] {
    for (const finish of [...this.writing]) finish();
    return [...this.edits];
  }

  write(draft: string): void {
    this.set({ draft });
  }

  /** A model of another format becomes XML, which can be drawn in. */
  async toXml(): Promise<void> {
    try {
      const name = this.document.state.name.replace(/\.[^.]*$/, "");
      const asked = this.own.map(({ text }) => text);
      await this.open(`${name}.xml`, await this.convert("xml"), asked);
    } catch (error) {
      this.warn((error as Error).message);
    }
  }

  async undo(): Promise<void> {
    await this.settle();
    const label = this.turning(() => this.document.undo());
    this.tell(label === undefined ? "there is nothing to undo" : `undone: ${label}`);
  }

  async redo(): Promise<void> {
    await this.settle();
    const label = this.turning(() => this.document.redo());
    this.tell(label === undefined ? "there is nothing to redo" : `done again: ${label}`);
  }

  layOut(plan: AutomatonPlan): Promise<AutomatonPlan> {
    return this.helper.call("layOut", { plan });
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

  /** The run that is walked, as a file that the page and the command line replay. */
  writeWalk(): Promise<string> {
    const trace = this.walk.trace();
    if (trace === undefined) return Promise.reject(new Error("there is no walk"));
    return this.writeTrace(trace, "json", this.walk.query);
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

  async walkTo(state: number): Promise<void> {
    try {
      const { source, trace } = await this.insight.runTo(state);
      this.walk.show(source, trace, `To state ${state}`);
      this.walk.go(Number.POSITIVE_INFINITY);
      this.set({ view: { kind: "processes" }, tab: "Trace" });
    } catch (error) {
      this.warn((error as Error).message);
    }
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
    this.tell(`${lanes.length} strategies race for ${question.text} …`);
    await Promise.all(lanes.map(({ run }) => run.over));
    const first = lanes
      .filter(({ run }) => run.state.answer !== undefined && run.state.answer.verdict.kind !== "unknown")
      .sort((a, b) => a.run.state.answer!.statistics.seconds - b.run.state.answer!.statistics.seconds)[0];
    const wasStopped = lanes.some(({ run }) => run.wasStopped);
    const nobody = wasStopped ? "the race was stopped before anybody knew" : "the race is over: nobody knows";
    this.tell(first === undefined ? nobody : `first: ${first.search || "default"}`);
  }

  show(view: CanvasView): void {
    this.set({ view });
  }

  showTab(tab: Tab): void {
    this.set({ tab });
  }

  /** Goes to a panel below; on a small screen whatever covers it gives way. */
  lookBelow(tab: Tab): void {
    this.set({ tab, view: { ...this.state.view } });
  }

  choose(id: number): void {
    this.set({ chosen: id });
  }

  setLimits(change: Partial<Pick<WorkspaceState, "seconds" | "megabytes" | "search" | "sampling">>): void {
    this.set(change);
  }

  setTheme(theme: ThemeName): void {
    this.set({ theme });
  }

  tell(notice: string): void {
    this.set({ notice, isProblem: false });
  }

  /** Says that something did not work. */
  warn(notice: string): void {
    this.set({ notice, isProblem: true });
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

  /** Asks what is not in the file; undo takes it back. */
  ask(text: string): number {
    const question = this.newQuestion(text);
    this.putOwn([...this.own, question], "ask a question");
    this.set({ chosen: question.id });
    return question.id;
  }

  private newQuestion(text: string): Question {
    return { id: ++this.questions, text, comment: "", own: true, run: undefined };
  }

  /** What was asked here and is not in the file. */
  get own(): readonly Question[] {
    return this.state.questions.filter(({ own }) => own);
  }

  /** Changes what is asked here, in a way that can be undone. */
  private putOwn(own: readonly Question[], label: string): void {
    const before = this.own;
    this.showOwn(own);
    this.document.record(label, { undo: () => this.showOwn(before), redo: () => this.showOwn(own) });
  }

  /** Those that stay keep their answers; the runs of those that go are ended. */
  private showOwn(own: readonly Question[]): void {
    const old = this.state.questions;
    const stays = (id: number, text: string) => old.find((known) => known.id === id && known.text === text);
    const questions = [
      ...old.filter((question) => !question.own),
      ...own.map(({ id, text, ...rest }) => stays(id, text) ?? { ...rest, id, text, run: undefined }),
    ];
    for (const { run } of old) if (questions.every((question) => question.run !== run)) run?.dispose();
    const { chosen } = this.state;
    // What comes back is looked at.
    const [back] = questions.filter(({ id }) => old.every((question) => question.id !== id));
    const stayed = questions.find(({ id }) => id === chosen);
    this.set({ questions, chosen: (back ?? stayed ?? questions[0])?.id });
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
      this.warn(`${name}: ${(error as Error).message}`);
    }
  }

  change(id: number, text: string): void {
    const fileIndex = this.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0 && this.document.state.view?.format === "xml") {
      void this.edit([{ kind: "query", index: fileIndex, text }], "change a question");
      return;
    }
    // Questions of other formats stand in the text of the file: what is asked instead is asked here.
    if (fileIndex >= 0) {
      this.ask(text);
      return;
    }
    const changed = this.own.map((question) => (question.id === id ? { ...question, text } : question));
    this.putOwn(changed, "change a question");
  }

  /** A question that was asked here becomes one of the file. */
  keep(id: number): void {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    if (question === undefined) return;
    const index = this.state.questions.filter(({ own }) => !own).length;
    const before = this.own;
    const redo = (): void => this.showOwn(this.own.filter((other) => other.id !== id));
    const beside = { undo: () => this.showOwn(before), redo };
    const operation = { kind: "query", index, text: question.text } as const;
    void this.edit([operation], "keep a question", false, beside).then((done) => done && redo());
  }

  forget(id: number): void {
    const fileIndex = this.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0) {
      void this.edit([{ kind: "query", index: fileIndex, text: null }], "remove a question");
      return;
    }
    this.putOwn(
      this.own.filter((question) => question.id !== id),
      "remove a question",
    );
    this.tell("the question is gone; Undo brings it back");
  }

  get settings(): CheckSettings {
    const { search, seconds, megabytes, sampling } = this.state;
    return { ...(search.trim() === "" ? {} : { search }), seconds, megabytes, sampling };
  }

  /** Runs a question to its end; its trace is walked, unless somebody walks another one. */
  async check(id: number, { walks = true } = {}): Promise<void> {
    const question = this.state.questions.find((candidate) => candidate.id === id);
    const { view } = this.document.state;
    if (question === undefined || view === undefined) return;
    question.run?.dispose();
    const run = new Run(this.document.source, this.asked(question.text), this.settings);
    this.set({
      questions: this.state.questions.map((other) => (other.id === id ? { ...other, run } : other)),
      chosen: id,
      ...defined({ tab: tabOf(question.text, view.format) }),
    });
    this.tell(`checking ${question.text} …`);
    await run.over;
    if (this.state.questions.every((other) => other.run !== run)) return;
    const { answer, failure } = run.state;
    if (answer === undefined) return this.warn(failure ?? "");
    this.tell(`${answer.verdict.kind}: ${answer.words} – ${question.text}`);
    const trace = traceOf(answer.verdict);
    if (walks && trace !== undefined && this.state.chosen === id) this.putTrace(id, trace);
  }

  /** One after the other: these, or all. */
  async checkAll(ids: readonly number[] = this.state.questions.map(({ id }) => id)): Promise<void> {
    for (const id of ids) await this.check(id);
  }

  /** Whether the model is still this one: what was found in another is not drawn on it. */
  isCurrent({ version }: Source): boolean {
    return version === this.document.state.version;
  }

  /** Goes to the trace of an answer. */
  showTrace(id: number, trace: Trace): void {
    if (this.putTrace(id, trace)) this.set({ view: { kind: "processes" }, tab: "Trace", chosen: id });
  }

  /** The trace becomes the walk; whatever picture is looked at shows it, and stays. */
  putTrace(id: number, trace: Trace): boolean {
    const index = this.state.questions.findIndex((candidate) => candidate.id === id);
    const question = this.state.questions[index];
    if (question?.run === undefined) return false;
    if (!this.isCurrent(question.run.source)) {
      this.warn("the trace is of the model before the latest change: check again");
      return false;
    }
    // What was drawn at random with real numbers cannot be walked on exactly.
    if (trace.sampled?.inexact !== undefined) return false;
    this.walk.show(question.run.source, trace, `Trace of question ${index + 1}`, question.text);
    return true;
  }
}

function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const changed = new Set(set);
  if (!changed.delete(item)) changed.add(item);
  return changed;
}
