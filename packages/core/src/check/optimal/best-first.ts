// The loop of all searches for a best run: states come in the order of what a run through them comes to at the least
// (A*, Hart, Nilsson and Raphael 1968), and now and then the one that seems nearest to the target, so that there is a
// run to show long before the best one is proven. What waits and is no better than the best is left.

import { NumberTable } from "../../basics/grow.ts";
import { HeapQueue } from "../../basics/priority-queue.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { CountedRunnable, SearchStatistics, SearchStatus } from "../../search/index.ts";

/** Of so many states one is taken because it seems near, once there is a run to show. */
const NEAR_TURNS = 4;

export type SearchOrder = "turns" | "best" | "near" | "depth";

/** Reports every target that is better than all before it. */
export abstract class BestFirst implements CountedRunnable {
  readonly engine: Engine;
  private readonly open = new HeapQueue();
  private readonly near = new HeapQueue();
  private readonly keys = new NumberTable(new Float64Array(1024));
  private readonly done = new NumberTable(new Int32Array(1024));
  private readonly key = new Float64Array(2);
  private turn = 0;
  private rank = 0;
  private pushed = 0;
  private peak = 0;
  private explored = 0;
  private begun = false;
  /** The best that is known, less than which is wanted. */
  best = Number.POSITIVE_INFINITY;
  found: StateId = -1;
  /** Whose turn it is: taken in turns, always the least, always what seems nearest, or always the newest. */
  order: SearchOrder = "turns";
  /** States after which a search without any target gives up, and whether this one did. */
  patience = Number.POSITIVE_INFINITY;
  gaveUp = false;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Stores the initial states and pushes them. */
  protected abstract begin(): void;
  /** Stores the successors of a state and pushes them; `least` is what the state itself comes to. */
  protected abstract expand(state: StateId, least: number): void;
  /** What a run that ends in the state comes to; Infinity: it is no target. */
  protected abstract reached(state: StateId): number;

  /** What every target comes to that was not met yet, at the least. */
  get lower(): number {
    return Math.min(this.best, this.open.least);
  }

  get statistics(): SearchStatistics {
    const { stored, generated, covered, transitions } = this.engine.statistics;
    const queues = [{ pushed: this.pushed, popped: this.explored }];
    return {
      ...{ explored: this.explored, stored, generated, covered, transitions, peakOpen: this.peak, queues },
      ...{ contextSwitches: 0, prunable: 0 },
    };
  }

  step(): SearchStatus {
    if (!this.begun) {
      this.begun = true;
      this.begin();
      return "running";
    }
    this.gaveUp = this.best === Number.POSITIVE_INFINITY && this.explored >= this.patience;
    const state = this.gaveUp ? undefined : this.next();
    if (state === undefined) return "exhausted";
    if (this.done.get(state) === 1 || !this.engine.alive(state)) return "running";
    this.done.set(state, 1);
    const least = this.keys.get(state);
    if (least >= this.best) return "running";
    this.explored++;
    const here = this.reached(state);
    this.expand(state, least);
    if (here >= this.best) return "running";
    this.best = here;
    this.found = state;
    return "found";
  }

  /** Nothing that waits is better than what is known. */
  private next(): StateId | undefined {
    if (this.open.size === 0 || this.open.least >= this.best) return undefined;
    if (this.order === "best") return this.open.pop();
    if (this.order !== "turns" && this.near.size > 0) return this.near.pop();
    const turns = this.best === Number.POSITIVE_INFINITY ? 2 : NEAR_TURNS;
    const list = ++this.turn % turns === 0 && this.near.size > 0 ? this.near : this.open;
    return list.pop();
  }

  /** `now`: what was spent so far; `key`: what it comes to; `near`: how far the target seems. */
  protected push(state: StateId, now: number, key: number, near = key - now): void {
    if (key >= this.best) return;
    this.keys.set(state, key);
    this.pushed++;
    this.key[0] = key;
    this.key[1] = key - now;
    this.open.push(this.key, this.rank, state);
    this.key[0] = this.order === "depth" ? -this.rank : near;
    this.key[1] = key;
    this.near.push(this.key, this.rank++, state);
    if (this.open.size > this.peak) this.peak = this.open.size;
  }
}
