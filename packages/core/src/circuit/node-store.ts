// The nodes of a circuit and what they are made of: columns of numbers, in which equal nodes are one node.
// `set-nodes.ts` makes sets of them, `circuit.ts` gates.

import { MAX_VALUES } from "../value-sets/value-set.ts";

/** A node, by its number. The first three are the same in every circuit. */
export type CircuitNode = number;
export const ALWAYS: CircuitNode = 0;
export const NEVER: CircuitNode = 1;
export const NOTHING: CircuitNode = 2;

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

export interface IndexList {
  /** The index that means the first element. */
  readonly first: number;
  readonly elements: readonly CircuitNode[];
}

/** More nodes than this are not made in all, nor for one program. */
const MOST_NODES = 300_000;
const MOST_AT_ONCE = 6_000;
export class NodeStore {
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
  protected readonly mayBeEmpty: boolean[] = [];
  private readonly known = new Map<string, CircuitNode>();
  private begun = 0;

  constructor() {
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

  isGate(node: CircuitNode): boolean {
    return this.kind[node]! >= FIRST_GATE;
  }

  /** Ascending values. */
  constant(values: readonly number[]): CircuitNode {
    const lo = values[0] ?? 0;
    const hi = values[values.length - 1] ?? -1;
    return this.share(`= ${values.join()}`, () => {
      if (hi - lo >= MAX_VALUES) throw new Unfit();
      this.constants.push(values);
      return this.add(KINDS.constant, this.constants.length - 1, 0, 0, 0, lo, hi, values.length === 0);
    });
  }

  /** The nodes that a node is made of. */
  forEachPart(node: CircuitNode, visit: (part: CircuitNode) => void): void {
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
  cellsOf(nodes: readonly CircuitNode[]): number[] {
    const cells: number[] = [];
    const seen = new Set<CircuitNode>(nodes);
    // The set grows while it is gone through.
    for (const node of seen) {
      if (this.kind[node] === KINDS.cell) cells.push(this.a[node]!);
      this.forEachPart(node, (part) => seen.add(part));
    }
    return cells;
  }

  asksLocations(root: CircuitNode): boolean {
    const seen = new Set<CircuitNode>([root]);
    for (const node of seen) {
      if (this.kind[node] === KINDS.reached) return true;
      this.forEachPart(node, (part) => seen.add(part));
    }
    return false;
  }

  protected gate(kind: number, a = 0, b = 0): CircuitNode {
    return this.share(`g${kind} ${a} ${b}`, () => this.add(kind, a, b, 0, 0, 0, -1, false));
  }

  protected share(key: string, make: () => CircuitNode): CircuitNode {
    let node = this.known.get(key);
    if (node === undefined) {
      if (this.size > MOST_NODES || this.size - this.begun > MOST_AT_ONCE) throw new Unfit();
      node = make();
      this.known.set(key, node);
    }
    return node;
  }

  protected add(
    kind: number,
    a: number,
    b: number,
    c: number,
    d: number,
    lo: number,
    hi: number,
    mayBeEmpty: boolean,
  ): CircuitNode {
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
