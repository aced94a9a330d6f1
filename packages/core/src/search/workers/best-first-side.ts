// Best first, by several engines (hash-distributed A*, Kishimoto, Fukunaga and Botea 2009, with barriers): each side
// has a list of its own, works on the best states there for a round, and gives what belongs to others away when all
// have come to the end of it. Where the shortest trace is asked for, a target counts when no list, with all outboxes
// read, has anything that could be shorter; else the first one does.

import { NumberTable } from "../../basics/grow.ts";
import type { PartitionEngine, StateId } from "../../engine/index.ts";
import type { RankedList } from "../../open-lists/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { EstimateExchange } from "./estimate-exchange.ts";
import type { Rendezvous } from "./rendezvous.ts";
import { type OwnCounts, Side } from "./side.ts";

/** States that a side works on in a round; fewer in the first rounds, when there is little to choose from. */
const MOST_IN_ROUND = 256;
/** States between two looks at whether the search is over: estimates may take long. */
const STRETCH = 8;

export interface BestFirstOptions {
  readonly target: number;
  readonly isShortest: boolean;
  /** States are stored at the length of the way to them: a shorter one opens them again. */
  readonly costs: boolean;
}

interface Met {
  readonly state: StateId;
  readonly depth: number;
}

export class BestFirstSide extends Side {
  override readonly context: SearchContext;
  private readonly list: RankedList;
  private readonly options: BestFirstOptions;
  private readonly estimates: EstimateExchange;
  private readonly depths = new NumberTable(new Int32Array(1024));
  /** What others sent, not in the list yet. */
  private taken: Met[] = [];
  /** Targets that were met, the shortest way first; and one that was told, behind which the search is to go on. */
  private readonly met: Met[] = [];
  private told: StateId | undefined;
  private explored = 0;
  private pushed = 0;
  private popped = 0;
  /** In this round. */
  private worked = 0;
  private most = 1;
  /** The way to the best target that anybody has met. */
  private ceiling = Number.POSITIVE_INFINITY;
  private chosen: { readonly side: number; readonly state: number } | undefined;

  constructor(
    context: SearchContext,
    engine: PartitionEngine,
    list: RankedList,
    meeting: Rendezvous,
    options: BestFirstOptions,
    now: () => number,
  ) {
    super(engine, meeting, now);
    this.context = context;
    this.list = list;
    this.options = options;
    this.estimates = new EstimateExchange(context, meeting, engine);
  }

  override get targets(): readonly number[] {
    return this.chosen === undefined ? [] : [this.chosen.state];
  }

  protected override begin(): void {
    this.engine.start();
    for (let state = 0; state < this.engine.size; state++) this.push(state, 0);
  }

  protected override work(): boolean {
    if (this.told !== undefined) {
      const state = this.told;
      this.told = undefined;
      this.expand(state);
      return false;
    }
    for (let left = STRETCH; left > 0; left--) if (!this.workOnOne()) return true;
    return false;
  }

  /** False: the round is over. */
  private workOnOne(): boolean {
    const { engine, list, options } = this;
    if (engine.isFull || this.worked >= this.most) return false;
    if (this.ceiling < Number.POSITIVE_INFINITY && list.least >= this.ceiling) return false;
    const state = list.pop();
    if (state === undefined) return false;
    this.popped++;
    if (!engine.alive(state)) return true;
    this.worked++;
    this.explored++;
    if (!engine.satisfies(state, options.target)) {
      this.expand(state);
      return true;
    }
    this.meet(state);
    return options.isShortest;
  }

  private meet(state: StateId): void {
    const depth = this.depths.get(state);
    const behind = this.met.findIndex((other) => other.depth > depth);
    this.met.splice(behind < 0 ? this.met.length : behind, 0, { state, depth });
    if (this.options.isShortest) this.ceiling = Math.min(this.ceiling, depth);
  }

  private expand(state: StateId): void {
    const depth = this.depths.get(state) + 1;
    const fresh = this.engine.expandDeep(state, depth, this.costOf(depth));
    for (let i = 0; i < fresh.length; i++) this.push(fresh[i]!, depth);
  }

  private costOf(depth: number): number {
    return this.options.costs ? depth : 0;
  }

  private push(state: StateId, depth: number): void {
    this.depths.set(state, depth);
    const before = this.list.size;
    this.list.push(state, { parent: -1, depth, cost: this.costOf(depth) });
    this.pushed += this.list.size - before;
  }

  protected override tellLeft(): void {}

  protected override takeFrom(sender: number): void {
    this.engine.takeEach(
      sender,
      (depth) => this.costOf(depth),
      (state, depth) => this.taken.push({ state, depth }),
    );
  }

  protected override look(): void {
    const { engine, meeting, me, met } = this;
    // What another one swallowed meanwhile need not be estimated.
    for (const { state, depth } of this.taken) if (engine.alive(state)) this.push(state, depth);
    this.taken = [];
    meeting.order(me, "leastKey", this.list.least);
    meeting.order(me, "targetCost", met[0]?.depth ?? Number.POSITIVE_INFINITY);
    meeting.publish(me, "target", met[0] === undefined ? 0 : engine.known(met[0].state) + 1);
    this.estimates.tell();
  }

  protected override get counts(): OwnCounts {
    const { explored, pushed, popped } = this;
    return { explored, deadlocks: 0, size: pushed, next: popped };
  }

  protected override decide(): boolean {
    const { meeting, options } = this;
    const sides = Array.from({ length: meeting.sides }, (_, side) => side);
    const least = Math.min(...sides.map((side) => meeting.orderOf(side, "leastKey")));
    const costs = sides.map((side) => meeting.orderOf(side, "targetCost"));
    const best = Math.min(...costs);
    if (this.me === 0) this.estimates.hear();
    if (options.isShortest) this.ceiling = best;
    const isMet = best < Number.POSITIVE_INFINITY && (!options.isShortest || best <= least);
    const side = costs.indexOf(best);
    this.chosen = isMet ? { side, state: meeting.told(side, "target") - 1 } : undefined;
    return isMet;
  }

  protected override goOn(): "work" | "over" {
    this.worked = 0;
    this.most = Math.min(2 * this.most, MOST_IN_ROUND);
    if (this.chosen?.side === this.me) this.told = this.met.shift()?.state;
    if (this.chosen !== undefined) return "work";
    const isEmpty = this.totals.every(({ size, next }) => size === next);
    return isEmpty && this.ceiling === Number.POSITIVE_INFINITY ? "over" : "work";
  }

  protected override get remains(): unknown {
    return { ...this.engine.remains, ...this.estimates.remains };
  }

  override inherit(remains: readonly unknown[]): void {
    this.estimates.inherit(remains);
  }
}
