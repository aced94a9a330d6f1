// A link as a relation between short vectors: enumerated before the search where there are few of them, else learnt
// from the sets that are reached. Beside it stand the vectors from which the link goes on at all (`domain`), those from
// which it fails (`failing`), and those at which it is tried (`offered`): read-only relations of their own.

import { type Diagram, type Diagrams, EMPTY, type Link, type Mode, type RelationShape } from "./diagrams.ts";
import type { StepLink } from "./network/joint-steps.ts";
import type { LinkEvaluator } from "./network/link-evaluator.ts";
import type { StateAxes, StateAxis } from "./network/parts.ts";
import { FEW_VECTORS, ShortVectors, shapeOf } from "./short-vectors.ts";

interface Entry {
  readonly part: StateAxis;
  readonly level: number;
  readonly mode: Mode;
}

/** Values that occur, by level. */
export type LevelValues = readonly (readonly number[])[];

interface Inverse {
  readonly of: Diagram;
  readonly among: LevelValues;
  readonly relation: Diagram;
  readonly shape: RelationShape;
}

export class LinkRelation {
  readonly link: StepLink;
  readonly entries: readonly Entry[];
  readonly vectors: ShortVectors;
  /** The first level it speaks of. */
  readonly top: number;
  readonly isEnumerated: boolean;
  relation: Diagram = EMPTY;
  domain: Diagram = EMPTY;
  failing: Diagram = EMPTY;
  /** Where the guards hold, whatever comes of it. */
  offered: Diagram = EMPTY;
  readonly shape: RelationShape;
  private readonly diagrams: Diagrams;
  private readonly evaluator: LinkEvaluator;
  private inverse: Inverse | undefined;

  constructor(
    diagrams: Diagrams,
    parts: StateAxes,
    levelOf: (part: StateAxis) => number,
    link: StepLink,
    evaluator: LinkEvaluator,
    { enumerates = true }: { readonly enumerates?: boolean } = {},
  ) {
    this.diagrams = diagrams;
    this.evaluator = evaluator;
    this.link = link;
    this.entries = [...link.support]
      .map(([part, mode]) => ({ part, mode, level: levelOf(part) }))
      .sort((a, b) => a.level - b.level);
    this.top = this.entries[0]!.level;
    this.shape = diagrams.shape(shapeOf(this.entries));
    const sources = new Map(
      link.edges.map((id) => {
        const { process, source } = parts.network.edges[id]!;
        return [process, source];
      }),
    );
    const read = this.entries.filter(({ mode }) => mode !== "write");
    this.vectors = new ShortVectors(
      diagrams,
      read.map(({ part, level }) => {
        const source = sources.get(part);
        return { part, level, values: source === undefined ? parts.sizeOf(part) : [source] };
      }),
    );
    this.isEnumerated = enumerates && this.vectors.count <= FEW_VECTORS;
    if (this.isEnumerated) this.add((visit) => this.vectors.all(visit));
  }

  /** Learns what a set has that was not seen before; true when the relation has grown. */
  learn(set: Diagram): boolean {
    if (this.isEnumerated) return false;
    return this.add((visit) => this.vectors.fresh(set, visit));
  }

  /** As it is applied from a level on. */
  linkFrom(level: number): Link {
    return { relation: this.relation, shape: this.shape, skip: this.top - level };
  }

  linkBackFrom(level: number, among: LevelValues): Link {
    const { relation, shape } = this.invertedAmong(among);
    return { relation, shape, skip: this.top - level };
  }

  apply(set: Diagram): Diagram {
    return this.diagrams.image(set, this.relation, this.shape, this.top);
  }

  /** The part of a set from which the link goes on, or fails. */
  where(set: Diagram, which: "domain" | "failing" | "offered"): Diagram {
    return this.diagrams.image(set, this[which], this.vectors.shape, this.vectors.skip);
  }

  /** What leads into a set; what is written without being read had one of the values that occur at its level. */
  applyBackwards(set: Diagram, among: LevelValues): Diagram {
    const { relation, shape } = this.invertedAmong(among);
    return this.diagrams.image(set, relation, shape, this.top);
  }

  /** The relation from what follows to what was before. */
  invertedAmong(among: LevelValues): { readonly relation: Diagram; readonly shape: RelationShape } {
    if (this.inverse?.of !== this.relation || this.inverse.among !== among) this.inverse = this.invert(among);
    return this.inverse;
  }

  get roots(): readonly Diagram[] {
    const { relation, domain, failing, offered, vectors, inverse } = this;
    return [relation, domain, failing, offered, ...vectors.roots, ...(inverse === undefined ? [] : [inverse.relation])];
  }

  private invert(among: LevelValues): Inverse {
    const { diagrams, entries } = this;
    const tuples: number[][] = [];
    diagrams.each(this.relation, (pair) => {
      let swapped: number[][] = [[]];
      let at = 0;
      for (const { mode, level } of entries) {
        const value = pair[at++]!;
        if (mode === "read") for (const tuple of swapped) tuple.push(value);
        else if (mode === "change") {
          const written = pair[at++]!;
          for (const tuple of swapped) tuple.push(written, value);
        } else swapped = swapped.flatMap((tuple) => (among[level] ?? []).map((before) => [...tuple, value, before]));
      }
      tuples.push(...swapped);
      return true;
    });
    const shape = diagrams.shape(
      shapeOf(entries.map(({ level, mode }) => ({ level, mode: mode === "read" ? mode : "change" }))),
    );
    return { of: this.relation, among, relation: diagrams.ofTuples(tuples), shape };
  }

  private add(go: (visit: (vector: readonly number[]) => void) => unknown): boolean {
    const { diagrams, evaluator, entries } = this;
    const { parts } = this.vectors;
    const pairs: number[][] = [];
    const enabled: number[][] = [];
    const failing: number[][] = [];
    const offered: number[][] = [];
    go((vector) => {
      for (const [at, { part }] of parts.entries()) evaluator.before.put(part, vector[at]!);
      const known = pairs.length;
      const outcome = evaluator.run(this.link, () => {
        const pair: number[] = [];
        let at = 0;
        for (const { part, mode } of entries) {
          if (mode !== "write") pair.push(vector[at++]!);
          if (mode !== "read") pair.push(evaluator.after.get(part));
        }
        pairs.push(pair);
      });
      if (pairs.length > known) enabled.push([...vector]);
      if (outcome !== "none") offered.push([...vector]);
      if (outcome === "fails") failing.push([...vector]);
    });
    const before = this.relation;
    this.relation = diagrams.union(before, diagrams.ofTuples(pairs));
    this.domain = diagrams.union(this.domain, diagrams.ofTuples(enabled));
    this.failing = diagrams.union(this.failing, diagrams.ofTuples(failing));
    this.offered = diagrams.union(this.offered, diagrams.ofTuples(offered));
    return this.relation !== before;
  }
}
