// Looks into estimates, state spaces and contexts of the model, for the pictures that show them. They may take long, so
// they have a worker of their own, which is ended when nobody wants to know any more.

import { defined, type Trace } from "@tracehound/core";
import { WorkerClient, WorkerLost } from "../workers/client.ts";
import type { Answer, Question, Source } from "../workers/protocol.ts";
import { Store } from "./store.ts";
import type { WalkStore } from "./walk.ts";

export interface InsightState {
  /** The estimate that colours the automata; "" for none. */
  readonly heatBy: string;
  readonly heat: ReadonlyMap<number, readonly number[]>;
}

/** What is looked at: the model, and the question that is chosen. */
export interface Subject {
  source(): Source;
  asked(): Question | undefined;
  warn(words: string): void;
}

const COLD: InsightState = { heatBy: "", heat: new Map() };
const NOTHING: Question = { text: "" };

export class InsightStore extends Store<InsightState> {
  private readonly subject: Subject;
  private readonly walk: WalkStore;
  private readonly worker: WorkerClient;
  /** The model whose state space was looked at last. */
  private seen: Source | undefined;

  constructor(subject: Subject, walk: WalkStore, worker = new WorkerClient()) {
    super(COLD);
    this.subject = subject;
    this.walk = walk;
    this.worker = worker;
  }

  /** Another model, or none. */
  reset(): void {
    if (this.worker.busy) this.worker.end("the model was closed");
    this.set(COLD);
  }

  /** Colours the automata by an estimate, or by none ("") from now on; `warm` does the work. */
  heatUp(estimate: string): void {
    // Whoever chooses another one does not wait for the old one.
    if (this.worker.busy) this.worker.end("another estimate was chosen");
    this.set({ heatBy: estimate, heat: new Map() });
  }

  /** What the chosen estimate says of these processes, where the walk stands. */
  async warm(processes: readonly number[]): Promise<void> {
    const { heatBy: estimate } = this.state;
    const question = this.subject.asked();
    const state = this.walk.here?.state;
    if (estimate === "" || question === undefined || state === undefined) return;
    try {
      const ask = { source: this.subject.source(), question, estimate, state, processes };
      const heat = await this.worker.call("heat", ask);
      if (this.state.heatBy === estimate && this.walk.here?.state === state) this.set({ heat });
    } catch (error) {
      if (error instanceof WorkerLost || this.state.heatBy !== estimate) return;
      this.set(COLD);
      this.subject.warn((error as Error).message);
    }
  }

  /** The estimate along a trace. */
  slope(estimate: string, trace: Trace): Promise<Answer<"slope">> {
    const question = this.subject.asked() ?? NOTHING;
    return this.worker.call("slope", { source: this.subject.source(), question, estimate, trace });
  }

  /** What an expression says along a trace that is to guide a search, or what is wrong with it. */
  guide(text: string, trace: Trace | undefined): Promise<Answer<"guide">> {
    return this.worker.call("guide", { source: this.subject.source(), text, ...defined({ trace }) });
  }

  /** What a search sees of the state space. */
  space(search: string, most: number): Promise<Answer<"space">> {
    const source = this.subject.source();
    this.seen = source;
    return this.worker.call("space", { source, question: this.subject.asked() ?? NOTHING, search, most });
  }

  /** A run to a state of the space that was drawn last, and the model it is a run of. */
  async runTo(state: number): Promise<{ readonly source: Source; readonly trace: Trace }> {
    const { seen } = this;
    const trace = await this.worker.call("runTo", { state });
    if (seen === undefined || seen.version !== this.subject.source().version) {
      throw new Error("the model has changed: explore again");
    }
    return { source: seen, trace };
  }

  contexts(edge: number): Promise<Answer<"contexts">> {
    return this.worker.call("contexts", { source: this.subject.source(), edge });
  }
}
