// Algorithm 2 of the distance-preserving paper, AbstractSystem: two processes at a time are composed and the result is
// abstracted to at most N states, until two are left, which are composed as they are; so are processes and variables of
// the network, of whatever size, so that the estimate of two processes is exact for every N. When the budget is spent,
// the composition at hand is given up and the largest distance of what is left counts: each root alone is an
// abstraction.

import { defined } from "../../basics/defined.ts";
import type { Built } from "../construction.ts";
import { BudgetSpent, type Meter } from "../factored/build-budget.ts";
import { type FactoredSystem, factoredSystem } from "../factored/factored-system.ts";
import { LabelledSystems } from "../factored/labelled-systems.ts";
import { product, type RelationPair } from "../factored/product.ts";
import type { TransitionSystem } from "../factored/transition-system.ts";
import type { Problem } from "../heuristic.ts";
import { abstractProcess } from "./abstract-process.ts";
import { type Choice, choosePair, type MergeTies, type Order } from "./composition-strategy.ts";
import { LookUp, type TreeRoot } from "./look-up.ts";

/** States of a composition before it is abstracted. */
const MOST_COMPOSED = 250_000;

export interface MergeOptions {
  readonly N: number;
  readonly order: Order;
  readonly refine: "near" | "far";
  readonly ties: MergeTies;
}

export interface AbstractSystem {
  readonly lookUp: LookUp;
  /** States of the largest composition, and of what is left in the end. */
  readonly largest: number;
  readonly states: number;
  readonly labels: number;
  readonly merges: number;
  /** What ended the build early. */
  readonly cut?: "time" | "memory";
  readonly loss: FactoredSystem["loss"];
}

/** Estimates read off the table of a system that was built, and what is told of it. */
export function lookedUp({
  lookUp,
  states,
  labels,
  cut,
}: Pick<AbstractSystem, "lookUp" | "states" | "labels" | "cut">): Built {
  return {
    estimate: (state) => lookUp.estimate(state),
    facts: { states, labels, memoryBytes: lookUp.bytes, ...defined({ cut }) },
  };
}

/** Told of every composition: for tests and for whoever wants to watch. */
export interface Watch {
  /** Before a pair is chosen; distances and ranks are known. */
  choosing?(systems: LabelledSystems): void;
  composed?(event: Composed): void;
}

export interface Composed {
  readonly systems: LabelledSystems;
  readonly choice: Choice;
  readonly composed: TransitionSystem;
  readonly node: number;
  /** The product's state by left · |right| + right; after abstraction, its class. */
  readonly table: Int32Array;
}

/** Yields how much of the work is done, between 0 and 1. */
export function* abstractSystem(
  problem: Problem,
  options: MergeOptions,
  meter: Meter,
  watch: Watch = {},
): Generator<number, AbstractSystem> {
  let system: FactoredSystem;
  try {
    const factoring = factoredSystem(problem, meter);
    let at = factoring.next();
    for (; at.done !== true; at = factoring.next()) yield 0;
    system = at.value;
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return nothingBuilt(error.what);
  }
  return yield* new Merging(system, options, meter, watch).run();
}

/** Composes some of the components, the others left out, without abstraction. */
export function* composeAll(
  system: FactoredSystem,
  kept: readonly number[],
  meter: Meter,
): Generator<number, AbstractSystem> {
  const options = { N: Number.POSITIVE_INFINITY, order: "ranked", refine: "near", ties: "small" } as const;
  return yield* new Merging(system, options, meter, {}, new Set(kept)).run();
}

/** Says 0 of everything. */
export function nothingBuilt(cut: "time" | "memory"): AbstractSystem {
  return { ...NOTHING, lookUp: noLookUp(), cut };
}

const NOTHING = {
  largest: 0,
  states: 0,
  labels: 0,
  merges: 0,
  loss: { wildCells: 0, coarseSteps: 0, joinedRows: 0 },
};

/** Says 0 of everything. */
function noLookUp(): LookUp {
  const lookUp = new LookUp([], false);
  lookUp.finish([]);
  return lookUp;
}

class Merging {
  private readonly options: MergeOptions;
  private readonly meter: Meter;
  private readonly watch: Watch;
  private readonly systems: LabelledSystems;
  private readonly lookUp: LookUp;
  private readonly factored: FactoredSystem;
  private readonly aside: TreeRoot[] = [];
  private largest = 0;
  private merges = 0;

  constructor(factored: FactoredSystem, options: MergeOptions, meter: Meter, watch: Watch, kept?: ReadonlySet<number>) {
    this.factored = factored;
    this.options = options;
    this.meter = meter;
    this.watch = watch;
    this.systems = new LabelledSystems(factored, meter);
    if (kept !== undefined) for (const at of factored.components.keys()) if (!kept.has(at)) this.systems.drop(at);
    this.lookUp = new LookUp(factored.components, factored.observed);
  }

