// Sets of values that grow, and can be taken back to what they were.

import type { Hull } from "./hull.ts";
import type { SetId } from "./space.ts";

export class ValueSets {
  private readonly lists: number[][] = [];
  private readonly members: (Set<number> | undefined)[] = [];
  private readonly hulls: (Hull | undefined)[] = [];

  /** In the order in which they came. */
  of(set: SetId): readonly number[] {
    return this.lists[set] ?? NONE;
  }

  /** Between which numbers its values lie, and those that were taken back; undefined where there were none. */
  hullOf(set: SetId): Hull | undefined {
    return this.hulls[set];
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
    const [min, max] = this.hulls[set] ?? [value, value];
    if (list.length === 1 || value < min || value > max) this.hulls[set] = [Math.min(min, value), Math.max(max, value)];
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
