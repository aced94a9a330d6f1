// Best-first search for evidence (Aljazzar and Leue 2010; XBF): states are expanded in the order of the most probable path to them, every transition
// is kept, and now and then the probability inside of what was explored is computed; what leads out of it is lost. It ends when a
// bound is exceeded, or everything is explored. Choices of an MDP are resolved in the best way, so evidence belongs to one scheduler.

import { HeapQueue } from "../../basics/priority-queue.ts";
import type { StateId } from "../../engine/index.ts";
import type { Graph } from "../graph.ts";
import type { Model } from "../model.ts";
import { type Solved, untilProbability } from "../unbounded.ts";

/** Is a state a target, and may a path go on through it? */
export interface SoughtStates {
  isTarget(state: StateId): boolean;
  mayPass(state: StateId): boolean;
}

/** The explored part as a model; its last state takes what leads out of it. */
export interface ExploredPart {
  readonly model: Model;
  readonly order: readonly StateId[];
  readonly solved: Solved;
}

export class EvidenceSearch {
  readonly graph: Graph;
  /** In the order of expansion; targets are not expanded. */
  readonly explored: StateId[] = [];
  private readonly sought: SoughtStates;
  private readonly open = new HeapQueue();
  private readonly best = new Map<StateId, number>();
  private readonly closed = new Set<StateId>();
  private readonly targets = new Set<StateId>();
  private nextLook = 16;
  private met = 0;

  constructor(graph: Graph, sought: SoughtStates) {
    this.graph = graph;
    this.sought = sought;
    for (const state of graph.initial) this.offer(state, 1);
  }

  get waiting(): number {
    return this.open.size;
  }

  private offer(state: StateId, probability: number): void {
    if (this.closed.has(state) || probability <= (this.best.get(state) ?? 0)) return;
    this.best.set(state, probability);
    this.open.push([-probability], 0, state);
  }

  /** Expands one state; false when none is left. */
  step(): boolean {
    const { graph } = this;
    for (let state = this.open.pop(); state !== undefined; state = this.open.pop()) {
      if (this.closed.has(state)) continue;
      this.closed.add(state);
      this.explored.push(state);
      if (this.sought.isTarget(state)) {
        this.targets.add(state);
        return true;
      }
      if (!this.sought.mayPass(state)) return true;
      if (!graph.isExpanded(state)) graph.expand(state);
      const reached = this.best.get(state)!;
      for (let choice = graph.firstChoice.at(state); choice < graph.endChoice.at(state); choice++) {
        for (let at = graph.firstTransition(choice); at < graph.endTransition.data[choice]!; at++) {
          this.offer(graph.target.data[at]!, reached * graph.probability.data[at]!);
        }
      }
      return true;
    }
    return false;
  }

  /** Is it time to compute the probability inside? The more was explored, the rarer. */
  wantsLook(): boolean {
    if (this.targets.size === 0 || this.explored.length < this.nextLook) return false;
    if (this.targets.size === this.met && this.explored.length < 2 * this.nextLook) return false;
    return true;
  }

  /** The explored part, and the probabilities inside of it. */
  look(): ExploredPart {
    this.met = this.targets.size;
    this.nextLook = Math.max(this.explored.length + 10, Math.ceil(1.05 * this.explored.length));
    const order = this.explored;
    const model = partOf(this.graph, order, (state) => this.targets.has(state) || !this.sought.mayPass(state));
    const left = new Uint8Array(model.states).fill(1);
    const right = Uint8Array.from({ length: model.states }, (_, index) =>
      index < order.length && this.targets.has(order[index]!) ? 1 : 0,
    );
    return { model, order, solved: untilProbability(model, left, right, "max", () => {}) };
  }
}

/** These states with their transitions; `ends` are not left, and what leads elsewhere goes to a last state that stays. */
function partOf(graph: Graph, order: readonly StateId[], ends: (state: StateId) => boolean): Model {
  const index = new Map(order.map((state, at) => [state, at]));
  const lost = order.length;
  const choices = new Int32Array(lost + 2);
  const transitions: number[] = [0];
  const target: number[] = [];
  const probability: number[] = [];
  const end = (): void => {
    transitions.push(target.length);
  };
  for (const [at, state] of order.entries()) {
    if (ends(state) || !graph.isExpanded(state)) {
      target.push(at);
      probability.push(1);
      end();
    } else {
      for (let choice = graph.firstChoice.at(state); choice < graph.endChoice.at(state); choice++) {
        for (let step = graph.firstTransition(choice); step < graph.endTransition.data[choice]!; step++) {
          target.push(index.get(graph.target.data[step]!) ?? lost);
          probability.push(graph.probability.data[step]!);
        }
        end();
      }
    }
    choices[at + 1] = transitions.length - 1;
  }
  target.push(lost);
  probability.push(1);
  end();
  choices[lost + 1] = transitions.length - 1;
  return {
    states: lost + 1,
    choices,
    transitions: Int32Array.from(transitions),
    target: Int32Array.from(target),
    probability: Float64Array.from(probability),
  };
}
