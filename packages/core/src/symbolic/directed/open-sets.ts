// What set-based A* has still to expand: states by the length of the way to them and by their estimate. Either a set
// for each pair of the two (BDDA*, SetA*), or all of it in one diagram whose last levels are the two numbers (ADDA*: a
// diagram that tells numbers of states is one with a level more).

import { type Diagram, type Diagrams, EMPTY } from "../diagrams.ts";
import { shapeOf } from "../short-vectors.ts";
import type { Divided } from "./estimate-sets.ts";

/** States after so many steps, with one estimate. */
export interface SetBucket {
  readonly g: number;
  readonly h: number;
  readonly states: Diagram;
}

export interface OpenSets {
  add(g: number, states: Divided): void;
  /** Takes out a bucket with the least f, of these the one with the shortest ways; undefined when all are empty. */
  pop(): SetBucket | undefined;
  readonly roots: readonly Diagram[];
}

/** Is the first to be expanded before the second? What has no way to the target by the estimate comes last. */
function isBefore(a: { g: number; h: number }, b: { g: number; h: number } | undefined): boolean {
  if (b === undefined) return true;
  const [f, other] = [a.g + a.h, b.g + b.h];
  return f < other || (f === other && a.g < b.g);
}

export class BucketsOfSets implements OpenSets {
  private readonly diagrams: Diagrams;
  private readonly buckets = new Map<number, Map<number, Diagram>>();

  constructor(diagrams: Diagrams) {
    this.diagrams = diagrams;
  }

  add(g: number, states: Divided): void {
    let byEstimate = this.buckets.get(g);
    if (byEstimate === undefined) {
      byEstimate = new Map();
      this.buckets.set(g, byEstimate);
    }
    for (const [h, some] of states) byEstimate.set(h, this.diagrams.union(byEstimate.get(h) ?? EMPTY, some));
  }

  pop(): SetBucket | undefined {
    let best: SetBucket | undefined;
    for (const [g, byEstimate] of this.buckets)
      for (const [h, states] of byEstimate) if (isBefore({ g, h }, best)) best = { g, h, states };
    if (best === undefined) return undefined;
    const byEstimate = this.buckets.get(best.g)!;
    byEstimate.delete(best.h);
    if (byEstimate.size === 0) this.buckets.delete(best.g);
    return best;
  }

  get roots(): readonly Diagram[] {
    return [...this.buckets.values()].flatMap((byEstimate) => [...byEstimate.values()]);
  }
}

/** Stands for "no way". */
const INFINITE = 2 ** 30;

export class OneDiagram implements OpenSets {
  private readonly diagrams: Diagrams;
  /** Levels of a state, which the two numbers follow. */
  private readonly levels: number;
  private open: Diagram = EMPTY;

  constructor(diagrams: Diagrams, levels: number) {
    this.diagrams = diagrams;
    this.levels = levels;
  }

  add(g: number, states: Divided): void {
    const { diagrams } = this;
    for (const [h, some] of states) {
      const numbers = diagrams.ofTuples([[g, Number.isFinite(h) ? h : INFINITE]]);
      this.open = diagrams.union(this.open, diagrams.concatenate(some, numbers));
    }
  }

  pop(): SetBucket | undefined {
    const { diagrams, levels } = this;
    if (this.open === EMPTY) return undefined;
    const read = (from: number, count: number) =>
      diagrams.shape(shapeOf(Array.from({ length: count }, (_, at) => ({ level: from + at, mode: "read" as const }))));
    const numbers = read(levels, 2);
    let best: { g: number; h: number } | undefined;
    diagrams.each(diagrams.project(this.open, numbers, levels), ([g, code]) => {
      const one = { g: g!, h: code === INFINITE ? Number.POSITIVE_INFINITY : code! };
      if (isBefore(one, best)) best = one;
      return true;
    });
    const { g, h } = best!;
    const chosen = diagrams.ofTuples([[g, Number.isFinite(h) ? h : INFINITE]]);
    const some = diagrams.image(this.open, chosen, numbers, levels);
    this.open = diagrams.minus(this.open, some);
    return { g, h, states: diagrams.project(some, read(0, levels), 0) };
  }

  get roots(): readonly Diagram[] {
    return [this.open];
  }
}
