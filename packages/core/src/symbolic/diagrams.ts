// Sets of tuples of numbers as list decision diagrams (Blom and Pol 2008), and relations between them: what the
// package offers. A diagram is a list of (value, what follows) in ascending order of values, shared wherever it is the
// same, so that equal sets have equal numbers. The package proper is emitted code (`package/`); `tuple-sets.ts` is its
// plain twin.

/** A set of tuples of one length, by number; valid until a collection that it is no root of. */
export type Diagram = number;
export const EMPTY: Diagram = 0;
/** The set whose only tuple is the empty one. */
export const UNIT: Diagram = 1;

/** Levels that a tuple may have. */
export const MOST_LEVELS = 4000;

/**
 * What a relation does with a level: `read` asks for its value, `change` asks for it and sets another, `write` sets it
 * whatever it was. A tuple of the relation has one value for each, and two for `change`.
 */
export const MODES = ["end", "read", "change", "write"] as const;
export type Mode = Exclude<(typeof MODES)[number], "end">;

/** The levels a relation speaks of, one after the other, and how many levels lie between each and the next. */
export interface ShapeEntry {
  readonly mode: Mode;
  readonly gap: number;
}
/** A shape by its number in the package. */
export type RelationShape = number;

/** A relation that is applied so many levels below where it is asked. */
export interface Link {
  readonly relation: Diagram;
  readonly shape: RelationShape;
  readonly skip: number;
}
/** Relations that are applied one after the other, from a level on. */
export interface LinkChain {
  readonly top: number;
  /** Each `skip` counts from `top`. */
  readonly links: readonly Link[];
}

/** A value at the first level of a set, and the set of what follows it. */
export interface ValueBranch {
  readonly value: number;
  readonly below: Diagram;
}

export interface DiagramStatistics {
  /** Nodes in the table now, and all that were ever made. */
  readonly nodes: number;
  readonly made: number;
  readonly cacheLooks: number;
  readonly cacheHits: number;
  readonly collections: number;
}

/** Nodes as triples of a value, what follows it and what stands beside it; the first one is number 2. */
export interface ListedNodes {
  readonly nodes: readonly (readonly [value: number, down: number, right: number])[];
  readonly root: number;
}

export interface Diagrams {
  /** The shape of relations; equal ones are the same. */
  shape(entries: readonly ShapeEntry[]): RelationShape;
  /** The set of these tuples, all of one length; the list is sorted. */
  ofTuples(tuples: number[][]): Diagram;
  /** Every tuple whose values are each in the list of its place; the lists ascend. */
  product(lists: readonly (readonly number[])[]): Diagram;
  /** Every tuple of the first followed by every tuple of the second. */
  concatenate(first: Diagram, second: Diagram): Diagram;
  union(a: Diagram, b: Diagram): Diagram;
  minus(a: Diagram, b: Diagram): Diagram;
  intersect(a: Diagram, b: Diagram): Diagram;
  /** What becomes of the tuples to which the relation applies, `skip` levels down. */
  image(set: Diagram, relation: Diagram, shape: RelationShape, skip: number): Diagram;
  /** The values at the levels of the shape, of which only the places count. */
  project(set: Diagram, shape: RelationShape, skip: number): Diagram;
  /** Says what `step` and `saturate` go by. Lists that come again are best handed in as the same object. */
  setChains(chains: readonly LinkChain[]): void;
  /** All that one of the chains makes of a set. */
  step(set: Diagram): Diagram;
  /** All that the chains make of a set, again and again (Ciardo, Lüttgen and Siminiceanu 2001). */
  saturate(set: Diagram): Diagram;
  /** How many tuples there are. */
  count(set: Diagram): bigint;
  /** Nodes of one diagram. */
  size(set: Diagram): number;
  /** The nodes of one diagram, each behind those it refers to. */
  listed(set: Diagram): ListedNodes;
  /** All tuples, in order; the array is lent. Ends when `visit` returns false. */
  each(set: Diagram, visit: (tuple: readonly number[]) => boolean | undefined): void;
  /** The values at the first level, ascending, each with the set of what follows it. */
  branches(set: Diagram): readonly ValueBranch[];
  /** The values that occur at each level. */
  valuesByLevel(set: Diagram): readonly (readonly number[])[];
  /**
   * Forgets everything that does not belong to the roots, once there is enough of it. Only between operations. Roots are
   * looked at only then: who asks often hands them in `listedLater`.
   */
  tidy(roots: Iterable<Diagram>): void;
  readonly statistics: DiagramStatistics;
}

/** Roots that are listed when somebody looks at them. */
export function listedLater(list: () => Iterable<Diagram>): Iterable<Diagram> {
  return { [Symbol.iterator]: () => list()[Symbol.iterator]() };
}

/** The least tuple; undefined of the empty set. */
export function firstOf(diagrams: Diagrams, set: Diagram): number[] | undefined {
  let first: number[] | undefined;
  diagrams.each(set, (tuple) => {
    first = [...tuple];
    return false;
  });
  return first;
}

/** The relation is too deep for the stack of the host. */
export class TooDeep extends Error {
  constructor() {
    super("diagrams with so many levels are not supported");
    this.name = "TooDeep";
  }
}
