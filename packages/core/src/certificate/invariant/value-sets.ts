// Sets of values that grow, and can be taken back to what they were.

import type { SetId } from "./space.ts";

export class ValueSets {
  private readonly lists: number[][] = [];
  private readonly members: (Set<number> | undefined)[] = [];

  /** In the order in which they came. */
  of(set: SetId): readonly number[] {
    return this.lists[set] ?? NONE;
  }

  has(set: SetId, value: number): boolean {
    const members = this.members[set];
    return members === undefined ? this.of(set).includes(value) : members.has(value);
  }

  /** False where it was there. */
  add(set: SetId, value: number): boolean {
    if (this.has(set, value)) return false;
    this.lists[set] ??= [];
    const list = this.lists[set]!;
    list.push(value);
    if (list.length === FEW) this.members[set] = new Set(list);
    else this.members[set]?.add(value);
    return true;
  }

  /** Takes back what came last. */
  drop(set: SetId): void {
    const value = this.lists[set]!.pop()!;
    this.members[set]?.delete(value);
  }
}

const NONE: readonly number[] = [];
/** As many are looked through without an index. */
const FEW = 12;
