// Depth-first search along one path at a time, for searches that must not keep all states: when the engine holds more
// than `capacity` of them it is replaced by an empty one, in which only the current path and what waits beside it are
// built again by replaying ordinals. States between two replacements still serve to recognise what was seen.

import { defined } from "../../basics/defined.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import { QueueCounter } from "../../open-lists/index.ts";
import type { SearchContext, StepCosts } from "../../search-context/index.ts";
import { FaultLedger } from "../fault-ledger.ts";
import { reachedIn } from "../reached.ts";
import type { Bound, Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "../search.ts";
import { WayLimit } from "../way-limit.ts";
import type { BoundedSearch } from "./rounds.ts";

export interface DepthFirstOptions {
  readonly goal: GoalTest;
  /** Number of states beyond which the engine is replaced. */
  readonly capacity: number;
  /** Makes the order of siblings in a context, smallest first, and the estimate for the bound. */
  readonly estimate?: (context: SearchContext) => (state: StateId) => number;
  /** Only with an estimate that is safe: Infinity means that nothing can come of a state. */
  readonly safe?: boolean;
  /** What ways are measured by; absent: by their steps. */
  readonly costs?: StepCosts | undefined;
  readonly bound?: Bound | undefined;
  /** Does the bound look at the estimate, too? */
  readonly admissible?: boolean;
  /** Is a state to be looked at? Asked once when it is generated; what is refused counts as left out. */
  readonly filter?: (engine: Engine, state: StateId) => boolean;
}

interface Child {
  state: StateId;
  readonly ordinal: number;
  /** Of the way to it. */
  readonly measure: number;
}

/** A state of the current path, and which of its successors wait, the next one last. */
interface Frame extends Child {
  children: Child[];
}

export class DepthFirstSearch implements BoundedSearch {
  private context: SearchContext;
  private readonly options: DepthFirstOptions;
  private estimate: ((state: StateId) => number) | undefined;
  /** The first frame stands for the beginning; its children are initial states. */
  private readonly path: Frame[] = [];
  private explored = 0;
  private peakOpen = 0;
  private waiting = 0;
  private readonly counter = new QueueCounter();
  /** States stored since the engine was new, those that were swallowed included. */
  private stored = 0;
  private readonly ledger: FaultLedger;
  readonly limits: WayLimit;
  private leftOut = false;
  private forgot = false;
  private target: StateId | undefined;
  measure: number | undefined;

  constructor(context: SearchContext, options: DepthFirstOptions) {
    this.context = context;
    this.ledger = new FaultLedger(context.engine);
    this.options = options;
    this.estimate = options.estimate?.(context);
    this.limits = new WayLimit(options.costs, options.bound);
  }

  get found(): Found | undefined {
    const { target, engine, trail, cost } = this;
    return target === undefined ? undefined : { ...reachedIn(engine, target, trail), length: trail.length - 1, cost };
  }

  private get cost(): string | undefined {
    return this.limits.show(this.measure);
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine, this.trail);
  }

  get record(): Engine | undefined {
    return this.forgot ? undefined : this.engine;
  }

  private get engine(): Engine {
    return this.context.engine;
  }

  private get trail(): readonly number[] {
    return this.path.slice(1).map(({ ordinal }) => ordinal);
  }

  improve(length: number): void {
    this.limits.improve(length, this.measure);
  }

  turnBack(): void {
    this.target = undefined;
    this.path.pop();
  }

  step(): SearchStatus {
    if (this.ledger.reportFault()) return "fault";
    return this.advance();
  }

  private advance(): SearchStatus {
    if (this.path.length === 0) {
      this.path.push({ state: -1, ordinal: -1, measure: Number.NaN, children: [] });
      this.expand();
      return "running";
    }
    // A target that was found is on the path with no successors yet.
    if (this.target !== undefined && this.path.at(-1)!.state === this.target) {
      this.target = undefined;
      this.expand();
      return "running";
    }
    const top = this.path.at(-1);
    if (top === undefined) return this.ending();
    const child = top.children.pop();
    if (child === undefined) {
      if (this.path.length === 1) return this.ending();
      this.path.pop();
      return "running";
    }
    this.waiting--;
    this.counter.popped++;
    if (!this.engine.alive(child.state) || !this.within(child)) return "running";
    this.path.push({ ...child, children: [] });
    this.explored++;
    if (this.options.goal(child.state, this.engine)) {
      this.target = child.state;
      this.measure = child.measure;
      return "found";
    }
    this.expand();
    return "running";
  }

  private ending(): SearchStatus {
    return this.leftOut || this.limits.wasCut ? "gave-up" : "exhausted";
  }

  private expand(): void {
    const top = this.path.at(-1)!;
    const { engine, limits } = this;
    const isStart = top.state < 0;
    const expansion = isStart ? engine.initial() : engine.expand(top.state);
    const children: Child[] = [];
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      const measure = isStart ? limits.start : limits.after(top.measure, expansion, ordinal, top.state);
      const state = engine.insert(ordinal, top.state, measure);
      if (state >= 0) children.push({ state, ordinal, measure });
    }
    top.children = this.ordered(children.filter((child) => this.admits(child)));
    this.waiting += top.children.length;
    this.counter.pushed += top.children.length;
    this.peakOpen = Math.max(this.peakOpen, this.waiting);
    this.stored += children.length;
    if (this.stored > this.options.capacity) this.forget();
  }

  private admits(child: Child): boolean {
    if (!this.within(child)) return false;
    if (this.options.filter === undefined || this.options.filter(this.engine, child.state)) return true;
    this.leftOut = true;
    return false;
  }

  private within({ state, measure }: Child): boolean {
    const { admissible, safe } = this.options;
    const estimated = this.estimate?.(state) ?? 0;
    if (estimated === Number.POSITIVE_INFINITY && safe === true) return false;
    return this.limits.admits(measure, admissible === true ? estimated : 0, () => this.engine.view(state));
  }

  /** Smallest estimate on top; among equals the first successor. */
  private ordered(children: Child[]): Child[] {
    children.reverse();
    const { estimate } = this;
    return estimate === undefined ? children : children.sort((a, b) => estimate(b.state) - estimate(a.state));
  }

  private forget(): void {
    this.forgot = true;
    this.context = this.context.restarted();
    this.ledger.goOnIn(this.engine);
    this.estimate = this.options.estimate?.(this.context);
    for (let depth = 0; depth < this.path.length; depth++) {
      const frame = this.path[depth]!;
      if (depth > 0) this.engine.expand(frame.state);
      else this.engine.initial();
      const next = this.path[depth + 1];
      // The path first: what waits beside it must not cover it.
      if (next !== undefined) next.state = this.engine.insert(next.ordinal, frame.state, next.measure);
      for (const child of frame.children) child.state = this.engine.insert(child.ordinal, frame.state, child.measure);
      frame.children = frame.children.filter(({ state }) => state >= 0);
      // Covered by something on the path or beside it, which is looked at anyway.
      if (next !== undefined && next.state < 0) this.path.length = depth + 1;
    }
    this.stored = 0;
    this.waiting = this.path.reduce((sum, { children }) => sum + children.length, 0);
    // Replaying met faults that were reported before.
    this.ledger.skipFaults();
  }

  get statistics(): SearchStatistics {
    const { explored, peakOpen, counter, cost } = this;
    return this.ledger.statistics({ explored, peakOpen, queues: [{ ...counter }], ...defined({ cost }) });
  }
}
