// The sets of a circuit: which values something may have. What is known without looking at the cells is folded.

import { guarded, hullOf } from "../value-sets/abstract-arithmetic.ts";
import type { SetPool } from "../value-sets/set-pool.ts";
import { MAX_VALUES } from "../value-sets/value-set.ts";
import { ALWAYS, type CircuitNode, KINDS, NEVER, NOTHING, NodeStore, Unfit } from "./node-store.ts";

export type SetOperator = "abs" | Parameters<typeof guarded>[0];

/** Beyond that many pairs of values the interval around their results is taken, as sets do. */
export const MAX_PAIRS = 4096;
export class SetNodes extends NodeStore {
  readonly operations: ((x: number, y: number) => number | undefined)[] = [];
  /** The operators of the operations. */
  readonly names: SetOperator[] = [];
  readonly hulls: ReturnType<typeof hullOf>[] = [];
  private readonly pool: SetPool;
  private readonly operators = new Map<SetOperator, number>();
  /** Gates of which one holds in any case. */
  private readonly complements = new Set<string>();
  /** Counts what was learnt about nodes after they were made. */
  protected learnt = 0;

  constructor(pool: SetPool) {
    super();
    this.pool = pool;
  }

  interval(lo: number, hi: number): CircuitNode {
    if (hi - lo >= MAX_VALUES) throw new Unfit();
    return this.constant(Array.from({ length: Math.max(0, hi - lo + 1) }, (_, at) => lo + at));
  }

  single(value: number): CircuitNode {
    return this.constant([value]);
  }

  cell(cell: number, lo: number, hi: number): CircuitNode {
    return this.share(`cell ${cell}`, () => this.add(KINDS.cell, cell, 0, 0, 0, lo, hi, false));
  }

  /** The values of a node that does not depend on the state; null if it does. */
  valuesOf(node: CircuitNode): readonly number[] | null {
    return this.kind[node] === KINDS.constant ? this.constants[this.a[node]!]! : null;
  }

  binary(op: SetOperator, a: CircuitNode, b: CircuitNode): CircuitNode {
    const x = this.valuesOf(a);
    const y = this.valuesOf(b);
    if (x?.length === 0 || y?.length === 0) return NOTHING;
    const operation = this.operationOf(op);
    if (x !== null && y !== null && x.length * y.length <= 4096) {
      const results = new Set<number>();
      for (const left of x)
        for (const right of y) {
          const result = this.operations[operation]!(left, right);
          if (result !== undefined) results.add(result);
        }
      return this.constant([...results].sort((left, right) => left - right));
    }
    return this.share(`${op} ${a} ${b}`, () => {
      const { lo, hi } = this.hulls[operation]!(
        this.pool.interval(this.lo[a]!, this.hi[a]!),
        this.pool.interval(this.lo[b]!, this.hi[b]!),
      );
      const partial = ["/", "%", "**", "<<", ">>"].includes(op);
      const empty = partial || this.mayBeEmpty[a]! || this.mayBeEmpty[b]!;
      return this.add(KINDS.binary, a, b, operation, 0, lo, hi, empty);
    });
  }

  union(a: CircuitNode, b: CircuitNode): CircuitNode {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (x !== null && y !== null) return this.constant([...new Set([...x, ...y])].sort((l, r) => l - r));
    return this.share(`∪ ${a} ${b}`, () => {
      const empty = this.mayBeEmpty[a]! && this.mayBeEmpty[b]!;
      const [lo, hi] = [Math.min(this.lo[a]!, this.lo[b]!), Math.max(this.hi[a]!, this.hi[b]!)];
      return this.add(KINDS.union, a, b, 0, 0, lo, hi, empty);
    });
  }

  gated(gate: CircuitNode, set: CircuitNode): CircuitNode {
    if (gate === ALWAYS) return set;
    if (gate === NEVER || set === NOTHING) return NOTHING;
    return this.share(`? ${gate} ${set}`, () =>
      this.add(KINDS.gated, gate, set, 0, 0, this.lo[set]!, this.hi[set]!, true),
    );
  }

  within(set: CircuitNode, lo: number, hi: number): CircuitNode {
    if (this.lo[set]! >= lo && this.hi[set]! <= hi) return set;
    const values = this.valuesOf(set);
    if (values !== null) return this.constant(values.filter((value) => value >= lo && value <= hi));
    const least = Math.max(lo, this.lo[set]!);
    const most = Math.min(hi, this.hi[set]!);
    if (least > most) return NOTHING;
    return this.share(`in ${set} ${least} ${most}`, () => this.add(KINDS.within, set, 0, 0, 0, least, most, true));
  }

