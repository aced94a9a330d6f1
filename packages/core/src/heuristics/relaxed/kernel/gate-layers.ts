// Since which layer of the abstract transition graph is a gate open, has a set a value, and why? A conjunction is open
// where its last part is, a disjunction where its first one is, and when a cell gained a value is in its history; so it
// goes on through the nodes, and the way down is the explanation. Few gates are not of that kind (what is surely
// stored, or is not): of those the layers are halved. Layers are numbers, UNKNOWN where they cannot be told from the
// nodes.

import type { Circuit } from "../../../circuit/circuit.ts";
import type { CircuitValues } from "../../../circuit/circuit-values.ts";
import { type CircuitNode, KINDS, NOTHING } from "../../../circuit/node-store.ts";
import { MAX_PAIRS } from "../../../circuit/set-nodes.ts";
import { type CellHistory, NEVER } from "./cell-history.ts";

export interface History {
  readonly cells: CellHistory;
  reachedAt(fact: number): number;
  /** The latest layer. */
  layers(): number;
  holdsAt(gate: CircuitNode, layer: number): boolean;
}

/** What no location fact is. */
export const NO_FACT = -1;

/** Neither a layer nor never: it must be tried out. */
const UNKNOWN = -1;

/** What something is due to, gate by gate and value by value: a stack that whoever asks empties again. */
export class Reasons {
  readonly gate: CircuitNode[] = [];
  gates = 0;
  readonly cell: number[] = [];
  readonly value: number[] = [];
  values = 0;

  addGate(gate: CircuitNode): void {
    this.gate[this.gates++] = gate;
  }

  addValue(cell: number, value: number): void {
    this.cell[this.values] = cell;
    this.value[this.values++] = value;
  }

  forget(gates: number, values: number): void {
    this.gates = gates;
    this.values = values;
  }
}

export class GateLayers {
  private readonly circuit: Circuit;
  private readonly values: CircuitValues;
  private readonly history: History;
  private readonly layer: Int32Array;
  /** When the layer of a gate was found, and when it was last found shut. */
  private readonly known: Int32Array;
  private readonly shut: Int32Array;
  private moment = 1;
  /** When the graph was begun. */
  private begun = 1;
  private readonly cells: (readonly number[] | undefined)[] = [];
  private readonly asks: (boolean | undefined)[] = [];
  /** By which operands a set last asked for has its value, and where the second one is from. */
  private x = 0;
  private y = 0;
  private from: CircuitNode = NOTHING;

  constructor(circuit: Circuit, values: CircuitValues, history: History) {
    this.circuit = circuit;
    this.values = values;
    this.history = history;
    this.layer = new Int32Array(circuit.size);
    this.known = new Int32Array(circuit.size);
    this.shut = new Int32Array(circuit.size);
  }

  get size(): number {
    return this.layer.length;
  }

  /** Another graph. */
  begin(): void {
    this.begun = ++this.moment;
  }

  /** Another layer. */
  grow(): void {
    this.moment++;
  }

  cellsOf(gate: CircuitNode): readonly number[] {
    return (this.cells[gate] ??= this.circuit.cellsOf([gate]));
  }

  /** The location that the gate waits for, where it is of that kind. */
  factOf(gate: CircuitNode): number {
    const { kind, a } = this.circuit;
    return kind[gate] === KINDS.reached ? a[gate]! : NO_FACT;
  }

  asksLocations(gate: CircuitNode): boolean {
    return (this.asks[gate] ??= this.circuit.asksLocations(gate));
  }

  /** Since when the gate is open. */
  of(gate: CircuitNode): number {
    if (this.known[gate]! >= this.begun) return this.layer[gate]!;
    // What did not hold before may do so now.
    if (this.shut[gate] === this.moment) return NEVER;
    const found = this.find(gate);
    const layer = found === UNKNOWN ? this.search(gate) : found;
    if (layer >= NEVER) this.shut[gate] = this.moment;
    else {
      this.known[gate] = this.moment;
      this.layer[gate] = layer;
    }
    return layer;
  }

  /** What opened a gate; false where that must be tried out. */
  whyOpen(gate: CircuitNode, reasons: Reasons): boolean {
    const { kind, a, b } = this.circuit;
    const left = a[gate]!;
    const right = b[gate]!;
    switch (kind[gate]) {
      case KINDS.and:
        reasons.addGate(left);
        reasons.addGate(right);
        return true;
      case KINDS.or:
        reasons.addGate(this.of(right) < this.of(left) ? right : left);
        return true;
      case KINDS.has:
        return this.whyMember(left, right, reasons);
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty:
        return this.firstOpener(gate) !== UNKNOWN && this.whyMember(left, this.x, reasons);
      case KINDS.meets:
      case KINDS.differ:
      case KINDS.below:
      case KINDS.atMost: {
        if (this.firstPair(gate) === UNKNOWN) return false;
        const { x, y } = this;
        return this.whyMember(left, x, reasons) && this.whyMember(right, y, reasons);
      }
      default:
        return false;
    }
  }

