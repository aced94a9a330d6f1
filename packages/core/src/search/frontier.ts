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
// cover, at no greater cost, leads to nothing that was not expanded since: R is closed again, and the search ends. It
// does end: what is stored determines what comes next, there are finitely many sets of zones, so layers finally repeat
// with some period, and a checkpoint behind the first repetition meets itself once the distance to the next one exceeds
// the period.

import { defined } from "../basics/defined.ts";
import { encoded } from "../engine/encoded.ts";
import { type Engine, type Expansion, ordinalsTo, type StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { QueueCounter } from "../open-lists/index.ts";
import type { SearchContext, StepCosts } from "../search-context/index.ts";
import { integer, type ParamValues } from "../spec/index.ts";
import { boundTraits, cost, costTraits, stepCosts } from "./costs/index.ts";
import type { BoundedSearch } from "./loops/rounds.ts";
import { Arena, type Resident } from "./memory/arena.ts";
import { covering } from "./memory/encoded.ts";
import { reachedIn } from "./reached.ts";
import type { Bound, Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";
import { WayLimit } from "./way-limit.ts";

export const FRONTIER_PARAMS = {
  h: estimate,
  states: integer({
    doc: "how many states may be stored before old layers are released",
    default: 1_000_000,
    min: 1,
  }),
  layers: integer({ doc: "layers kept besides the one that is expanded", default: 1, min: 0 }),
  cost,
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
    "frontier(hL(), states=4, cost=moves)",
  ],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    ...boundTraits(asked),
    // Layers are numbers of steps: the first trace is a shortest one, the cheapest may come later.
    anytime: asked.kind === "algebra",
    restarts: true,
    refusal: (problem) => asked.refusal(problem.network) ?? h.refusal?.(problem),
  }),
  create: (values, context, goal, bound) => frontierOf(values, context, goal, bound),
});

export function frontierOf(
  { h, states, layers, cost: asked }: ParamValues<typeof FRONTIER_PARAMS>,
  context: SearchContext,
  goal: GoalTest,
  bound?: Bound,
): FrontierSearch {
  const costs = stepCosts(asked, context.problem);
  return new FrontierSearch(context, { goal, bound, capacity: states, layers, estimate: h, costs });
}

/** The ordinals to a state, and what the way measures. */
interface Way {
  readonly trail: readonly number[];
  readonly measure: number;
}

/** A state of the relay layer. */
interface Relay {
  readonly bytes: Uint8Array;
  readonly measure: number;
}

