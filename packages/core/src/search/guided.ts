// Gradient descent with perturbation and restarts (AI-planning paper, section 7): from a state go to a successor with
// the least estimate; where no successor is better, take some random steps; after a while begin again. Nothing is
// remembered from one descent to the next, so nothing is proved, unless a safe estimate sees no way from where all
// begins.

import { Prng } from "../basics/prng.ts";
import type { Engine, StateId } from "../engine/engine.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer, seed } from "../spec/index.ts";
import { FaultLedger } from "./fault-ledger.ts";
import { estimateBy } from "./loops/estimated.ts";
import { reachedIn } from "./reached.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const guided = defineSearch({
  name: "guided",
  summary: "Gradient descent with random steps where it is stuck, and restarts.",
  params: {
    h: estimate,
    depth: integer({ doc: "steps of a descent; every tenth doubles it", default: 200, min: 1 }),
    perturbation: integer({ doc: "random steps where no successor is better", default: 3, min: 0 }),
    restarts: integer({ doc: "descents after which it gives up", default: 200, min: 1 }),
    seed: seed(),
  },
  examples: ["guided(hL(), depth=20, restarts=20)", "guided(hU(), depth=20, restarts=20)"],
  traits: ({ h }) => ({ complete: false, restarts: true, refusal: (problem) => h.refusal?.(problem) }),
  create: ({ h, ...options }, context, goal) =>
    new GuidedSearch(context, { ...options, goal, estimate: (on) => estimateBy(on, h), safe: h.guarantees.safe }),
});

export interface GuidedOptions {
  readonly goal: GoalTest;
  readonly estimate: (context: SearchContext) => (state: StateId) => number;
  /** Is Infinity a proof that the target cannot be reached? */
  readonly safe: boolean;
  readonly seed: number;
  /** Steps of the first descents; each tenth descent doubles it. */
  readonly depth: number;
  /** Random steps where no successor is better. */
  readonly perturbation: number;
  /** Descents after which the search gives up. */
  readonly restarts: number;
}

/** States that one engine holds before a new one takes over. */
const CAPACITY = 50_000;

export class GuidedSearch implements Search {
  private context: SearchContext;
  private readonly options: GuidedOptions;
  private estimate: (state: StateId) => number;
  private readonly prng: Prng;
  private at: StateId = -1;
  private ordinals: number[] = [];
  /** The way to the state whose expansion failed last: by the time that is reported the descent is a step further. */
  private failed: readonly number[] = [];
  private depth = 0;
  private descents = 0;
  private random = 0;
  private explored = 0;
  private readonly ledger: FaultLedger;
  private inserted = 0;
  private target: StateId | undefined;

  constructor(context: SearchContext, options: GuidedOptions) {
    this.context = context;
    this.ledger = new FaultLedger(context.engine);
    this.options = options;
    this.estimate = options.estimate(context);
    this.prng = new Prng(options.seed);
  }

  get found(): Found | undefined {
    const { target, engine, ordinals: trail } = this;
    return target === undefined ? undefined : { ...reachedIn(engine, target, trail), length: trail.length - 1 };
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine, this.failed);
  }

  private get engine(): Engine {
    return this.context.engine;
  }

  /** It never goes on behind a target. */
  turnBack(): void {}

  step(): SearchStatus {
    if (this.ledger.reportFault()) return "fault";
    const { restarts, depth: first, goal } = this.options;
    const longest = first * 2 ** Math.floor(this.descents / 10);
    if (this.at < 0 || this.depth >= longest) {
      if (this.descents >= restarts) return "gave-up";
      this.begin();
    }
    const isFirst = this.at < 0;
    const before = isFirst ? Number.POSITIVE_INFINITY : this.estimate(this.at);
    const next = this.choose();
    if (this.ledger.owesFault) this.failed = [...this.ordinals];
    if (next === undefined) {
      // No initial state was chosen: if none has failed, all of them are dead ends.
      if (isFirst && this.options.safe && !this.ledger.owesFault) return "exhausted";
      this.at = -1;
      return "running";
    }
    this.at = next.state;
    this.ordinals.push(next.ordinal);
    this.depth++;
    this.explored++;
    if (this.random > 0) this.random--;
    else if (this.estimate(this.at) >= before) this.random = this.options.perturbation;
    if (!goal(this.at, this.engine)) return "running";
    this.target = this.at;
    // A further step begins again: what comes behind a target is of no interest.
    this.at = -1;
    return "found";
  }

  private begin(): void {
    this.descents++;
    this.at = -1;
    this.ordinals = [];
    this.depth = 0;
    this.random = 0;
    if (this.inserted < CAPACITY) return;
    this.inserted = 0;
    this.context = this.context.restarted();
    this.ledger.goOnIn(this.engine);
    this.estimate = this.options.estimate(this.context);
  }

  /** A random one of the best successors that are no dead ends; while perturbed, a random one of all. */
  private choose(): { state: StateId; ordinal: number } | undefined {
    const { engine } = this;
    const { count } = this.at < 0 ? engine.initial() : engine.expand(this.at);
    let chosen: { state: StateId; ordinal: number } | undefined;
    let best = Number.POSITIVE_INFINITY;
    let ties = 0;
    const fresh: { state: StateId; ordinal: number }[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      // Each cost is below all before it, so nothing that was stored earlier covers the state.
      const state = engine.insert(ordinal, this.at, -this.inserted++);
      if (state >= 0) fresh.push({ state, ordinal });
    }
    for (const candidate of fresh) {
      if (!engine.alive(candidate.state)) continue;
      const estimate = this.estimate(candidate.state);
      if (estimate === Number.POSITIVE_INFINITY) continue;
      const key = this.random > 0 ? 0 : estimate;
      if (key > best) continue;
      ties = key < best ? 1 : ties + 1;
      best = key;
      if (ties === 1 || this.prng.below(ties) === 0) chosen = candidate;
    }
    return chosen;
  }

  get statistics(): SearchStatistics {
    return this.ledger.statistics({ explored: this.explored });
  }
}
