// Sets of states of one transition system, each kept once and known by a number. Transitions lead to such sets, so that
// "anything may happen to this variable" is one set and not a pair for every two values.

export class StateSets {
  readonly members: Int32Array[] = [];
  private readonly byHash = new Map<number, number[]>();
  private indexed = 0;

  /** The number of the set with these members, which must be ascending and without repetition. */
  of(members: readonly number[] | Int32Array): number {
    this.catchUp();
    const hash = hashOf(members);
    const known = this.byHash.get(hash)?.find((id) => isSame(this.members[id]!, members));
    if (known !== undefined) return known;
    return this.enter(Int32Array.from(members), hash);
  }

  /** A set that is known to be new, members in any order. */
  add(members: Int32Array): number {
    return this.members.push(members) - 1;
  }

  union(ids: readonly number[]): number {
    if (ids.length === 1) return ids[0]!;
    const all = new Set<number>();
    for (const id of ids) for (const member of this.members[id]!) all.add(member);
    return this.of(Int32Array.from(all).sort());
  }

  /** Sets that were added without a look are found from now on. */
  private catchUp(): void {
    for (; this.indexed < this.members.length; this.indexed++) {
      const sorted = this.members[this.indexed]!.sort();
      const hash = hashOf(sorted);
      const same = this.byHash.get(hash);
      if (same === undefined) this.byHash.set(hash, [this.indexed]);
      else same.push(this.indexed);
    }
  }

  private enter(members: Int32Array, hash: number): number {
    const id = this.members.push(members) - 1;
    this.indexed = this.members.length;
    const same = this.byHash.get(hash);
    if (same === undefined) this.byHash.set(hash, [id]);
    else same.push(id);
    return id;
  }
}

/** Mixes two numbers into 32 bits. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

export function hashOf(values: ArrayLike<number>): number {
  let hash = values.length;
  for (let at = 0; at < values.length; at++) hash = mix(hash, values[at]!);
  return hash;
}

export function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
