// Since which layer of the abstract transition graph is a gate open, has a set a value, and why? A conjunction is open where
// its last part is, a disjunction where its first one is, and when a cell gained a value is in its history; so it goes on
// through the nodes, and the way down is the explanation. Few gates are not of that kind (what is surely stored, or is
// not): of those the layers are halved.

import type { CellHistory } from "../cell-history.ts";
import type { Circuit } from "./circuit.ts";
import { KINDS, NOTHING, type Node } from "./node-store.ts";
import { MAX_PAIRS } from "./set-nodes.ts";

export interface History {
  readonly cells: CellHistory;
  reachedAt(fact: number): number;
  /** The latest layer. */
  layers(): number;
  holdsAt(gate: Node, layer: number): boolean;
  /** What a set may be at present, ascending. */
  valuesOf(set: Node): readonly number[];
  contains(set: Node, value: number): boolean;
}

/** Layers of what never held lie above. */
export const NEVER_HELD = 1 << 30;

/** What something is due to: parts that must all hold, or nothing that could be told apart. */
export type Reason =
  | { readonly kind: "value"; readonly cell: number; readonly value: number }
  | { readonly kind: "gate"; readonly gate: Node }
  | { readonly kind: "member"; readonly set: Node; readonly value: number };

export class GateLayers {
  private readonly circuit: Circuit | null;
  private readonly history: History;
  private readonly layer: Int32Array;
  private readonly known: Int32Array;
  private build = 0;
  private readonly cells: (readonly number[] | undefined)[] = [];

  constructor(circuit: Circuit | null, history: History) {
    this.circuit = circuit;
    this.history = history;
    this.layer = new Int32Array(circuit?.size ?? 0);
    this.known = new Int32Array(circuit?.size ?? 0);
  }

  /** Another graph. */
  begin(): void {
    this.build++;
  }

  cellsOf(gate: Node): readonly number[] {
    return (this.cells[gate] ??= this.circuit!.cellsOf([gate]));
  }

  /** Since when the gate is open. */
  of(gate: Node): number {
    if (this.known[gate] === this.build) return this.layer[gate]!;
    const layer = this.find(gate);
    // What does not hold yet may do so later.
    if (layer >= NEVER_HELD) return layer;
    this.known[gate] = this.build;
    this.layer[gate] = layer;
    return layer;
  }

  /** Since when the set has the value. Null: that cannot be told from the nodes. */
  ofMember(set: Node, value: number): number | null {
    const { kind, a, b, lo, hi } = this.circuit!;
    if (value < lo[set]! || value > hi[set]!) return NEVER_HELD;
    switch (kind[set]) {
      case KINDS.constant:
        return this.circuit!.valuesOf(set)!.includes(value) ? 0 : NEVER_HELD;
      case KINDS.cell:
        return Math.min(NEVER_HELD, this.history.cells.layerOfValue(a[set]!, value));
      case KINDS.truth:
        return this.of(value === 0 ? a[set]! : b[set]!);
      case KINDS.within:
        return this.ofMember(a[set]!, value);
      case KINDS.union:
        return least(this.ofMember(a[set]!, value), this.ofMember(b[set]!, value));
      case KINDS.gated:
        return most(this.of(a[set]!), this.ofMember(b[set]!, value));
      case KINDS.written:
        // What was there before stays only where nothing else is surely stored.
        return null;
      default:
        return this.best(set, value)?.layer ?? null;
    }
  }

  /** What opened a gate; null where that must be tried out. */
  whyOpen(gate: Node): readonly Reason[] | null {
    const { kind, a, b } = this.circuit!;
    const left = a[gate]!;
    const right = b[gate]!;
    switch (kind[gate]) {
      case KINDS.and:
        return [
          { kind: "gate", gate: left },
          { kind: "gate", gate: right },
        ];
      case KINDS.or:
        return [{ kind: "gate", gate: this.of(right) < this.of(left) ? right : left }];
      case KINDS.has:
        return [{ kind: "member", set: left, value: right }];
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty: {
        const [value, layer] = this.firstOf(left, this.openers(gate));
        return layer === null ? null : [{ kind: "member", set: left, value }];
      }
      case KINDS.meets:
      case KINDS.differ:
      case KINDS.below:
      case KINDS.atMost: {
        const pair = this.firstPair(gate);
        if (pair === null) return null;
        return [
          { kind: "member", set: left, value: pair.x },
          { kind: "member", set: right, value: pair.y },
        ];
      }
      default:
        return null;
    }
  }

  /** Why the set has the value; null where that must be tried out. */
  whyMember(set: Node, value: number): readonly Reason[] | null {
    const { kind, a, b, c } = this.circuit!;
    const left = a[set]!;
    const right = b[set]!;
    switch (kind[set]) {
      case KINDS.constant:
        return [];
      case KINDS.cell:
        return [{ kind: "value", cell: left, value }];
      case KINDS.truth:
        return [{ kind: "gate", gate: value === 0 ? left : right }];
      case KINDS.within:
        return [{ kind: "member", set: left, value }];
      case KINDS.union: {
        const part = this.firstPart(set, value);
        return part === null ? null : [{ kind: "member", set: part, value }];
      }
      case KINDS.gated:
        return [
          { kind: "gate", gate: left },
          { kind: "member", set: right, value },
        ];
      case KINDS.written: {
        // What was there before stays only where nothing else is surely stored: that is tried out.
        const layer = most(this.of(c[set]!), this.ofMember(right, value));
        if (layer === null || layer >= NEVER_HELD) return null;
        return [
          { kind: "gate", gate: c[set]! },
          { kind: "member", set: right, value },
        ];
      }
      default: {
        const best = this.best(set, value);
        if (best === null || best.layer === null) return null;
        return [
          { kind: "member", set: left, value: best.x },
          { kind: "member", set: best.set, value: best.y },
        ];
      }
    }
  }