  /** Why the set has the value; false where that must be tried out. */
  whyMember(set: CircuitNode, value: number, reasons: Reasons): boolean {
    const { kind, a, b, c } = this.circuit;
    const left = a[set]!;
    const right = b[set]!;
    switch (kind[set]) {
      case KINDS.constant:
        return true;
      case KINDS.cell:
        reasons.addValue(left, value);
        return true;
      case KINDS.truth:
        reasons.addGate(value === 0 ? left : right);
        return true;
      case KINDS.within:
        return this.whyMember(left, value, reasons);
      case KINDS.union: {
        const part = this.firstPart(set, value);
        return part >= 0 && this.whyMember(part, value, reasons);
      }
      case KINDS.gated:
        reasons.addGate(left);
        return this.whyMember(right, value, reasons);
      case KINDS.written: {
        // What was there before stays only where nothing else is surely stored: that is tried out.
        const layer = latest(this.of(c[set]!), this.ofMember(right, value));
        if (layer === UNKNOWN || layer >= NEVER) return false;
        reasons.addGate(c[set]!);
        return this.whyMember(right, value, reasons);
      }
      default: {
        if (this.operandsOf(set, value) === UNKNOWN) return false;
        const { x, y, from } = this;
        return this.whyMember(left, x, reasons) && this.whyMember(from, y, reasons);
      }
    }
  }

  /** Since when the set has the value. */
  private ofMember(set: CircuitNode, value: number): number {
    const { kind, a, b, lo, hi } = this.circuit;
    if (value < lo[set]! || value > hi[set]!) return NEVER;
    switch (kind[set]) {
      case KINDS.constant:
        return this.values.contains(set, value) ? 0 : NEVER;
      case KINDS.cell:
        return this.history.cells.layerOfValue(a[set]!, value);
      case KINDS.truth:
        return this.of(value === 0 ? a[set]! : b[set]!);
      case KINDS.within:
        return this.ofMember(a[set]!, value);
      case KINDS.union: {
        const left = this.ofMember(a[set]!, value);
        if (left === UNKNOWN) return UNKNOWN;
        // UNKNOWN lies below all layers.
        return Math.min(left, this.ofMember(b[set]!, value));
      }
      case KINDS.gated:
        return latest(this.of(a[set]!), this.ofMember(b[set]!, value));
      case KINDS.written:
        // What was there before stays only where nothing else is surely stored.
        return UNKNOWN;
      default:
        return this.operandsOf(set, value);
    }
  }

