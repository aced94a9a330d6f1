// Beam search as schedulers know it (survey, section 7; Wijs 2007): states lie in levels, by the number of steps, by
// what the way to them cost, or by the progress that has been made, and of each level a few are expanded. Which few, a
// policy says. What is dropped is not looked at again, so that running empty proves nothing once something was.

import type { Engine, StateId } from "../../engine/engine.ts";
import type { Key } from "../../evaluators/index.ts";
import { QueueCounter } from "../../open-lists/index.ts";
import type { OpenNode, StepCosts } from "../../search-context/index.ts";
import { sameTransition } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { FaultLedger } from "../fault-ledger.ts";
import { reachedIn } from "../reached.ts";
import type { Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "../search.ts";
import { WayLimit } from "../way-limit.ts";
import type { BoundedSearch } from "./rounds.ts";

export interface BeamNode extends OpenNode {
  readonly state: StateId;
  /** Smaller is better. */
  readonly key: number;
}

/** Which states stay; both are handed best first. */
export interface BeamPolicy {
  /** Of the successors of one state, so many levels from the start. Absent: all. */
  ofState?(successors: readonly BeamNode[], level: number): readonly BeamNode[];
  /** Of a level. Absent: all. */
  ofLevel?(nodes: readonly BeamNode[]): readonly BeamNode[];
}

export interface BeamOptions {
  readonly goal: GoalTest;
  readonly key: Key;
  /** Infinity proves that a state leads nowhere. */
  readonly isSafe: boolean;
  readonly policy: BeamPolicy;
  /** What has been achieved; absent: levels are numbers of steps, or costs where there are some. */
  readonly progress?: ((state: StateId) => number) | undefined;
  readonly costs?: StepCosts | undefined;
  /** A state that is kept brings back the brother of its parent that the same step came first on. */
  readonly isRecovering?: boolean;
}

export class BeamLevels implements BoundedSearch {
  readonly engine: Engine;
  readonly limits: WayLimit;
  private readonly options: BeamOptions;
  private readonly ledger: FaultLedger;
  private readonly counter = new QueueCounter();
  private readonly levels = new Map<number, BeamNode[]>();
  private level = Number.NEGATIVE_INFINITY;
  private beam: readonly BeamNode[] = [];
  private at = 0;
  private held: BeamNode | undefined;
  private target: BeamNode | undefined;
  private begun = false;
  private isIncomplete = false;
  private explored = 0;
  private peak = 0;
  /** States where nothing can happen and that are no targets: ways that ended without success. */
  private stuck = 0;
  /** Who was dropped, by parent: of the latest levels. */
  private dropped = new Map<StateId, BeamNode[]>();
  private parents = new Map<StateId, BeamNode>();

  constructor(engine: Engine, options: BeamOptions) {
    this.engine = engine;
    this.options = options;
    this.ledger = new FaultLedger(engine);
    this.limits = new WayLimit(options.costs, undefined);
  }

  get found(): Found | undefined {
    const { target, engine } = this;
    if (target === undefined) return undefined;
    const cost = this.limits.show(this.measure);
    return { ...reachedIn(engine, target.state), length: target.depth, cost };
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine);
  }

  get record(): Engine {
    return this.engine;
  }

  improve(length: number): void {
    this.limits.improve(length, this.measure);
  }

  get measure(): number | undefined {
    return this.target === undefined ? undefined : this.measureOf(this.target);
  }

  private measureOf({ depth, cost }: BeamNode): number {
    return this.options.costs === undefined ? depth : cost;
  }

  turnBack(): void {
    this.held = undefined;
  }

  get statistics(): SearchStatistics {
    const { explored, peak: peakOpen, counter, stuck } = this;
    return this.ledger.statistics({ explored, peakOpen, queues: [{ ...counter }], ...(stuck > 0 && { stuck }) });
  }

  step(): SearchStatus {
    const status = this.advance();
    return status !== "found" && this.ledger.reportFault() ? "fault" : status;
  }

  private advance(): SearchStatus {
    if (this.ledger.owesFault) return "running";
    if (!this.begun) {
      this.begun = true;
      this.begin();
      return "running";
    }
    if (this.held !== undefined) {
      const { held } = this;
      this.held = undefined;
      this.expand(held);
      return "running";
    }
    const node = this.beam[this.at++];
    if (node === undefined) return this.nextLevel() ? "running" : this.isIncomplete ? "gave-up" : "exhausted";
    if (
      !this.engine.alive(node.state) ||
      !this.limits.admits(this.measureOf(node), 0, () => this.engine.view(node.state))
    )
      return "running";
    this.explored++;
    this.counter.popped++;
    if (this.options.goal(node.state, this.engine)) {
      this.target = node;
      this.held = node;
      return "found";
    }
    this.expand(node);
    return "running";
  }

  private begin(): void {
    const { count } = this.engine.initial();
    const cost = this.options.costs?.start ?? 0;
    const states: StateId[] = [];
    for (let i = 0; i < count; i++) {
      const state = this.engine.insert(i, -1, cost);
      if (state >= 0) states.push(state);
    }
    for (const state of states) this.enter(this.nodeOf(state, { parent: -1, depth: 0, cost }));
  }

  private nodeOf(state: StateId, node: OpenNode): BeamNode {
    const { key, costs } = this.options;
    const ahead = costs?.ahead;
    const whole =
      ahead === undefined
        ? node
        : { ...node, ahead: (steps: number) => ahead(node.cost, steps, () => this.engine.view(state)) };
    return { ...whole, state, key: key(state, whole) };
  }

  private enter(node: BeamNode): void {
    const { progress, costs, isSafe } = this.options;
    if (isSafe && node.key === Number.POSITIVE_INFINITY) return;
    const own = progress?.(node.state) ?? (costs === undefined ? node.depth : node.cost);
    const level = Math.max(own, this.level);
    const others = this.levels.get(level);
    if (others === undefined) this.levels.set(level, [node]);
    else others.push(node);
    this.counter.pushed++;
  }

  private expand(node: BeamNode): void {
    for (const kept of this.narrowed(node, this.successors(node))) this.enter(kept);
  }

  private successors(node: BeamNode): readonly BeamNode[] {
    const { engine } = this;
    const { costs } = this.options;
    const expansion = engine.expand(node.state);
    if (expansion.count === 0) this.stuck++;
    const fresh: { readonly state: StateId; readonly transition: JointTransition; readonly cost: number }[] = [];
    for (let i = 0; i < expansion.count; i++) {
      const transition = expansion.transition(i);
      const cost = costs === undefined ? 0 : costs.after(node.cost, transition, node.state);
      const state = engine.insert(i, node.state, cost);
      if (state >= 0) fresh.push({ state, transition, cost });
    }
    if (this.options.isRecovering) this.parents.set(node.state, node);
    // Estimates ask the engine: only now, when the expansion is no longer needed.
    return fresh.map(({ state, transition, cost }) =>
      this.nodeOf(state, { parent: node.state, depth: node.depth + 1, cost, transition }),
    );
  }

  private narrowed(node: BeamNode, successors: readonly BeamNode[]): readonly BeamNode[] {
    const { ofState } = this.options.policy;
    if (ofState === undefined) return successors;
    const kept = ofState(inOrder(successors), node.depth);
    this.drop(successors, kept);
    return kept;
  }

  private nextLevel(): boolean {
    if (this.levels.size === 0) return false;
    this.level = Math.min(...this.levels.keys());
    const nodes = inOrder(this.levels.get(this.level)!);
    this.levels.delete(this.level);
    this.beam = this.options.policy.ofLevel?.(nodes) ?? nodes;
    if (this.options.isRecovering) this.beam = this.recovered(nodes, this.beam);
    this.drop(nodes, this.beam);
    this.at = 0;
    this.peak = Math.max(this.peak, nodes.length);
    return true;
  }

  private drop(all: readonly BeamNode[], kept: readonly BeamNode[]): void {
    if (kept.length === all.length) return;
    const stays = new Set(kept);
    for (const node of all) {
      if (stays.has(node)) continue;
      // What a covering state left behind is no loss.
      this.isIncomplete ||= this.engine.alive(node.state);
      if (!this.options.isRecovering) continue;
      const brothers = this.dropped.get(node.parent);
      if (brothers === undefined) this.dropped.set(node.parent, [node]);
      else brothers.push(node);
    }
  }

  /**
   * Of two steps in a row the second may better come first: the state that it led to was dropped, and is tried again.
   */
  private recovered(nodes: readonly BeamNode[], kept: readonly BeamNode[]): readonly BeamNode[] {
    const again: BeamNode[] = [];
    for (const { parent, transition } of kept) {
      const before = this.parents.get(parent)?.parent;
      const brothers = before === undefined ? undefined : this.dropped.get(before);
      const at = brothers?.findIndex((one) => sameTransition(one.transition!, transition!)) ?? -1;
      if (at < 0) continue;
      const [brother] = brothers!.splice(at, 1);
      if (this.engine.alive(brother!.state)) again.push(...this.successors(brother!));
    }
    if (again.length === 0) return kept;
    const all = inOrder([...nodes, ...again]);
    const best = this.options.policy.ofLevel?.(all) ?? all;
    this.drop(all, best);
    return best;
  }
}

function inOrder(nodes: readonly BeamNode[]): readonly BeamNode[] {
  return [...nodes].sort((a, b) => a.key - b.key);
}
