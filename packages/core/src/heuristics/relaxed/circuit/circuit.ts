// Guards and updates of the monotonicity abstraction as one shared circuit. Set nodes say which values something may
// have, gates say what can be; equal nodes are one node, so that three hundred guards that scan the same array share all
// they have in common. Nodes are made once per problem (`symbolic-run.ts`); what they are for given sets of values is the
// business of `circuit-values.ts`. Whatever is known without looking at the cells is folded here.

import { guarded, hullOf } from "../abstract-arithmetic.ts";
import type { SetPool } from "../set-pool.ts";
import { MAX_VALUES } from "../value-set.ts";

/** A node, by its number. The first three are the same in every circuit. */
export type Node = number;
export const ALWAYS: Node = 0;
export const NEVER: Node = 1;
export const NOTHING: Node = 2;

/** What a node is made of. Sets first, gates behind. */
export const KINDS = {
  constant: 0,
  cell: 1,
  /** `c`: the operation, of `a` and `b`. */
  binary: 2,
  union: 3,
  /** `b` where the gate `a` holds, else nothing. */
  gated: 4,
  /** The values of `a` that lie in the node's bounds. */
  within: 5,
  /** 0 where the gate `a` holds, 1 where `b` does. */
  truth: 6,
  /** What the elements of list `b` may be that `a` may mean. */
  indexed: 7,
  /** `a` after `b` was perhaps (gate `c`) or surely (gate `d`) stored over it. */
  written: 8,
  always: 16,
  never: 17,
  nonzero: 18,
  /** Has `a` the value `b`? */
  has: 19,
  /** Has `a` a value of the constant `b`? */
  among: 20,
  nonempty: 21,
  single: 22,
  /** Have `a` and `b` a value in common; two values that differ; is a value of `a` less than (at most) one of `b`? */
  meets: 23,
  differ: 24,
  below: 25,
  atMost: 26,
  and: 27,
  or: 28,
  not: 29,
  /** Is the location fact `a` reached? */
  reached: 30,
} as const;
const FIRST_GATE = KINDS.always;

/** What cannot be a circuit, or only one that is too large: whoever asked keeps the interpreter. */
export class Unfit extends Error {}

export type Operator = "abs" | Parameters<typeof guarded>[0];

export interface IndexList {
  /** The index that means the first element. */
  readonly first: number;
  readonly elements: readonly Node[];
}

/** Beyond that many pairs of values the interval around their results is taken, as sets do. */
export const MAX_PAIRS = 4096;
/** More nodes than this are not made in all, nor for one program. */
const MOST_NODES = 300_000;
const MOST_AT_ONCE = 6_000;

export class Circuit {
  readonly kind: number[] = [];
  readonly a: number[] = [];
  readonly b: number[] = [];
  readonly c: number[] = [];
  readonly d: number[] = [];
  /** Bounds of what a set node may hold; lo > hi: never anything. */
  readonly lo: number[] = [];
  readonly hi: number[] = [];
  /** Gates that stay open when sets grow. */
  readonly monotone: boolean[] = [];
  readonly constants: (readonly number[])[] = [];
  readonly lists: IndexList[] = [];
  readonly operations: ((x: number, y: number) => number | undefined)[] = [];
  readonly hulls: ReturnType<typeof hullOf>[] = [];
  private readonly pool: SetPool;
  private readonly mayBeEmpty: boolean[] = [];
  private readonly known = new Map<string, Node>();
  private readonly operators = new Map<Operator, number>();
  /** Gates of which one holds in any case. */
  private readonly complements = new Set<string>();

  private begun = 0;

  constructor(pool: SetPool) {
    this.pool = pool;
    this.gate(KINDS.always);
    this.gate(KINDS.never);
    this.constant([]);
  }

  /** What is made from here on belongs to another program. */
  begin(): void {
    this.begun = this.size;
  }

  get size(): number {
    return this.kind.length;
  }

  isGate(node: Node): boolean {
    return this.kind[node]! >= FIRST_GATE;
  }

  // ------------------------------------------------------------------------------------------------ sets

