// What must be there before a node can hold anything: a value, out of a few, of one cell (`i < len - 1` of round i of
// an unrolled loop needs a `len` above i + 1). Of two hundred updates that shift a queue three have something to shift;
// the others are told by one look at `len`.

import type { Circuit } from "./circuit.ts";
import { type CircuitNode, KINDS } from "./node-store.ts";

export interface Need {
  readonly cell: number;
  readonly values: ReadonlySet<number>;
}

/** More needs than these, the rarest, are not kept of one node. */
const MOST = 3;

export class Needs {
  private readonly circuit: Circuit;
  private readonly known = new Map<CircuitNode, readonly Need[]>();
  /** How many values a cell may have. */
  private readonly domain = new Map<number, number>();

  constructor(circuit: Circuit) {
    this.circuit = circuit;
  }

  /** Without one of the values of each the set is empty, or the gate shut. */
  of(node: CircuitNode): readonly Need[] {
    let needs = this.known.get(node);
    if (needs === undefined) {
      needs = this.find(node);
      this.known.set(node, needs);
    }
    return needs;
  }

  /** Of two things that are both needed. */
  ofBoth(a: CircuitNode, b: CircuitNode): readonly Need[] {
    const [x, y] = [this.of(a), this.of(b)];
    if (x.length === 0 || y.length === 0) return x.length === 0 ? y : x;
    return rarest([...x, ...y]);
  }

  private find(node: CircuitNode): readonly Need[] {
    const { kind, a, b, c } = this.circuit;
    const left = a[node]!;
    const right = b[node]!;
    switch (kind[node]) {
      case KINDS.and:
      case KINDS.gated:
      case KINDS.binary:
        return this.ofBoth(left, right);
      case KINDS.or:
      case KINDS.union:
        return this.ofEither(left, right);
      case KINDS.written:
        return this.ofEither(left, c[node]!);
      case KINDS.within:
      case KINDS.indexed:
        return this.of(left);
      case KINDS.has:
      case KINDS.among:
      case KINDS.nonzero:
        return this.openers(node);
      case KINDS.nonempty:
      case KINDS.single:
        return this.of(left);
      default:
        return NOTHING_NEEDED;
    }
  }

  private ofEither(a: CircuitNode, b: CircuitNode): readonly Need[] {
    const x = this.of(a);
    const y = x.length === 0 ? x : this.of(b);
    const either = x.flatMap((one) =>
      y.flatMap((other) => (one.cell === other.cell ? this.need(one.cell, [...one.values, ...other.values]) : [])),
    );
    return rarest(either);
  }

  /** The values of a single cell that open the gate, if it asks one. */
  private openers(gate: CircuitNode): readonly Need[] {
    const { circuit } = this;
    const { kind, a, b, lo, hi } = circuit;
    const set = a[gate]!;
    const cell = this.cellUnder(set);
    if (cell < 0) return this.of(set);
    const among = kind[gate] === KINDS.among ? new Set(circuit.valuesOf(b[gate]!)) : null;
    const values: number[] = [];
    for (let value = lo[cell]!; value <= hi[cell]!; value++) {
      const made = this.madeOf(set, value);
      if (made === undefined) continue;
      if (among?.has(made) ?? (kind[gate] === KINDS.has ? made === b[gate] : made !== 0)) values.push(value);
    }
    this.domain.set(a[cell]!, hi[cell]! - lo[cell]! + 1);
    return this.need(a[cell]!, values);
  }

  /** Nothing where the cell always has one of the values. */
  private need(cell: number, some: readonly number[]): readonly Need[] {
    const values = new Set(some);
    return values.size === this.domain.get(cell) ? NOTHING_NEEDED : [{ cell, values }];
  }

  /** The node of the cell that alone makes the set, value by value; −1: none. */
  private cellUnder(set: CircuitNode): CircuitNode {
    const { circuit } = this;
    const { kind, a, b } = circuit;
    for (let node = set; ; node = a[node]!) {
      if (kind[node] === KINDS.cell) return node;
      const isMade = kind[node] === KINDS.binary && circuit.valuesOf(b[node]!)?.length === 1;
      if (!isMade && kind[node] !== KINDS.within) return -1;
    }
  }

  /** What the set is where its cell is the value; undefined: nothing. */
  private madeOf(set: CircuitNode, value: number): number | undefined {
    const { circuit } = this;
    const { kind, a, b, c, lo, hi } = circuit;
    if (kind[set] === KINDS.cell) return value;
    const part = this.madeOf(a[set]!, value);
    if (part === undefined) return undefined;
    if (kind[set] === KINDS.within) return part >= lo[set]! && part <= hi[set]! ? part : undefined;
    return circuit.operations[c[set]!]!(part, circuit.valuesOf(b[set]!)![0]!);
  }
}

const NOTHING_NEEDED: readonly Need[] = [];

const rarest = (needs: readonly Need[]): readonly Need[] =>
  needs.length <= MOST ? needs : [...needs].sort((x, y) => x.values.size - y.values.size).slice(0, MOST);
