// Steps of one link that read and write the same levels, as one relation: their union. Whoever goes layer by layer has
// another set each time and walks through it once for every relation, so fewer of them are less work. Saturation keeps
// what it has made of parts of sets, and gains nothing by it.

import { type Diagram, type Diagrams, EMPTY, type RelationShape } from "./diagrams.ts";
import type { LevelValues, LinkRelation } from "./link-relation.ts";
import type { StepChain } from "./network/joint-steps.ts";

/** Goes through sets in both directions. */
export interface TwoWay {
  apply(set: Diagram): Diagram;
  applyBackwards(set: Diagram, among: LevelValues): Diagram;
  readonly roots: readonly Diagram[];
}

/** What is taken at once: relations one after the other, where `step` says what has to hold beside them. */
export interface Stride {
  readonly step: StepChain;
  readonly relations: readonly TwoWay[];
}

/** Strides that do what the steps do, which have one priority. */
export function mergedStrides(
  diagrams: Diagrams,
  steps: readonly { readonly step: StepChain; readonly relations: readonly LinkRelation[] }[],
): Stride[] {
  const alike = new Map<string, { readonly step: StepChain; readonly relations: readonly LinkRelation[] }[]>();
  for (const [index, one] of steps.entries()) {
    const { top, shape } = one.relations[0]!;
    const key = one.relations.length === 1 ? `${top} ${shape} ${one.step.needsNoneCommitted}` : `alone ${index}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [one]);
    else others.push(one);
  }
  return [...alike.values()].map((members) => {
    const [{ step, relations }] = members as [(typeof members)[0]];
    if (members.length === 1) return { step, relations };
    return { step, relations: [new MergedLinks(diagrams, [...new Set(members.map((one) => one.relations[0]!))])] };
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

  apply(set: Diagram): Diagram {
    const relation = this.forwards.of(this.links.map((link) => link.relation));
    return this.through(set, relation, this.links[0]!.shape);
  }

  applyBackwards(set: Diagram, among: LevelValues): Diagram {
    const inverses = this.links.map((link) => link.invertedAmong(among));
    return this.through(set, this.backwards.of(inverses.map(({ relation }) => relation)), inverses[0]!.shape);
  }

  get roots(): readonly Diagram[] {
    return [this.forwards.union, this.backwards.union];
  }

  private through(set: Diagram, relation: Diagram, shape: RelationShape): Diagram {
    return this.diagrams.image(set, relation, shape, this.links[0]!.top);
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
