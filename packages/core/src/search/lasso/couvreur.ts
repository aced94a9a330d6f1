// Couvreur 1999: looks for an accepting lasso in the product of a network and a generalised Büchi automaton. One depth-first
// search keeps the strongly connected components of what it has seen, each with the acceptance sets met in it; it stops as
// soon as one has them all. Where the property is weak, that is the first cycle that counts. Every node is visited once.

import { grown } from "../../basics/grow.ts";
import type { StateId } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import { allSets } from "../../property/index.ts";
import { NO_STATISTICS } from "../ledger.ts";
import type { SearchStatistics, SearchStatus } from "../search.ts";
import { type Guide, guideBy, successorsInOrder } from "./guide.ts";
import { type Lasso, type LassoGoal, lassoInto, type RootNode } from "./lasso.ts";
import { defineLassoSearch, type LassoProblem, type LassoSearch, order } from "./lasso-search.ts";
import { type Node, Product } from "./product.ts";
import type { Origin, Roots } from "./roots.ts";

interface Frame {
  readonly node: Node;
  readonly state: StateId;
  readonly from: number;
  readonly degree: number;
  /** The next step of the state. */
  ordinal: number;
  /** Nodes that the latest step leads to and that were not looked at: targets and marks in turn. */
  readonly pending: number[];
}

interface Component {
  /** Number of its first node. */
  readonly first: number;
  /** Sets met inside, and on the way in. */
  marks: number;
  readonly entering: number;
}

const CLOSED = -1;

export const couvreur = defineLassoSearch({
  name: "couvreur",
  summary: "Components with what is met in them, in one depth-first search; with an estimate, directed.",
  params: { h: order },
  examples: ["couvreur()", "couvreur(hU())"],
  traits: () => ({ anywhere: true, oneSet: false }),
  create: ({ h }, problem, roots) => new CouvreurSearch(problem, roots, h),
});

class CouvreurSearch implements LassoSearch {
  private readonly product: Product;
  private readonly guide: Guide | undefined;
  private readonly all: number;
  /** Numbers in order of discovery, from 1; 0 where a node was not seen, CLOSED where its component is done. */
  private order = new Int32Array(4096);
  private entered = 0;
  private transitions = 0;
  private covered = 0;
  private peak = 0;
  private readonly frames: Frame[] = [];
  private readonly components: Component[] = [];
  /** Nodes whose component is not done, in order of discovery. */
  private readonly open: Node[] = [];
  private readonly roots: Roots;
  /** Those that were begun with, and those that wait. */
  private readonly known: RootNode[] = [];
  private readonly waiting: Node[] = [];
  lasso?: Lasso;
  fault?: Roots["fault"];

  constructor(problem: LassoProblem, roots: Roots, h: HeuristicConfig) {
    this.product = new Product(problem);
    this.guide = guideBy(h, problem, this.product);
    this.roots = roots;
    this.all = allSets(problem.automaton);
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
    if (status === "found" || status === "fault") return status;
    const fault = this.product.faults.shift();
    if (fault === undefined) return status;
    this.fault = { fault, origin: { engine: this.product.engine, state: fault.state } };
    return "fault";
  }

  private advance(): SearchStatus {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.begin();
    const { pending } = frame;
    if (pending.length === 0) {
      if (frame.ordinal >= frame.degree) return this.leave(frame.node);
      const next = this.product.successor(frame.state, frame.ordinal++);
      this.product.enter(next, frame.from, (node, marks) => {
        pending.push(marks, node);
      });
      if (pending.length === 0) return "running";
    }
    const target = pending.pop()!;
    const marks = pending.pop()!;
    this.transitions++;
    const number = this.numberOf(target);
    if (number === 0) return this.push(target, marks);
    this.covered++;
    return number === CLOSED ? "running" : this.merge(number, marks);
  }

  private begin(): SearchStatus {
    const node = this.waiting.pop();
    if (node !== undefined) return this.numberOf(node) === 0 ? this.push(node, 0) : "running";
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
    this.components.push({ first: this.entered, marks: 0, entering });
    const { product } = this;
    const degree = product.degree(node);
    const state = product.stateOf(node);
    const from = product.automatonStateOf(node);
    const { guide } = this;
    const frame = { node, state, from, degree };
    if (guide === undefined) this.frames.push({ ...frame, ordinal: 0, pending: [] });
    else {
      const pending = successorsInOrder(product, node, (next) => guide.of(next));
      this.frames.push({ ...frame, ordinal: degree, pending });
    }
    this.peak = Math.max(this.peak, this.frames.length);
    const end = product.endOf(node);
    return end === undefined ? "running" : this.report({ end, node });
  }

  /** A step leads back to a node on the way: all components from there on are one. */
  private merge(number: number, marks: number): SearchStatus {
    const { components } = this;
    let met = marks;
    while (components.at(-1)!.first > number) {
      const { marks: inside, entering } = components.pop()!;
      met |= inside | entering;
    }
    const whole = components.at(-1)!;
    whole.marks |= met;
    if (whole.marks !== this.all) return "running";
    return this.report({ component: (node) => this.numberOf(node) >= whole.first });
  }

  private leave(node: Node): SearchStatus {
    this.frames.pop();
    if (this.components.at(-1)!.first !== this.order[node]) return "running";
    this.components.pop();
    for (let member = -1; member !== node; ) {
      member = this.open.pop()!;
      this.order[member] = CLOSED;
    }
    return "running";
  }

  private report(goal: LassoGoal): SearchStatus {
    this.lasso = lassoInto(this.product, this.known, (node) => this.numberOf(node) !== 0, goal);
    return "found";
  }

  private numberOf(node: Node): number {
    return node < this.order.length ? this.order[node]! : 0;
  }
}
