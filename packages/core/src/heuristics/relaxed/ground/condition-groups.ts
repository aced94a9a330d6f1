// Conditions that read the same cells are woken as one: two hundred trains that wait to be the last of a queue are one
// group, and however many of the queue's cells grow, they are looked at once.

import type { Condition } from "./conditions.ts";
import { type Lists, listsOf } from "./lists.ts";

export class ConditionGroups {
  /** Conditions by group, groups by cell, the group of a condition. */
  readonly members: Lists;
  readonly reading: Lists;
  readonly groupOf: Int32Array;
  /** How many conditions of a group are waited for. */
  private readonly waiting: Int32Array;
  private readonly isWoken: Uint8Array;
  private readonly woken: number[] = [];
  private count = 0;

  constructor(conditions: readonly Condition[], cells: number) {
    const alike = new Map<string, number[]>();
    const readers: (readonly number[])[] = [];
    this.groupOf = Int32Array.from(conditions, ({ reads }) => {
      const key = `${reads.length} ${reads.reduce((hash, cell) => (Math.imul(hash, 31) + cell) | 0, 0)}`;
      const candidates = alike.get(key) ?? [];
      alike.set(key, candidates);
      const known = candidates.find((group) => readers[group]!.every((cell, at) => cell === reads[at]));
      if (known !== undefined) return known;
      candidates.push(readers.length);
      return readers.push(reads) - 1;
    });
    this.members = listsOf(
      readers.length,
      conditions.flatMap((_, condition) => [this.groupOf[condition]!, condition]),
    );
    const reading: number[] = [];
    for (const [group, reads] of readers.entries()) for (const cell of reads) reading.push(cell, group);
    this.reading = listsOf(cells, reading);
    this.waiting = new Int32Array(readers.length);
    this.isWoken = new Uint8Array(readers.length);
  }

  get groups(): number {
    return this.waiting.length;
  }

  reset(): void {
    this.waiting.fill(0);
    this.isWoken.fill(0);
    this.count = 0;
  }

  /** The condition does not hold, but may do so when cells that it reads have grown. */
  await(condition: number): void {
    this.waiting[this.groupOf[condition]!]!++;
  }

  settle(condition: number): void {
    this.waiting[this.groupOf[condition]!]!--;
  }

  /** A cell has grown. */
  wake(cell: number): void {
    const { first, items } = this.reading;
    for (let at = first[cell]!; at < first[cell + 1]!; at++) {
      const group = items[at]!;
      if (this.isWoken[group] === 1 || this.waiting[group] === 0) continue;
      this.isWoken[group] = 1;
      this.woken[this.count++] = group;
    }
  }

  /** Calls for all conditions of the groups that were woken, whether they are waited for or not. */
  forEachWoken(visit: (condition: number) => void): void {
    const { first, items } = this.members;
    for (let k = 0; k < this.count; k++) {
      const group = this.woken[k]!;
      this.isWoken[group] = 0;
      for (let at = first[group]!; at < first[group + 1]!; at++) visit(items[at]!);
    }
    this.count = 0;
  }
}