  /** `empty`: may both gates be shut? */
  truth(mayBeFalse: CircuitNode, mayBeTrue: CircuitNode, empty: boolean): CircuitNode {
    if (mayBeFalse === NEVER && mayBeTrue === NEVER) return NOTHING;
    if (!empty) this.learnComplements(mayBeFalse, mayBeTrue);
    if (mayBeFalse <= NEVER && mayBeTrue <= NEVER) {
      return this.constant([...(mayBeFalse === ALWAYS ? [0] : []), ...(mayBeTrue === ALWAYS ? [1] : [])]);
    }
    // Where one side is ruled out, what cannot be empty is the other.
    if (!empty && mayBeFalse === NEVER) return this.single(1);
    if (!empty && mayBeTrue === NEVER) return this.single(0);
    return this.share(`01 ${mayBeFalse} ${mayBeTrue}`, () =>
      this.add(KINDS.truth, mayBeFalse, mayBeTrue, 0, 0, 0, 1, empty && mayBeFalse !== ALWAYS && mayBeTrue !== ALWAYS),
    );
  }

  indexed(index: CircuitNode, first: number, elements: readonly CircuitNode[]): CircuitNode {
    const values = this.valuesOf(index);
    if (values !== null) {
      return values.reduce((all, value) => this.union(all, elements[value - first] ?? NOTHING), NOTHING);
    }
    if (elements.length === 0) return NOTHING;
    if (this.kind[index] === KINDS.within) {
      // What lies outside means no element.
      const least = Math.max(first, this.lo[index]!);
      const inside = elements.slice(least - first, Math.max(least, this.hi[index]! + 1) - first);
      return this.indexed(this.a[index]!, least, inside);
    }
    const shift = this.shiftOf(index);
    if (shift !== null) return this.indexed(this.a[index]!, first - shift, elements);
    return this.share(`[] ${index} ${first} ${elements.join()}`, () => {
      this.lists.push({ first, elements });
      const lo = Math.min(...elements.map((element) => this.lo[element]!));
      const hi = Math.max(...elements.map((element) => this.hi[element]!));
      const outside = this.lo[index]! < first || this.hi[index]! >= first + elements.length;
      const empty = outside || this.mayBeEmpty[index]! || elements.some((element) => this.mayBeEmpty[element]!);
      return this.add(KINDS.indexed, index, this.lists.length - 1, 0, 0, lo, hi, empty);
    });
  }

  /** What is added to another set to make this one; null if it is made otherwise. */
  private shiftOf(set: CircuitNode): number | null {
    const by = this.kind[set] === KINDS.binary ? this.valuesOf(this.b[set]!) : null;
    if (by?.length !== 1) return null;
    if (this.c[set] === this.operators.get("+")) return by[0]!;
    return this.c[set] === this.operators.get("-") ? -by[0]! : null;
  }

  written(old: CircuitNode, value: CircuitNode, may: CircuitNode, surely: CircuitNode): CircuitNode {
    if (may === NEVER) return old;
    if (may === ALWAYS && surely === ALWAYS) return value;
    if (surely === NEVER) return this.union(old, this.gated(may, value));
    if (old === NOTHING) return this.gated(may, value);
    return this.share(`w ${old} ${value} ${may} ${surely}`, () => {
      const [lo, hi] = [Math.min(this.lo[old]!, this.lo[value]!), Math.max(this.hi[old]!, this.hi[value]!)];
      return this.add(KINDS.written, old, value, may, surely, lo, hi, this.mayBeEmpty[old]! || this.mayBeEmpty[value]!);
    });
  }

  /** Whoever made the node knows that it always has a value. */
  markNonempty(node: CircuitNode): void {
    if (this.mayBeEmpty[node]!) this.learnt++;
    this.mayBeEmpty[node] = false;
  }

  private learnComplements(a: CircuitNode, b: CircuitNode): void {
    const key = pairKey(a, b);
    if (this.complements.has(key)) return;
    this.complements.add(key);
    this.learnt++;
  }

  /** Does one of the two gates hold in any case, because a set that is never empty was made of them? */
  protected areComplements(a: CircuitNode, b: CircuitNode): boolean {
    return this.complements.has(pairKey(a, b));
  }

  private operationOf(op: SetOperator): number {
    let index = this.operators.get(op);
    if (index === undefined) {
      index = this.operations.length;
      this.operators.set(op, index);
      this.names.push(op);
      this.operations.push(op === "abs" ? (x) => Math.abs(x) | 0 : guarded(op));
      const { pool } = this;
      this.hulls.push(
        op === "abs" ? (x) => pool.interval(0, Math.max(Math.abs(x.lo), Math.abs(x.hi))) : hullOf(op, pool),
      );
    }
    return index;
  }
}

const pairKey = (a: CircuitNode, b: CircuitNode): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
