// A walk through the model: a tree of states, of which one branch is walked. A trace is a branch; whoever takes another
// step on the way branches off, and the old branch stays.

import {
  type ConcreteState,
  compare,
  defined,
  type JointTransition,
  pickNear,
  plus,
  type Rational,
  sameTransition,
  type Trace,
  type TraceStep,
  ZERO,
} from "@tracehound/core";
import type { WorkerClient } from "../workers/client.ts";
import type { Answer, Ask, OptionsView, Source, Zone } from "../workers/protocol.ts";
import { Store } from "./store.ts";

export interface WalkNode {
  readonly id: number;
  readonly parent: number;
  readonly depth: number;
  /** How the state was reached; absent at the start. */
  readonly step: TraceStep | undefined;
  readonly state: ConcreteState;
  /** Time since the start. */
  readonly time: Rational;
  readonly children: readonly number[];
}

export interface Branch {
  /** The last node. */
  readonly leaf: number;
  readonly title: string;
  readonly length: number;
  /** The question that the trace of this branch answers. */
  readonly query?: string;
}

export interface WalkState {
  readonly nodes: readonly WalkNode[];
  /** Nodes from the start to the end of the branch that is walked. */
  readonly path: readonly number[];
  /** Where on the path. */
  readonly at: number;
  readonly branches: readonly Branch[];
  /** The trace whose end says something, by the leaf of its branch. */
  readonly traces: ReadonlyMap<number, Trace>;
  readonly options: OptionsView | undefined;
  /** Why the refused edges are not possible here; asked for only when somebody wants to know. */
  readonly reasons: ReadonlyMap<number, readonly string[]> | undefined;
  readonly wantsReasons: boolean;
  readonly zone: Zone | undefined;
  readonly problem: string | undefined;
  readonly playing: boolean;
  /** Steps per second. */
  readonly speed: number;
  readonly clocks: ClockView;
}

/** How clocks are shown: their values on this run, or the constraints of all runs that take the same steps. */
export type ClockView = "values" | "constraints" | "matrix";

/** Reasons for more edges than this help nobody. */
const MOST_REASONS = 60;
/** Seconds that one look around may take. */
const PATIENCE = 30;
/** Random steps that are asked for while earlier ones are being taken; a key held down is no wish for thousands. */
const MOST_PENDING = 50;

/** Nobody has looked around yet where the walk stands. */
const UNSEEN = { options: undefined, reasons: undefined, zone: undefined } as const;

const EMPTY: WalkState = {
  nodes: [],
  path: [],
  at: 0,
  branches: [],
  traces: new Map(),
  ...UNSEEN,
  wantsReasons: false,
  problem: undefined,
  playing: false,
  speed: 2,
  clocks: "values",
};

export class WalkStore extends Store<WalkState> {
  private readonly worker: WorkerClient;
  private source: Source | undefined;
  /** The version that the worker has been told to read. */
  private prepared: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** The question to the worker that is under way; a newer one waits for it, and only the newest is asked. */
  private underWay: Promise<unknown> = Promise.resolve();
  /** Random steps that are still to be taken. */
  private pending = 0;
  private wandering: Promise<void> | undefined;

  constructor(worker: WorkerClient) {
    super(EMPTY);
    this.worker = worker;
  }

  /** This very trace is walked, to its end: nobody has branched off. */
  shows(trace: Trace): boolean {
    const { path, traces } = this.state;
    return traces.get(path.at(-1) ?? -1) === trace;
  }

  /** It is one of the branches. */
  knows(trace: Trace): boolean {
    return [...this.state.traces.values()].includes(trace);
  }

  get here(): WalkNode | undefined {
    const { nodes, path, at } = this.state;
    return nodes[path[at] ?? -1];
  }

  /** A model that will be walked through once it was read: the walker reads it meanwhile, in its own worker. */
  prepare(source: Source): void {
    if (this.worker.busy) this.worker.end("another model was opened");
    this.prepared = source.version;
    // What is wrong with it is told by the reader.
    this.worker.call("prepare", { source }).catch(() => {});
  }

  /** A walk from the initial state of another model, or of the same one after it was edited. */
  async begin(source: Source): Promise<void> {
    this.source = source;
    this.pause();
    // Nobody waits for what was asked about another model.
    this.asked++;
    this.pending = 0;
    if (this.worker.busy && this.prepared !== source.version) this.worker.end("another model was opened");
    this.prepared = undefined;
    this.set({ ...EMPTY, ...this.habits() });
    try {
      const [first] = await this.ask("start", { source });
      if (this.source !== source) return;
      if (first === undefined) this.set({ problem: "the model has no initial state: an invariant does not hold" });
      else this.root(first);
    } catch (error) {
      if (this.source === source) this.set({ problem: (error as Error).message });
    }
    await this.look();
  }

  /** How somebody likes to walk, whatever the model. */
  private habits(): Pick<WalkState, "speed" | "clocks" | "wantsReasons"> {
    const { speed, clocks, wantsReasons } = this.state;
    return { speed, clocks, wantsReasons };
  }

