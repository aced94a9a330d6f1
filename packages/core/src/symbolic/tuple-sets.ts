// The plain twin of the package: sets are lists of tuples, kept by number, and every operation goes through all of
// them. What is emitted is held against it.

import type {
  Diagram,
  DiagramStatistics,
  Diagrams,
  LinkChain,
  ListedNodes,
  RelationShape,
  ShapeEntry,
  ValueBranch,
} from "./diagrams.ts";

type Tuple = readonly number[];

export class TupleSets implements Diagrams {
  private readonly sets: (readonly Tuple[])[] = [[], [[]]];
  private readonly numbers = new Map<string, Diagram>([
    ["", 0],
    ["[]", 1],
  ]);
  private readonly shapes: (readonly ShapeEntry[])[] = [];
  private chains: readonly LinkChain[] = [];

  shape(entries: readonly ShapeEntry[]): RelationShape {
    return this.shapes.push(entries) - 1;
  }

  ofTuples(tuples: readonly Tuple[]): Diagram {
    const distinct = new Map(tuples.map((tuple) => [JSON.stringify(tuple), tuple]));
    const sorted = [...distinct.values()].sort(compare);
    const key = sorted.map((tuple) => JSON.stringify(tuple)).join("");
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.push(sorted.map((tuple) => [...tuple])) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  product(lists: readonly (readonly number[])[]): Diagram {
    return this.ofTuples(
      lists.reduce<Tuple[]>((heads, list) => heads.flatMap((head) => list.map((value) => [...head, value])), [[]]),
    );
  }

  concatenate(first: Diagram, second: Diagram): Diagram {
    return this.ofTuples(this.tuples(first).flatMap((head) => this.tuples(second).map((tail) => [...head, ...tail])));
  }

  union(a: Diagram, b: Diagram): Diagram {
    return this.ofTuples([...this.tuples(a), ...this.tuples(b)]);
  }

  minus(a: Diagram, b: Diagram): Diagram {
    const others = this.keys(b);
    return this.ofTuples(this.tuples(a).filter((tuple) => !others.has(JSON.stringify(tuple))));
  }

  intersect(a: Diagram, b: Diagram): Diagram {
    const others = this.keys(b);
    return this.ofTuples(this.tuples(a).filter((tuple) => others.has(JSON.stringify(tuple))));
  }

  image(set: Diagram, relation: Diagram, shape: RelationShape, skip: number): Diagram {
    const entries = this.shapes[shape]!;
    const results: Tuple[] = [];
    for (const tuple of this.tuples(set)) {
      for (const pair of this.tuples(relation)) {
        const result = applied(tuple, pair, entries, skip);
        if (result !== undefined) results.push(result);
      }
    }
    return this.ofTuples(results);
  }

  project(set: Diagram, shape: RelationShape, skip: number): Diagram {
    const levels = levelsOf(this.shapes[shape]!, skip);
    return this.ofTuples(this.tuples(set).map((tuple) => levels.map((level) => tuple[level]!)));
  }

  setChains(chains: readonly LinkChain[]): void {
    this.chains = chains;
  }

  step(set: Diagram): Diagram {
    let next = 0;
    for (const { top, links } of this.chains) {
      let moved = set;
      for (const { relation, shape, skip } of links) moved = this.image(moved, relation, shape, top + skip);
      next = this.union(next, moved);
    }
    return next;
  }

  saturate(set: Diagram): Diagram {
    for (let all = set; ; ) {
      const next = this.union(all, this.step(all));
      if (next === all) return all;
      all = next;
    }
  }

  count(set: Diagram): bigint {
    return BigInt(this.tuples(set).length);
  }

  size(set: Diagram): number {
    return this.tuples(set).length;
  }

  listed(set: Diagram): ListedNodes {
    const nodes: [number, number, number][] = [];
    const numbers = new Map<string, number>();
    const enter = (tuples: readonly Tuple[]): number => {
      if (tuples.length === 0) return 0;
      const value = tuples[0]![0];
      if (value === undefined) return 1;
      const own = tuples.filter(([first]) => first === value).map((tuple) => tuple.slice(1));
      const right = enter(tuples.filter(([first]) => first !== value));
      const node: [number, number, number] = [value, enter(own), right];
      const known = numbers.get(node.join());
      if (known !== undefined) return known;
      numbers.set(node.join(), nodes.push(node) + 1);
      return nodes.length + 1;
    };
    return { root: enter(this.tuples(set)), nodes };
  }

  each(set: Diagram, visit: (tuple: Tuple) => boolean | undefined): void {
    for (const tuple of this.tuples(set)) if (visit(tuple) === false) return;
  }

  branches(set: Diagram): readonly ValueBranch[] {
    const [values = []] = this.valuesByLevel(set);
    return values.map((value) => ({
      value,
      below: this.ofTuples(this.tuples(set).flatMap(([first, ...rest]) => (first === value ? [rest] : []))),
    }));
  }

  valuesByLevel(set: Diagram): readonly (readonly number[])[] {
    const tuples = this.tuples(set);
    return (tuples[0] ?? []).map((_, level) =>
      [...new Set(tuples.map((tuple) => tuple[level]!))].sort((a, b) => a - b),
    );
  }

  tidy(): void {}

  get statistics(): DiagramStatistics {
    const made = this.sets.length;
    return { nodes: made, made, cacheLooks: 0, cacheHits: 0, collections: 0 };
  }

  private tuples(set: Diagram): readonly Tuple[] {
    return this.sets[set]!;
  }

  private keys(set: Diagram): Set<string> {
    return new Set(this.tuples(set).map((tuple) => JSON.stringify(tuple)));
  }
}

function levelsOf(entries: readonly ShapeEntry[], skip: number): number[] {
  let level = skip;
  return entries.map(({ gap }) => {
    const at = level;
    level += 1 + gap;
    return at;
  });
}

/** What a pair of the relation makes of a tuple; undefined where it does not apply. */
function applied(tuple: Tuple, pair: Tuple, entries: readonly ShapeEntry[], skip: number): Tuple | undefined {
  const result = [...tuple];
  const levels = levelsOf(entries, skip);
  let at = 0;
  for (const [index, { mode }] of entries.entries()) {
    const level = levels[index]!;
    if (mode !== "write" && pair[at++] !== tuple[level]) return undefined;
    if (mode !== "read") result[level] = pair[at++]!;
  }
  return result;
}

function compare(a: Tuple, b: Tuple): number {
  const at = a.findIndex((value, level) => value !== b[level]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
