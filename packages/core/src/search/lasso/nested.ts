// Nested depth-first search (Courcoubetis, Vardi, Wolper and Yannakakis 1992; Schwoon and Esparza 2005), for
// automata with one acceptance set on edges. The outer search colours its path cyan; when it is done with the target of
// an accepting edge, an inner one looks from there for a cyan node, which closes the loop. Both order the successors of
// a node by an estimate (Edelkamp, Lluch Lafuente and Leue 2001): the outer one towards what counts, the inner one
// towards the node that the accepting edge leaves. Only successors are ordered: that the outer search is depth first is
// what makes it right.

import { distanceToState } from "../../analysis/distances.ts";
import { grown } from "../../basics/grow.ts";
import type { DiscreteView, StateId } from "../../engine/engine.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { SearchStatistics, SearchStatus } from "../search.ts";
import { CopiedProduct, type ProductGraph } from "./copies.ts";
import { prune, type Settled, settledIn } from "./covered-pruning.ts";
import { AutomatonMap, type Guide, guideBy, successorsInOrder } from "./guide.ts";
import { type Lasso, lassoInto, type RootNode } from "./lasso.ts";
import { back, defineLassoSearch, type LassoProblem, type LassoSearch, order } from "./lasso-search.ts";
import { LassoProduct, type ProductNode } from "./product.ts";
import { type Origin, type Roots, storedOrigin } from "./roots.ts";

const [WHITE, CYAN, BLUE, RED] = [0, 1, 2, 3] as const;

interface Frame {
  readonly node: ProductNode;
  /** The edge into the node accepts. */
  readonly accepted: boolean;
  /** Targets and marks in turn, the first to be looked at last. */
  readonly pending: number[];
}

export const ndfs = defineLassoSearch({
  name: "ndfs",
  summary: "Nested depth-first search; with an estimate, directed.",
  params: { h: order, prune, back },
  examples: ["ndfs()", "ndfs(hU())", "ndfs(prune=covered)", "ndfs(hamming(), back=hamming)"],
  create: ({ h, prune, back: measure }, problem, roots) => {
    const single = new LassoProduct(problem);
    const product = problem.conditions === undefined ? single : new CopiedProduct(single);
    const settled = settledIn(product, prune, problem.network.clocks.length);
    return new NestedSearch(problem, product, roots, guideBy(h, problem, product), settled, measure);
  },
});

class NestedSearch implements LassoSearch {
  private readonly problem: LassoProblem;
  private readonly product: ProductGraph;
  private readonly automaton: AutomatonMap;
  private readonly measure: "distance" | "hamming";
  private readonly roots: Roots;
  private readonly guide: Guide | undefined;
  /** Red nodes of inner searches that are done. */
  private readonly settled: Settled | undefined;
  /** Those of the one that runs. */
  private readonly reddened: ProductNode[] = [];
  private colour = new Uint8Array(4096);
  private readonly outer: Frame[] = [];
  private readonly inner: Frame[] = [];
  private towards: ((view: DiscreteView) => number) | undefined;
  private readonly known: RootNode[] = [];
  private readonly waiting: ProductNode[] = [];
  private entered = 0;
  private transitions = 0;
  private covered = 0;
  private peak = 0;
  lasso?: Lasso;
  fault?: Roots["fault"];

  constructor(
    problem: LassoProblem,
    product: ProductGraph,
    roots: Roots,
    guide: Guide | undefined,
    settled: Settled | undefined,
    measure: "distance" | "hamming",
  ) {
    this.automaton = new AutomatonMap(product.automaton);
    this.measure = measure;
    this.problem = problem;
    this.product = product;
    this.roots = roots;
    this.guide = guide;
    this.settled = settled;
  }

  get statistics(): SearchStatistics {
    const { entered, transitions, covered, peak } = this;
    const queues = [{ pushed: entered, popped: entered }];
    const counted = { explored: entered, generated: entered, stored: entered, transitions, covered, peakOpen: peak };
    return { ...NO_STATISTICS, ...counted, queues };
  }

  originOf(root: StateId): Origin | undefined {
    return this.known.find(({ node }) => this.product.stateOf(node) === root)?.origin;
  }

  step(): SearchStatus {
    const status = this.inner.length > 0 ? this.advanceInner() : this.advanceOuter();
    if (status === "found" || status === "fault") return status;
    const fault = this.product.faults.shift();
    if (fault === undefined) return status;
    this.fault = { fault, origin: storedOrigin(this.product.engine, fault.state) };
    return "fault";
  }

  private advanceOuter(): SearchStatus {
    const frame = this.outer.at(-1);
    if (frame === undefined) return this.begin();
    const { node, accepted, pending } = frame;
    if (pending.length === 0) {
      this.outer.pop();
      this.colour[node] = BLUE;
      if (accepted && this.outer.length > 0) this.enterInner(node);
      return "running";
    }
    const target = pending.pop()!;
    const accepts = pending.pop()! !== 0;
    this.transitions++;
    switch (this.colourOf(target)) {
      case WHITE:
        if (this.isSettled(target)) break;
        return this.push(target, accepts && this.needsInner(node, target));
      case CYAN:
        if (accepts || this.acceptsAlways(target)) return this.report(target, []);
        break;
      case BLUE:
        if (accepts && this.needsInner(node, target)) this.enterInner(target);
        break;
    }
    this.covered++;
    return "running";
  }

