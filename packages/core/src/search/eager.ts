// The search loop, written once: pop a state, test whether it is a target, expand it, push what is new. The open
// list makes it breadth-first, depth-first or random; later lists make it greedy, A* or multi-queue.

import type { Engine, EngineFault, JointTransition, StateId } from "../engine/engine.ts";
import type { OpenList, Prng, Pruning } from "../open-lists/index.ts";
import type { BoundedSearch } from "./rounds.ts";
import type { Bound, Goal, SearchStatistics, SearchStatus } from "./search.ts";

export interface EagerOptions {
  /** Is the popped state a target? */
  readonly goal: Goal;
  /**
   * What insertion is told (engine.md, "Cost is what the search promises"): `depth` when the search promises short
   * traces, so that a state is dropped only for one that is reached no later; `none` for plain inclusion. A bound needs
   * `depth`: a state first met at the end of a long path must be looked at again when a shorter one leads there. `tree`:
   * every path counts, so no state is dropped for another one.
   */
  readonly cost: "depth" | "none" | "tree";
  readonly bound?: Bound | undefined;
  /** Asked when a state is popped: can nothing come of it? For lists that order states by what their parents promised. */
  readonly hopeless?: (state: StateId) => boolean;
  /** Does the open list want to know by which transition a state was reached? */
  readonly transitions?: boolean;
  /** Steps that need not be taken; needs `transitions`. */
  readonly pruning?: Pruning | undefined;
  /** Shuffles the new successors of each state: random depth-first search is a shuffled stack. */
  readonly shuffle?: Prng;
  /** Told of every state when it is expanded, with the number of its successors (covered ones included). */
  readonly onExpanded?: (state: StateId, successors: number) => void;
}

export class EagerSearch implements BoundedSearch {
  readonly engine: Engine;
  private readonly open: OpenList;
  private readonly options: EagerOptions;
  private readonly depths = new GrowingInts();
  private explored = 0;
  private peakOpen = 0;
  private started = false;
  /** Popped and accepted by the goal test, but not expanded yet. */
  private held: StateId | undefined;
  private faultsSeen = 0;
  /** What counts now; at first what was asked for. */
  private limit: number;
  leastCut = Number.POSITIVE_INFINITY;
  private wasCut = false;
  target?: StateId;
  fault?: EngineFault;

  constructor(engine: Engine, open: OpenList, options: EagerOptions) {
    this.engine = engine;
    this.open = open;
    this.options = options;
    this.limit = options.bound?.length ?? Number.POSITIVE_INFINITY;
  }

  tighten(length: number): void {
    this.limit = Math.min(this.limit, length);
  }

  turnBack(): void {
    this.held = undefined;
  }

  get length(): number {
    return this.depths.get(this.target!);
  }

  step(): SearchStatus {
    const status = this.advance();
    // A fault outweighs a target met in the same step only in the order of reporting: the target is still there.
    const fault = this.engine.faults[this.faultsSeen];
    if (fault === undefined || status === "found") return status;
    this.faultsSeen++;
    this.fault = fault;
    return "fault";
  }

  private advance(): SearchStatus {
    if (this.faultsSeen < this.engine.faults.length) return "running";
    if (!this.started) {
      this.started = true;
      this.start();
      return "running";
    }
    const held = this.held;
    if (held !== undefined) {
      this.held = undefined;
      this.expand(held);
      return "running";
    }
    const state = this.next();
    if (state === undefined) return this.open.incomplete === true || this.wasCut ? "gave-up" : "exhausted";
    this.explored++;
    if (this.options.hopeless?.(state) === true) return "running";
    if (this.options.goal(state, this.engine)) {
      this.target = state;
      this.held = state;
      return "found";
    }
    this.expand(state);
    return "running";
  }

  get statistics(): SearchStatistics {
    const { generated, stored, transitions, covered } = this.engine.statistics;
    return {
      explored: this.explored,
      generated,
      stored,
      transitions,
      covered,
      peakOpen: this.peakOpen,
      queues: this.open.queues.map(({ pushed, popped }) => ({ pushed, popped })),
      contextSwitches: this.open.contextSwitches ?? 0,
    };
  }

