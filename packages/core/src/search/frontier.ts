// Frontier search (survey, Fig. 4; Zhou and Hansen 2004): layer by layer, and when the engine holds more than `capacity`
// states it is replaced by an empty one with the last layers only. A layer that comes again costs time, never an answer:
// everything that is generated is expanded unless something stored covers it, so running empty is a proof, even though the
// locality (how far back edges lead) is not known. It may never run empty if too few layers are kept; then limits end it.
// Instead of relay layers, each state keeps the chain of ordinals that leads to it; chains nobody needs are collected.

import type { Engine, EngineFault, StateId } from "../engine/engine.ts";
import type { SearchContext } from "../open-lists/index.ts";
import type { BoundedSearch } from "./rounds.ts";
import type { Bound, Goal, SearchStatistics, SearchStatus } from "./search.ts";

interface Trail {
  readonly before: Trail | undefined;
  readonly ordinal: number;
}

interface Entry {
  state: StateId;
  readonly trail: Trail;
}

export interface FrontierOptions {
  readonly goal: Goal;
  readonly capacity: number;
  /** How many layers are kept besides the one that is being expanded. */
  readonly layers: number;
  readonly bound?: Bound | undefined;
  /** Smallest first within a layer; Infinity of a safe estimate: nothing can come of the state. */
  readonly estimate: (context: SearchContext) => (state: StateId) => number;
  readonly safe: boolean;
  readonly admissible: boolean;
}

export class FrontierSearch implements BoundedSearch {
  private context: SearchContext;
  private readonly options: FrontierOptions;
  private estimate: (state: StateId) => number;
  /** Layers that were expanded, the oldest first. */
  private closed: Entry[][] = [];
  private layer: Entry[] = [];
  private at = 0;
  private next: Entry[] = [];
  private depth = 0;
  private started = false;
  private held: Entry | undefined;
  private explored = 0;
  private peakOpen = 0;
  private faultsSeen = 0;
  private earlier = { generated: 0, transitions: 0, covered: 0 };
  private limit: number;
  private leftOut = false;
  leastCut = Number.POSITIVE_INFINITY;
  forgetful = false;
  target?: StateId;
  fault?: EngineFault;
  /** Of the state that was looked at last. */
  private current: Trail | undefined;

  constructor(context: SearchContext, options: FrontierOptions) {
    this.context = context;
    this.options = options;
    this.estimate = options.estimate(context);
    this.limit = options.bound?.length ?? Number.POSITIVE_INFINITY;
  }

  get engine(): Engine {
    return this.context.engine;
  }

  get length(): number {
    return this.depth;
  }

  get trail(): readonly number[] {
    const ordinals: number[] = [];
    for (let at = this.current; at !== undefined; at = at.before) ordinals.push(at.ordinal);
    return ordinals.reverse();
  }

  tighten(length: number): void {
    this.limit = Math.min(this.limit, length);
  }

  turnBack(): void {
    this.held = undefined;
  }

  step(): SearchStatus {
    const fault = this.engine.faults[this.faultsSeen];
    if (fault !== undefined) {
      this.faultsSeen++;
      this.fault = fault;
      return "fault";
    }
    if (!this.started) {
      this.started = true;
      this.generate(undefined);
      this.nextLayer(0);
      return "running";
    }
    const { held } = this;
    if (held !== undefined) {
      this.held = undefined;
      this.generate(held);
      return "running";
    }
    const entry = this.layer[this.at++];
    if (entry === undefined) {
      if (this.next.length === 0) return this.leftOut ? "gave-up" : "exhausted";
      this.nextLayer(this.depth + 1);
      return "running";
    }
    if (!this.engine.alive(entry.state)) return "running";
    this.current = entry.trail;
    this.explored++;
    if (this.options.goal(entry.state, this.engine)) {
      this.target = entry.state;
      this.held = entry;
      return "found";
    }
    this.generate(entry);
    return "running";
  }

  private generate(entry: Entry | undefined): void {
    const { engine } = this;
    const depth = entry === undefined ? 0 : this.depth + 1;
    const { count } = entry === undefined ? engine.initial() : engine.expand(entry.state);
    const fresh: Entry[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = engine.insert(ordinal, entry?.state ?? -1, depth);
      if (state >= 0) fresh.push({ state, trail: { before: entry?.trail, ordinal } });
    }
    for (const successor of fresh) if (this.within(successor.state, depth)) this.next.push(successor);
    this.peakOpen = Math.max(this.peakOpen, this.next.length + this.layer.length - this.at);
  }

  private nextLayer(depth: number): void {
    this.closed.push(this.layer);
    if (this.closed.length > this.options.layers) this.closed.shift();
    this.layer = this.next;
    this.next = [];
    this.at = 0;
    this.depth = depth;
    if (this.engine.statistics.stored > this.options.capacity) this.forget();
    const { estimate } = this;
    this.layer.sort((a, b) => estimate(a.state) - estimate(b.state));
  }

  /** Decoded states have cost 0, which no later state can undercut: what is kept is never swallowed by what follows. */
  private forget(): void {
    const old = this.engine;
    const { generated, transitions, covered } = old.statistics;
    this.earlier.generated += generated;
    this.earlier.transitions += transitions;
    this.earlier.covered += covered;
    this.context = this.context.restarted();
    this.estimate = this.options.estimate(this.context);
    this.faultsSeen = 0;
    this.forgetful = true;
    const bytes = { buffer: new Uint8Array(1 << 10) };
    const move = (entries: readonly Entry[]): Entry[] =>
      entries.flatMap(({ state, trail }) => {
        if (!old.alive(state)) return [];
        const moved = this.engine.decode(encoded(old, state, bytes));
        return moved < 0 ? [] : [{ state: moved, trail }];
      });
    this.closed = this.closed.map(move);
    this.layer = move(this.layer);
  }

  private within(state: StateId, depth: number): boolean {
    const { bound, safe, admissible } = this.options;
    const estimated = this.estimate(state);
    if (estimated === Number.POSITIVE_INFINITY && safe) return false;
    const length = depth + (admissible ? estimated : 0);
    if (length <= this.limit) return true;
    if (bound !== undefined && length > bound.length) {
      this.leftOut = true;
      if (length < this.leastCut) this.leastCut = length;
    }
    return false;
  }

  get statistics(): SearchStatistics {
    const { generated, stored, transitions, covered } = this.engine.statistics;
    return {
      explored: this.explored,
      generated: this.earlier.generated + generated,
      stored,
      transitions: this.earlier.transitions + transitions,
      covered: this.earlier.covered + covered,
      peakOpen: this.peakOpen,
      queues: [],
      contextSwitches: 0,
      prunable: 0,
    };
  }
}

function encoded(engine: Engine, state: StateId, bytes: { buffer: Uint8Array<ArrayBuffer> }): Uint8Array {
  let size = engine.encode(state, bytes.buffer);
  if (size > bytes.buffer.length) {
    bytes.buffer = new Uint8Array(2 * size);
    size = engine.encode(state, bytes.buffer);
  }
  return bytes.buffer.subarray(0, size);
}
