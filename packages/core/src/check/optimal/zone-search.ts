// A* on zones for the fastest run (Hart, Nilsson and Raphael 1968; for timed automata Behrmann et al. 2001). A clock that is
// never set tells the time; states come in the order of the least time at which the target can hold behind them. Later
// times are covered by earlier ones, since nothing asks the clock to be large. Now and then the state that seems nearest to
// the target comes first, so that there is a run to show long before the best one is proven.

import { NumberTable } from "../../basics/grow.ts";
import { HeapQueue } from "../../basics/priority-queue.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { TimeBound } from "../../heuristics/index.ts";
import type { Formula, Network } from "../../network/index.ts";
import type { CountedRunnable, SearchStatistics, SearchStatus } from "../../search/index.ts";
import { ZoneReader } from "../../search-context/index.ts";
import type { ReferenceSemantics } from "../../semantics/index.ts";
import { constantOf, isStrict } from "../../zone/index.ts";

/** Of so many states one is taken because it seems near, once there is a run to show. */
const NEAR_TURNS = 4;

export interface ZoneSearchParts {
  readonly network: Network;
  readonly engine: Engine;
  readonly semantics: ReferenceSemantics;
  /** Within some time, by the clock that comes last. */
  readonly timed: Target;
  /** What is known about what is left; none: time alone decides. */
  readonly bound?: TimeBound;
}

/** Reports every target that can be reached sooner than all before it. Times are doubled, and odd where they are not attained. */
export class ZoneSearch implements CountedRunnable {
  readonly engine: Engine;
  private readonly parts: ZoneSearchParts;
  private readonly reader: ZoneReader;
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
  /** Twice the time of the best that is known, less than which is wanted. */
  best = Number.POSITIVE_INFINITY;
  found: StateId = -1;

  constructor(parts: ZoneSearchParts) {
    this.parts = parts;
    this.engine = parts.engine;
    this.reader = new ZoneReader(parts.engine, parts.network);
  }

  /** Twice the least time at which any target can hold that was not met yet. */
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
    const { engine } = this;
    if (!this.begun) {
      this.begun = true;
      const { count } = engine.initial();
      for (let i = 0; i < count; i++) {
        const state = engine.insert(i, -1, 0);
        if (state >= 0) this.push(state, 0);
      }
      return "running";
    }
    const state = this.next();
    if (state === undefined) return "exhausted";
    if (this.done.get(state) === 1 || !engine.alive(state)) return "running";
    this.done.set(state, 1);
    if (this.keys.get(state) >= this.best) return "running";
    this.explored++;
    const here = engine.satisfies(state, 0) ? this.earliest(state) : Number.POSITIVE_INFINITY;
    const fresh = engine.expandAll(state, 0);
    const ids = Array.from(fresh);
    const least = this.keys.get(state);
    for (const id of ids) this.push(id, least);
    if (here >= this.best) return "running";
    this.best = here;
    this.found = state;
    return "found";
  }

  /** Nothing that waits is better than what is known. */
  private next(): StateId | undefined {
    if (this.open.size === 0 || this.open.least >= this.best) return undefined;
    const turns = this.best === Number.POSITIVE_INFINITY ? 2 : NEAR_TURNS;
    const list = ++this.turn % turns === 0 && this.near.size > 0 ? this.near : this.open;
    return list.pop();
  }

  private push(state: StateId, atLeast: number): void {
    const { bound, network } = this.parts;
    const { view, zone } = this.reader.read(state);
    const time = network.clocks.length;
    const { bounds, dim } = zone!;
    const now = timeKey(bounds[time]!);
    const left =
      bound === undefined
        ? now
        : 2 * bound.of(view, now >> 1, (clock) => -constantOf(bounds[(clock + 1) * dim + time]!));
    if (left === Number.POSITIVE_INFINITY) return;
    const key = Math.max(now, left, atLeast);
    if (key >= this.best) return;
    this.keys.set(state, key);
    this.pushed++;
    this.key[0] = key;
    this.key[1] = key - now;
    this.open.push(this.key, this.rank, state);
    this.key[0] = key - now;
    this.key[1] = key;
    this.near.push(this.key, this.rank++, state);
    if (this.open.size > this.peak) this.peak = this.open.size;
  }

  private earliest(state: StateId): number {
    const { semantics, timed, network } = this.parts;
    const { view, zone } = this.reader.read(state);
    const { formula, frameSize }: { formula: Formula; frameSize: number } = timed;
    const pieces = semantics.where(formula, frameSize, view as never, zone!.bounds.slice());
    return Math.min(...pieces.map((piece) => timeKey(piece[network.clocks.length]!)));
  }
}

/** Orders greatest lower bounds: `time ≥ c` before `time > c` before `time ≥ c + 1`. */
function timeKey(bound: number): number {
  return -2 * constantOf(bound) + (isStrict(bound) ? 1 : 0);
}
