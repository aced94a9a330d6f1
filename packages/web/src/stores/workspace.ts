// Everything on the page: the document, the questions with their runs, the walk, and what is shown where.

import type { AutomatonPlan, ModelFormat, ThemeName, Trace } from "@tracehound/core";
import { WorkerClient } from "../workers/client.ts";
import type { Answer, Descriptions, TraceFormat } from "../workers/protocol.ts";
import { Checking } from "./checking.ts";
import { DocumentStore } from "./document.ts";
import { Edits } from "./edits.ts";
import type { Beside, Identity, Past } from "./history.ts";
import { InsightStore } from "./insight.ts";
import { Questions } from "./questions.ts";
import { Store } from "./store.ts";
import { WalkStore } from "./walk.ts";
import {
  BLANK,
  type CanvasView,
  type Desk,
  firstView,
  type Question,
  type Tab,
  type WorkspaceState,
} from "./workspace-state.ts";

type Written = Pick<WorkspaceState, "draft" | "search">;

interface BesideText {
  readonly own: readonly Question[];
  readonly written: Written;
}

/** What stood beside a document when it was kept. */
export interface RecalledBeside extends Written {
  readonly questions: readonly string[];
}

export class Workspace extends Store<WorkspaceState> {
  readonly document: DocumentStore;
  readonly walk: WalkStore;
  readonly insight: InsightStore;
  /** For what is asked now and then: formats, traces, verification. */
  private readonly helper: WorkerClient;
  private descriptions: Promise<Descriptions> | undefined;
  private walkedVersion = -1;
  readonly edits: Edits;
  readonly asking: Questions;
  readonly checking: Checking;
  /** What is seen belongs partly to one document and partly to another. */
  isTurning = false;

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
        asked: () => (this.question === undefined ? undefined : this.checking.asked(this.question.text)),
        warn: (words) => this.warn(words),
      },
      walk,
    );
    const teller = { tell: (words: string) => this.tell(words), warn: (words: string) => this.warn(words) };
    this.edits = new Edits(document, helper, teller);
    const { edits, insight } = this;
    const state = (): WorkspaceState => this.state;
    const desk: Desk = {
      ...teller,
      document,
      helper,
      walk,
      insight,
      get state() {
        return state();
      },
      put: (change) => this.set(change),
      edit: (...given) => edits.edit(...given),
    };
    this.asking = new Questions(desk);
    this.checking = new Checking(desk);
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
      return { id: known?.id ?? this.asking.nextId(), run: known?.run, own: false, ...query };
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
   * Another model; `asked` are questions of an earlier visit or of a link, beside those of the file. The document that
   * was open stays in its slot, and undo leads back to it.
   */
  async open(
    name: string,
    text: string,
    asked: readonly string[] = [],
    { draft = "", ...identity }: Partial<Identity> & { readonly draft?: string; readonly past?: Past } = {},
  ): Promise<void> {
    await this.edits.settle();
    const own = [...new Set(asked)].map((question) => this.asking.newQuestion(question));
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
    const before = { own: this.asking.own, written: this.written };
    this.showBeside(own, draft);
    return this.between(before, { own, written: { draft, search: this.state.search } });
  }

  /** Undo leads to what stands beside one document, redo to what stands beside another. */
  private between(before: BesideText, after: BesideText): Beside {
    let [here, there] = [before.written, after.written];
    const show = (own: readonly Question[], { draft, search }: Written): void => {
      this.showBeside(own, draft);
      this.set({ search });
    };
    // What was written there in the meantime is found again, too.
    return {
      undo: () => {
        there = this.written;
        show(before.own, here);
      },
      redo: () => {
        here = this.written;
        show(after.own, there);
      },
    };
  }

  /** The same, of an earlier visit. */
  recalled(before: RecalledBeside, after: RecalledBeside): Beside {
    const made = ({ questions, draft, search }: RecalledBeside): BesideText => ({
      own: questions.map((text) => this.asking.newQuestion(text)),
      written: { draft, search },
    });
    return this.between(made(before), made(after));
  }

  private get written(): Written {
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
    await this.edits.settle();
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
      if (!this.checking.isCurrent(source)) throw new Error("the model changed meanwhile; open the trace again");
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

  write(draft: string): void {
    this.set({ draft });
  }

  /** A model of another format becomes XML, which can be drawn in. */
  async toXml(): Promise<void> {
    try {
      const name = this.document.state.name.replace(/\.[^.]*$/, "");
      const asked = this.asking.own.map(({ text }) => text);
      await this.open(`${name}.xml`, await this.convert("xml"), asked);
    } catch (error) {
      this.warn((error as Error).message);
    }
  }

  async undo(): Promise<void> {
    await this.edits.settle();
    const label = this.turning(() => this.document.undo());
    this.tell(label === undefined ? "there is nothing to undo" : `undone: ${label}`);
  }

  async redo(): Promise<void> {
    await this.edits.settle();
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

  show(view: CanvasView): void {
    this.set({ view });
  }

  showTab(tab: Tab): void {
    this.set({ tab });
  }

  /** Goes to a panel below; on a small screen whatever covers it gives way. */
  lookBelow(tab: Tab): void {
    const { view } = this.state;
    this.set({ tab, view: view.kind === "template" ? { kind: "processes" } : { ...view } });
  }

  choose(id: number): void {
    this.set({ chosen: id });
  }

  setLimits(
    change: Partial<Pick<WorkspaceState, "seconds" | "megabytes" | "search" | "sampling" | "everyCore" | "optimal">>,
  ): void {
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
}

function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const changed = new Set(set);
  if (!changed.delete(item)) changed.add(item);
  return changed;
}
