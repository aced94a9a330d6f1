// Guards and updates of the monotonicity abstraction as one shared circuit. Set nodes say which values something may
// have, gates say what can be; equal nodes are one node, so that three hundred guards that scan the same array share
// all they have in common. Nodes are made once per problem (`symbolic-run.ts`); what they are for given sets of values
// is the business of `circuit-values.ts`. Whatever is known without looking at the cells is folded here.

import { ALWAYS, type CircuitNode, KINDS, NEVER } from "./node-store.ts";
import { MAX_PAIRS, SetNodes } from "./set-nodes.ts";

interface Openers {
  readonly set: CircuitNode;
  readonly mask: bigint;
}

interface Bounds {
  readonly set: CircuitNode;
  readonly least: bigint;
  readonly most: bigint;
}

export class Circuit extends SetNodes {
  private readonly openers = new Map<CircuitNode, Openers>();
  private readonly bounds = new Map<CircuitNode, Bounds | null>();
  /** Questions to sets that were passed on to their parts: many sets share a part, and it is asked once. */
  private readonly answers = new Map<string, CircuitNode>();
  private answersAt = 0;

  nonempty(set: CircuitNode): CircuitNode {
    return this.mayBeEmpty[set]! ? this.once("nonempty", set, "", () => this.foundNonempty(set)) : ALWAYS;
  }

