// Cases: what is computed from variables, as a tree over the values of those that decide about it. Munta compares a
// variable with a constant and nothing else, so everything that is computed from data becomes such a tree, and each
// of its paths an edge or a disjunct. Neighbouring values with the same outcome are one case.

import type { CellTable } from "../../network/index.ts";
import { type KnownValues, Unknown } from "./case-machine.ts";
import { MUNTA_BUDGET, refuse } from "./refusal.ts";

/** The key's value lies between the two; of a location: it is one of `among`. */
export interface ValueCondition {
  readonly key: number;
  readonly low: number;
  readonly high: number;
  readonly among?: readonly number[];
}

export type CaseTree<Leaf> =
  | { readonly leaf: Leaf }
  | { readonly branches: readonly { readonly when: ValueCondition; readonly tree: CaseTree<Leaf> }[] };

/** A discrete state that a certificate lists, by keys. */
export type Observed = (key: number) => number;

export interface CaseQuestion<Leaf> {
  /** Throws `Unknown` for what it has to know. */
  evaluate(known: KnownValues): Leaf;
  /** States in which it is asked; absent: any. */
  readonly seen?: readonly Observed[];
  /** Of values that are in no such state. */
  readonly unseen: Leaf;
  /** One leaf for both, where the key is `value` in the other, and less in the one: one less, or several values. */
  join?(one: Leaf, other: Leaf, key: number, value: number, isOne: boolean): Leaf | undefined;
}

export class Cases {
  private left: number = MUNTA_BUDGET.cases;
  private readonly table: CellTable;
  private readonly cells: number;
  /** Where each process may be. */
  private readonly places: readonly (readonly number[])[];

  constructor(table: CellTable, cells: number, places: readonly (readonly number[])[]) {
    this.table = table;
    this.cells = cells;
    this.places = places;
  }

  tree<Leaf>(question: CaseQuestion<Leaf>): CaseTree<Leaf> {
    return this.behind(question, new Map(), question.seen);
  }

  /**
   * The cases of one cell at the time when an update runs: a partner may have written it. `values`: those that may be
   * met then; absent: any.
   */
  lateTree<Leaf>(
    key: number,
    values: ReadonlySet<number> | undefined,
    unseen: Leaf,
    join: CaseQuestion<Leaf>["join"],
    of: (value: number) => CaseTree<Leaf>,
  ): CaseTree<Leaf> {
    const met = values ?? new Set([...this.valuesOf(key, undefined)].map(([value]) => value));
    const parts = [...met]
      .sort((a, b) => a - b)
      .map((value): Part<Leaf> => {
        this.count();
        return { low: value, high: value, tree: of(value) };
      });
    const [least, most] = this.rangeOf(key);
    return joined(key, withGaps(parts, least, most, unseen), join);
  }

  private count(): void {
    if (--this.left < 0) refuse("too many cases", `there are more than ${MUNTA_BUDGET.cases} cases of data`);
  }

  private behind<Leaf>(
    question: CaseQuestion<Leaf>,
    known: KnownValues,
    seen: readonly Observed[] | undefined,
  ): CaseTree<Leaf> {
    this.count();
    try {
      return { leaf: question.evaluate(known) };
    } catch (unknown) {
      if (!(unknown instanceof Unknown) || unknown.late) throw unknown;
      return this.split(question, known, seen, unknown.key);
    }
  }

  private split<Leaf>(
    question: CaseQuestion<Leaf>,
    known: KnownValues,
    seen: readonly Observed[] | undefined,
    key: number,
  ): CaseTree<Leaf> {
    const parts: Part<Leaf>[] = [];
    for (const [value, here] of this.valuesOf(key, seen)) {
      parts.push({ low: value, high: value, tree: this.behind(question, new Map(known).set(key, value), here) });
    }
    const isPlace = key >= this.cells && key < this.cells + this.places.length;
    if (isPlace) return amongPlaces(key, parts);
    const [least, most] = this.rangeOf(key);
    return joined(key, withGaps(parts, least, most, question.unseen), question.join);
  }

  private rangeOf(key: number): readonly [number, number] {
    return key < this.cells ? [this.table.min[key]!, this.table.max[key]!] : [0, 1];
  }

