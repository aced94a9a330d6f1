// What the nodes of a circuit are, given what the cells may hold: sets as rows of bits, each at its own place in one
// array, gates as flags. A node is looked at when somebody asks for it, and at most once until something changes
// (`changed`). While sets only grow, a gate that has once been open stays so and is not looked at again (`begin`).

import type { SetPool } from "../value-sets/set-pool.ts";
import type { ValueSet } from "../value-sets/value-set.ts";
import type { Circuit } from "./circuit.ts";
import { type CircuitNode, KINDS } from "./node-store.ts";
import { PairSets } from "./pair-sets.ts";

export class CircuitValues {
  private readonly circuit: Circuit;
  private readonly pool: SetPool;
  private readonly inputs: readonly ValueSet[];
  private readonly reached: (fact: number) => boolean;
  private readonly kind: Uint8Array;
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly c: Int32Array;
  private readonly d: Int32Array;
  private readonly monotone: Uint8Array;
  /** Where the bits of a set begin, how many words they are, and the value of the first bit. */
  readonly at: Int32Array;
  readonly words: Int32Array;
  readonly base: Int32Array;
  readonly bits: Int32Array;
  /** When a node was last looked at, and what a gate was then. */
  private readonly looked: Int32Array;
  private readonly open: Uint8Array;
  /** In which build a monotone gate was seen open. */
  private readonly opened: Int32Array;
  private moment = 1;
  private build = 1;
  private growing = false;
  /** Are the rows of cells the sets themselves? Else they mirror those of the pool. */
  private direct = false;
  /** By node of a cell: the set that its bits are. By any set node: its bits as a set, and the bits that this was. */
  private readonly mirrored: (ValueSet | undefined)[] = [];
  private readonly sets: (ValueSet | undefined)[] = [];
  private readonly known: Int32Array;
  private readonly pairs: PairSets;

  constructor(circuit: Circuit, pool: SetPool, inputs: readonly ValueSet[], reached: (fact: number) => boolean) {
    const { size } = circuit;
    this.circuit = circuit;
    this.pool = pool;
    this.inputs = inputs;
    this.reached = reached;
    this.kind = Uint8Array.from(circuit.kind);
    this.a = Int32Array.from(circuit.a);
    this.b = Int32Array.from(circuit.b);
    this.c = Int32Array.from(circuit.c);
    this.d = Int32Array.from(circuit.d);
    this.monotone = Uint8Array.from(circuit.monotone, (is) => (is ? 1 : 0));
    this.at = new Int32Array(size);
    this.words = new Int32Array(size);
    this.base = new Int32Array(size);
    this.looked = new Int32Array(size);
    this.open = new Uint8Array(size);
    this.opened = new Int32Array(size);
    const words = this.lay(true, this.lay(false, 0));
    this.bits = new Int32Array(words);
    this.pairs = new PairSets(circuit, pool, this);
    this.known = new Int32Array(words);
    for (let node = 0; node < size; node++) {
      for (const value of circuit.valuesOf(node) ?? []) this.mark(node, value);
    }
  }

  /** Gives the rows of the cells, or of all other nodes, their places from a word on; yields the word behind them. */
  private lay(others: boolean, from: number): number {
    const { lo, hi } = this.circuit;
    let next = from;
    for (let node = 0; node < this.kind.length; node++) {
      if ((this.kind[node] !== KINDS.cell) !== others) continue;
      this.at[node] = next;
      if (lo[node]! > hi[node]!) continue;
      // Words begin at multiples of 32, so that the bits of different nodes lie alike.
      this.base[node] = lo[node]! & ~31;
      this.words[node] = ((hi[node]! - this.base[node]!) >> 5) + 1;
      next += this.words[node]!;
    }
    return next;
  }

  /** From now on whoever gathers values does so in the rows of the cells, which come first. */
  showRows(): Int32Array {
    this.direct = true;
    return this.bits;
  }

  /** Calls for every cell, with the place and length of its row, and the value of the first bit. */
  forEachCell(visit: (cell: number, at: number, words: number, base: number) => void): void {
    for (let node = 0; node < this.kind.length; node++) {
      if (this.kind[node] === KINDS.cell) visit(this.a[node]!, this.at[node]!, this.words[node]!, this.base[node]!);
    }
  }

  rowOf(set: CircuitNode): number {
    return this.at[set]!;
  }

  wordsOf(set: CircuitNode): number {
    return this.words[set]!;
  }

  baseOf(set: CircuitNode): number {
    return this.base[set]!;
  }

  /** Another state: sets grow from here on, until `tryOut`. */
  begin(): void {
    this.build++;
    this.moment++;
    this.growing = true;
  }

  /** From now on sets may be anything: they are tried out, to explain something. */
  tryOut(): void {
    this.growing = false;
    this.moment++;
  }

  /** Sets are something else for a moment; tells whether they were growing. */
  pause(): boolean {
    const { growing } = this;
    this.growing = false;
    this.moment++;
    return growing;
  }

  resume(growing: boolean): void {
    this.growing = growing;
    this.moment++;
  }