  *run(): Generator<number, AbstractSystem> {
    const { systems } = this.systems;
    const total = systems.size;
    let cut: "time" | "memory" | undefined;
    try {
      this.systems.reduce();
      for (;;) {
        this.dropIdle();
        if (systems.size < 2 || this.isHopeless() || this.isSettled()) break;
        this.compose();
        yield 1 - (systems.size - 1) / total;
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      cut = error.what;
    }
    const roots = [...systems.keys()].map((node) => ({ node, distances: this.distancesOf(node) }));
    this.lookUp.finish([...roots, ...this.aside]);
    const { largest, merges } = this;
    const states = [...systems.values()].reduce((sum, { size }) => sum + size, 0);
    const labels = this.factored.labels.length;
    const { loss } = this.factored;
    return { lookUp: this.lookUp, largest, states, labels, merges, loss, ...defined({ cut }) };
  }

  private distancesOf(node: number): Int32Array {
    return this.systems.systems.get(node)!.distances(this.systems.usedRelations(node));
  }

  /** Components that the target leaves alone and that no other component needs never change a distance. */
  private dropIdle(): void {
    for (const [node, system] of [...this.systems.systems]) {
      if (this.systems.systems.size < 2) return;
      if (system.size === 0 || !system.isIndifferent || this.systems.labelsOf(node).size > 0) continue;
      // But states that were dropped on the way to it stay what they are.
      if (node >= this.factored.components.length) this.aside.push({ node, distances: this.distancesOf(node) });
      this.systems.drop(node);
    }
  }

  /** Some component can never meet the target: nothing more needs to be known. */
  private isHopeless(): boolean {
    return [...this.systems.systems.values()].some(({ size }) => size === 0);
  }

  /** The target asks for nothing. */
  private isSettled(): boolean {
    return [...this.systems.systems.values()].every((system) => system.isIndifferent);
  }

  private compose(): void {
    const { systems } = this.systems;
    const { order, ties, N } = this.options;
    for (const node of systems.keys()) this.distancesOf(node);
    this.watch.choosing?.(this.systems);
    const choice = choosePair(this.systems, order, ties, N);
    const [left, right] = this.fitted(choice.pair);
    const held = this.meter.bytes;
    const { system, index, relations, pairs } = this.productOf(left, right);
    const width = systems.get(right)!.size;
    const last = systems.size === 2;
    const node = this.lookUp.add(left, right, width, index);
    this.systems.replace([left, right], node, system, ({ relations: parts, calm }) => {
      const pair = pairs.get(pairKey(parts.get(left) ?? null, parts.get(right) ?? null, calm))!;
      return relations[pair]!;
    });
    this.merges++;
    this.largest = Math.max(this.largest, system.size);
    this.systems.reduce();
    this.distancesOf(node);
    this.watch.composed?.({ systems: this.systems, choice, composed: system, node, table: index });
    if (!last && Number.isFinite(this.options.N)) this.shrink(node);
    this.meter.hold(held - this.meter.bytes + 4 * index.length + 64 * this.systems.labels.size);
  }

  /** Inputs are composed as they are (Algorithm 2), unless there would be more states than anybody waits for. */
  private fitted([left, right]: readonly [number, number]): readonly [number, number] {
    const size = (node: number): number => this.systems.systems.get(node)!.size;
    const { N } = this.options;
    if (!Number.isFinite(N) || size(left) * size(right) <= MOST_COMPOSED) return [left, right];
    return [left, right].map((node) => (size(node) > N ? this.shrink(node) : node)) as [number, number];
  }

  private productOf(left: number, right: number) {
    const p = this.systems.systems.get(left)!;
    const q = this.systems.systems.get(right)!;
    const list: RelationPair[] = [];
    const pairs = new Map<string, number>();
    const enter = (a: number | null, b: number | null, calm: boolean): number => {
      const key = pairKey(a, b, calm);
      let at = pairs.get(key);
      if (at === undefined) {
        at = list.push({ left: a, right: b, calm }) - 1;
        pairs.set(key, at);
      }
      return at;
    };
    const alone = (pick: (system: TransitionSystem) => ReadonlySet<number>, calm: boolean): readonly number[] => [
      ...[...pick(p)].map((id) => enter(id, null, calm)),
      ...[...pick(q)].map((id) => enter(null, id, calm)),
    ];
    const internal = alone((system) => system.internal, false);
    const calmInternal = alone((system) => system.calmInternal, true);
    for (const { relations, calm } of new Set([...this.systems.labelsOf(left), ...this.systems.labelsOf(right)])) {
      enter(relations.get(left) ?? null, relations.get(right) ?? null, calm);
    }
    const composed = product(p, q, list, this.meter);
    for (const at of internal) composed.system.internal.add(composed.relations[at]!);
    for (const at of calmInternal) composed.system.calmInternal.add(composed.relations[at]!);
    return { ...composed, pairs };
  }

  /** Abstracts a component to at most N states. */
  private shrink(node: number): number {
    const system = this.systems.systems.get(node)!;
    const used = this.systems.usedRelations(node);
    const abstract = abstractProcess(system, used, this.options.N, this.options.refine, this.meter);
    const above = this.lookUp.map(node, abstract.classes);
    this.systems.replace(
      [node],
      above,
      abstract.system,
      ({ relations }) => abstract.relations.get(relations.get(node)!)!,
    );
    return above;
  }
}

function pairKey(left: number | null, right: number | null, calm: boolean): string {
  return `${left ?? ""} ${right ?? ""}${calm ? "!" : ""}`;
}
