// Sets of states divided by what an estimate says of them: the relation H of the survey, one set for each value. Where
// every part of the estimate reads little, all states there can be are divided beforehand, once; else a set is divided
// part by part, by the vectors that occur in it.

import { type Diagram, EMPTY } from "../diagrams.ts";
import { ShortState } from "../network/link-evaluator.ts";
import type { StateAxis } from "../network/parts.ts";
import { FEW_VECTORS, ShortVectors } from "../short-vectors.ts";
import type { SymbolicSystem } from "../system.ts";
import { COMBINATIONS, type EstimatePart, type EstimateTree } from "./estimate-tree.ts";

/** Everything there can be is divided beforehand where the levels have no more values in all. */
const MOST_VALUES = 50_000;

/** By value. */
export type Divided = ReadonlyMap<number, Diagram>;

export class EstimateSets {
  readonly tree: EstimateTree;
  private readonly system: SymbolicSystem;
  private readonly parts = new Map<EstimatePart, PartSets>();
  /** Everything, divided. */
  private readonly table: Divided | undefined;

  constructor(system: SymbolicSystem, tree: EstimateTree) {
    this.system = system;
    this.tree = tree;
    for (const part of partsOf(tree)) this.parts.set(part, new PartSets(system, part));
    const isSmall = [...this.parts.values()].every(({ count }) => count <= FEW_VECTORS);
    if (isSmall && system.valueCount <= MOST_VALUES) this.table = this.divideBy(tree, system.universe());
  }

  divide(set: Diagram): Divided {
    if (this.table === undefined) return this.divideBy(this.tree, set);
    const divided = new Map<number, Diagram>();
    for (const [value, states] of this.table) {
      const some = this.system.diagrams.intersect(set, states);
      if (some !== EMPTY) divided.set(value, some);
    }
    return divided;
  }

  /** The levels that the parts of the estimate read. */
  axesOf(part: EstimatePart): readonly StateAxis[] {
    return this.parts.get(part)!.axes;
  }

  get roots(): readonly Diagram[] {
    return [...(this.table?.values() ?? []), ...[...this.parts.values()].flatMap(({ roots }) => roots)];
  }

  private divideBy(tree: EstimateTree, set: Diagram): Divided {
    switch (tree.kind) {
      case "constant":
        return new Map(set === EMPTY ? [] : [[tree.value, set]]);
      case "part":
        return this.parts.get(tree)!.divide(set);
      default: {
        const { none, more } = COMBINATIONS[tree.kind];
        let divided: Divided = new Map(set === EMPTY ? [] : [[none, set]]);
        for (const part of tree.parts) {
          const finer = new Map<number, Diagram>();
          for (const [before, states] of divided) {
            for (const [value, some] of this.divideBy(part, states)) {
              const both = more(before, value);
              finer.set(both, this.system.diagrams.union(finer.get(both) ?? EMPTY, some));
            }
          }
          divided = finer;
        }
        return divided;
      }
    }
  }
}

export function partsOf(tree: EstimateTree): readonly EstimatePart[] {
  switch (tree.kind) {
    case "constant":
      return [];
    case "part":
      return [tree];
    default:
      return tree.parts.flatMap(partsOf);
  }
}

/** One part of an estimate: for each of its values the vectors that have it, as far as they were met. */
class PartSets {
  readonly axes: readonly StateAxis[];
  private readonly system: SymbolicSystem;
  private readonly part: EstimatePart;
  private readonly vectors: ShortVectors;
  private readonly state: ShortState;
  private readonly byValue = new Map<number, Diagram>();

  constructor(system: SymbolicSystem, part: EstimatePart) {
    const { parts } = system.structure;
    this.system = system;
    this.part = part;
    this.state = new ShortState(parts);
    const read = [...part.processes, ...[...part.cells].map((cell) => parts.ofCell(cell))];
    this.axes = [...new Set(read)].filter((axis) => parts.isKept(axis));
    this.vectors = new ShortVectors(
      system.diagrams,
      this.axes
        .map((axis) => ({ part: axis, level: system.levelOf(axis), values: parts.sizeOf(axis) }))
        .sort((a, b) => a.level - b.level),
    );
  }

  get count(): number {
    return this.vectors.count;
  }

  divide(set: Diagram): Divided {
    const { diagrams } = this.system;
    const fresh = new Map<number, number[][]>();
    this.vectors.fresh(set, (vector) => {
      for (const [at, { part }] of this.vectors.parts.entries()) this.state.put(part, vector[at]!);
      const value = this.part.of(this.state);
      const alike = fresh.get(value);
      if (alike === undefined) fresh.set(value, [[...vector]]);
      else alike.push([...vector]);
    });
    for (const [value, tuples] of fresh)
      this.byValue.set(value, diagrams.union(this.byValue.get(value) ?? EMPTY, diagrams.ofTuples(tuples)));
    const divided = new Map<number, Diagram>();
    for (const [value, some] of this.byValue) {
      const states = diagrams.image(set, some, this.vectors.shape, this.vectors.skip);
      if (states !== EMPTY) divided.set(value, states);
    }
    return divided;
  }

  get roots(): readonly Diagram[] {
    return [...this.byValue.values(), ...this.vectors.roots];
  }
}
