// An exchange of things of a network: processes, clocks, channels, functions, cells, and values of classes. It is its
// own inverse; whatever is not named stays.

import type { ItemKind } from "./pairing.ts";

export type InterchangedKind = ItemKind | "function";

export class Interchange {
  private readonly maps: Readonly<Record<InterchangedKind, Map<number, number>>> = {
    cell: new Map(),
    clock: new Map(),
    channel: new Map(),
    process: new Map(),
    function: new Map(),
  };
  private readonly values = new Map<number, Map<number, number>>();
  /** What was noted, in order. */
  private readonly noted: { readonly map: Map<number, number>; readonly a: number; readonly b: number }[] = [];

  /** Grows with whatever is noted. */
  get bindings(): number {
    return this.noted.length;
  }

  /** Forgets what was noted since there were so many. */
  forgetSince(bindings: number): void {
    for (const { map, a, b } of this.noted.splice(bindings)) {
      map.delete(a);
      map.delete(b);
    }
  }

  to(kind: InterchangedKind, item: number): number {
    return this.maps[kind].get(item) ?? item;
  }

  isBound(kind: InterchangedKind, item: number): boolean {
    return this.maps[kind].has(item);
  }

  value(of: number, value: number): number {
    return this.values.get(of)?.get(value) ?? value;
  }

  /** Exchanges the two, unless something else was said of one of them. */
  bind(kind: InterchangedKind, a: number, b: number): boolean {
    return this.exchange(this.maps[kind], a, b);
  }

  bindValue(of: number, a: number, b: number): boolean {
    let map = this.values.get(of);
    if (map === undefined) this.values.set(of, (map = new Map()));
    return this.exchange(map, a, b);
  }

  /** Pairs that are exchanged, each once. */
  moved(kind: InterchangedKind): [number, number][] {
    return [...this.maps[kind]].filter(([a, b]) => a < b);
  }

  /** Classes with values that are exchanged. */
  movedValues(): { readonly of: number; readonly pairs: readonly [number, number][] }[] {
    return [...this.values]
      .map(([of, map]) => ({ of, pairs: [...map].filter(([a, b]) => a < b) }))
      .filter(({ pairs }) => pairs.length > 0);
  }

  private exchange(map: Map<number, number>, a: number, b: number): boolean {
    const [toA, toB] = [map.get(a), map.get(b)];
    if (toA === undefined && toB === undefined) {
      map.set(a, b);
      map.set(b, a);
      this.noted.push({ map, a, b });
      return true;
    }
    return toA === b && toB === a;
  }
}
