// Decision trees over inputs: each node asks for one input, the answer (the number of a set, or 0 or 1) leads to the
// next node, and where a tree ends the result of a run on such inputs is kept.

import { PairTable } from "../../../value-sets/pair-table.ts";

/** Kinds of nodes beside those that ask for an input. */
const UNKNOWN = -1;
const END = -2;

export class Forest<T> {
  private readonly asks: number[] = [];
  private readonly results: (T | undefined)[] = [];
  private readonly next: PairTable;

  constructor(capacity: number) {
    this.next = new PairTable(capacity);
  }

  get size(): number {
    return this.asks.length;
  }

  /** A node of which nothing is known yet. */
  plant(): number {
    this.asks.push(UNKNOWN);
    this.results.push(undefined);
    return this.asks.length - 1;
  }

  /** What the node asks for; negative where the tree ends. */
  askedAt(node: number): number {
    return this.asks[node]!;
  }

  isEnd(node: number): boolean {
    return this.asks[node] === END;
  }

  resultAt(node: number): T {
    return this.results[node]!;
  }

  /** Where the answer leads; −1 when it was never given. */
  follow(node: number, answer: number): number {
    return this.next.get(node, answer);
  }

  /** Leads on from a node that asks for the input, to a new node if need be. */
  extend(node: number, asked: number, answer: number): number {
    this.asks[node] = asked;
    let child = this.next.get(node, answer);
    if (child < 0) {
      child = this.plant();
      this.next.set(node, answer, child);
    }
    return child;
  }

  end(node: number, result: T): void {
    this.asks[node] = END;
    this.results[node] = result;
  }

  clear(): void {
    if (this.asks.length === 0) return;
    this.asks.length = 0;
    this.results.length = 0;
    this.next.clear();
  }
}
