// The values of a few parts of the state at a time: all there can be, where these are few, and those that occur in a
// set, as far as they were not seen before, where they are many.

import { type Diagram, type Diagrams, EMPTY, type RelationShape, type ShapeEntry } from "./diagrams.ts";
import type { StateAxis } from "./network/parts.ts";
import { NotForDiagrams } from "./refusal.ts";

/** A part, the level where it lies, and the values it can have: so many from 0, or these. */
export interface VectorPart {
  readonly part: StateAxis;
  readonly level: number;
  readonly values: number | readonly number[];
}

/** Vectors that are all gone through beforehand. */
export const FEW_VECTORS = 20_000;
/** Vectors that one link may learn. */
const MOST_VECTORS = 1_000_000;

export class ShortVectors {
  readonly parts: readonly VectorPart[];
  readonly shape: RelationShape;
  readonly skip: number;
  private readonly diagrams: Diagrams;
  private seen: Diagram = EMPTY;
  private learnt = 0;

  /** In the order of their levels. */
  constructor(diagrams: Diagrams, parts: readonly VectorPart[]) {
    this.diagrams = diagrams;
    this.parts = parts;
    this.skip = parts[0]?.level ?? 0;
    this.shape = diagrams.shape(shapeOf(parts.map(({ level }) => ({ level, mode: "read" as const }))));
  }

  /** How many there can be. */
  get count(): number {
    return this.parts.reduce(
      (product, { values }) => product * (typeof values === "number" ? values : values.length),
      1,
    );
  }

  all(visit: (vector: readonly number[]) => void): void {
    const vector: number[] = [];
    const choose = (at: number): void => {
      const part = this.parts[at];
      if (part === undefined) {
        visit(vector);
        return;
      }
      const { values } = part;
      const count = typeof values === "number" ? values : values.length;
      for (let i = 0; i < count; i++) {
        vector[at] = typeof values === "number" ? i : values[i]!;
        choose(at + 1);
      }
    };
    choose(0);
  }

  /** Those of a set that were not visited before; false when there are none. */
  fresh(set: Diagram, visit: (vector: readonly number[]) => void): boolean {
    const { diagrams } = this;
    const unseen = diagrams.minus(diagrams.project(set, this.shape, this.skip), this.seen);
    if (unseen === EMPTY) return false;
    const count = diagrams.count(unseen);
    this.learnt += Number(count);
    if (this.learnt > MOST_VECTORS)
      throw new NotForDiagrams(`a step that reads more than ${MOST_VECTORS} combinations of values`);
    this.seen = diagrams.union(this.seen, unseen);
    diagrams.each(unseen, (vector) => {
      visit(vector);
      return true;
    });
    return true;
  }

  /** What has to stay when others go. */
  get roots(): readonly Diagram[] {
    return [this.seen];
  }
}

/** The entries of a shape whose levels ascend. */
export function shapeOf(
  levels: readonly { readonly level: number; readonly mode: ShapeEntry["mode"] }[],
): ShapeEntry[] {
  return levels.map(({ level, mode }, at) => {
    const next = levels[at + 1];
    return { mode, gap: next === undefined ? 0 : next.level - level - 1 };
  });
}
