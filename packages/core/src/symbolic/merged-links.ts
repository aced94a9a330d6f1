// Steps of one link that read and write the same levels, as one relation: their union. Whoever goes layer by layer has
// another set each time and walks through it once for every relation, so fewer of them are less work. Saturation keeps
// what it has made of parts of sets, and gains nothing by it.

import { type Diagram, type Diagrams, EMPTY, type Link, type LinkChain } from "./diagrams.ts";
import type { LevelValues, LinkRelation } from "./link-relation.ts";
import type { StepChain } from "./network/joint-steps.ts";

/** Goes through sets in both directions. */
export interface TwoWay {
  readonly top: number;
  apply(set: Diagram): Diagram;
  applyBackwards(set: Diagram, among: LevelValues): Diagram;
  /** As they are applied from a level on. */
  linkFrom(level: number): Link;
  linkBackFrom(level: number, among: LevelValues): Link;
  readonly roots: readonly Diagram[];
}

/** What is taken at once: relations one after the other, where `step` says what has to hold beside them. */
export interface Stride {
  readonly step: StepChain;
  readonly relations: readonly TwoWay[];
  /** The first level that it speaks of. */
  readonly top: number;
}

type LinkedStep = Stride & { readonly relations: readonly LinkRelation[] };

/** Strides that do what the steps do, which have one priority. */
export function mergedStrides(diagrams: Diagrams, steps: readonly LinkedStep[]): Stride[] {
  const alike = new Map<string, LinkedStep[]>();
  for (const [index, one] of steps.entries()) {
    const { top, shape } = one.relations[0]!;
    const key = one.relations.length === 1 ? `${top} ${shape} ${one.step.needsNoneCommitted}` : `alone ${index}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [one]);
    else others.push(one);
  }
  return [...alike.values()].map((members) => {
    const [first] = members as [LinkedStep];
    if (members.length === 1) return first;
    const merged = new MergedLinks(diagrams, [...new Set(members.map((one) => one.relations[0]!))]);
    return { ...first, relations: [merged] };
  });
}

class MergedLinks implements TwoWay {
  private readonly diagrams: Diagrams;
  private readonly links: readonly LinkRelation[];
  private readonly forwards: GrowingUnion;
  private readonly backwards: GrowingUnion;

  constructor(diagrams: Diagrams, links: readonly LinkRelation[]) {
    this.diagrams = diagrams;
    this.links = links;
    this.forwards = new GrowingUnion(diagrams);
    this.backwards = new GrowingUnion(diagrams);
  }

  get top(): number {
    return this.links[0]!.top;
  }

  apply(set: Diagram): Diagram {
    return this.through(set, this.linkFrom(0));
  }

  applyBackwards(set: Diagram, among: LevelValues): Diagram {
    return this.through(set, this.linkBackFrom(0, among));
  }

  linkFrom(level: number): Link {
    const relation = this.forwards.of(this.links.map((link) => link.relation));
    return { relation, shape: this.links[0]!.shape, skip: this.top - level };
  }

  linkBackFrom(level: number, among: LevelValues): Link {
    const inverses = this.links.map((link) => link.invertedAmong(among));
    const relation = this.backwards.of(inverses.map((inverse) => inverse.relation));
    return { relation, shape: inverses[0]!.shape, skip: this.top - level };
  }

  get roots(): readonly Diagram[] {
    return [this.forwards.union, this.backwards.union];
  }

  private through(set: Diagram, { relation, shape, skip }: Link): Diagram {
    return this.diagrams.image(set, relation, shape, skip);
  }
}

/** A union that is made again when a part of it has changed. */
class GrowingUnion {
  union: Diagram = EMPTY;
  private parts: readonly Diagram[] = [];
  private readonly diagrams: Diagrams;

  constructor(diagrams: Diagrams) {
    this.diagrams = diagrams;
  }

  of(parts: readonly Diagram[]): Diagram {
    if (this.parts.length !== parts.length || parts.some((part, at) => part !== this.parts[at])) {
      this.union = parts.reduce((all, part) => this.diagrams.union(all, part), EMPTY);
      this.parts = parts;
    }
    return this.union;
  }
}

/** All strides as chains, in both directions, made again when a relation has grown. */
export class StrideChains {
  private readonly strides: readonly Stride[];
  /** What has to hold where a step is taken. */
  private readonly before: (step: StepChain, top: number) => readonly Link[];
  private forward: { readonly revision: number; readonly chains: readonly LinkChain[] } | undefined;
  private backward:
    | { readonly revision: number; readonly among: LevelValues; readonly chains: readonly LinkChain[] }
    | undefined;

  constructor(strides: readonly Stride[], before: (step: StepChain, top: number) => readonly Link[]) {
    this.strides = strides;
    this.before = before;
  }

  forwards(revision: number): readonly LinkChain[] {
    if (this.forward?.revision !== revision) {
      const chains = this.strides.map(({ step, relations, top }) => ({
        top,
        links: [...this.before(step, top), ...relations.map((relation) => relation.linkFrom(top))],
      }));
      this.forward = { revision, chains: possible(chains) };
    }
    return this.forward.chains;
  }

  backwards(revision: number, among: LevelValues): readonly LinkChain[] {
    if (this.backward?.revision !== revision || this.backward.among !== among) {
      const chains = this.strides.map(({ step, relations, top }) => ({
        top,
        links: [...relations.map((relation) => relation.linkBackFrom(top, among)).reverse(), ...this.before(step, top)],
      }));
      this.backward = { revision, among, chains: possible(chains) };
    }
    return this.backward.chains;
  }
}

const possible = (chains: readonly LinkChain[]): LinkChain[] =>
  chains.filter(({ links }) => links.every(({ relation }) => relation !== EMPTY));
