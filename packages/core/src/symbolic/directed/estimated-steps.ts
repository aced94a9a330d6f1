// What SetA* adds (Jensen, Bryant and Veloso 2002): steps divided by how they change the estimate, so that what a step
// makes of states with one estimate need not be divided again. That can be told pair by pair where the estimate is a
// sum and the step itself reads whatever the parts read that it changes; other steps are taken whole.

import { type Diagram, EMPTY, type RelationShape } from "../diagrams.ts";
import type { LinkRelation } from "../link-relation.ts";
import { ShortState } from "../network/link-evaluator.ts";
import type { StateAxis } from "../network/parts.ts";
import type { SymbolicStep, SymbolicSystem } from "../system.ts";
import { type EstimateSets, partsOf } from "./estimate-sets.ts";
import type { EstimatePart } from "./estimate-tree.ts";

/** What becomes of a set, by how the estimate changes; `undefined`: by something that is not known beforehand. */
export type Changed = ReadonlyMap<number | undefined, Diagram>;

interface Change {
  readonly by: number | undefined;
  /** One relation of several steps, or the steps as they are. */
  readonly step: SymbolicStep;
  readonly relation?: { union: Diagram; readonly shape: RelationShape; readonly top: number };
}

export class EstimatedSteps {
  private readonly system: SymbolicSystem;
  private readonly estimates: EstimateSets;
  /** By priority. */
  private readonly changes: readonly (readonly Change[])[];

  constructor(system: SymbolicSystem, estimates: EstimateSets) {
    this.system = system;
    this.estimates = estimates;
    this.changes = system.stepsByRank.map((steps) => this.divided(steps));
  }

  /** As priorities have it. */
  successors(set: Diagram): Changed {
    const { diagrams } = this.system;
    if (!this.divides) return new Map([[undefined, this.system.successors(set)]]);
    const changed = new Map<number | undefined, Diagram>();
    let rank = 0;
    this.system.byRank(set, (_, rest) => {
      for (const { by, step, relation } of this.changes[rank]!) {
        const next =
          relation === undefined
            ? this.system.fire(step, rest)
            : diagrams.image(
                this.system.unlessCommitted(step.step, rest),
                relation.union,
                relation.shape,
                relation.top,
              );
        if (next !== EMPTY) changed.set(by, diagrams.union(changed.get(by) ?? EMPTY, next));
      }
      rank++;
    });
    return changed;
  }

  /** Is there a step of which it is known how it changes the estimate? */
  private get divides(): boolean {
    return this.changes.some((changes) => changes.some(({ relation }) => relation !== undefined));
  }

  get roots(): readonly Diagram[] {
    return this.changes.flat().flatMap(({ relation }) => (relation === undefined ? [] : [relation.union]));
  }

  private divided(steps: readonly SymbolicStep[]): Change[] {
    const { diagrams } = this.system;
    const whole: Change[] = [];
    const alike = new Map<string, Change>();
    for (const step of steps) {
      const [only] = step.relations;
      const touched = step.relations.length === 1 && only!.isEnumerated ? this.touchedBy(only!) : undefined;
      if (touched === undefined) {
        whole.push({ by: undefined, step });
        continue;
      }
      for (const [by, tuples] of this.pairsByChange(only!, touched)) {
        const key = `${by} ${only!.top} ${only!.shape} ${step.step.needsNoneCommitted}`;
        const some = diagrams.ofTuples(tuples);
        const known = alike.get(key);
        if (known !== undefined) known.relation!.union = diagrams.union(known.relation!.union, some);
        else alike.set(key, { by, step, relation: { union: some, shape: only!.shape, top: only!.top } });
      }
    }
    return [...whole, ...alike.values()];
  }

  /** The parts of the estimate that a step may change; undefined where it does not read all that they read. */
  private touchedBy({ entries }: LinkRelation): readonly EstimatePart[] | undefined {
    const { tree } = this.estimates;
    const isSum = tree.kind === "sum" && tree.parts.every(({ kind }) => kind === "part" || kind === "constant");
    if (!isSum && tree.kind !== "part" && tree.kind !== "constant") return undefined;
    const written = new Set(entries.filter(({ mode }) => mode !== "read").map(({ part }) => part));
    const known = new Set(entries.filter(({ mode }) => mode !== "write").map(({ part }) => part));
    const touched = partsOf(tree).filter((part) => this.estimates.axesOf(part).some((axis) => written.has(axis)));
    const isKnown = (axis: StateAxis): boolean => known.has(axis);
    return touched.every((part) => this.estimates.axesOf(part).every(isKnown)) ? touched : undefined;
  }

  private pairsByChange(
    { entries, relation }: LinkRelation,
    touched: readonly EstimatePart[],
  ): ReadonlyMap<number | undefined, number[][]> {
    const { parts } = this.system.structure;
    const before = new ShortState(parts);
    const after = new ShortState(parts);
    const sum = (state: ShortState): number => touched.reduce((total, part) => total + part.of(state), 0);
    const pairs = new Map<number | undefined, number[][]>();
    this.system.diagrams.each(relation, (pair) => {
      let at = 0;
      for (const { part, mode } of entries) {
        if (mode !== "write") {
          before.put(part, pair[at]!);
          after.put(part, pair[at++]!);
        }
        if (mode !== "read") after.put(part, pair[at++]!);
      }
      const change = sum(after) - sum(before);
      const by = Number.isFinite(change) ? change : undefined;
      const some = pairs.get(by);
      if (some === undefined) pairs.set(by, [[...pair]]);
      else some.push([...pair]);
      return true;
    });
    return pairs;
  }
}