  private root(state: ConcreteState): void {
    const node: WalkNode = { id: 0, parent: -1, depth: 0, step: undefined, state, time: ZERO, children: [] };
    this.set({ nodes: [node], path: [0], at: 0, branches: [{ leaf: 0, title: "Your walk", length: 0 }] });
  }

  /** Shows a trace as a branch of its own; one that is there already is walked again. */
  show(source: Source, trace: Trace, title: string, query?: string): void {
    this.pause();
    const known = [...this.state.traces].find(([, shown]) => shown === trace);
    if (known !== undefined && this.source?.version === source.version) {
      this.choose(known[0]);
      this.go(0);
      return;
    }
    const fresh = this.source?.version !== source.version || this.state.nodes.length === 0;
    if (fresh) {
      this.source = source;
      this.set({ ...EMPTY, ...this.habits() });
      this.root(trace.initial);
    }
    const nodes = this.state.nodes.map((node) => node);
    let parent = 0;
    const path = [0];
    for (const step of trace.steps) {
      const id = nodes.length;
      const before = nodes[parent]!;
      const time = plus(before.time, step.delay);
      nodes.push({ id, parent, depth: before.depth + 1, step, state: step.state, time, children: [] });
      nodes[parent] = { ...before, children: [...before.children, id] };
      parent = id;
      path.push(id);
    }
    const branches = [
      ...this.state.branches.filter(({ length }) => length > 0),
      { leaf: parent, title, length: trace.steps.length, ...defined({ query }) },
    ];
    this.set({ nodes, path, at: 0, branches, traces: new Map(this.state.traces).set(parent, trace) });
    void this.look();
  }

  go(at: number): void {
    const { path } = this.state;
    const next = Math.max(0, Math.min(path.length - 1, at));
    if (next === this.state.at) return;
    this.set({ at: next });
    void this.look();
  }

  choose(leaf: number): void {
    const path = this.pathTo(leaf);
    const { at, path: old } = this.state;
    let shared = 0;
    while (shared < path.length && path[shared] === old[shared]) shared++;
    this.set({ path, at: Math.min(at, shared - 1) });
    void this.look();
  }

  private pathTo(leaf: number): number[] {
    const path: number[] = [];
    for (let id = leaf; id >= 0; id = this.state.nodes[id]!.parent) path.push(id);
    return path.reverse();
  }

  /** Takes a step; the branch forks here unless that step is the next one anyway. */
  async take(transition: JointTransition, delay: Rational): Promise<void> {
    await this.step(transition, delay);
    await this.look();
  }

  /** False where the step is not possible, or nobody stands there any more. */
  private async step(transition: JointTransition, delay: Rational): Promise<boolean> {
    const { here, source } = this;
    if (here === undefined || source === undefined) return false;
    try {
      const step = await this.ask("take", { source, state: here.state, transition, delay });
      if (this.source !== source || this.here?.id !== here.id) return false;
      this.append(here, step);
      return true;
    } catch (error) {
      if (this.source === source) this.set({ problem: (error as Error).message });
      return false;
    }
  }

  private append(parent: WalkNode, step: TraceStep): void {
    // Whoever still looks around at the parent looks in vain.
    this.asked++;
    const { nodes: old, path, at, branches } = this.state;
    const next = old[path[at + 1] ?? -1]?.step;
    if (next !== undefined && sameTransition(next.transition, step.transition) && !compare(next.delay, step.delay)) {
      this.set({ at: at + 1, problem: undefined, ...UNSEEN });
      return;
    }
    const id = old.length;
    const nodes = [...old];
    nodes.push({
      id,
      parent: parent.id,
      depth: parent.depth + 1,
      step,
      state: step.state,
      time: plus(parent.time, step.delay),
      children: [],
    });
    nodes[parent.id] = { ...parent, children: [...parent.children, id] };
    const isEnd = at === path.length - 1;
    const grown = isEnd && !this.state.traces.has(parent.id);
    const kept = grown ? branches.filter(({ leaf }) => leaf !== parent.id) : branches;
    const title = grown
      ? (branches.find(({ leaf }) => leaf === parent.id)?.title ?? "Your walk")
      : `Branch at ${parent.depth}`;
    this.set({
      nodes,
      path: [...path.slice(0, at + 1), id],
      at: at + 1,
      branches: [...kept, { leaf: id, title, length: parent.depth + 1 }],
      problem: undefined,
      ...UNSEEN,
    });
  }

  /** A random step that is possible here. Whoever asks for several quickly gets them all, one after the other. */
  random(): Promise<void> {
    this.pending = Math.min(MOST_PENDING, this.pending + 1);
    this.wandering ??= this.wander().finally(() => {
      this.wandering = undefined;
    });
    return this.wandering;
  }

  private async wander(): Promise<void> {
    // More steps may be asked for while it looks around.
    while (this.pending > 0) {
      await this.takePending();
      await this.look();
    }
  }

