// Couvreur 1999: looks for an accepting lasso in the product of a network and a generalised Büchi automaton. One depth-first
// search keeps the strongly connected components of what it has seen, each with the acceptance sets met in it; it stops as
// soon as one has them all. Where the property is weak, that is the first cycle that counts. Every node is visited once.

import { grown } from "../../basics/grow.ts";
import type { StateId } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import { NO_STATISTICS } from "../ledger.ts";
import type { SearchStatistics, SearchStatus } from "../search.ts";
import { type Guide, guideBy, successorsInOrder } from "./guide.ts";
import { type Lasso, type LassoGoal, lassoInto, type RootNode } from "./lasso.ts";
import { defineLassoSearch, type LassoProblem, type LassoSearch, order } from "./lasso-search.ts";
import { type Node, Product } from "./product.ts";
import type { Origin, Roots } from "./roots.ts";
import { prune, type Settled, settledIn } from "./settled.ts";
import { stronglyFairPart } from "./strongly-fair.ts";

const CLOSED = -1;

export const couvreur = defineLassoSearch({
  name: "couvreur",
  summary: "Components with what is met in them, in one depth-first search; with an estimate, directed.",
  params: { h: order, prune },
  examples: ["couvreur()", "couvreur(hU())", "couvreur(prune=covered)"],
  traits: () => ({ anywhere: true, oneSet: false, shortest: false }),
  create: ({ h, prune }, problem, roots) => new CouvreurSearch(problem, roots, h, prune),
});

class CouvreurSearch implements LassoSearch {
  private readonly product: Product;
  private readonly guide: Guide | undefined;
  private readonly settled: Settled | undefined;
  /** Whether a component counts is known once it is done. */
  private readonly strong: boolean;
  /** Numbers in order of discovery, from 1; 0 where a node was not seen, CLOSED where its component is done. */
  private order = new Int32Array(4096);
  private entered = 0;
  private transitions = 0;
  private covered = 0;
  private peak = 0;
  /** The path: nodes, and where the edges of each begin among those that wait to be looked at, marks before targets. */
  private readonly path: Node[] = [];
  private readonly bases: number[] = [];
  private readonly pending: number[] = [];
  /** Components on the path: the number of the first node, the sets met inside, and those on the way in. */
  private readonly firsts: number[] = [];
  private readonly inside: number[] = [];
  private readonly entering: number[] = [];
  /** Nodes whose component is not done, in order of discovery. */
  private readonly open: Node[] = [];
  private readonly roots: Roots;
  /** Those that were begun with, and those that wait. */
  private readonly known: RootNode[] = [];
  private readonly waiting: Node[] = [];
  lasso?: Lasso;
  fault?: Roots["fault"];

  constructor(problem: LassoProblem, roots: Roots, h: HeuristicConfig, prune: "none" | "covered") {
    this.product = new Product(problem);
    this.settled = settledIn(this.product, prune, problem.network.clocks.length);
    this.guide = guideBy(h, problem, this.product);
    this.roots = roots;
    this.strong = problem.conditions?.sets === 0;
  }

  get statistics(): SearchStatistics {
    const { entered, transitions, covered, peak } = this;
    const before = this.roots.statistics ?? NO_STATISTICS;
    return {
      ...before,
      explored: before.explored + entered,
      generated: before.generated + entered,
      stored: before.stored + entered,
      transitions: before.transitions + transitions,
      covered: before.covered + covered,
      peakOpen: Math.max(before.peakOpen, peak),
      queues: [...before.queues, { pushed: entered, popped: entered }],
    };
  }

  originOf(root: StateId): Origin | undefined {
    return this.known.find(({ node }) => this.product.stateOf(node) === root)?.origin;
  }

  step(): SearchStatus {
    const status = this.advance();
    const { faults } = this.product;
    if (faults.length === 0 || status === "found" || status === "fault") return status;
    const fault = faults.shift()!;
    this.fault = { fault, origin: { engine: this.product.engine, state: fault.state } };
    return "fault";
  }