  /** Some cell, or what is reached, is not what it was. */
  changed(): void {
    this.moment++;
  }

  /** Sets of the pool were given up. */
  forgetSets(): void {
    this.mirrored.length = 0;
    this.sets.length = 0;
  }

  /** Can the gate hold? */
  holds(gate: CircuitNode): boolean {
    if (this.looked[gate] === this.moment) return this.open[gate] === 1;
    const stays = this.growing && this.monotone[gate] === 1;
    if (stays && this.opened[gate] === this.build) return true;
    const open = this.look(gate);
    this.looked[gate] = this.moment;
    this.open[gate] = open ? 1 : 0;
    if (stays && open) this.opened[gate] = this.build;
    return open;
  }

  contains(set: CircuitNode, value: number): boolean {
    this.evaluate(set);
    return this.bit(set, value);
  }

  /** Calls for every value that the node may have, ascending. */
  forEachValue(set: CircuitNode, visit: (value: number) => void): void {
    this.evaluate(set);
    const { bits, at, words, base } = this;
    for (let word = 0; word < words[set]!; word++) {
      for (let rest = bits[at[set]! + word]!; rest !== 0; rest &= rest - 1) {
        visit(base[set]! + (word << 5) + 31 - Math.clz32(rest & -rest));
      }
    }
  }

  /** The first bit of the node's row that is set, from one on; −1: none. */
  nextOf(set: CircuitNode, from: number): number {
    if (this.looked[set] !== this.moment) this.evaluate(set);
    const { bits } = this;
    const row = this.at[set]!;
    const words = this.words[set]!;
    let word = from >> 5;
    if (word >= words) return -1;
    let rest = bits[row + word]! & (-1 << (from & 31));
    while (rest === 0) {
      if (++word === words) return -1;
      rest = bits[row + word]!;
    }
    return (word << 5) + 31 - Math.clz32(rest & -rest);
  }

  /** How many values the node may have. */
  count(set: CircuitNode): number {
    this.evaluate(set);
    let count = 0;
    for (let word = this.at[set]!, end = word + this.words[set]!; word < end; word++) {
      for (let rest = this.bits[word]!; rest !== 0; rest &= rest - 1) count++;
    }
    return count;
  }

  /** What the node may be, as a set of the pool. */
  setOf(set: CircuitNode): ValueSet {
    this.evaluate(set);
    const { bits, known, at, words } = this;
    const from = at[set]!;
    const to = from + words[set]!;
    const before = this.sets[set];
    if (before !== undefined) {
      let same = from;
      while (same < to && bits[same] === known[same]) same++;
      if (same === to) return before;
    }
    for (let word = from; word < to; word++) known[word] = bits[word]!;
    const values: number[] = [];
    this.forEachValue(set, (value) => values.push(value));
    const made = this.pool.ascending(values);
    this.sets[set] = made;
    return made;
  }

  mark(set: CircuitNode, value: number): void {
    const offset = value - this.base[set]!;
    this.bits[this.at[set]! + (offset >> 5)]! |= 1 << (offset & 31);
  }

  private bit(set: CircuitNode, value: number): boolean {
    const offset = value - this.base[set]!;
    const word = offset >> 5;
    return offset >= 0 && word < this.words[set]! && ((this.bits[this.at[set]! + word]! >>> (offset & 31)) & 1) === 1;
  }

  private look(gate: CircuitNode): boolean {
    const { a, b } = this;
    const left = a[gate]!;
    const right = b[gate]!;
    switch (this.kind[gate]) {
      case KINDS.and:
        return this.holds(left) && this.holds(right);
      case KINDS.or:
        return this.holds(left) || this.holds(right);
      case KINDS.not:
        return !this.holds(left);
      case KINDS.has:
        this.evaluate(left);
        return this.bit(left, right);
      case KINDS.nonzero:
        this.evaluate(left);
        return this.hasNonzero(left);
      case KINDS.among:
        this.evaluate(left);
        return this.intersect(left, right);
      case KINDS.nonempty:
        return this.least(left) <= this.most(left);
      case KINDS.single:
        return this.least(left) === this.most(left);
      case KINDS.meets:
        this.evaluate(left);
        this.evaluate(right);
        return this.intersect(left, right);
      case KINDS.differ: {
        const least = Math.min(this.least(left), this.least(right));
        const most = Math.max(this.most(left), this.most(right));
        return least < most && this.least(left) <= this.most(left) && this.least(right) <= this.most(right);
      }
      case KINDS.below:
        return this.least(left) < this.most(right);
      case KINDS.atMost:
        return this.least(left) <= this.most(right);
      case KINDS.reached:
        return this.reached(left);
      default:
        return this.kind[gate] === KINDS.always;
    }
  }

  private hasNonzero(set: CircuitNode): boolean {
    const { bits, at, words, base } = this;
    for (let word = 0; word < words[set]!; word++) {
      const row = bits[at[set]! + word]!;
      if (row !== 0 && (base[set]! + (word << 5) !== 0 || row !== 1)) return true;
    }
    return false;
  }