  /** Of the parts of a union, the one that had the value first, as far as can be told; −1: none. */
  private firstPart(set: CircuitNode, value: number): CircuitNode {
    const { kind, a, b } = this.circuit;
    const parts = [set];
    let first = -1;
    let earliest = NEVER;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (kind[part] === KINDS.union) {
        parts.push(b[part]!, a[part]!);
        continue;
      }
      const layer = this.ofMember(part, value);
      if (layer === UNKNOWN || layer >= earliest) continue;
      first = part;
      earliest = layer;
    }
    return first;
  }

  private find(gate: CircuitNode): number {
    const { kind, a, b } = this.circuit;
    const left = a[gate]!;
    const right = b[gate]!;
    switch (kind[gate]) {
      case KINDS.always:
        return 0;
      case KINDS.never:
        return NEVER;
      case KINDS.and:
        return Math.max(this.of(left), this.of(right));
      case KINDS.or:
        return Math.min(this.of(left), this.of(right));
      case KINDS.reached:
        return this.history.reachedAt(left);
      case KINDS.has:
        return this.ofMember(left, right);
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty:
        return this.firstOpener(gate);
      case KINDS.meets:
      case KINDS.differ:
      case KINDS.below:
      case KINDS.atMost:
        return this.firstPair(gate);
      default:
        return UNKNOWN;
    }
  }

  /** Since when the set of a gate has a value that opens it; `x` is then the first one, the lowest of several. */
  private firstOpener(gate: CircuitNode): number {
    const { kind, a, b } = this.circuit;
    const { values } = this;
    const set = a[gate]!;
    const asked = kind[gate]!;
    let first = 0;
    let earliest = NEVER;
    const base = values.baseOf(set);
    for (let at = values.nextOf(set, 0); at >= 0 && earliest > 0; at = values.nextOf(set, at + 1)) {
      const x = base + at;
      if (asked === KINDS.among ? !values.contains(b[gate]!, x) : asked === KINDS.nonzero && x === 0) continue;
      const layer = this.ofMember(set, x);
      if (layer === UNKNOWN) return UNKNOWN;
      if (layer >= earliest) continue;
      first = x;
      earliest = layer;
    }
    this.x = first;
    return earliest;
  }

  /** Since when two sets have values that open the gate; `x` and `y` are then the first ones. */
  private firstPair(gate: CircuitNode): number {
    const { kind, a, b } = this.circuit;
    return this.earliestPair(a[gate]!, b[gate]!, PAIRS[kind[gate]!]!);
  }

  private earliestPair(left: CircuitNode, right: CircuitNode, fits: (x: number, y: number) => boolean): number {
    const { values } = this;
    if (values.count(left) * values.count(right) > MAX_PAIRS) return UNKNOWN;
    let [firstX, firstY, earliest] = [0, 0, NEVER];
    const leftBase = values.baseOf(left);
    const rightBase = values.baseOf(right);
    for (let i = values.nextOf(left, 0); i >= 0; i = values.nextOf(left, i + 1)) {
      const x = leftBase + i;
      const since = this.ofMember(left, x);
      if (since === UNKNOWN) return UNKNOWN;
      if (since >= earliest) continue;
      for (let j = values.nextOf(right, 0); j >= 0; j = values.nextOf(right, j + 1)) {
        const y = rightBase + j;
        if (!fits(x, y)) continue;
        const layer = latest(since, this.ofMember(right, y));
        if (layer === UNKNOWN) return UNKNOWN;
        if (layer < earliest) [firstX, firstY, earliest] = [x, y, layer];
      }
    }
    this.x = firstX;
    this.y = firstY;
    return earliest;
  }

  /** Since when a set of two has a value; `x`, and `y` in `from`, are then the operands by which it had it first. */
  private operandsOf(set: CircuitNode, value: number): number {
    const { kind } = this.circuit;
    if (kind[set] === KINDS.indexed) return this.elementOf(set, value);
    return kind[set] === KINDS.binary ? this.pairOf(set, value) : UNKNOWN;
  }

  private elementOf(set: CircuitNode, value: number): number {
    const { a, b, lists } = this.circuit;
    const { values } = this;
    const index = a[set]!;
    const { first, elements } = lists[b[set]!]!;
    let [firstX, from, earliest] = [0, NOTHING, NEVER];
    const base = values.baseOf(index);
    for (let at = values.nextOf(index, 0); at >= 0; at = values.nextOf(index, at + 1)) {
      const x = base + at;
      const since = this.ofMember(index, x);
      if (since === UNKNOWN) return UNKNOWN;
      if (since >= earliest) continue;
      const element = elements[x - first] ?? NOTHING;
      const layer = latest(since, this.ofMember(element, value));
      if (layer === UNKNOWN) return UNKNOWN;
      if (layer < earliest) [firstX, from, earliest] = [x, element, layer];
    }
    this.x = firstX;
    this.y = value;
    this.from = from;
    return earliest;
  }

  private pairOf(set: CircuitNode, value: number): number {
    const { a, b, c, operations } = this.circuit;
    const operation = operations[c[set]!]!;
    const layer = this.earliestPair(a[set]!, b[set]!, (x, y) => operation(x, y) === value);
    if (layer !== UNKNOWN) this.from = b[set]!;
    return layer;
  }

  private search(gate: CircuitNode): number {
    const { history } = this;
    let first = history.layers();
    if (!history.holdsAt(gate, first)) return NEVER;
    for (let before = -1; first - before > 1; ) {
      const middle = (first + before) >> 1;
      if (history.holdsAt(gate, middle)) first = middle;
      else before = middle;
    }
    return first;
  }
}

const PAIRS: Readonly<Record<number, (x: number, y: number) => boolean>> = {
  [KINDS.meets]: (x, y) => x === y,
  [KINDS.differ]: (x, y) => x !== y,
  [KINDS.below]: (x, y) => x < y,
  [KINDS.atMost]: (x, y) => x <= y,
};

/** The later of two layers, if both are known. */
const latest = (x: number, y: number): number => (x === UNKNOWN || y === UNKNOWN ? UNKNOWN : Math.max(x, y));