  /** Up to the next node: what leads to nodes that were seen costs next to nothing. */
  private advance(): SearchStatus {
    const { path, pending, bases } = this;
    for (;;) {
      const depth = path.length - 1;
      if (depth < 0) return this.begin();
      const base = bases[depth]!;
      const waiting = pending.length;
      const { order } = this;
      let status: SearchStatus = "running";
      while (pending.length > base && status === "running") {
        const target = pending.pop()!;
        const marks = pending.pop()!;
        const number = target < order.length ? order[target]! : 0;
        if (number === 0 && !this.isSettled(target)) {
          this.count(waiting - pending.length, 1);
          return this.push(target, marks);
        }
        if (number > 0) status = this.merge(number, marks);
      }
      this.count(waiting - pending.length, 0);
      if (status === "found" || this.leave(path[depth]!) === "found") return "found";
    }
  }

  /** Edges that were taken from those that wait, two entries each, and how many of them lead to new nodes. */
  private count(entries: number, fresh: number): void {
    this.transitions += entries >> 1;
    this.covered += (entries >> 1) - fresh;
  }

  private begin(): SearchStatus {
    const node = this.waiting.pop();
    if (node !== undefined) return this.numberOf(node) === 0 && !this.isSettled(node) ? this.push(node, 0) : "running";
    const root = this.roots.next();
    if (typeof root === "object") {
      const { initial } = this.product.automaton;
      this.product.enter(root.state, initial, (entered) => {
        this.known.push({ node: entered, origin: root.origin });
        this.waiting.push(entered);
      });
      return "running";
    }
    if (root === "fault") this.fault = this.roots.fault;
    return root;
  }

  private push(node: Node, entering: number): SearchStatus {
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
    const end = product.endOf(node);
    return end === undefined ? "running" : this.report({ end, node });
  }

  /** A step leads back to a node on the way: all components from there on are one. */
  private merge(number: number, marks: number): SearchStatus {
    const { firsts, inside, entering } = this;
    let met = marks;
    while (firsts.at(-1)! > number) {
      firsts.pop();
      met |= inside.pop()! | entering.pop()!;
    }
    const last = inside.length - 1;
    inside[last] = inside[last]! | met;
    const { sets } = this.product;
    if (this.strong || (inside[last]! & sets) !== sets) return "running";
    const first = firsts[last]!;
    return this.report({ component: (node) => this.numberOf(node) >= first });
  }

  private leave(node: Node): SearchStatus {
    this.path.pop();
    this.bases.pop();
    if (this.firsts.at(-1) !== this.order[node]) return "running";
    this.firsts.pop();
    const inside = this.inside.pop()!;
    this.entering.pop();
    // What is found is told when the component is closed, so that the search can go on.
    const status = this.strong ? this.reportFair(node, inside) : "running";
    for (let member = -1; member !== node; ) {
      member = this.open.pop()!;
      this.order[member] = CLOSED;
      this.settled?.add(member);
    }
    return status;
  }

  /** A component that is done, from its first node on: does a run go round in it that keeps all conditions? */
  private reportFair(first: Node, inside: number): SearchStatus {
    const { sets } = this.product;
    if ((inside & sets) !== sets) return "running";
    const part = stronglyFairPart(this.product, this.open.slice(this.open.lastIndexOf(first)), sets);
    if (part === undefined) return "running";
    const { nodes, required, forbidden } = part;
    return this.report({ component: (node) => nodes.has(node), required, forbidden });
  }

  /** No component behind it counts, since none behind a node does that can do all it can. */
  private isSettled(node: Node): boolean {
    return this.settled?.covers(node) ?? false;
  }

  private report(goal: LassoGoal): SearchStatus {
    this.lasso = lassoInto(this.product, this.known, (node) => this.numberOf(node) !== 0, goal);
    return "found";
  }

  private numberOf(node: Node): number {
    return node < this.order.length ? this.order[node]! : 0;
  }
}