  private start(): void {
    const count = this.engine.initial().count;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = this.engine.insert(ordinal, -1, this.options.cost === "tree" ? this.cheaper() : 0);
      if (state >= 0) this.push(state, -1, 0);
    }
  }

  private next(): StateId | undefined {
    for (;;) {
      const state = this.open.pop();
      if (state === undefined) return undefined;
      const alive = this.options.cost === "tree" || this.engine.alive(state);
      if (alive && this.within(state, this.depths.get(state))) return state;
    }
  }

  private expand(state: StateId): void {
    const depth = this.depths.get(state) + 1;
    const { onExpanded } = this.options;
    if (onExpanded === undefined) {
      this.expandInto(state, depth);
      return;
    }
    // Statistics are put together anew each time they are asked for: too dear for every expansion.
    const before = this.engine.statistics.transitions;
    this.expandInto(state, depth);
    onExpanded(state, this.engine.statistics.transitions - before);
  }

  private expandInto(state: StateId, depth: number): void {
    const cost = this.options.cost === "depth" ? depth : 0;
    if (this.options.transitions === true || this.options.cost === "tree") {
      this.expandWithTransitions(state, depth, cost);
      return;
    }
    const fresh = this.engine.expandAll(state, cost);
    if (this.options.shuffle === undefined) {
      for (let i = 0; i < fresh.length; i++) this.push(fresh[i]!, state, depth);
    } else {
      const shuffled = Array.from(fresh);
      this.options.shuffle.shuffle(shuffled);
      for (const successor of shuffled) this.push(successor, state, depth);
    }
  }

  /** The slower way: candidates are inserted one by one, each with the transition that leads to it. */
  private expandWithTransitions(state: StateId, depth: number, cost: number): void {
    const expansion = this.engine.expand(state);
    const fresh: { readonly state: StateId; readonly transition: JointTransition }[] = [];
    const { pruning } = this.options;
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      if (pruning?.(state, expansion.transition(ordinal)) === true) continue;
      const successor = this.engine.insert(ordinal, state, this.options.cost === "tree" ? this.cheaper() : cost);
      if (successor >= 0) fresh.push({ state: successor, transition: expansion.transition(ordinal) });
    }
    // Pushing may evaluate estimates, which asks the engine: only now, when the expansion is no longer needed.
    for (const { state: successor, transition } of fresh) this.push(successor, state, depth, transition);
  }

  private push(state: StateId, parent: StateId, depth: number, transition?: JointTransition): void {
    this.depths.set(state, depth);
    if (!this.within(state, depth)) return;
    const cost = this.options.cost === "depth" ? depth : 0;
    this.open.push(state, transition === undefined ? { parent, depth, cost } : { parent, depth, cost, transition });
    if (this.open.size > this.peakOpen) this.peakOpen = this.open.size;
  }

  /** Less than every cost before it, so that nothing stored covers the next state. What it swallows stays in the list. */
  private cheaper(): number {
    return -this.engine.statistics.generated - 1;
  }

  private within(state: StateId, depth: number): boolean {
    if (this.limit === Number.POSITIVE_INFINITY) return true;
    const { bound } = this.options;
    const length = depth + (bound?.estimate?.(state) ?? 0);
    if (length <= this.limit) return true;
    // Infinity is a proof that nothing can come of the state, not a matter of the bound.
    if (length === Number.POSITIVE_INFINITY) return false;
    if (bound !== undefined && length > bound.length) {
      this.wasCut = true;
      if (length < this.leastCut) this.leastCut = length;
    }
    return false;
  }
}

/** Numbers by state id; ids are dense, so an array that doubles is enough. */
class GrowingInts {
  private values = new Int32Array(1024);

  get(index: number): number {
    return this.values[index]!;
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      const grown = new Int32Array(Math.max(index + 1, this.values.length * 2));
      grown.set(this.values);
      this.values = grown;
    }
    this.values[index] = value;
  }
}
