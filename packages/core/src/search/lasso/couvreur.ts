// Couvreur 1999: looks for an accepting lasso in the product of a network and a generalised Büchi automaton. One
// depth-first search keeps the strongly connected components of what it has seen, each with the acceptance sets met in
// it; it stops as soon as one has them all. Where the property is weak, that is the first cycle that counts. Every node
// is visited once.

import type { StateId, Walk } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { SearchStatistics, SearchStatus } from "../search.ts";
import { ComponentWalk } from "./component-walk.ts";
import { prune, settledIn } from "./covered-pruning.ts";
import { guideBy } from "./guide.ts";
import { type Lasso, type LassoGoal, lassoInto, type RootNode } from "./lasso.ts";
import { defineLassoSearch, type LassoProblem, type LassoSearch, order } from "./lasso-search.ts";
import { LassoProduct, type ProductNode } from "./product.ts";
import { type Origin, type Roots, storedOrigin } from "./roots.ts";

/** Nodes that a walk may enter in one step, in the end. */
const LONGEST_STRETCH = 64;

export const couvreur = defineLassoSearch({
  name: "couvreur",
  summary: "Components with what is met in them, in one depth-first search; with an estimate, directed.",
  params: { h: order, prune },
  examples: ["couvreur()", "couvreur(hU())", "couvreur(prune=covered)"],
  traits: () => ({ anywhere: true, oneSet: false }),
  create: ({ h, prune }, problem, roots) => new CouvreurSearch(problem, roots, h, prune),
});

class CouvreurSearch implements LassoSearch {
  private readonly product: LassoProduct;
  private readonly walk: Walk;
  /** Nodes that the walk may enter before others have their turn. */
  private stretch = 1;
  private readonly roots: Roots;
  /** Those that were begun with, and those that wait. */
  private readonly known: RootNode[] = [];
  private readonly waiting: ProductNode[] = [];
  lasso?: Lasso;
  fault?: Roots["fault"];

  constructor(problem: LassoProblem, roots: Roots, h: HeuristicConfig, prune: "none" | "covered") {
    const product = new LassoProduct(problem);
    const settled = settledIn(product, prune, problem.network.clocks.length);
    const guide = guideBy(h, problem, product);
    const isPlain = guide === undefined && settled === undefined;
    const strong = problem.conditions?.sets === 0;
    this.product = product;
    this.roots = roots;
    this.walk = (isPlain ? product.walk() : undefined) ?? new ComponentWalk(product, guide, settled, strong);
  }

  get statistics(): SearchStatistics {
    const { entered, transitions, covered, peak } = this.walk;
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
    this.fault = { fault, origin: storedOrigin(this.product.engine, fault.state) };
    return "fault";
  }

  private advance(): SearchStatus {
    const { walk, product } = this;
    const status = walk.advance(this.stretch);
    if (this.stretch < LONGEST_STRETCH) this.stretch *= 2;
    product.noteExpansions();
    switch (status) {
      case "running":
        return "running";
      case "left":
        return this.begin();
      case "ending": {
        const { node } = walk;
        const end = product.endOf(node);
        if (end !== undefined) return this.report({ end, node });
        if (walk.dismiss !== undefined && !product.staysAccepted(node)) walk.dismiss();
        return "running";
      }
      case "component": {
        const { first } = walk;
        const part = walk instanceof ComponentWalk ? walk.fairPart : undefined;
        return this.report(part ?? { component: (node) => walk.numberOf(node) >= first });
      }
    }
  }

  private begin(): SearchStatus {
    const node = this.waiting.pop();
    if (node !== undefined) {
      this.walk.enter(node);
      return "running";
    }
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

  private report(goal: LassoGoal): SearchStatus {
    this.lasso = lassoInto(this.product, this.known, (node) => this.walk.numberOf(node) !== 0, goal);
    return "found";
  }
}