/** Its cost is what the way to it measures: its steps, or what they cost. */
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
  /** What ways are measured by; absent: by their steps. */
  readonly costs?: StepCosts | undefined;
  /** Smallest first within a layer; Infinity of a safe estimate: nothing can come of the state. */
  readonly estimate: HeuristicConfig;
  /** Where to start, instead of the initial states. */
  readonly root?: Relay | undefined;
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
  private rebuilding: { readonly way: Iterator<undefined, Way>; readonly status: "found" | "fault" } | undefined;
  private explored = 0;
  private peakOpen = 0;
  private readonly counter = new QueueCounter();
  private readonly extra = { explored: 0, generated: 0, transitions: 0, covered: 0 };
  readonly limits: WayLimit;
  private forgot = false;
  private target: StateId | undefined;
  private way: Way | undefined;
  /** Of the way to the target. */
  measure: number | undefined;

  constructor(context: SearchContext, options: FrontierOptions) {
    this.context = context;
    this.options = options;
    this.arena = new Arena(context, options.estimate, options.slack);
    this.limits = new WayLimit(options.costs, options.bound);
  }

  get found(): Found | undefined {
    const { target, engine, way } = this;
    if (target === undefined || way === undefined) return undefined;
    return { ...reachedIn(engine, target, way.trail), length: way.trail.length - 1, cost: this.cost };
  }

  private get cost(): string | undefined {
    return this.limits.show(this.measure);
  }

  get fault(): Failed | undefined {
    return this.arena.ledger.failedIn(this.engine, this.way?.trail);
  }

  get record(): Engine | undefined {
    return this.forgot ? undefined : this.engine;
  }

  private get engine(): Engine {
    return this.arena.engine;
  }

  improve(length: number): void {
    this.limits.improve(length, this.measure);
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
    if (!this.arena.alive(entry) || !this.within(entry)) return "running";
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
    if (root === undefined) this.generate(this.engine.initial(), undefined);
    else {
      const { bytes, measure } = root;
      this.add({ state: this.engine.decode(bytes, measure), cost: measure, relay: undefined, below: undefined });
    }
    return this.nextLayer();
  }

  private expand(entry: Entry): void {
    this.generate(this.engine.expand(entry.state), entry);
  }

  private generate(expansion: Expansion, from: Entry | undefined): void {
    const { limits } = this;
    const fresh: Entry[] = [];
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      const measure = from === undefined ? limits.start : limits.after(from.cost, expansion, ordinal, from.state);
      const state = this.arena.insert(ordinal, from?.state ?? -1, measure);
      if (state >= 0) fresh.push({ state, cost: measure, relay: from?.below, below: from?.below });
    }
    for (const successor of fresh) this.add(successor);
    this.peakOpen = Math.max(this.peakOpen, this.next.length + this.layer.length - this.at);
  }

  private add(entry: Entry): void {
    if (!this.within(entry)) {
      this.arena.release(entry.state);
      return;
    }
    this.arena.keep(entry);
    this.counter.pushed++;
    this.next.push(entry);
  }

  private nextLayer(): SearchStatus {
    if (this.next.length === 0) return this.ending();
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
      if (this.isCovered()) return this.ending();
      // The states of the first relay layer have nothing but their parents in the engine.
      if (this.relayDepth > 0) arena.tidy();
      if (this.depth >= 2 * this.relayDepth) this.relay();
    }
    this.layer = this.layer.filter((entry) => arena.alive(entry));
    this.layer.sort((a, b) => arena.estimate(a.state) - arena.estimate(b.state));
    return "running";
  }

  private ending(): SearchStatus {
    return this.limits.wasCut ? "gave-up" : "exhausted";
  }

  /** The layer becomes relay layer and checkpoint. */
  private relay(): void {
    this.relayDepth = this.depth;
    this.checkpoint = this.arena.restarted().engine;
    for (const entry of this.layer) {
      if (!this.arena.alive(entry)) continue;
      const bytes = encoded(this.engine, entry.state);
      entry.below = { bytes, measure: entry.cost };
      this.checkpoint.decode(bytes, entry.cost);
    }
  }

  /**
   * Does the checkpoint cover the whole layer? What it does not is remembered there: it is going to be expanded, too.
   */
  private isCovered(): boolean {
    const { checkpoint } = this;
    if (checkpoint === undefined) return false;
    return this.layer.every(
      (entry) => !this.arena.alive(entry) || checkpoint.decode(encoded(this.engine, entry.state), entry.cost) < 0,
    );
  }

  private within({ state, cost: measure }: Entry): boolean {
    const { admissible, safe } = this.options.estimate.guarantees;
    const estimated = this.arena.estimate(state);
    if (estimated === Number.POSITIVE_INFINITY && safe) return false;
    return this.limits.admits(measure, admissible ? estimated : 0, () => this.engine.view(state));
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
    this.way = value;
    if (status === "found") this.measure = value.measure;
    return status;
  }

  /** The ordinals to a state: from parents while the engine knows them, else by way of the relay layer. */
  private *wayTo(entry: Entry, goal: GoalTest): Generator<undefined, Way> {
    const { relay, cost: measure } = entry;
    if (this.arena.renewals === 0 || relay === undefined) return { trail: this.parentsOf(entry.state), measure };
    const { root } = this.options;
    const first = yield* this.subsearch(root, covering(relay.bytes, this.context), relay.measure);
    const second = yield* this.subsearch({ bytes: first.end, measure: first.measure }, goal, measure);
    return { trail: [...first.trail, ...second.trail], measure: second.measure };
  }

  private parentsOf(state: StateId): number[] {
    const ordinals = ordinalsTo(this.engine, state);
    return this.options.root === undefined ? ordinals : ordinals.slice(1);
  }

  /** A way that measures no more than `worst`: the first that is found may be dearer where steps have costs. */
  private *subsearch(
    root: Relay | undefined,
    goal: GoalTest,
    worst: number,
  ): Generator<undefined, Way & { readonly end: Uint8Array }> {
    const search = new FrontierSearch(this.context.restarted(), { ...this.options, root, goal, quiet: true });
    search.limits.inherit(this.limits);
    for (;;) {
      const status = search.step();
      if (status === "exhausted" || status === "gave-up") throw new Error("a way that was found is lost");
      if (status !== "found" || search.measure! > worst) {
        yield undefined;
        continue;
      }
      const { explored, generated, transitions, covered } = search.statistics;
      this.extra.explored += explored;
      this.extra.generated += generated;
      this.extra.transitions += transitions;
      this.extra.covered += covered;
      const { engine, target, way } = search;
      return { ...way!, end: encoded(engine, target!) };
    }
  }

  get statistics(): SearchStatistics {
    const { extra, explored, peakOpen, counter, cost: shown } = this;
    const queues = [{ ...counter }];
    const own = this.arena.ledger.statistics({ explored, peakOpen, queues, ...defined({ cost: shown }) });
    return {
      ...own,
      explored: own.explored + extra.explored,
      generated: own.generated + extra.generated,
      transitions: own.transitions + extra.transitions,
      covered: own.covered + extra.covered,
    };
  }
}
