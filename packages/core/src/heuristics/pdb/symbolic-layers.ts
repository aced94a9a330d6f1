// A projection of a factored system as decision diagrams: what leads to the target in one step, in two, and so on,
// within all states of the components that are kept. How many states these are does not matter, only how regular they
// lie; so a pattern may keep far more than a table could.

import { OutOfMemory } from "../../engine/index.ts";
import {
  CompiledDiagrams,
  type Diagram,
  type Diagrams,
  EMPTY,
  forceOrder,
  type RelationShape,
  shapeOf,
  TooDeep,
  UNIT,
} from "../../symbolic/index.ts";
import { BudgetSpent, type Meter } from "../factored/build-budget.ts";
import type { FactoredSystem, TransitionLabel } from "../factored/factored-system.ts";
import type { Problem } from "../heuristic.ts";

export interface BackwardLayers {
  readonly diagrams: Diagrams;
  /** The component at each level. */
  readonly order: readonly number[];
  /** The states that lead to the target, each followed by how many steps it takes. */
  readonly distances: Diagram;
  /** Whatever is not among them takes at least so many; Infinity: it does not lead there. */
  readonly beyond: number;
  readonly cut?: "time" | "memory";
}

/** Some labels, backwards: from what follows to what was before. */
interface BackwardLabels {
  relation: Diagram;
  readonly shape: RelationShape;
  readonly top: number;
  readonly calm: boolean;
}

/** Yields now and then. */
export function* backwardLayers(
  { makeMemory }: Problem,
  system: FactoredSystem,
  kept: readonly number[],
  mostNodes: number,
  meter: Meter,
): Generator<number, BackwardLayers> {
  const isKept = new Set(kept);
  const together = system.labels.map((label) => [...label.keys()].filter((at) => isKept.has(at)));
  const blocks = kept.map((component) => [component]);
  const order = forceOrder(blocks, together).blocks.flat();
  const diagrams = new CompiledDiagrams({ mostNodes, ...(makeMemory === undefined ? {} : { makeMemory }) });
  let distances = EMPTY;
  let beyond = 0;
  let cut: BackwardLayers["cut"];
  try {
    const projection = new Projection(diagrams, system, order, meter);
    let front = projection.targets();
    let all = front;
    while (front !== EMPTY) {
      distances = diagrams.union(distances, diagrams.concatenate(front, diagrams.ofTuples([[beyond]])));
      beyond++;
      let before = EMPTY;
      for (const labels of projection.labels) {
        before = diagrams.union(before, projection.before(labels, front));
        meter.spend(1000);
        yield 0;
      }
      front = diagrams.minus(before, all);
      all = diagrams.union(all, front);
      diagrams.tidy([...projection.roots, distances, front, all]);
    }
    beyond = Number.POSITIVE_INFINITY;
  } catch (error) {
    if (error instanceof BudgetSpent) cut = error.what;
    else if (error instanceof OutOfMemory || error instanceof TooDeep) cut = "memory";
    else throw error;
  }
  return { diagrams, order, distances, beyond, ...(cut === undefined ? {} : { cut }) };
}

class Projection {
  readonly labels: readonly BackwardLabels[];
  private readonly diagrams: Diagrams;
  private readonly system: FactoredSystem;
  private readonly order: readonly number[];
  /** The states of nobody being committed. */
  private readonly calm: { readonly states: Diagram; readonly shape: RelationShape; readonly top: number } | undefined;

  constructor(diagrams: Diagrams, system: FactoredSystem, order: readonly number[], meter: Meter) {
    this.diagrams = diagrams;
    this.system = system;
    this.order = order;
    this.calm = this.whereAllAreCalm();
    const alike = new Map<string, BackwardLabels>();
    for (const label of system.labels) {
      const made = this.backwards(label);
      meter.spend(10 * label.size);
      if (made === undefined) continue;
      const key = `${made.top} ${made.shape} ${made.calm}`;
      const known = alike.get(key);
      if (known === undefined) alike.set(key, made);
      else known.relation = diagrams.union(known.relation, made.relation);
    }
    this.labels = [...alike.values()];
  }

  targets(): Diagram {
    return this.diagrams.product(this.order.map((component) => where(this.systemOf(component).goal, 1)));
  }

  before({ relation, shape, top, calm }: BackwardLabels, set: Diagram): Diagram {
    const before = this.diagrams.image(set, relation, shape, top);
    if (!calm || this.calm === undefined) return before;
    return this.diagrams.image(before, this.calm.states, this.calm.shape, this.calm.top);
  }

  get roots(): readonly Diagram[] {
    return [...this.labels.map(({ relation }) => relation), ...(this.calm === undefined ? [] : [this.calm.states])];
  }

  private systemOf(component: number) {
    return this.system.components[component]!.system;
  }

  /** Undefined: it leads nowhere, or changes nothing that is kept. */
  private backwards(label: TransitionLabel): BackwardLabels | undefined {
    const { diagrams } = this;
    const entries: { level: number; mode: "change" }[] = [];
    let relation = UNIT;
    for (let level = this.order.length - 1; level >= 0; level--) {
      const component = this.order[level]!;
      const id = label.get(component);
      if (id === undefined) continue;
      const system = this.systemOf(component);
      const kind = system.kindOf(id);
      if (kind === "identity") continue;
      const { sources, targets } = system.relations[id]!;
      const pairs: number[][] = [];
      for (const [at, source] of sources.entries())
        for (const target of system.sets.members[targets[at]!]!) pairs.push([target, source]);
      if (pairs.length === 0) return undefined;
      relation = diagrams.concatenate(diagrams.ofTuples(pairs), relation);
      entries.unshift({ level, mode: "change" });
    }
    const [first] = entries;
    if (first === undefined) return undefined;
    const calm = this.system.calm.has(label);
    return { relation, shape: diagrams.shape(shapeOf(entries)), top: first.level, calm };
  }

  private whereAllAreCalm(): Projection["calm"] {
    const able = this.order
      .map((component, level) => ({ level, mode: "read" as const, system: this.systemOf(component) }))
      .filter(({ system }) => system.committed.includes(1));
    if (able.length === 0) return undefined;
    const states = this.diagrams.product(able.map(({ system }) => where(system.committed, 0)));
    return { states, shape: this.diagrams.shape(shapeOf(able)), top: able[0]!.level };
  }
}

function where(marks: Uint8Array, wanted: number): number[] {
  return [...marks.keys()].filter((state) => marks[state] === wanted);
}
