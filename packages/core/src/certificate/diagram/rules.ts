// What runs of the machine come to, as relations: one for each list of levels that runs read and write.

import { ModelFault } from "../../semantics/index.ts";
import type { GuessingMachine } from "./guessing-machine.ts";
import type { RelationEntry, SparseRelation, TupleSet, ValueLists } from "./value-lists.ts";

export class Rules {
  private readonly groups = new Map<
    string,
    { readonly entries: readonly RelationEntry[]; readonly tuples: number[][] }
  >();
  /** Levels that any of them writes. */
  readonly writes = new Set<number>();

  add(reads: ReadonlyMap<number, number>, writes: ReadonlyMap<number, number> = NOTHING): void {
    const levels = [...new Set([...reads.keys(), ...writes.keys()])].sort((a, b) => a - b);
    const key = levels.map((level) => `${level}${reads.has(level) ? "r" : ""}${writes.has(level) ? "w" : ""}`).join();
    let group = this.groups.get(key);
    if (group === undefined) {
      const entries = levels.map((level) => ({ level, reads: reads.has(level), writes: writes.has(level) }));
      group = { entries, tuples: [] };
      this.groups.set(key, group);
      for (const level of writes.keys()) this.writes.add(level);
    }
    const tuple: number[] = [];
    for (const level of levels) {
      const [before, after] = [reads.get(level), writes.get(level)];
      if (before !== undefined) tuple.push(before);
      if (after !== undefined) tuple.push(after);
    }
    group.tuples.push(tuple);
  }

  clear(): void {
    this.groups.clear();
    this.writes.clear();
  }

  relations(lists: ValueLists): readonly SparseRelation[] {
    return [...this.groups.values()].map(({ entries, tuples }) => ({ entries, pairs: lists.ofTuples(tuples) }));
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();

export interface RuleSet {
  /** What comes of what. */
  readonly goes: readonly SparseRelation[];
  /** Where it goes at all, and where it fails: these only look. */
  readonly where: readonly SparseRelation[];
  readonly fails: readonly SparseRelation[];
  /** Levels that any run reads, or writes. */
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
}

/**
 * All rules of a script, which yields what it writes, or undefined where it comes to nothing; what the model fails in
 * is a rule of its own.
 */
export function rulesOf(
  machine: GuessingMachine,
  lists: ValueLists,
  script: () => ReadonlyMap<number, number> | undefined,
): RuleSet {
  const [goes, where, fails] = [new Rules(), new Rules(), new Rules()];
  const reads = new Set<number>();
  const run = (): void => {
    try {
      const writes = script();
      if (writes === undefined) return;
      goes.add(machine.reads, writes);
      where.add(machine.reads);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      fails.add(machine.reads);
    } finally {
      for (const level of machine.reads.keys()) reads.add(level);
    }
  };
  machine.all(run, () => {
    for (const rules of [goes, where, fails]) rules.clear();
  });
  return {
    goes: goes.relations(lists),
    where: where.relations(lists),
    fails: fails.relations(lists),
    reads,
    writes: goes.writes,
  };
}

/** What any of the relations makes of a set. */
export function imageBy(lists: ValueLists, set: TupleSet, relations: readonly SparseRelation[]): TupleSet {
  return relations.reduce((all, relation) => lists.union(all, lists.image(set, relation)), 0);
}
