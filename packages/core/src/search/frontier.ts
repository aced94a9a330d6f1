// Frontier search and breadth-first heuristic search (survey, Fig. 4; Korf et al. 2005; Zhou and Hansen 2006): layer by
// layer, and as soon as there are more than `capacity` states, layers behind the last ones are released. With a bound
// and an admissible estimate it is breadth-first branch and bound. The trace is rebuilt by divide and conquer: every
// state knows its ancestor in one relay layer; the same search then looks for the way to that ancestor, and on from it.
//
// Running empty is a proof, whatever was released. Let R be all states that were ever expanded. A successor of a state
// in R is either put into the next layer, and so belongs to R, or covered by a stored state, which was or will be
// expanded and so belongs to R, or is swallowed by such a state. So R is closed under successors up to inclusion, and
// no locality has to be known. But with less than the graph's locality a released layer can come again, for ever.
// Against that serves the checkpoint (Brent 1980): the states of one layer, of a depth that doubles. A layer that they
// cover leads to nothing that was not expanded since: R is closed again, and the search ends. It does end: what is
// stored determines what comes next, there are finitely many sets of zones, so layers finally repeat with some period,
// and a checkpoint behind the first repetition meets itself once the distance to the next one exceeds the period.

import { type Engine, ordinalsTo, type StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { QueueCounter } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer, type ParamValues } from "../spec/index.ts";
import type { BoundedSearch } from "./loops/rounds.ts";
import { Arena, type Resident } from "./memory/arena.ts";
import { covering, encoded } from "./memory/encoded.ts";
import { reachedIn } from "./reached.ts";
import type { Bound, Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const FRONTIER_PARAMS = {
  h: estimate,
  states: integer({
    doc: "how many states may be stored before old layers are released",
    default: 1_000_000,
    min: 1,
  }),
  layers: integer({ doc: "layers kept besides the one that is expanded", default: 1, min: 0 }),
};

export const frontier = defineSearch({
  name: "frontier",
  summary: "Breadth first; when there are too many states, only the last layers stay.",
  params: FRONTIER_PARAMS,
  examples: [
    "frontier(hL())",
    "frontier(hL(), states=4, layers=3)",
    "frontier(hU(), states=1)",
    "frontier(hU(), states=1, layers=0)",
  ],
  traits: ({ h }) => ({
    promise: "shortest",
    restarts: true,
    boundable: true,
    refusal: (problem) => h.refusal?.(problem),
  }),
  create: (values, context, goal, bound) => frontierOf(values, context, goal, bound),
});

export function frontierOf(
  { h, states, layers }: ParamValues<typeof FRONTIER_PARAMS>,
  context: SearchContext,
  goal: GoalTest,
  bound?: Bound,
): FrontierSearch {
  return new FrontierSearch(context, { goal, bound, capacity: states, layers, estimate: h });
}

/** A state of the relay layer. */
interface Relay {
  readonly bytes: Uint8Array;
  readonly depth: number;
}

interface Entry extends Resident {
  /** Its ancestor in a relay layer above; absent while the engine knows all parents. */
  readonly relay: Relay | undefined;
  /** What that is for its successors: itself, where it belongs to a relay layer. */
  below: Relay | undefined;
}

export interface FrontierOptions {
  readonly goal: GoalTest;
  readonly capacity: number;
  /** How many layers are kept besides the one that is being expanded. */
  readonly layers: number;
  readonly bound?: Bound | undefined;
  /** Smallest first within a layer; Infinity of a safe estimate: nothing can come of the state. */
  readonly estimate: HeuristicConfig;
  /** Where to start, instead of the initial states. */
  readonly root?: Uint8Array | undefined;
  /** Faults were reported by another search. */
  readonly quiet?: boolean;
  /** See `Arena`. */
  readonly slack?: number;
}

export class FrontierSearch implements BoundedSearch {
  private readonly context: SearchContext;
  private readonly options: FrontierOptions;
  private readonly arena: Arena;
  /** Layers that were expanded, the oldest first. */
  private closed: Entry[][] = [];
  private layer: Entry[] = [];
  private at = 0;
  private next: Entry[] = [];
  private depth = -1;
  private held: Entry | undefined;
  /** What was looked at last. */
  private current: Entry | undefined;
  /** Holds the checkpoint; its depth is that of the relay layer. */
  private checkpoint: Engine | undefined;
  private relayDepth = 0;
  private rebuilding: { readonly way: Iterator<undefined, number[]>; readonly status: "found" | "fault" } | undefined;
  private explored = 0;
  private peakOpen = 0;
  private readonly counter = new QueueCounter();
  private readonly extra = { explored: 0, generated: 0, transitions: 0, covered: 0 };
  private limit: number;
  private leftOut = false;
  leastCut = Number.POSITIVE_INFINITY;
  private forgot = false;
  private target: StateId | undefined;
  private trail: readonly number[] | undefined;

  constructor(context: SearchContext, options: FrontierOptions) {
    this.context = context;
    this.options = options;
    this.arena = new Arena(context, options.estimate, options.slack);
    this.limit = options.bound?.length ?? Number.POSITIVE_INFINITY;
  }

  get found(): Found | undefined {
    const { target, engine, trail, depth: length } = this;
    return target === undefined ? undefined : { ...reachedIn(engine, target, trail), length };
  }

  get fault(): Failed | undefined {
    return this.arena.ledger.failedIn(this.engine, this.trail);
  }

  get record(): Engine | undefined {
    return this.forgot ? undefined : this.engine;
  }

  private get engine(): Engine {
    return this.arena.engine;
  }

  improve(length: number): void {
    this.limit = Math.min(this.limit, length);
  }

  turnBack(): void {
    this.held = undefined;
  }

  step(): SearchStatus {
    if (this.rebuilding !== undefined) return this.rebuild(this.rebuilding);
    if (this.options.quiet !== true && this.arena.ledger.reportFault()) {
      const { current } = this;
      if (current === undefined) return "fault";
      return this.report("fault", current, covering(encoded(this.engine, current.state), this.context));
    }
    return this.advance();
  }

  private advance(): SearchStatus {
    if (this.depth < 0) return this.start();
    const { held } = this;
    if (held !== undefined) {
      this.held = undefined;
      this.expand(held);
      return "running";
    }
    const entry = this.layer[this.at++];
    if (entry === undefined) return this.nextLayer();
    this.counter.popped++;
    if (!this.arena.alive(entry) || !this.within(entry.state, this.depth)) return "running";
    this.current = entry;
    this.explored++;
    if (this.options.goal(entry.state, this.engine)) {
      this.target = entry.state;
      this.held = entry;
      return this.report("found", entry, this.options.goal);
    }
    this.expand(entry);
    return "running";
  }

  private start(): SearchStatus {
    const { root } = this.options;
    if (root === undefined) this.generate(this.engine.initial().count, undefined);
    else this.add({ state: this.engine.decode(root), cost: 0, relay: undefined, below: undefined });
    return this.nextLayer();
  }

  private expand(entry: Entry): void {
    this.generate(this.engine.expand(entry.state).count, entry);
  }

  private generate(count: number, from: Entry | undefined): void {
    const cost = this.depth + 1;
    const fresh: Entry[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = this.arena.insert(ordinal, from?.state ?? -1, cost);
      if (state >= 0) fresh.push({ state, cost, relay: from?.below, below: from?.below });
    }
    for (const successor of fresh) this.add(successor);
    this.peakOpen = Math.max(this.peakOpen, this.next.length + this.layer.length - this.at);
  }

  private add(entry: Entry): void {
    if (!this.within(entry.state, entry.cost)) {
      this.arena.release(entry.state);
      return;
    }
    this.arena.keep(entry);
    this.counter.pushed++;
    this.next.push(entry);
  }

  private nextLayer(): SearchStatus {
    if (this.next.length === 0) return this.leftOut ? "gave-up" : "exhausted";
    if (this.depth >= 0) this.closed.push(this.layer);
    this.layer = this.next;
    this.next = [];
    this.at = 0;
    this.depth++;
    const full = this.engine.statistics.stored > this.options.capacity;
    while (full && this.closed.length > this.options.layers) {
      this.forgot = true;
      for (const entry of this.closed.shift()!) this.arena.drop(entry);
    }
    const { arena } = this;
    if (arena.isUntidy && this.depth > 0) this.forgot = true;
    if (this.forgot) {
      if (this.isCovered()) return this.leftOut ? "gave-up" : "exhausted";
      // The states of the first relay layer have nothing but their parents in the engine.
      if (this.relayDepth > 0) arena.tidy();
      if (this.depth >= 2 * this.relayDepth) this.relay();
    }
    this.layer = this.layer.filter((entry) => arena.alive(entry));
    this.layer.sort((a, b) => arena.estimate(a.state) - arena.estimate(b.state));
    return "running";
  }

  /** The layer becomes relay layer and checkpoint. */
  private relay(): void {
    this.relayDepth = this.depth;
    this.checkpoint = this.arena.restarted().engine;
    for (const entry of this.layer) {
      if (!this.arena.alive(entry)) continue;
      const bytes = encoded(this.engine, entry.state);
      entry.below = { bytes, depth: this.depth };
      this.checkpoint.decode(bytes);
    }
  }

  /**
   * Does the checkpoint cover the whole layer? What it does not is remembered there: it is going to be expanded, too.
   */
  private isCovered(): boolean {
    const { checkpoint } = this;
    if (checkpoint === undefined) return false;
    return this.layer.every(
      (entry) => !this.arena.alive(entry) || checkpoint.decode(encoded(this.engine, entry.state)) < 0,
    );
  }

  private within(state: StateId, depth: number): boolean {
    const { bound, estimate } = this.options;
    const estimated = this.arena.estimate(state);
    if (estimated === Number.POSITIVE_INFINITY && estimate.guarantees.safe) return false;
    const length = depth + (estimate.guarantees.admissible ? estimated : 0);
    if (length <= this.limit) return true;
    if (bound !== undefined && length > bound.length) {
      this.leftOut = true;
      if (length < this.leastCut) this.leastCut = length;
    }
    return false;
  }

  // ------------------------------------------------------------------------------------------ the trace

  /** Reports once the way to the state is known. */
  private report(status: "found" | "fault", entry: Entry, goal: GoalTest): SearchStatus {
    this.rebuilding = { way: this.wayTo(entry, goal), status };
    return this.rebuild(this.rebuilding);
  }

  private rebuild({ way, status }: NonNullable<FrontierSearch["rebuilding"]>): SearchStatus {
    const { done, value } = way.next();
    if (done !== true) return "running";
    this.rebuilding = undefined;
    this.trail = value;
    return status;
  }

  /** The ordinals to a state: from parents while the engine knows them, else by way of the relay layer. */
  private *wayTo(entry: Entry, goal: GoalTest): Generator<undefined, number[]> {
    const { relay } = entry;
    if (this.arena.renewals === 0 || relay === undefined) return this.parentsOf(entry.state);
    const { root } = this.options;
    const first = yield* this.subsearch(root, covering(relay.bytes, this.context), this.limit);
    const second = yield* this.subsearch(first.end, goal, this.limit - relay.depth);
    return [...first.trail, ...second.trail];
  }

  private parentsOf(state: StateId): number[] {
    const ordinals = ordinalsTo(this.engine, state);
    return this.options.root === undefined ? ordinals : ordinals.slice(1);
  }

  private *subsearch(
    root: Uint8Array | undefined,
    goal: GoalTest,
    length: number,
  ): Generator<undefined, { trail: readonly number[]; end: Uint8Array }> {
    const search = new FrontierSearch(this.context.restarted(), {
      ...this.options,
      root,
      goal,
      bound: { length },
      quiet: true,
    });
    for (;;) {
      const status = search.step();
      if (status === "exhausted" || status === "gave-up") throw new Error("a way that was found is lost");
      if (status !== "found") {
        yield undefined;
        continue;
      }
      const { explored, generated, transitions, covered } = search.statistics;
      this.extra.explored += explored;
      this.extra.generated += generated;
      this.extra.transitions += transitions;
      this.extra.covered += covered;
      const { engine, target } = search;
      return { trail: search.found!.ordinals(), end: encoded(engine, target!) };
    }
  }

  get statistics(): SearchStatistics {
    const { extra, explored, peakOpen, counter } = this;
    const own = this.arena.ledger.statistics({ explored, peakOpen, queues: [{ ...counter }] });
    return {
      ...own,
      explored: own.explored + extra.explored,
      generated: own.generated + extra.generated,
      transitions: own.transitions + extra.transitions,
      covered: own.covered + extra.covered,
    };
  }
}