  /**
   * An accepting edge between components closes no loop, and in a component in which every cycle accepts the outer
   * search has met it: the edge that closes it leads to its path (HSF-SPIN's classification).
   */
  private needsInner(source: ProductNode, target: ProductNode): boolean {
    return this.isInside(source, target) && !this.acceptsAlways(target);
  }

  /** Copies wait for sets that the automaton does not know. */
  private acceptsAlways(node: ProductNode): boolean {
    const { product, automaton, isClassified } = this;
    const { conditions } = this.problem;
    return isClassified && conditions === undefined && automaton.acceptsAlways(product.automatonStateOf(node));
  }

  private isInside(source: ProductNode, target: ProductNode): boolean {
    const { product, isClassified } = this;
    const { component } = this.automaton;
    return !isClassified || component[product.automatonStateOf(source)] === component[product.automatonStateOf(target)];
  }

  /** What inner searches have seen is what covers others, so that none is left out where that is asked for. */
  private get isClassified(): boolean {
    return this.settled === undefined;
  }

  private begin(): SearchStatus {
    const node = this.waiting.pop();
    if (node !== undefined)
      return this.colourOf(node) === WHITE && !this.isSettled(node) ? this.push(node, false) : "running";
    const root = this.roots.next();
    if (typeof root === "object") {
      this.product.enter(root.state, this.product.automaton.initial, (entered) => {
        this.known.push({ node: entered, origin: root.origin });
        this.waiting.push(entered);
      });
      return "running";
    }
    if (root === "fault") this.fault = this.roots.fault;
    return root;
  }

  private push(node: ProductNode, accepted: boolean): SearchStatus {
    this.entered++;
    this.paint(node, CYAN);
    const { guide } = this;
    const by = guide && ((next: ProductNode) => guide.of(next));
    this.outer.push({ node, accepted, pending: successorsInOrder(this.product, node, by) });
    this.peak = Math.max(this.peak, this.outer.length);
    const end = this.product.endOf(node);
    if (end === undefined) return "running";
    this.lasso = lassoInto(this.product, this.known, (at) => this.colourOf(at) !== WHITE, { end, node });
    return "found";
  }

  private enterInner(node: ProductNode): void {
    if (this.colour[node] === RED) return;
    if (this.guide !== undefined) {
      const { engine } = this.product;
      const { locations, cells } = engine.view(this.product.stateOf(this.outer.at(-1)!.node));
      const goal = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
      this.towards = distanceToState(this.problem.network, goal, this.measure);
    }
    this.pushInner(node);
  }

  private pushInner(node: ProductNode): void {
    this.colour[node] = RED;
    if (this.settled !== undefined) this.reddened.push(node);
    const { towards, product } = this;
    const by = towards && ((next: ProductNode) => towards(product.engine.view(product.stateOf(next))));
    this.inner.push({ node, accepted: false, pending: successorsInOrder(product, node, by) });
  }

  private advanceInner(): SearchStatus {
    const { node, pending } = this.inner.at(-1)!;
    if (pending.length === 0) {
      this.inner.pop();
      if (this.inner.length === 0) for (const node of this.reddened.splice(0)) this.settled?.add(node);
      return "running";
    }
    const target = pending.pop()!;
    pending.pop();
    this.transitions++;
    // No loop leaves the component of the automaton in which it began.
    if (!this.isInside(node, target)) return "running";
    const colour = this.colourOf(target);
    if (colour === BLUE && !this.isSettled(target)) this.pushInner(target);
    return colour === CYAN
      ? this.report(
          target,
          this.inner.map(({ node: on }) => on),
        )
      : "running";
  }

  private report(closing: ProductNode, behind: readonly ProductNode[]): SearchStatus {
    const path = this.outer.map(({ node }) => node);
    const loop = new Set([...path.slice(path.indexOf(closing)), ...behind]);
    const seen = (node: ProductNode): boolean => this.colourOf(node) !== WHITE;
    this.lasso = lassoInto(this.product, this.known, seen, { component: (node) => loop.has(node) });
    return "found";
  }

  /** No accepting cycle can be reached from here, since none can from a node that can do all it can. */
  private isSettled(node: ProductNode): boolean {
    return this.settled?.covers(node) ?? false;
  }

  private colourOf(node: ProductNode): number {
    return node < this.colour.length ? this.colour[node]! : WHITE;
  }

  private paint(node: ProductNode, colour: number): void {
    if (node >= this.colour.length) this.colour = grown(this.colour, node + 1);
    this.colour[node] = colour;
  }
}
