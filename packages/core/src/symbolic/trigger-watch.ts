// Where the guard or channel of an edge fails when it is evaluated: a set of short vectors. Such a state has no steps
// at all, and the fault is worth knowing; whether the edge is looked at there is decided by whoever replays it.

import type { AccessAnalysis } from "../analysis/accesses.ts";
import { type Diagram, type Diagrams, EMPTY } from "./diagrams.ts";
import type { LinkEvaluator } from "./network/link-evaluator.ts";
import type { StateAxes, StateAxis } from "./network/parts.ts";
import { FEW_VECTORS, ShortVectors } from "./short-vectors.ts";

export class TriggerWatch {
  private readonly vectors: ShortVectors;
  private readonly diagrams: Diagrams;
  private readonly evaluator: LinkEvaluator;
  private readonly edge: number;
  private readonly isEnumerated: boolean;
  private failing: Diagram = EMPTY;

  constructor(
    diagrams: Diagrams,
    parts: StateAxes,
    accesses: AccessAnalysis,
    levelOf: (part: StateAxis) => number,
    edge: number,
    evaluator: LinkEvaluator,
  ) {
    const watched = parts.network.edges[edge]!;
    const { readCells, askedProcesses } = accesses.ofTrigger(watched);
    const read = new Set<StateAxis>([
      watched.process,
      ...askedProcesses,
      ...[...readCells].map((cell) => parts.ofCell(cell)),
    ]);
    this.diagrams = diagrams;
    this.evaluator = evaluator;
    this.edge = edge;
    this.vectors = new ShortVectors(
      diagrams,
      [...read]
        .filter((part) => parts.isKept(part))
        .map((part) => ({
          part,
          level: levelOf(part),
          values: part === watched.process ? [watched.source] : parts.sizeOf(part),
        }))
        .sort((a, b) => a.level - b.level),
    );
    this.isEnumerated = this.vectors.count <= FEW_VECTORS;
    if (this.isEnumerated) this.add((visit) => this.vectors.all(visit));
  }

  /** The states of a set in which the edge fails. */
  where(set: Diagram): Diagram {
    if (!this.isEnumerated) this.add((visit) => this.vectors.fresh(set, visit));
    return this.diagrams.image(set, this.failing, this.vectors.shape, this.vectors.skip);
  }

  get roots(): readonly Diagram[] {
    return [this.failing, ...this.vectors.roots];
  }

  private add(go: (visit: (vector: readonly number[]) => void) => unknown): void {
    const { diagrams, evaluator } = this;
    const failing: number[][] = [];
    go((vector) => {
      for (const [at, { part }] of this.vectors.parts.entries()) evaluator.before.put(part, vector[at]!);
      if (evaluator.triggerFails(this.edge)) failing.push([...vector]);
    });
    this.failing = diagrams.union(this.failing, diagrams.ofTuples(failing));
  }
}
