// Cartesian abstraction refinement (Seipp and Helmert 2013): abstract states are products of sets, one per component,
// and start as one state that holds everything. A shortest abstract path from the initial state is followed in the
// factored system; where it fails, the abstract state there is split on the component that fails, so that this path is
// gone. Any number of splits gives an abstraction, so it can end at any time.

import type { DiscreteView } from "../../engine/engine.ts";
import { BudgetSpent, type Meter } from "../factored/build-budget.ts";
import { type FactoredSystem, NOT_FOLLOWED, type TransitionLabel } from "../factored/factored-system.ts";
import type { Relation } from "../factored/transition-system.ts";
import { respectingCommitted } from "./committed.ts";

interface AbstractState {
  /** By component: 1 for the states it holds. */
  readonly sets: readonly Uint8Array[];
  out: Transition[];
  incoming: Transition[];
  /** Labels that lead from the state to itself. */
  loops: number[];
  /** A lower bound of the distance to the goal, which only grows. */
  bound: number;
  isGoal: boolean;
  leaf: Leaf;
}

interface Transition {
  readonly label: number;
  readonly from: AbstractState;
  readonly to: AbstractState;
}

/** Of the tree in which states are looked up. */
interface Leaf {
  distance: number;
  split?: Split;
}
interface Split {
  readonly component: number;
  readonly wanted: Uint8Array;
  readonly yes: Leaf;
  readonly no: Leaf;
}

interface Flaw {
  readonly state: AbstractState;
  readonly component: number;
  /** The states of the component with which the path could go on. */
  readonly wanted: Uint8Array;
}

export class CartesianAbstraction {
  private readonly system: FactoredSystem;
  private readonly labels: readonly TransitionLabel[];
  private readonly meter: Meter;
  private readonly root: Leaf = { distance: 0 };
  private readonly states = new Set<AbstractState>();
  private readonly tables = new Map<Relation, readonly (Int32Array | undefined)[]>();
  private initial: AbstractState;
  private values: Int32Array;
  private work = 0;
  private bytes = 0;
  cut: "time" | "memory" | undefined;

  constructor(system: FactoredSystem, meter: Meter) {
    this.system = system;
    this.labels = respectingCommitted(system, meter);
    this.meter = meter;
    const sets = system.components.map(({ system: { size } }) => new Uint8Array(size).fill(1));
    const only: AbstractState = {
      sets,
      out: [],
      incoming: [],
      loops: [...this.labels.keys()],
      bound: 0,
      isGoal: true,
      leaf: this.root,
    };
    this.initial = only;
    this.states.add(only);
    this.values = new Int32Array(sets.length);
  }

  get size(): number {
    return this.states.size;
  }