  /** The values that are told apart, ascending, each with the states that have it. */
  private *valuesOf(
    key: number,
    seen: readonly Observed[] | undefined,
  ): Generator<readonly [number, readonly Observed[] | undefined]> {
    const isCell = key < this.cells;
    const [least, most] = this.rangeOf(key);
    // What is said about clocks, no discrete state knows.
    if (key >= this.cells + this.places.length) {
      for (const value of [0, 1]) yield [value, seen];
    } else if (isCell && (seen === undefined || most - least <= 1)) {
      if (most - least >= MUNTA_BUDGET.values) {
        const name = this.table.name(key);
        refuse("too many values", `${name} has ${most - least + 1} values, and each would be a case`);
      }
      for (let value = least; value <= most; value++) yield [value, seen?.filter((state) => state(key) === value)];
    } else if (seen === undefined) {
      for (const place of this.places[key - this.cells]!) yield [place, undefined];
    } else {
      const states = new Map<number, Observed[]>();
      for (const state of seen) {
        const value = state(key);
        const alike = states.get(value);
        if (alike === undefined) states.set(value, [state]);
        else alike.push(state);
      }
      const values = isCell ? [...states.keys()].sort((a, b) => a - b) : this.places[key - this.cells]!;
      for (const value of values) yield [value, states.get(value) ?? []];
    }
  }
}

interface Part<Leaf> {
  readonly low: number;
  readonly high: number;
  readonly tree: CaseTree<Leaf>;
}

/** Values that nobody saw stand between those that somebody did. */
function withGaps<Leaf>(parts: readonly Part<Leaf>[], least: number, most: number, unseen: Leaf): Part<Leaf>[] {
  const all: Part<Leaf>[] = [];
  let next = least;
  for (const part of parts) {
    if (part.low > next) all.push({ low: next, high: part.low - 1, tree: { leaf: unseen } });
    all.push(part);
    next = part.high + 1;
  }
  if (next <= most) all.push({ low: next, high: most, tree: { leaf: unseen } });
  return all;
}

function joined<Leaf>(key: number, parts: readonly Part<Leaf>[], join: CaseQuestion<Leaf>["join"]): CaseTree<Leaf> {
  const merged: Part<Leaf>[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const tree = last === undefined ? undefined : joinedTree(last, part, key, join);
    if (last === undefined || tree === undefined) merged.push(part);
    else merged[merged.length - 1] = { low: last.low, high: part.high, tree };
  }
  if (merged.length === 1) return merged[0]!.tree;
  return { branches: merged.map(({ low, high, tree }) => ({ when: { key, low, high }, tree })) };
}

function joinedTree<Leaf>(
  one: Part<Leaf>,
  { low, high, tree }: Part<Leaf>,
  key: number,
  join: CaseQuestion<Leaf>["join"],
): CaseTree<Leaf> | undefined {
  if (JSON.stringify(one.tree) === JSON.stringify(tree)) return one.tree;
  if (low !== high || !("leaf" in one.tree) || !("leaf" in tree)) return undefined;
  const leaf = join?.(one.tree.leaf, tree.leaf, key, low, one.low === one.high);
  return leaf === undefined ? undefined : { leaf };
}

/** Places have no order: all with the same outcome are one case. */
function amongPlaces<Leaf>(key: number, parts: readonly Part<Leaf>[]): CaseTree<Leaf> {
  const alike = new Map<string, { among: number[]; tree: CaseTree<Leaf> }>();
  for (const { low, tree } of parts) {
    const text = JSON.stringify(tree);
    const group = alike.get(text) ?? { among: [], tree };
    alike.set(text, group);
    group.among.push(low);
  }
  const groups = [...alike.values()];
  if (groups.length === 1) return groups[0]!.tree;
  return { branches: groups.map(({ among, tree }) => ({ when: { key, low: 0, high: 0, among }, tree })) };
}

/** The paths of a tree, each with its conditions. */
export function* pathsOf<Leaf>(
  tree: CaseTree<Leaf>,
  before: readonly ValueCondition[] = [],
): Generator<{ readonly conditions: readonly ValueCondition[]; readonly leaf: Leaf }> {
  if ("leaf" in tree) yield { conditions: before, leaf: tree.leaf };
  else for (const { when, tree: next } of tree.branches) yield* pathsOf(next, [...before, when]);
}