  /** Of the parts of a union, the one that had the value first, as far as can be told. */
  private firstPart(set: Node, value: number): Node | null {
    const { kind, a, b } = this.circuit!;
    const parts = [set];
    let first: Node | null = null;
    let earliest = NEVER_HELD;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (kind[part] === KINDS.union) {
        parts.push(b[part]!, a[part]!);
        continue;
      }
      const layer = this.ofMember(part, value);
      if (layer === null || layer >= earliest) continue;
      [first, earliest] = [part, layer];
    }
    return first;
  }

  private find(gate: Node): number {
    const { kind, a, b } = this.circuit!;
    const left = a[gate]!;
    const right = b[gate]!;
    switch (kind[gate]) {
      case KINDS.always:
        return 0;
      case KINDS.never:
        return NEVER_HELD;
      case KINDS.and:
        return Math.max(this.of(left), this.of(right));
      case KINDS.or:
        return Math.min(this.of(left), this.of(right));
      case KINDS.reached:
        return this.history.reachedAt(left);
      case KINDS.has:
        return this.ofMember(left, right) ?? this.search(gate);
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty:
        return this.firstOf(left, this.openers(gate))[1] ?? this.search(gate);
      case KINDS.meets:
      case KINDS.differ:
      case KINDS.below:
      case KINDS.atMost:
        return this.firstPair(gate)?.layer ?? this.search(gate);
      default:
        return this.search(gate);
    }
  }

  /** Values of its set that open the gate. */
  private openers(gate: Node): readonly number[] {
    const { kind, a, b } = this.circuit!;
    const values = this.history.valuesOf(a[gate]!);
    if (kind[gate] === KINDS.among) return values.filter((value) => this.history.contains(b[gate]!, value));
    return kind[gate] === KINDS.nonzero ? values.filter((value) => value !== 0) : values;
  }

  /** The value that the set had first, and since when; the lowest of several. */
  private firstOf(set: Node, values: readonly number[]): [number, number | null] {
    let first = values[0] ?? 0;
    let earliest = NEVER_HELD;
    for (const value of values) {
      const layer = this.ofMember(set, value);
      if (layer === null) return [value, null];
      if (layer < earliest) [first, earliest] = [value, layer];
      if (layer === 0) break;
    }
    return [first, earliest];
  }

  private firstPair(gate: Node): { x: number; y: number; layer: number } | null {
    const { kind, a, b } = this.circuit!;
    const xs = this.history.valuesOf(a[gate]!);
    const ys = this.history.valuesOf(b[gate]!);
    if (xs.length * ys.length > MAX_PAIRS) return null;
    const opens = PAIRS[kind[gate]!]!;
    return this.earliest(a[gate]!, xs, () => b[gate]!, ys, opens);
  }

  /** The operands by which a set of two has a value first. */
  private best(set: Node, value: number): Best | null {
    const { kind, a, b, c, lists, operations } = this.circuit!;
    const index = a[set]!;
    const xs = this.history.valuesOf(index);
    if (kind[set] === KINDS.indexed) {
      const { first, elements } = lists[b[set]!]!;
      const elementOf = (x: number): Node => elements[x - first] ?? NOTHING;
      return this.earliest(index, xs, elementOf, [value], () => true);
    }
    if (kind[set] !== KINDS.binary) return null;
    const ys = this.history.valuesOf(b[set]!);
    if (xs.length * ys.length > MAX_PAIRS) return null;
    const operation = operations[c[set]!]!;
    return this.earliest(
      index,
      xs,
      () => b[set]!,
      ys,
      (x, y) => operation(x, y) === value,
    );
  }

  private earliest(
    left: Node,
    xs: readonly number[],
    rightOf: (x: number) => Node,
    ys: readonly number[],
    wanted: (x: number, y: number) => boolean,
  ): Best | null {
    let best: Best = { x: 0, y: 0, set: NOTHING, layer: NEVER_HELD };
    for (const x of xs) {
      const since = this.ofMember(left, x);
      if (since === null) return null;
      if (since >= best.layer) continue;
      const set = rightOf(x);
      for (const y of ys) {
        if (!wanted(x, y)) continue;
        const layer = most(since, this.ofMember(set, y));
        if (layer === null) return null;
        if (layer < best.layer) best = { x, y, set, layer };
      }
    }
    return best;
  }

  private search(gate: Node): number {
    const { history } = this;
    let first = history.layers();
    if (!history.holdsAt(gate, first)) return NEVER_HELD;
    for (let before = -1; first - before > 1; ) {
      const middle = (first + before) >> 1;
      if (history.holdsAt(gate, middle)) first = middle;
      else before = middle;
    }
    return first;
  }
}

interface Best {
  readonly x: number;
  readonly y: number;
  /** Where `y` is from. */
  readonly set: Node;
  readonly layer: number;
}

const PAIRS: Readonly<Record<number, (x: number, y: number) => boolean>> = {
  [KINDS.meets]: (x, y) => x === y,
  [KINDS.differ]: (x, y) => x !== y,
  [KINDS.below]: (x, y) => x < y,
  [KINDS.atMost]: (x, y) => x <= y,
};

const least = (x: number | null, y: number | null): number | null => (x === null || y === null ? null : Math.min(x, y));
const most = (x: number | null, y: number | null): number | null => (x === null || y === null ? null : Math.max(x, y));
