// Sets that are made of two others by an operator, value by value. Where the operands contain what they were when the
// set was last made, only what is new is gone through; where there are too many pairs, the interval around their
// results is taken.

import type { SetPool } from "../value-sets/set-pool.ts";
import type { Circuit } from "./circuit.ts";
import type { CircuitNode } from "./node-store.ts";
import { MAX_PAIRS } from "./set-nodes.ts";

/** Where the rows of nodes are, and how they are written. */
interface Rows {
  readonly bits: Int32Array;
  readonly at: Int32Array;
  readonly words: Int32Array;
  readonly base: Int32Array;
  clear(set: CircuitNode): void;
  mark(set: CircuitNode, value: number): void;
}

export class PairSets {
  private readonly circuit: Circuit;
  private readonly pool: SetPool;
  private readonly rows: Rows;
  /** By node: what it was last made of. */
  private readonly operands: (Operands | undefined)[] = [];

  constructor(circuit: Circuit, pool: SetPool, rows: Rows) {
    this.circuit = circuit;
    this.pool = pool;
    this.rows = rows;
  }

  /** Makes the set of its operands, which have been looked at. */
  combine(set: CircuitNode, left: CircuitNode, right: CircuitNode): void {
    const { rows } = this;
    const operands = (this.operands[set] ??= new Operands(rows.words[left]!, rows.words[right]!));
    operands.take(rows.bits, rows.at[left]!, rows.at[right]!, rows.base[left]!, rows.base[right]!);
    const { x, y } = operands;
    if (x.fresh.length === 0 && y.fresh.length === 0 && operands.grows) return;
    const operation = this.circuit.c[set]!;
    if (x.all.length * y.all.length > MAX_PAIRS) {
      rows.clear(set);
      operands.isHull = true;
      const { pool } = this;
      const { lo, hi } = this.circuit.hulls[operation]!(
        pool.interval(x.all[0]!, x.all[x.all.length - 1]!),
        pool.interval(y.all[0]!, y.all[y.all.length - 1]!),
      );
      for (let value = lo; value <= hi; value++) rows.mark(set, value);
      return;
    }
    const again = !operands.grows || operands.isHull;
    operands.isHull = false;
    if (again) rows.clear(set);
    this.markPairs(set, operation, x.all, again ? y.all : y.fresh);
    if (!again) this.markPairs(set, operation, x.fresh, y.all);
  }

  private markPairs(set: CircuitNode, operation: number, xs: readonly number[], ys: readonly number[]): void {
    const { rows } = this;
    const operate = this.circuit.operations[operation]!;
    // What sets of small numbers mostly are: sets of things, united.
    const unites = this.circuit.names[operation] === "|";
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i]!;
      if (unites) {
        for (let j = 0; j < ys.length; j++) rows.mark(set, x | ys[j]!);
        continue;
      }
      for (let j = 0; j < ys.length; j++) {
        const result = operate(x, ys[j]!);
        if (result !== undefined) rows.mark(set, result);
      }
    }
  }
}

/** The operands of a node when it was last made. */
class Operands {
  readonly x: Operand;
  readonly y: Operand;
  isHull = false;
  /** Do they contain what they were before? */
  grows = false;

  constructor(left: number, right: number) {
    this.x = new Operand(left);
    this.y = new Operand(right);
  }

  take(bits: Int32Array, left: number, right: number, leftBase: number, rightBase: number): void {
    const grows = this.x.grows(bits, left) && this.y.grows(bits, right);
    this.grows = grows;
    this.x.take(bits, left, leftBase);
    this.y.take(bits, right, rightBase);
  }
}

class Operand {
  private readonly row: Int32Array;
  /** All values, and those that are new. */
  readonly all: number[] = [];
  readonly fresh: number[] = [];

  constructor(words: number) {
    this.row = new Int32Array(words);
  }

  grows(bits: Int32Array, at: number): boolean {
    const { row } = this;
    for (let word = 0; word < row.length; word++) if ((row[word]! & ~bits[at + word]!) !== 0) return false;
    return true;
  }

  take(bits: Int32Array, at: number, base: number): void {
    const { row, all, fresh } = this;
    all.length = 0;
    fresh.length = 0;
    for (let word = 0; word < row.length; word++) {
      const before = row[word]!;
      const now = bits[at + word]!;
      for (let rest = now; rest !== 0; rest &= rest - 1) {
        const place = 31 - Math.clz32(rest & -rest);
        const value = base + (word << 5) + place;
        all.push(value);
        if (((before >>> place) & 1) === 0) fresh.push(value);
      }
      row[word] = now;
    }
  }
}
