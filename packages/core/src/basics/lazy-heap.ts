// A heap of things whose place changes: whoever changes a thing gives it a new stamp and pushes it again with its new
// keys, and older entries are skipped. Smallest keys first; among equals the newest entry.

export interface Stamped {
  readonly stamp: number;
}

interface Entry<T> {
  readonly item: T;
  readonly stamp: number;
  readonly first: number;
  readonly second: number;
  readonly age: number;
}

export class LazyHeap<T extends Stamped> {
  private entries: Entry<T>[] = [];
  private age = 0;
  /** So many entries may there be before outdated ones are removed. */
  private limit = 1024;

  /** Entries, outdated ones included. */
  get size(): number {
    return this.entries.length;
  }

  push(item: T, first: number, second: number): void {
    if (this.entries.length >= this.limit) this.clean();
    this.entries.push({ item, stamp: item.stamp, first, second, age: this.age++ });
    this.rise(this.entries.length - 1);
  }

  pop(): T | undefined {
    for (;;) {
      const first = this.entries[0];
      if (first === undefined) return undefined;
      const last = this.entries.pop()!;
      if (this.entries.length > 0) {
        this.entries[0] = last;
        this.sink(0);
      }
      if (isValid(first)) return first.item;
    }
  }

  private clean(): void {
    this.entries = this.entries.filter(isValid);
    for (let at = (this.entries.length >> 1) - 1; at >= 0; at--) this.sink(at);
    this.limit = Math.max(1024, 2 * this.entries.length);
  }

  private rise(from: number): void {
    const { entries } = this;
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!comesBefore(entries[at]!, entries[above]!)) return;
      [entries[at], entries[above]] = [entries[above]!, entries[at]!];
      at = above;
    }
  }

  private sink(from: number): void {
    const { entries } = this;
    for (let at = from; ; ) {
      let best = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < entries.length && comesBefore(entries[below]!, entries[best]!)) best = below;
      }
      if (best === at) return;
      [entries[at], entries[best]] = [entries[best]!, entries[at]!];
      at = best;
    }
  }
}

function isValid<T extends Stamped>({ item, stamp }: Entry<T>): boolean {
  return item.stamp === stamp;
}

function comesBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return (a.first - b.first || a.second - b.second || b.age - a.age) < 0;
}
