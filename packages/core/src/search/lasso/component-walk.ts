// A depth-first walk through a product that keeps account of its components, in JavaScript: with an estimate that
// orders what comes next, nodes that others cover, and conditions on steps. Without any of these an engine may have a
// walk of its own.

import { grown } from "../../basics/grow.ts";
import type { Walk, WalkStatus } from "../../engine/engine.ts";
import type { Settled } from "./covered-pruning.ts";
import { type Guide, successorsInOrder } from "./guide.ts";
import type { LoopGoal } from "./lasso.ts";
import type { LassoProduct, ProductNode } from "./product.ts";
import { stronglyFairPart } from "./strongly-fair.ts";

const CLOSED = -1;

export class ComponentWalk implements Walk {
  private readonly product: LassoProduct;
  private readonly guide: Guide | undefined;
  private readonly settled: Settled | undefined;
  /** Whether a component counts is known once it is done. */
  private readonly strong: boolean;
  /** Numbers in order of discovery, from 1; 0 where a node was not seen, CLOSED where its component is done. */
  private order = new Int32Array(4096);
  entered = 0;
  transitions = 0;
  covered = 0;
  peak = 0;
  /** The path: nodes, and where the edges of each begin among those that wait to be looked at, marks before targets. */
  private readonly path: ProductNode[] = [];
  private readonly bases: number[] = [];
  private readonly pending: number[] = [];
  /** Components on the path: the number of the first node, the sets met inside, and those on the way in. */
  private readonly firsts: number[] = [];
  private readonly inside: number[] = [];
  private readonly entering: number[] = [];
  /** Nodes whose component is not done, in order of discovery. */
  private readonly open: ProductNode[] = [];
  /** A node was entered that was not looked at. */
  private isFresh = false;
  /** Of a component that is done: where a run goes round in it that keeps all conditions. */
  fairPart: LoopGoal | undefined;

  constructor(product: LassoProduct, guide: Guide | undefined, settled: Settled | undefined, strong: boolean) {
    this.product = product;
    this.guide = guide;
    this.settled = settled;
    this.strong = strong;
  }

  enter(node: ProductNode): void {
    if (this.numberOf(node) === 0 && !this.isSettled(node)) this.push(node, 0);
  }

  /** One node at a time: what leads to nodes that were seen costs next to nothing. */
  advance(): WalkStatus {
    const { path, pending, bases } = this;
    while (!this.isFresh) {
      const depth = path.length - 1;
      if (depth < 0) return "left";
      const base = bases[depth]!;
      const waiting = pending.length;
      const { order, entered } = this;
      let isWhole = false;
      while (pending.length > base && !isWhole && this.entered === entered) {
        const target = pending.pop()!;
        const marks = pending.pop()!;
        const number = target < order.length ? order[target]! : 0;
        if (number === 0 && !this.isSettled(target)) {
          this.count(waiting - pending.length, 1);
          this.push(target, marks);
        } else if (number > 0) isWhole = this.merge(number, marks);
      }
      if (this.isFresh) break;
      this.count(waiting - pending.length, 0);
      if (isWhole || this.leave(path[depth]!)) return "component";
    }
    this.isFresh = false;
    return "ending";
  }

  get node(): ProductNode {
    return this.path.at(-1)!;
  }

  get first(): number {
    return this.firsts.at(-1)!;
  }

  numberOf(node: ProductNode): number {
    return node < this.order.length ? this.order[node]! : 0;
  }

  /** Edges that were taken from those that wait, two entries each, and how many of them lead to new nodes. */
  private count(entries: number, fresh: number): void {
    this.transitions += entries >> 1;
    this.covered += (entries >> 1) - fresh;
  }

  private push(node: ProductNode, entering: number): void {
    this.entered++;
    if (node >= this.order.length) this.order = grown(this.order, node + 1);
    this.order[node] = this.entered;
    this.open.push(node);
    this.firsts.push(this.entered);
    this.inside.push(0);
    this.entering.push(entering);
    this.path.push(node);
    this.bases.push(this.pending.length);
    const { product, guide } = this;
    if (guide === undefined) product.edgesInto(node, this.pending);
    else for (const item of successorsInOrder(product, node, (next) => guide.of(next))) this.pending.push(item);
    if (this.path.length > this.peak) this.peak = this.path.length;
    this.isFresh = true;
  }

  /** A step leads back to a node on the way: all components from there on are one. Has it met every set? */
  private merge(number: number, marks: number): boolean {
    const { firsts, inside, entering } = this;
    let met = marks;
    while (firsts.at(-1)! > number) {
      firsts.pop();
      met |= inside.pop()! | entering.pop()!;
    }
    const last = inside.length - 1;
    inside[last] = inside[last]! | met;
    const { sets } = this.product;
    return !this.strong && (inside[last]! & sets) === sets;
  }

  /** Is a component done that counts? */
  private leave(node: ProductNode): boolean {
    this.path.pop();
    this.bases.pop();
    if (this.firsts.at(-1) !== this.order[node]) return false;
    this.firsts.pop();
    const inside = this.inside.pop()!;
    this.entering.pop();
    // What is found is told when the component is closed, so that the search can go on.
    this.fairPart = this.strong ? this.fairPartOf(node, inside) : undefined;
    for (let member = -1; member !== node; ) {
      member = this.open.pop()!;
      this.order[member] = CLOSED;
      this.settled?.add(member);
    }
    return this.fairPart !== undefined;
  }

  /** A component that is done, from its first node on: where does a run go round in it that keeps all conditions? */
  private fairPartOf(first: ProductNode, inside: number): LoopGoal | undefined {
    const { sets } = this.product;
    if ((inside & sets) !== sets) return undefined;
    const part = stronglyFairPart(this.product, this.open.slice(this.open.lastIndexOf(first)), sets);
    if (part === undefined) return undefined;
    const { nodes, required, forbidden } = part;
    return { component: (node) => nodes.has(node), required, forbidden };
  }

  /** No component behind it counts, since none behind a node does that can do all it can. */
  private isSettled(node: ProductNode): boolean {
    return this.settled?.covers(node) ?? false;
  }
}