  /** Takes the random steps that are asked for, until one is not possible. */
  private async takePending(): Promise<void> {
    while (this.pending > 0) {
      this.pending--;
      const { here, source } = this;
      if (here === undefined || source === undefined) break;
      try {
        const { options } = this.state.options ?? (await this.ask("options", { source, state: here.state }));
        const option = options[Math.floor(Math.random() * options.length)];
        if (option === undefined || !(await this.step(option.transition, pickNear(option.delays[0]!)))) break;
      } catch (error) {
        if (this.source === source) this.set({ problem: (error as Error).message });
        break;
      }
    }
    this.pending = 0;
  }

  /** Takes the latest step of the walker back, if it is the end of a branch that was walked by hand. */
  undo(): boolean {
    const { nodes, path, at, branches, traces } = this.state;
    const leaf = path[path.length - 1] ?? 0;
    if (leaf === 0 || traces.has(leaf) || at !== path.length - 1) return false;
    const { parent } = nodes[leaf]!;
    const own = branches.find((branch) => branch.leaf === leaf);
    const stillLed = branches.some((branch) => branch.leaf !== leaf && this.pathTo(branch.leaf).includes(parent));
    const others = branches.filter((branch) => branch.leaf !== leaf);
    const kept = stillLed || own === undefined ? others : [...others, { ...own, leaf: parent, length: own.length - 1 }];
    const before = nodes[parent]!;
    const children = before.children.filter((child) => child !== leaf);
    this.set({
      nodes: nodes.map((node) => (node.id === parent ? { ...before, children } : node)),
      path: path.slice(0, -1),
      at: at - 1,
      branches: kept.length > 0 ? kept : branches,
    });
    void this.look();
    return true;
  }

  play(): void {
    if (this.state.playing) {
      this.pause();
      return;
    }
    if (this.state.at === this.state.path.length - 1) this.go(0);
    this.set({ playing: true });
    const tick = (): void => {
      this.timer = setTimeout(() => {
        if (this.state.at >= this.state.path.length - 1) {
          this.pause();
          return;
        }
        this.go(this.state.at + 1);
        tick();
      }, 1000 / this.state.speed);
    };
    tick();
  }

  pause(): void {
    clearTimeout(this.timer);
    if (this.state.playing) this.set({ playing: false });
  }

  setSpeed(speed: number): void {
    this.set({ speed });
  }

  showClocks(clocks: ClockView): void {
    this.set({ clocks });
    void this.look();
  }

  askReasons(wantsReasons: boolean): void {
    if (wantsReasons === this.state.wantsReasons) return;
    this.set({ wantsReasons });
    if (wantsReasons) void this.explain();
  }

  /** Why the refused edges are not possible here. */
  private async explain(): Promise<void> {
    const { here, source, asked } = this;
    const { options, reasons: known, wantsReasons } = this.state;
    const edges = options?.refused.slice(0, MOST_REASONS) ?? [];
    if (!wantsReasons || known !== undefined || edges.length === 0 || here === undefined || source === undefined)
      return;
    try {
      const reasons = await this.ask("reasons", { source, state: here.state, edges });
      if (asked === this.asked) this.set({ reasons });
    } catch (error) {
      if (asked === this.asked) this.set({ problem: (error as Error).message });
    }
  }

  /** The question that the branch answers, where it is the trace of one. */
  get query(): string | undefined {
    const { path, branches } = this.state;
    return branches.find(({ leaf }) => leaf === path[path.length - 1])?.query;
  }

  /** The run so far, or the whole trace where the branch is one. */
  trace(): Trace | undefined {
    const { nodes, path, traces } = this.state;
    const leaf = path[path.length - 1];
    if (leaf === undefined) return undefined;
    const known = traces.get(leaf);
    if (known !== undefined) return known;
    const steps = path.slice(1).map((id) => nodes[id]!.step!);
    const final = nodes[leaf]!.state;
    return { initial: nodes[0]!.state, steps, finalDelay: ZERO, final, end: "stopped" };
  }

  /** What can happen here: asked for once the walk stands still for a moment, so that playing asks nothing. */
  private async look(): Promise<void> {
    const { here, source } = this;
    const number = ++this.asked;
    this.set(UNSEEN);
    if (here === undefined || source === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
    await this.underWay;
    if (number !== this.asked) return;
    this.underWay = this.lookAt(here, source, number);
  }

  private async lookAt(here: WalkNode, source: Source, number: number): Promise<void> {
    try {
      const options = await this.ask("options", { source, state: here.state });
      if (number !== this.asked) return;
      this.set({ options });
      await this.explain();
      if (number !== this.asked) return;
      if (this.state.clocks !== "values") {
        const { nodes, path, at } = this.state;
        const transitions = path.slice(1, at + 1).map((id) => nodes[id]!.step!.transition);
        const zone = await this.ask("zone", { source, initial: 0, transitions });
        if (number === this.asked) this.set({ zone });
      }
    } catch (error) {
      if (number === this.asked) this.set({ problem: (error as Error).message });
    }
  }

  private ask<K extends "start" | "options" | "reasons" | "take" | "zone">(name: K, ask: Ask<K>): Promise<Answer<K>> {
    return this.worker.callWithin(
      PATIENCE,
      "there is so much that can happen here that listing it takes too long",
      name,
      ask,
    );
  }
}
