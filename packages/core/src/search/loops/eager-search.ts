// The search loop, written once: pop a state, test whether it is a target, expand it, push what is new. The open
// list makes it breadth-first, depth-first or random; later lists make it greedy, A* or multi-queue.

import { defined } from "../../basics/defined.ts";
import { NumberTable } from "../../basics/grow.ts";
import type { Prng } from "../../basics/prng.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { OpenList, Pruning } from "../../open-lists/index.ts";
import type { StepCosts } from "../../search-context/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { FaultLedger } from "../fault-ledger.ts";
import { reachedIn } from "../reached.ts";
import type { Bound, Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "../search.ts";
import { WayLimit } from "../way-limit.ts";
import type { BoundedSearch } from "./rounds.ts";

export interface EagerOptions {
  /** Is the popped state a target? */
  readonly goal: GoalTest;
  /**
   * What insertion is told (engine.md, "Cost is what the search promises"): `depth` when the search promises short
   * traces, so that a state is dropped only for one that is reached no later; `none` for plain inclusion. A bound needs
   * `depth`: a state first met at the end of a long path must be looked at again when a shorter one leads there.
   * `tree`: every path counts, so no state is dropped for another one. Otherwise what steps cost.
   */
  readonly cost: "depth" | "none" | "tree" | StepCosts;
  /** When states are tested: when they are popped (what the papers count), or when they are generated. */
  readonly test?: "popped" | "generated";
  readonly bound?: Bound | undefined;
  /**
   * Asked when a state is popped: can nothing come of it? For lists that order states by what their parents promised.
   */
  readonly hopeless?: (state: StateId) => boolean;
  /** Does the open list want to know by which transition a state was reached? */
  readonly transitions?: boolean;
  /** Steps that need not be taken; needs `transitions`. */
  readonly pruning?: Pruning | undefined;
  /** Shuffles the new successors of each state: random depth-first search is a shuffled stack. */
  readonly shuffle?: Prng;
  /** The engine tells states apart that the problem does not: what it stores proves nothing to others. */
  readonly extended?: boolean;
  /** Told of every state when it is expanded, with the number of its successors (covered ones included). */
  readonly onExpanded?: (state: StateId, successors: number) => void;
}

export class EagerSearch implements BoundedSearch {
  readonly engine: Engine;
  private readonly open: OpenList;
  private readonly options: EagerOptions;
  private readonly depths = new NumberTable(new Int32Array(1024));
  /** What the way to each state costs, where steps have costs of their own. */
  private readonly costs = new NumberTable(new Float64Array(1024));
  private inserted = 0;
  private explored = 0;
  private peakOpen = 0;
  private started = false;
  /** Popped and accepted by the goal test, but not expanded yet. */
  private held: StateId | undefined;
  /** Targets that were generated and not reported yet; and those behind which the search is not to go. */
  private readonly reached: StateId[] = [];
  private readonly barred = new Set<StateId>();
  private readonly ledger: FaultLedger;
  /** What users ask to be least; lists that decide themselves which duplicate is better have costs that nobody sees. */
  private readonly priced: StepCosts | undefined;
  readonly limits: WayLimit;
  private target: StateId | undefined;

  constructor(engine: Engine, open: OpenList, options: EagerOptions) {
    this.engine = engine;
    this.open = open;
    this.options = options;
    this.ledger = new FaultLedger(engine);
    const { cost } = options;
    this.priced = typeof cost === "object" && cost.show !== undefined ? cost : undefined;
    this.limits = new WayLimit(this.priced, options.bound);
  }

  get found(): Found | undefined {
    const { target, engine } = this;
    if (target === undefined) return undefined;
    return { ...reachedIn(engine, target), length: this.depths.get(target), cost: this.cost };
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine);
  }

  get record(): Engine | undefined {
    return this.options.extended === true ? undefined : this.engine;
  }

  improve(length: number): void {
    this.limits.improve(length, this.measure);
  }

  get measure(): number | undefined {
    return this.target === undefined ? undefined : this.measureOf(this.target);
  }

  private measureOf(state: StateId): number {
    return this.priced === undefined ? this.depths.get(state) : this.costs.get(state);
  }

  turnBack(): void {
    this.held = undefined;
    if (this.options.test === "generated") this.barred.add(this.target!);
  }

  private get cost(): string | undefined {
    return this.limits.show(this.measure);
  }

  step(): SearchStatus {
    const status = this.advance();
    // A fault outweighs a target met in the same step only in the order of reporting: the target is still there.
    return status !== "found" && this.ledger.reportFault() ? "fault" : status;
  }

  private advance(): SearchStatus {
    if (this.ledger.owesFault) return "running";
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
    const reached = this.reached.shift();
    if (reached !== undefined) {
      this.target = reached;
      return "found";
    }
    const state = this.next();
    if (state === undefined) return this.open.incomplete === true || this.limits.wasCut ? "gave-up" : "exhausted";
    this.explored++;
    if (this.options.hopeless?.(state) === true) return "running";
    if (this.options.test !== "generated" && this.options.goal(state, this.engine)) {
      this.target = state;
      this.held = state;
      return "found";
    }
    if (!this.barred.has(state)) this.expand(state);
    return "running";
  }

  get statistics(): SearchStatistics {
    return this.ledger.statistics({
      explored: this.explored,
      peakOpen: this.peakOpen,
      queues: this.open.queues.map(({ pushed, popped }) => ({ pushed, popped })),
      contextSwitches: this.open.contextSwitches ?? 0,
      prunable: this.open.prunable ?? 0,
      ...defined({ cost: this.cost }),
    });
  }

  private start(): void {
    const count = this.engine.initial().count;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const cost = this.costOf(0, undefined, 0, -1);
      const state = this.engine.insert(ordinal, -1, cost);
      if (state >= 0) this.push(state, -1, 0, cost);
    }
  }

  private next(): StateId | undefined {
    for (;;) {
      const state = this.open.pop();
      if (state === undefined) return undefined;
      const alive = this.options.cost === "tree" || this.engine.alive(state);
      if (alive && this.within(state)) return state;
    }
  }

  private expand(state: StateId): void {
    const depth = this.depths.get(state) + 1;
    const before = this.engine.transitions;
    this.expandInto(state, depth);
    this.options.onExpanded?.(state, this.engine.transitions - before);
  }

  private expandInto(state: StateId, depth: number): void {
    const { transitions, cost: costs, shuffle } = this.options;
    if (transitions === true || (costs !== "depth" && costs !== "none")) {
      this.expandWithTransitions(state, depth);
      return;
    }
    const cost = costs === "depth" ? depth : 0;
    const fresh = this.engine.expandAll(state, cost);
    if (shuffle === undefined) {
      for (let i = 0; i < fresh.length; i++) this.push(fresh[i]!, state, depth, cost);
    } else {
      const shuffled = Array.from(fresh);
      shuffle.shuffle(shuffled);
      for (const successor of shuffled) this.push(successor, state, depth, cost);
    }
  }

  /** The slower way: candidates are inserted one by one, each with the transition that leads to it. */
  private expandWithTransitions(state: StateId, depth: number): void {
    const expansion = this.engine.expand(state);
    const fresh: { readonly state: StateId; readonly transition: JointTransition; readonly cost: number }[] = [];
    const { pruning, cost: costs } = this.options;
    const before = this.costs.get(state);
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      // Most candidates are covered, so transitions are read before only where something depends on them.
      const read = pruning !== undefined || typeof costs === "object" ? expansion.transition(ordinal) : undefined;
      if (read !== undefined && pruning?.(state, read) === true) continue;
      const cost = this.costOf(depth, read, before, state);
      const successor = this.engine.insert(ordinal, state, cost);
      if (successor < 0) continue;
      fresh.push({ state: successor, transition: read ?? expansion.transition(ordinal), cost });
    }
    // Pushing may evaluate estimates, which asks the engine: only now, when the expansion is no longer needed.
    for (const { state: successor, transition, cost } of fresh) this.push(successor, state, depth, cost, transition);
  }

  /** What the way to a state costs, as insertion is told. */
  private costOf(depth: number, transition: JointTransition | undefined, before: number, parent: StateId): number {
    const { cost } = this.options;
    switch (cost) {
      case "depth":
        return depth;
      case "none":
        return 0;
      case "tree":
        // Less than every cost before it: nothing stored covers the state. What it swallows stays in the list.
        return --this.inserted;
      default:
        return transition === undefined ? cost.start : cost.after(before, transition, parent);
    }
  }

  private push(state: StateId, parent: StateId, depth: number, cost: number, transition?: JointTransition): void {
    this.depths.set(state, depth);
    if (typeof this.options.cost === "object") this.costs.set(state, cost);
    if (!this.within(state)) return;
    const { cost: costs } = this.options;
    const node = transition === undefined ? { parent, depth, cost } : { parent, depth, cost, transition };
    const ahead = typeof costs === "object" ? costs.ahead : undefined;
    const view = () => this.engine.view(state);
    this.open.push(state, ahead === undefined ? node : { ...node, ahead: (steps) => ahead(cost, steps, view) });
    if (this.open.size > this.peakOpen) this.peakOpen = this.open.size;
    if (this.options.test === "generated" && this.options.goal(state, this.engine)) this.reached.push(state);
  }

  private within(state: StateId): boolean {
    const { limits } = this;
    const steps = this.options.bound?.estimate?.(state) ?? 0;
    return limits.isOpen || limits.admits(this.measureOf(state), steps, () => this.engine.view(state));
  }
}