  private intersect(x: CircuitNode, y: CircuitNode): boolean {
    const { bits, at, words, base } = this;
    // Word of y that lies on word 0 of x.
    const shift = (base[x]! - base[y]!) >> 5;
    const from = Math.max(0, -shift);
    const to = Math.min(words[x]!, words[y]! - shift);
    for (let word = from; word < to; word++) {
      if ((bits[at[x]! + word]! & bits[at[y]! + shift + word]!) !== 0) return true;
    }
    return false;
  }

  /** Infinity and −Infinity for the empty set. */
  private least(set: CircuitNode): number {
    this.evaluate(set);
    const { bits, at, words, base } = this;
    for (let word = 0; word < words[set]!; word++) {
      const row = bits[at[set]! + word]!;
      if (row !== 0) return base[set]! + (word << 5) + 31 - Math.clz32(row & -row);
    }
    return Number.POSITIVE_INFINITY;
  }

  private most(set: CircuitNode): number {
    this.evaluate(set);
    const { bits, at, words, base } = this;
    for (let word = words[set]! - 1; word >= 0; word--) {
      const row = bits[at[set]! + word]!;
      if (row !== 0) return base[set]! + (word << 5) + 31 - Math.clz32(row);
    }
    return Number.NEGATIVE_INFINITY;
  }

  /** Looks at a set, unless that has been done. */
  evaluate(set: CircuitNode): void {
    if (this.looked[set] === this.moment) return;
    this.looked[set] = this.moment;
    const { a, b } = this;
    const left = a[set]!;
    const right = b[set]!;
    switch (this.kind[set]) {
      case KINDS.constant:
        return;
      case KINDS.cell:
        if (!this.direct) this.mirror(set, this.inputs[left]!);
        return;
      case KINDS.union:
        this.evaluate(left);
        this.evaluate(right);
        this.clear(set);
        this.join(set, left);
        this.join(set, right);
        return;
      case KINDS.gated: {
        const open = this.holds(left);
        if (open) this.evaluate(right);
        this.clear(set);
        if (open) this.join(set, right);
        return;
      }
      case KINDS.within:
        this.evaluate(left);
        this.clip(set, left);
        return;
      case KINDS.truth:
        this.bits[this.at[set]!] = (this.holds(left) ? 1 : 0) | (this.holds(right) ? 2 : 0);
        return;
      case KINDS.indexed:
        this.select(set, left, right);
        return;
      case KINDS.written: {
        const may = this.holds(this.c[set]!);
        const surely = may && this.holds(this.d[set]!);
        if (may) this.evaluate(right);
        if (!surely) this.evaluate(left);
        this.clear(set);
        if (!surely) this.join(set, left);
        if (may) this.join(set, right);
        return;
      }
      default:
        this.evaluate(left);
        this.evaluate(right);
        this.pairs.combine(set, left, right);
    }
  }

  private mirror(node: CircuitNode, set: ValueSet): void {
    if (this.mirrored[node] === set) return;
    this.mirrored[node] = set;
    this.clear(node);
    if (set.values === null) {
      const last = this.circuit.hi[node]!;
      for (let value = Math.max(set.lo, this.circuit.lo[node]!); value <= Math.min(set.hi, last); value++) {
        this.mark(node, value);
      }
    } else if (set.bits !== 0 && this.base[node] === 0) this.bits[this.at[node]!] = set.bits;
    else for (const value of set.values) this.mark(node, value);
  }

  clear(set: CircuitNode): void {
    const from = this.at[set]!;
    const to = from + this.words[set]!;
    for (let word = from; word < to; word++) this.bits[word] = 0;
  }

  /** Adds a part whose bounds lie within. */
  private join(set: CircuitNode, part: CircuitNode): void {
    const { bits, at, words, base } = this;
    const to = at[set]! + ((base[part]! - base[set]!) >> 5);
    const from = at[part]!;
    for (let word = 0; word < words[part]!; word++) bits[to + word]! |= bits[from + word]!;
  }

  private clip(set: CircuitNode, part: CircuitNode): void {
    const { bits, at, words, base } = this;
    const { lo, hi } = this.circuit;
    const from = at[part]! + ((base[set]! - base[part]!) >> 5);
    const to = at[set]!;
    const last = words[set]! - 1;
    for (let word = 0; word <= last; word++) bits[to + word] = bits[from + word]!;
    bits[to]! &= -1 << (lo[set]! & 31);
    bits[to + last]! &= -1 >>> (31 - (hi[set]! & 31));
  }

  private select(set: CircuitNode, index: CircuitNode, list: number): void {
    const { first, elements } = this.circuit.lists[list]!;
    this.evaluate(index);
    const { bits, at, words, base } = this;
    const chosen: CircuitNode[] = [];
    for (let word = 0; word < words[index]!; word++) {
      for (let rest = bits[at[index]! + word]!; rest !== 0; rest &= rest - 1) {
        const element = elements[base[index]! + (word << 5) + 31 - Math.clz32(rest & -rest) - first];
        if (element !== undefined) chosen.push(element);
      }
    }
    for (const element of chosen) this.evaluate(element);
    this.clear(set);
    for (const element of chosen) this.join(set, element);
  }
}