  private foundNonempty(set: CircuitNode): CircuitNode {
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
        return this.where(this.a[set]!, () => true, set);
      case KINDS.binary:
        return this.through(set, () => true) ?? this.gate(KINDS.nonempty, set);
      default:
        return this.gate(KINDS.nonempty, set);
    }
  }

  nonzero(set: CircuitNode): CircuitNode {
    if (this.lo[set]! > 0 || this.hi[set]! < 0) return this.nonempty(set);
    if (this.lo[set] === 0 && this.hi[set] === 0) return NEVER;
    return this.once("nonzero", set, "", () => this.foundNonzero(set));
  }

  private foundNonzero(set: CircuitNode): CircuitNode {
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
        return this.where(this.a[set]!, (value) => value !== 0, set);
      case KINDS.binary:
        return this.through(set, (value) => value !== 0) ?? this.gate(KINDS.nonzero, set);
      default:
        return this.gate(KINDS.nonzero, set);
    }
  }

  has(set: CircuitNode, value: number): CircuitNode {
    if (value < this.lo[set]! || value > this.hi[set]!) return NEVER;
    if (this.lo[set] === this.hi[set]) return this.nonempty(set);
    return this.once("has", set, value, () => this.foundValue(set, value));
  }

  private foundValue(set: CircuitNode, value: number): CircuitNode {
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
  among(set: CircuitNode, values: readonly number[]): CircuitNode {
    const possible = values.filter((value) => value >= this.lo[set]! && value <= this.hi[set]!);
    if (possible.length === 0) return NEVER;
    if (possible.length === 1) return this.has(set, possible[0]!);
    if (possible.length === this.hi[set]! - this.lo[set]! + 1) return this.nonempty(set);
    return this.once("among", set, possible, () => this.foundAmong(set, possible));
  }

  private foundAmong(set: CircuitNode, possible: readonly number[]): CircuitNode {
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

  /** Answers are kept until more is known of sets than when they were given. */
  private once(
    question: string,
    set: CircuitNode,
    about: number | string | readonly number[],
    answer: () => CircuitNode,
  ): CircuitNode {
    const kind = this.kind[set]!;
    const isPassedOn = kind === KINDS.gated || kind === KINDS.union || kind === KINDS.within || kind === KINDS.binary;
    if (!isPassedOn) return answer();
    if (this.answersAt !== this.learnt) {
      this.answersAt = this.learnt;
      this.answers.clear();
    }
    const key = `${question} ${set} ${about}`;
    let known = this.answers.get(key);
    if (known === undefined) {
      known = answer();
      this.answers.set(key, known);
    }
    return known;
  }

  /** A question about `x op constant` as one about x; null where both sides depend on the state. */
  private through(set: CircuitNode, wanted: (result: number) => boolean): CircuitNode | null {
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
    if (ys !== null) return this.where(left, (x) => ys.some((y) => opens(x, y)));
    return this.where(right, (y) => xs!.some((x) => opens(x, y)));
  }

  isSingle(set: CircuitNode): CircuitNode {
    if (this.lo[set] === this.hi[set]) return this.nonempty(set);
    const values = this.valuesOf(set);
    if (values !== null) return values.length === 1 ? ALWAYS : NEVER;
    return this.gate(KINDS.single, set);
  }

  meets(a: CircuitNode, b: CircuitNode): CircuitNode {
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null) return this.among(a, y);
    if (x !== null) return this.among(b, x);
    if (this.hi[a]! < this.lo[b]! || this.hi[b]! < this.lo[a]!) return NEVER;
    return this.gate(KINDS.meets, Math.min(a, b), Math.max(a, b));
  }

  differ(a: CircuitNode, b: CircuitNode): CircuitNode {
    const both = this.and(this.nonempty(a), this.nonempty(b));
    if (this.hi[a]! < this.lo[b]! || this.hi[b]! < this.lo[a]!) return both;
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if ((x !== null && x.length > 1) || (y !== null && y.length > 1)) return both;
    if (x !== null && y !== null) return x[0] === y[0] ? NEVER : both;
    if (x !== null) return this.differ(b, a);
    if (y !== null) return this.where(a, (value) => value !== y[0]);
    return this.gate(KINDS.differ, Math.min(a, b), Math.max(a, b));
  }

  below(a: CircuitNode, b: CircuitNode): CircuitNode {
    if (this.lo[a]! >= this.hi[b]!) return NEVER;
    if (this.hi[a]! < this.lo[b]!) return this.and(this.nonempty(a), this.nonempty(b));
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null) return this.where(a, (value) => value < y[y.length - 1]!);
    if (x !== null) return this.where(b, (value) => value > x[0]!);
    return this.gate(KINDS.below, a, b);
  }

  atMost(a: CircuitNode, b: CircuitNode): CircuitNode {
    if (this.lo[a]! > this.hi[b]!) return NEVER;
    if (this.hi[a]! <= this.lo[b]!) return this.and(this.nonempty(a), this.nonempty(b));
    const [x, y] = [this.valuesOf(a), this.valuesOf(b)];
    if (y !== null) return this.where(a, (value) => value <= y[y.length - 1]!);
    if (x !== null) return this.where(b, (value) => value >= x[0]!);
    return this.gate(KINDS.atMost, a, b);
  }

  reached(fact: number): CircuitNode {
    return this.gate(KINDS.reached, fact);
  }

  and(a: CircuitNode, b: CircuitNode): CircuitNode {
    if (a === NEVER || b === NEVER) return NEVER;
    if (a === ALWAYS || a === b) return b;
    if (b === ALWAYS) return a;
    if (this.isNegation(a, b)) return NEVER;
    const fused = this.fusedAnd(a, b) ?? this.fusedInto(KINDS.and, a, b) ?? this.fusedInto(KINDS.and, b, a);
    if (fused !== null) return fused;
    // What is looked up at once comes first: a long chain is then seldom followed.
    const [first, second] = this.rank(a) <= this.rank(b) ? [a, b] : [b, a];
    return this.gate(KINDS.and, first, second);
  }

  or(a: CircuitNode, b: CircuitNode): CircuitNode {
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    if (a === NEVER || a === b) return b;
    if (b === NEVER) return a;
    if (this.isNegation(a, b) || this.areComplements(a, b)) return ALWAYS;
    const fused = this.fusedOr(a, b) ?? this.fusedInto(KINDS.or, a, b) ?? this.fusedInto(KINDS.or, b, a);
    if (fused !== null) return fused;
    const [first, second] = this.rank(a) <= this.rank(b) ? [a, b] : [b, a];
    return this.gate(KINDS.or, first, second);
  }

  not(gate: CircuitNode): CircuitNode {
    if (gate === ALWAYS) return NEVER;
    if (gate === NEVER) return ALWAYS;
    return this.kind[gate] === KINDS.not ? this.a[gate]! : this.gate(KINDS.not, gate);
  }

  all(gates: readonly CircuitNode[]): CircuitNode {
    return gates.reduce((all, gate) => this.and(all, gate), ALWAYS);
  }

  any(gates: readonly CircuitNode[]): CircuitNode {
    return gates.reduce((any, gate) => this.or(any, gate), NEVER);
  }

  /** Has the set a value that is wanted, of those within its bounds or those of another? */
  private where(set: CircuitNode, wanted: (value: number) => boolean, bounds = set): CircuitNode {
    const values: number[] = [];
    for (let value = this.lo[bounds]!; value <= this.hi[bounds]!; value++) if (wanted(value)) values.push(value);
    return this.among(set, values);
  }

  /** How much it takes to look: cells at once, gates of gates last. */
  private rank(gate: CircuitNode): number {
    const kind = this.kind[gate]!;
    if (kind === KINDS.and || kind === KINDS.or || kind === KINDS.not) return 2;
    return this.kind[this.a[gate]!] === KINDS.cell ? 0 : 1;
  }

  /** Of two gates that ask the same set for values, the one that the other follows from; null: neither. */
  private narrower(a: CircuitNode, b: CircuitNode): CircuitNode | null {
    const [x, y] = [this.openersOf(a), this.openersOf(b)];
    if (x === null || y === null || x.set !== y.set) return null;
    const common = x.mask & y.mask;
    if (common === x.mask) return a;
    return common === y.mask ? b : null;
  }

  /** Two questions to one set that are one, or have one answer; null: they are not. */
  private fusedAnd(a: CircuitNode, b: CircuitNode): CircuitNode | null {
    if (!this.askTheSame(a, b)) return null;
    const [x, y] = [this.negated(a), this.negated(b)];
    if (x === null && y === null) return this.narrower(a, b);
    if (x !== null && y !== null) {
      const either = this.asOne(KINDS.or, x, y);
      return either === null ? null : this.not(either);
    }
    // A value is asked for that must not be there.
    return this.narrower(x === null ? a : b, (x ?? y)!) === (x === null ? a : b) ? NEVER : null;
  }

  private fusedOr(a: CircuitNode, b: CircuitNode): CircuitNode | null {
    if (!this.askTheSame(a, b)) return null;
    const [x, y] = [this.negated(a), this.negated(b)];
    if (x === null && y === null) return this.asOne(KINDS.or, a, b);
    if (x !== null && y !== null) {
      const both = this.narrower(x, y);
      return both === null ? null : this.not(both);
    }
    return this.narrower(x === null ? a : b, (x ?? y)!) === (x ?? y) ? ALWAYS : null;
  }

  /** The same with one of two parts: `0 < n && 1 < n && 2 < n` of an unrolled loop is its last part. */
  private fusedInto(kind: number, whole: CircuitNode, gate: CircuitNode): CircuitNode | null {
    if (this.kind[whole] !== kind) return null;
    const [left, right] = [this.a[whole]!, this.b[whole]!];
    const isAnd = kind === KINDS.and;
    for (const [part, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const fused = isAnd ? this.fusedAnd(part, gate) : this.fusedOr(part, gate);
      if (fused === part) return whole;
      if (fused !== null) return isAnd ? this.and(other, fused) : this.or(other, fused);
    }
    return null;
  }

  /** Do both gates ask one set only, and the same? Most pairs do not, and need not be looked at closely. */
  private askTheSame(a: CircuitNode, b: CircuitNode): boolean {
    const set = this.askedSet(a);
    return set >= 0 && set === this.askedSet(b);
  }

  private askedSet(gate: CircuitNode): CircuitNode {
    switch (this.kind[gate]) {
      case KINDS.has:
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty:
        return this.a[gate]!;
      case KINDS.not:
        return this.askedSet(this.a[gate]!);
      case KINDS.and:
      case KINDS.or:
        return this.boundsOf(gate)?.set ?? -1;
      default:
        return -1;
    }
  }

  private negated(gate: CircuitNode): CircuitNode | null {
    return this.kind[gate] === KINDS.not ? this.a[gate]! : null;
  }

  /** Which values of which set open the gate, from the least that the set may have on; null where it asks otherwise. */
  private openersOf(gate: CircuitNode): Openers | null {
    const set = this.a[gate]!;
    switch (this.kind[gate]) {
      case KINDS.has:
        return { set, mask: 1n << BigInt(this.b[gate]! - this.lo[set]!) };
      case KINDS.among:
      case KINDS.nonzero:
      case KINDS.nonempty:
        break;
      default:
        return null;
    }
    let openers = this.openers.get(gate);
    if (openers === undefined) {
      const values = this.kind[gate] === KINDS.among ? new Set(this.valuesOf(this.b[gate]!)) : null;
      let mask = 0n;
      for (let value = this.hi[set]!; value >= this.lo[set]!; value--) {
        const opens = values?.has(value) ?? (this.kind[gate] === KINDS.nonempty || value !== 0);
        mask = (mask << 1n) | (opens ? 1n : 0n);
      }
      openers = { set, mask };
      this.openers.set(gate, openers);
    }
    return openers;
  }

  /**
   * Values of one set that open the gate, as far as can be told: each of `least` does so by itself, and without one of
   * `most` it is shut. Null: nothing is known.
   */
  private boundsOf(gate: CircuitNode): Bounds | null {
    const kind = this.kind[gate]!;
    if (kind !== KINDS.and && kind !== KINDS.or) {
      const openers = this.openersOf(gate);
      return openers === null ? null : { set: openers.set, least: openers.mask, most: openers.mask };
    }
    let bounds = this.bounds.get(gate);
    if (bounds === undefined) {
      bounds = this.boundsOfBoth(kind, this.a[gate]!, this.b[gate]!);
      this.bounds.set(gate, bounds);
    }
    return bounds;
  }

  private boundsOfBoth(kind: number, a: CircuitNode, b: CircuitNode): Bounds | null {
    if (!this.askTheSame(a, b)) return null;
    const [x, y] = [this.boundsOf(a), this.boundsOf(b)];
    if (x === null || y === null || x.set !== y.set) return null;
    if (kind === KINDS.or) return { set: x.set, least: x.least | y.least, most: x.most | y.most };
    return { set: x.set, least: x.least & y.least, most: x.most };
  }

  /**
   * The gate of two as a question to one set, if it is one: that some round of a loop is its last asks that it begins.
   */
  private asOne(kind: number, a: CircuitNode, b: CircuitNode): CircuitNode | null {
    const bounds = this.boundsOfBoth(kind, a, b);
    return bounds === null || bounds.least !== bounds.most ? null : this.amongMask(bounds.set, bounds.least);
  }

  private amongMask(set: CircuitNode, mask: bigint): CircuitNode {
    const values: number[] = [];
    for (let rest = mask, value = this.lo[set]!; rest > 0n; rest >>= 1n, value++)
      if ((rest & 1n) === 1n) values.push(value);
    return this.among(set, values);
  }

  private isNegation(a: CircuitNode, b: CircuitNode): boolean {
    return (this.kind[a] === KINDS.not && this.a[a] === b) || (this.kind[b] === KINDS.not && this.a[b] === a);
  }
}