  /** Refines until the path exists, there is none, or there are enough states; yields the share that is done. */
  *refine(most: number): Generator<number, void> {
    try {
      while (this.states.size < most) {
        const path = this.shortestPath();
        if (path === null) break;
        const flaw = this.firstFlaw(path);
        if (flaw === null) break;
        this.split(flaw);
        // A split is done as a whole or not at all: its price is paid afterwards.
        this.meter.spend(this.work);
        this.meter.hold(this.bytes);
        this.work = 0;
        this.bytes = 0;
        if (this.states.size % 16 === 0) yield this.states.size / most;
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.cut = error.what;
    }
    this.measure();
  }

  estimate(state: DiscreteView): number {
    const { components } = this.system;
    for (let at = 0; at < components.length; at++) {
      this.values[at] = components[at]!.stateIn(state);
      if (this.values[at] === NOT_FOLLOWED) return 0;
    }
    let node = this.root;
    while (node.split !== undefined) {
      const { component, wanted, yes, no } = node.split;
      node = wanted[this.values[component]!] === 1 ? yes : no;
    }
    const extra = this.system.observed ? 1 : 0;
    return Math.max(0, node.distance - extra);
  }

  // ------------------------------------------------------------------------------------------------ paths

  /** A* over abstract states; what it learns about distances is kept for the next time. */
  private shortestPath(): readonly Transition[] | null {
    const cost = new Map<AbstractState, number>([[this.initial, 0]]);
    const by = new Map<AbstractState, Transition>();
    const buckets: AbstractState[][] = [];
    const push = (state: AbstractState, g: number): void => {
      (buckets[g + state.bound] ??= []).push(state);
    };
    if (!Number.isFinite(this.initial.bound)) return null;
    push(this.initial, 0);
    const closed = new Set<AbstractState>();
    for (let f = 0; f < buckets.length; f++) {
      const bucket = buckets[f];
      if (bucket === undefined) continue;
      while (bucket.length > 0) {
        const state = bucket.pop()!;
        const g = cost.get(state)!;
        if (closed.has(state) || g + state.bound !== f) continue;
        closed.add(state);
        if (state.isGoal) {
          for (const seen of closed) seen.bound = Math.max(seen.bound, f - cost.get(seen)!);
          const path: Transition[] = [];
          for (let at = by.get(state); at !== undefined; at = by.get(at.from)) path.unshift(at);
          return path;
        }
        this.meter.spend(1 + state.out.length);
        for (const transition of state.out) {
          const { to } = transition;
          if (!Number.isFinite(to.bound) || (cost.get(to) ?? Number.POSITIVE_INFINITY) <= g + 1) continue;
          cost.set(to, g + 1);
          by.set(to, transition);
          closed.delete(to);
          push(to, g + 1);
        }
      }
    }
    for (const seen of closed) seen.bound = Number.POSITIVE_INFINITY;
    return null;
  }

  /** Follows the path from the initial state; null when it leads to the goal. */
  private firstFlaw(path: readonly Transition[]): Flaw | null {
    const { components } = this.system;
    const at = components.map(({ system: { initial } }) => initial[0] ?? 0);
    for (const { label, from, to } of path) {
      const relations = this.labels[label]!;
      const next = at.slice();
      for (const component of components.keys()) {
        const id = relations.get(component);
        const here = at[component]!;
        if (id === undefined) {
          if (to.sets[component]![here] === 1) continue;
          return { state: from, component, wanted: both(from.sets[component]!, to.sets[component]!) };
        }
        const table = this.tableOf(component, id);
        const found = table[here]?.find((target) => to.sets[component]![target] === 1);
        if (found !== undefined) {
          next[component] = found;
          continue;
        }
        const wanted = from.sets[component]!.map((held, state) =>
          held === 1 && table[state]?.some((target) => to.sets[component]![target] === 1) === true ? 1 : 0,
        );
        return { state: from, component, wanted };
      }
      at.splice(0, at.length, ...next);
    }
    const last = path.at(-1)?.to ?? this.initial;
    for (const [component, { system }] of components.entries()) {
      if (system.goal[at[component]!] === 0) {
        return { state: last, component, wanted: both(last.sets[component]!, system.goal) };
      }
    }
    return null;
  }

  // ------------------------------------------------------------------------------------------------ splitting

  private split({ state, component, wanted }: Flaw): void {
    const { sets, leaf } = state;
    const other = sets[component]!.map((held, at) => (held === 1 && wanted[at] === 0 ? 1 : 0));
    const make = (set: Uint8Array): AbstractState => ({
      sets: sets.map((old, at) => (at === component ? set : old)),
      out: [],
      incoming: [],
      loops: [],
      bound: state.bound,
      isGoal: state.isGoal && meet(set, this.system.components[component]!.system.goal),
      leaf: { distance: 0 },
    });
    this.bytes += 200 + 2 * wanted.length;
    const yes = make(wanted);
    const no = make(other);
    leaf.split = { component, wanted, yes: yes.leaf, no: no.leaf };
    this.states.delete(state);
    this.states.add(yes).add(no);
    if (this.initial === state) {
      const first = this.system.components[component]!.system.initial[0] ?? 0;
      this.initial = wanted[first] === 1 ? yes : no;
    }
    const halves = [yes, no];
    this.forget(state);
    for (const { label, from } of state.incoming) {
      for (const half of halves) this.connect(label, from, half, component);
    }
    for (const { label, to } of state.out) {
      for (const half of halves) this.connect(label, half, to, component);
    }
    for (const label of state.loops) {
      for (const from of halves) for (const to of halves) this.connect(label, from, to, component);
    }
  }

  /** Takes the state out of the lists of its neighbours, of each once: hundreds of labels may lead to the same one. */
  private forget(state: AbstractState): void {
    for (const from of new Set(state.incoming.map((transition) => transition.from))) {
      this.work += from.out.length;
      from.out = from.out.filter(({ to }) => to !== state);
    }
    for (const to of new Set(state.out.map((transition) => transition.to))) {
      this.work += to.incoming.length;
      to.incoming = to.incoming.filter(({ from }) => from !== state);
    }
  }

  /** Only the component that was split can have lost the transition. */
  private connect(label: number, from: AbstractState, to: AbstractState, component: number): void {
    if (!this.isPossible(label, component, from.sets[component]!, to.sets[component]!)) return;
    if (from === to) {
      from.loops.push(label);
      return;
    }
    const transition = { label, from, to };
    this.bytes += 48;
    from.out.push(transition);
    to.incoming.push(transition);
  }

  private isPossible(label: number, component: number, from: Uint8Array, to: Uint8Array): boolean {
    const id = this.labels[label]!.get(component);
    this.work += from.length;
    if (id === undefined) return meet(from, to);
    const table = this.tableOf(component, id);
    for (let at = 0; at < from.length; at++) {
      if (from[at] === 0) continue;
      const targets = table[at];
      if (targets === undefined) continue;
      for (let k = 0; k < targets.length; k++) if (to[targets[k]!] === 1) return true;
    }
    return false;
  }

  private tableOf(component: number, id: number): readonly (Int32Array | undefined)[] {
    const { system } = this.system.components[component]!;
    const relation = system.relations[id]!;
    let table = this.tables.get(relation);
    if (table === undefined) {
      const made: (Int32Array | undefined)[] = [];
      for (const [at, source] of relation.sources.entries()) made[source] = system.sets.members[relation.targets[at]!]!;
      table = made;
      this.tables.set(relation, table);
    }
    return table;
  }

  /** Exact distances in the end, backwards from the goals. */
  private measure(): void {
    const queue: AbstractState[] = [];
    for (const state of this.states) {
      state.leaf.distance = state.isGoal ? 0 : Number.POSITIVE_INFINITY;
      if (state.isGoal) queue.push(state);
    }
    for (const state of queue) {
      for (const { from } of state.incoming) {
        if (from.leaf.distance !== Number.POSITIVE_INFINITY) continue;
        from.leaf.distance = state.leaf.distance + 1;
        queue.push(from);
      }
    }
  }
}

function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((held, at) => held & b[at]!);
}

function meet(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] === 1 && b[at] === 1) return true;
  return false;
}
