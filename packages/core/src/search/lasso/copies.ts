// Several acceptance sets as one, for nested depth-first search: copies of the product say which set is waited for next
// (Choueka 1974, in the form of Duret-Lutz 2014: a step in several sets that follow each other passes them at once).
// The automaton has one set already; the others are those of weak fairness, one for each process.

import type { End } from "./ends.ts";
import type { LassoProduct, ProductNode } from "./product.ts";

/** What searches and estimates need to know of a product. */
export type ProductGraph = Pick<
  LassoProduct,
  | "engine"
  | "automaton"
  | "width"
  | "sets"
  | "isConditional"
  | "faults"
  | "stateOf"
  | "automatonStateOf"
  | "enter"
  | "visitSuccessors"
  | "endOf"
>;

export class CopiedProduct implements ProductGraph {
  readonly sets = 1;
  /** All conditions are in the copies. */
  readonly isConditional = false;
  readonly width: number;
  private readonly product: LassoProduct;
  /** The bits of the sets, in the order in which they are waited for. */
  private readonly bits: readonly number[];

  constructor(product: LassoProduct) {
    this.product = product;
    this.bits = Array.from({ length: 31 }, (_, at) => 1 << at).filter((bit) => (product.sets & bit) !== 0);
    this.width = product.width * this.bits.length;
  }

  get engine() {
    return this.product.engine;
  }

  get automaton() {
    return this.product.automaton;
  }

  get faults() {
    return this.product.faults;
  }

  stateOf(node: ProductNode): number {
    return this.product.stateOf(this.below(node));
  }

  automatonStateOf(node: ProductNode): number {
    return this.product.automatonStateOf(this.below(node));
  }

  enter(state: number, from: number, visit: (node: ProductNode, marks: number) => unknown): void {
    this.product.enter(state, from, (node) => visit(node * this.bits.length, 0));
  }

  visitSuccessors(
    node: ProductNode,
    visit: (target: ProductNode, marks: number, ordinal: number, asks: number) => unknown,
  ): void {
    const copies = this.bits.length;
    const level = node % copies;
    this.product.visitSuccessors(this.below(node), (target, marks, ordinal) => {
      const passed = this.passing(marks, level);
      const accepts = passed === copies;
      const next = accepts ? this.passing(marks, 0) % copies : passed;
      return visit(target * copies + next, accepts ? 1 : 0, ordinal, 0);
    });
  }

  endOf(node: ProductNode): End | undefined {
    return this.product.endOf(this.below(node));
  }

  private below(node: ProductNode): ProductNode {
    return Math.floor(node / this.bits.length);
  }

  /** The first set from `level` on that the step is not in. */
  private passing(marks: number, level: number): number {
    let at = level;
    while (at < this.bits.length && (marks & this.bits[at]!) !== 0) at++;
    return at;
  }
}
