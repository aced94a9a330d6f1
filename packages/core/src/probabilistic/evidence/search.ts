// Best-first search for evidence (Aljazzar and Leue 2010; XBF): states are expanded in the order of the most probable
// path through them (the way to them times an estimate from above of the way on), every transition is kept, and now and
// then the probability inside of what was explored is computed. Choices of an MDP are resolved in the best way, so
// evidence belongs to one scheduler.

import { HeapQueue } from "../../basics/priority-queue.ts";
import type { ChanceEstimate } from "../estimates/index.ts";
import type { EvidenceGraph } from "./evidence-graph.ts";
import { type ExploredPart, explore } from "./part.ts";
import type { SoughtStates } from "./sought.ts";

export class EvidenceSearch {
  readonly graph: EvidenceGraph;
  readonly sought: SoughtStates;
  /** In the order of expansion; targets are not expanded. */
  readonly explored: number[] = [];
  readonly targets = new Set<number>();
  private readonly estimate: ChanceEstimate;
  private readonly open = new HeapQueue();
  private readonly best = new Map<number, number>();
  private readonly ahead = new Map<number, number>();
  private readonly closed = new Set<number>();
  private nextLook = 16;
  private met = 0;

  constructor(graph: EvidenceGraph, sought: SoughtStates, estimate: ChanceEstimate) {
    this.graph = graph;
    this.sought = sought;
    this.estimate = estimate;
    for (const state of graph.initial) this.offer(state, 1);
  }

  get waiting(): number {
    return this.open.size;
  }

  /** No path that leaves what was explored is more probable. */
  get mostBeyond(): number {
    return this.open.size === 0 ? 0 : -this.open.least;
  }

  private offer(state: number, probability: number): void {
    if (this.closed.has(state) || probability <= (this.best.get(state) ?? 0)) return;
    let ahead = this.ahead.get(state);
    if (ahead === undefined) {
      ahead = this.estimate(this.graph.view(state));
      this.ahead.set(state, ahead);
    }
    // No path leads on from there.
    if (ahead === 0) return;
    this.best.set(state, probability);
    this.open.push([-probability * ahead], 0, state);
  }

  /** Expands one state; false when none is left. */
  step(): boolean {
    const { graph, sought } = this;
    for (let state = this.open.pop(); state !== undefined; state = this.open.pop()) {
      if (this.closed.has(state)) continue;
      this.closed.add(state);
      this.explored.push(state);
      if (sought.isTarget(state)) this.targets.add(state);
      else if (sought.mayPass(state)) {
        const reached = this.best.get(state)!;
        graph.each(state, (_, to, probability) => this.offer(to, reached * probability));
      }
      return true;
    }
    return false;
  }

  /** Is it time to compute the probability inside? The more was explored, the rarer; or as soon as a target is met. */
  wantsLook(isEager = false): boolean {
    if (this.targets.size === 0) return false;
    if (isEager && this.targets.size > this.met) return true;
    if (this.explored.length < this.nextLook) return false;
    if (this.targets.size === this.met && this.explored.length < 2 * this.nextLook) return false;
    return true;
  }

  /** The explored part, and the probabilities inside of it. */
  look(): ExploredPart {
    this.met = this.targets.size;
    this.nextLook = Math.max(this.explored.length + 10, Math.ceil(1.05 * this.explored.length));
    return explore(this.graph, this.explored.slice(), this.sought);
  }

  /** The initial state with the largest probability inside of a part. */
  startOf({ order, lower }: ExploredPart): number {
    let best = -1;
    for (const state of this.graph.initial) {
      const at = order.indexOf(state);
      if (at >= 0 && (best < 0 || lower[at]! > lower[best]!)) best = at;
    }
    return best;
  }
}