  /** Ascending values. */
  constant(values: readonly number[]): Node {
    const lo = values[0] ?? 0;
    const hi = values[values.length - 1] ?? -1;
    return this.share(`= ${values.join()}`, () => {
      if (hi - lo >= MAX_VALUES) throw new Unfit();
      this.constants.push(values);
      return this.add(KINDS.constant, this.constants.length - 1, 0, 0, 0, lo, hi, values.length === 0);
    });
  }

  interval(lo: number, hi: number): Node {
    if (hi - lo >= MAX_VALUES) throw new Unfit();
    return this.constant(Array.from({ length: Math.max(0, hi - lo + 1) }, (_, at) => lo + at));
  }

  single(value: number): Node {
    return this.constant([value]);
  }

  cell(cell: number, lo: number, hi: number): Node {
    return this.share(`cell ${cell}`, () => this.add(KINDS.cell, cell, 0, 0, 0, lo, hi, false));
  }

  /** The values of a node that does not depend on the state; null if it does. */
  valuesOf(node: Node): readonly number[] | null {
    return this.kind[node] === KINDS.constant ? this.constants[this.a[node]!]! : null;
  }

  binary(op: Operator, a: Node, b: Node): Node {
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

  union(a: Node, b: Node): Node {
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

  gated(gate: Node, set: Node): Node {
    if (gate === ALWAYS) return set;
    if (gate === NEVER || set === NOTHING) return NOTHING;
    return this.share(`? ${gate} ${set}`, () =>
      this.add(KINDS.gated, gate, set, 0, 0, this.lo[set]!, this.hi[set]!, true),
    );
  }

  within(set: Node, lo: number, hi: number): Node {
    if (this.lo[set]! >= lo && this.hi[set]! <= hi) return set;
    const values = this.valuesOf(set);
    if (values !== null) return this.constant(values.filter((value) => value >= lo && value <= hi));
    const least = Math.max(lo, this.lo[set]!);
    const most = Math.min(hi, this.hi[set]!);
    if (least > most) return NOTHING;
    return this.share(`in ${set} ${least} ${most}`, () => this.add(KINDS.within, set, 0, 0, 0, least, most, true));
  }

  /** `empty`: may both gates be shut? */
  truth(mayBeFalse: Node, mayBeTrue: Node, empty: boolean): Node {
    if (mayBeFalse === NEVER && mayBeTrue === NEVER) return NOTHING;
    if (!empty) this.complements.add(pairKey(mayBeFalse, mayBeTrue));
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

  indexed(index: Node, first: number, elements: readonly Node[]): Node {
    const values = this.valuesOf(index);
    if (values !== null) {
      return values.reduce((all, value) => this.union(all, elements[value - first] ?? NOTHING), NOTHING);
    }
    if (elements.length === 0) return NOTHING;
    return this.share(`[] ${index} ${first} ${elements.join()}`, () => {
      this.lists.push({ first, elements });
      const lo = Math.min(...elements.map((element) => this.lo[element]!));
      const hi = Math.max(...elements.map((element) => this.hi[element]!));
      const outside = this.lo[index]! < first || this.hi[index]! >= first + elements.length;
      const empty = outside || this.mayBeEmpty[index]! || elements.some((element) => this.mayBeEmpty[element]!);
      return this.add(KINDS.indexed, index, this.lists.length - 1, 0, 0, lo, hi, empty);
    });
  }

  written(old: Node, value: Node, may: Node, surely: Node): Node {
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
  markNonempty(node: Node): void {
    this.mayBeEmpty[node] = false;
  }

  // ------------------------------------------------------------------------------------------------ gates

  nonempty(set: Node): Node {
    if (!this.mayBeEmpty[set]!) return ALWAYS;
    switch (this.kind[set]) {
      case KINDS.constant:
        return NEVER;
      case KINDS.gated:
        return this.and(this.a[set]!, this.nonempty(this.b[set]!));
      case KINDS.union:
        return this.or(this.nonempty(this.a[set]!), this.nonempty(this.b[set]!));
      case KINDS.truth:
        return this.or(this.a[set]!, this.b[set]!);
      case KINDS.within:
        return this.among(
          this.a[set]!,
          this.others(set, () => true),
        );
      case KINDS.binary:
        return this.through(set, () => true) ?? this.gate(KINDS.nonempty, set);
      default:
        return this.gate(KINDS.nonempty, set);
    }
  }

  nonzero(set: Node): Node {
    if (this.lo[set]! > 0 || this.hi[set]! < 0) return this.nonempty(set);
    if (this.lo[set] === 0 && this.hi[set] === 0) return NEVER;
    switch (this.kind[set]) {
      case KINDS.constant:
        return ALWAYS;
      case KINDS.truth:
        return this.b[set]!;
      case KINDS.gated:
        return this.and(this.a[set]!, this.nonzero(this.b[set]!));
      case KINDS.union:
        return this.or(this.nonzero(this.a[set]!), this.nonzero(this.b[set]!));
      case KINDS.within:
        return this.among(
          this.a[set]!,
          this.others(set, (value) => value !== 0),
        );
      case KINDS.binary:
        return this.through(set, (value) => value !== 0) ?? this.gate(KINDS.nonzero, set);
      default:
        return this.gate(KINDS.nonzero, set);
    }
  }

  has(set: Node, value: number): Node {
    if (value < this.lo[set]! || value > this.hi[set]!) return NEVER;
    if (this.lo[set] === this.hi[set]) return this.nonempty(set);
    switch (this.kind[set]) {
      case KINDS.constant:
        return this.valuesOf(set)!.includes(value) ? ALWAYS : NEVER;
      case KINDS.truth:
        return value === 0 ? this.a[set]! : this.b[set]!;
      case KINDS.gated:
        return this.and(this.a[set]!, this.has(this.b[set]!, value));
      case KINDS.union:
        return this.or(this.has(this.a[set]!, value), this.has(this.b[set]!, value));
      case KINDS.within:
        return this.has(this.a[set]!, value);
      case KINDS.binary:
        return this.through(set, (result) => result === value) ?? this.gate(KINDS.has, set, value);
      default:
        return this.gate(KINDS.has, set, value);
    }
  }

  /** Ascending values. */
  among(set: Node, values: readonly number[]): Node {
    const possible = values.filter((value) => value >= this.lo[set]! && value <= this.hi[set]!);
    if (possible.length === 0) return NEVER;
    if (possible.length === 1) return this.has(set, possible[0]!);
    if (possible.length === this.hi[set]! - this.lo[set]! + 1) return this.nonempty(set);
    switch (this.kind[set]) {
      case KINDS.constant:
        return this.valuesOf(set)!.some((value) => possible.includes(value)) ? ALWAYS : NEVER;
      case KINDS.gated:
        return this.and(this.a[set]!, this.among(this.b[set]!, possible));
      case KINDS.union:
        return this.or(this.among(this.a[set]!, possible), this.among(this.b[set]!, possible));
      case KINDS.within:
        return this.among(this.a[set]!, possible);
      case KINDS.binary: {
        const wanted = new Set(possible);
        return this.through(set, (value) => wanted.has(value)) ?? this.gate(KINDS.among, set, this.constant(possible));
      }
      default:
        return this.gate(KINDS.among, set, this.constant(possible));
    }
  }

  /** A question about `x op constant` as one about x; null where both sides depend on the state. */
  private through(set: Node, wanted: (result: number) => boolean): Node | null {
    const [left, right] = [this.a[set]!, this.b[set]!];
    const operation = this.operations[this.c[set]!]!;
    const opens = (x: number, y: number): boolean => {
      const result = operation(x, y);
      return result !== undefined && wanted(result);
    };
    const [xs, ys] = [this.valuesOf(left), this.valuesOf(right)];
    // Where the pairs are so many that an interval takes their place, operands tell nothing.
    const asked = ys !== null ? left : right;
    if ((ys ?? xs) === null || (this.hi[asked]! - this.lo[asked]! + 1) * (ys ?? xs)!.length > MAX_PAIRS) return null;
    if (ys !== null)
      return this.among(
        left,
        this.others(left, (x) => ys.some((y) => opens(x, y))),
      );
    return this.among(
      right,
      this.others(right, (y) => xs!.some((x) => opens(x, y))),
    );
  }

  isSingle(set: Node): Node {
    if (this.lo[set] === this.hi[set]) return this.nonempty(set);
    const values = this.valuesOf(set);
    if (values !== null) return values.length === 1 ? ALWAYS : NEVER;
    return this.gate(KINDS.single, set);
  }

  meets(a: Node, b: Node): Node {
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null) return this.among(a, y);
    if (x !== null) return this.among(b, x);
    if (this.hi[a]! < this.lo[b]! || this.hi[b]! < this.lo[a]!) return NEVER;
    return this.gate(KINDS.meets, Math.min(a, b), Math.max(a, b));
  }

  differ(a: Node, b: Node): Node {
    const both = this.and(this.nonempty(a), this.nonempty(b));
    if (this.hi[a]! < this.lo[b]! || this.hi[b]! < this.lo[a]!) return both;
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if ((x !== null && x.length > 1) || (y !== null && y.length > 1)) return both;
    if (x !== null && y !== null) return x[0] === y[0] ? NEVER : both;
    if (x !== null) return this.differ(b, a);
    if (y !== null)
      return this.among(
        a,
        this.others(a, (value) => value !== y[0]),
      );
    return this.gate(KINDS.differ, Math.min(a, b), Math.max(a, b));
  }

  below(a: Node, b: Node): Node {
    if (this.lo[a]! >= this.hi[b]!) return NEVER;
    if (this.hi[a]! < this.lo[b]!) return this.and(this.nonempty(a), this.nonempty(b));
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null)
      return this.among(
        a,
        this.others(a, (value) => value < y[y.length - 1]!),
      );
    if (x !== null)
      return this.among(
        b,
        this.others(b, (value) => value > x[0]!),
      );
    return this.gate(KINDS.below, a, b);
  }

  atMost(a: Node, b: Node): Node {
    if (this.lo[a]! > this.hi[b]!) return NEVER;
    if (this.hi[a]! <= this.lo[b]!) return this.and(this.nonempty(a), this.nonempty(b));
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null)
      return this.among(
        a,
        this.others(a, (value) => value <= y[y.length - 1]!),
      );
    if (x !== null)
      return this.among(
        b,
        this.others(b, (value) => value >= x[0]!),
      );
    return this.gate(KINDS.atMost, a, b);
  }

  reached(fact: number): Node {
    return this.gate(KINDS.reached, fact);
  }

  and(a: Node, b: Node): Node {
    if (a === NEVER || b === NEVER) return NEVER;
    if (a === ALWAYS || a === b) return b;
    if (b === ALWAYS) return a;
    if (this.isNegation(a, b)) return NEVER;
    // What is looked up at once comes first: a long chain is then seldom followed.
    const [first, second] = this.rank(a) <= this.rank(b) ? [a, b] : [b, a];
    return this.gate(KINDS.and, first, second);
  }

  or(a: Node, b: Node): Node {
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    if (a === NEVER || a === b) return b;
    if (b === NEVER) return a;
    if (this.isNegation(a, b) || this.complements.has(pairKey(a, b))) return ALWAYS;
    const [first, second] = this.rank(a) <= this.rank(b) ? [a, b] : [b, a];
    return this.gate(KINDS.or, first, second);
  }

  not(gate: Node): Node {
    if (gate === ALWAYS) return NEVER;
    if (gate === NEVER) return ALWAYS;
    return this.kind[gate] === KINDS.not ? this.a[gate]! : this.gate(KINDS.not, gate);
  }

  all(gates: readonly Node[]): Node {
    return gates.reduce((all, gate) => this.and(all, gate), ALWAYS);
  }

  any(gates: readonly Node[]): Node {
    return gates.reduce((any, gate) => this.or(any, gate), NEVER);
  }

  /** The nodes that a node is made of. */
  forEachPart(node: Node, visit: (part: Node) => void): void {
    const { a, b, c, d } = this;
    switch (this.kind[node]) {
      case KINDS.constant:
      case KINDS.cell:
      case KINDS.always:
      case KINDS.never:
      case KINDS.reached:
        return;
      case KINDS.indexed:
        visit(a[node]!);
        for (const element of this.lists[b[node]!]!.elements) visit(element);
        return;
      case KINDS.written:
        visit(a[node]!);
        visit(b[node]!);
        visit(c[node]!);
        visit(d[node]!);
        return;
      case KINDS.within:
      case KINDS.nonzero:
      case KINDS.has:
      case KINDS.nonempty:
      case KINDS.single:
      case KINDS.not:
        visit(a[node]!);
        return;
      default:
        visit(a[node]!);
        visit(b[node]!);
    }
  }

  /** Calls for every cell that the nodes depend on, once each. */
  cellsOf(nodes: readonly Node[]): number[] {
    const cells: number[] = [];
    const seen = new Set<Node>(nodes);
    // The set grows while it is gone through.
    for (const node of seen) {
      if (this.kind[node] === KINDS.cell) cells.push(this.a[node]!);
      this.forEachPart(node, (part) => seen.add(part));
    }
    return cells;
  }

  asksLocations(root: Node): boolean {
    const seen = new Set<Node>([root]);
    for (const node of seen) {
      if (this.kind[node] === KINDS.reached) return true;
      this.forEachPart(node, (part) => seen.add(part));
    }
    return false;
  }

  private others(set: Node, wanted: (value: number) => boolean): number[] {
    const values: number[] = [];
    for (let value = this.lo[set]!; value <= this.hi[set]!; value++) if (wanted(value)) values.push(value);
    return values;
  }

  /** How much it takes to look: cells at once, gates of gates last. */
  private rank(gate: Node): number {
    const kind = this.kind[gate]!;
    if (kind === KINDS.and || kind === KINDS.or || kind === KINDS.not) return 2;
    return this.kind[this.a[gate]!] === KINDS.cell ? 0 : 1;
  }

  private isNegation(a: Node, b: Node): boolean {
    return (this.kind[a] === KINDS.not && this.a[a] === b) || (this.kind[b] === KINDS.not && this.a[b] === a);
  }

  private operationOf(op: Operator): number {
    let index = this.operators.get(op);
    if (index === undefined) {
      index = this.operations.length;
      this.operators.set(op, index);
      this.operations.push(op === "abs" ? (x) => Math.abs(x) | 0 : guarded(op));
      const { pool } = this;
      this.hulls.push(
        op === "abs" ? (x) => pool.interval(0, Math.max(Math.abs(x.lo), Math.abs(x.hi))) : hullOf(op, pool),
      );
    }
    return index;
  }

  private gate(kind: number, a = 0, b = 0): Node {
    return this.share(`g${kind} ${a} ${b}`, () => this.add(kind, a, b, 0, 0, 0, -1, false));
  }

  private share(key: string, make: () => Node): Node {
    let node = this.known.get(key);
    if (node === undefined) {
      if (this.size > MOST_NODES || this.size - this.begun > MOST_AT_ONCE) throw new Unfit();
      node = make();
      this.known.set(key, node);
    }
    return node;
  }

  private add(
    kind: number,
    a: number,
    b: number,
    c: number,
    d: number,
    lo: number,
    hi: number,
    mayBeEmpty: boolean,
  ): Node {
    if (kind < FIRST_GATE && hi - lo >= MAX_VALUES) throw new Unfit();
    const node = this.kind.length;
    this.kind.push(kind);
    this.a.push(a);
    this.b.push(b);
    this.c.push(c);
    this.d.push(d);
    this.lo.push(lo);
    this.hi.push(hi);
    this.mayBeEmpty.push(mayBeEmpty);
    let monotone = kind !== KINDS.not && kind !== KINDS.single;
    if (monotone) this.forEachPart(node, (part) => (monotone &&= this.monotone[part]!));
    // Something stored surely or perhaps only ever gains by less certainty.
    this.monotone.push(monotone || kind === KINDS.written);
    return node;
  }
}

const pairKey = (a: Node, b: Node): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
