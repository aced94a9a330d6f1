// Trail improvement for lassos (survey, section 5, "Other Algorithms"; Edelkamp, Lluch Lafuente and Leue 2001): a lasso
// that was found is made shorter, whichever search found it and however the automaton accepts. First a shorter stem to
// any node of its loop, then a shorter fair cycle from there, then other beginnings of loops, those near the roots
// first; each within what the best so far leaves. Every lasso on the way is one, so it may be stopped at any time; at
// its end there is none of fewer steps in the product.

import { graphDistances } from "../../analysis/distances.ts";
import type { Network } from "../../network/index.ts";
import type { SearchStatus } from "../search.ts";
import { AutomatonMap } from "./guide.ts";
import { type Lasso, lassoOf, outwards, type RootNode, type Step, wayTo } from "./lasso.ts";
import type { LassoProblem } from "./lasso-search.ts";
import { LassoProduct, type ProductNode } from "./product.ts";
import { InitialRoots } from "./roots.ts";

/** Edges that are looked at in one step. */
const EDGES_AT_ONCE = 512;

interface Candidate {
  readonly stem: readonly Step[];
  readonly loop: readonly Step[];
}

export class LassoShortening {
  private readonly product: LassoProduct;
  private readonly map: AutomatonMap;
  private readonly network: Network;
  private readonly roots: readonly RootNode[];
  private readonly work: Generator<Lasso | undefined>;
  private readonly distances = new Map<string, Float64Array>();
  /** The best so far; undefined where it lies elsewhere, and none shorter was found here. */
  lasso: Lasso | undefined;
  private length: number;

  /** `known`: one of this product, or how many steps one has that was found in another way. */
  constructor({ reducer: _, ...problem }: LassoProblem, known: Lasso | number) {
    this.product = new LassoProduct(problem);
    this.map = new AutomatonMap(this.product.automaton);
    this.network = problem.network;
    this.lasso = typeof known === "number" ? undefined : known;
    this.length = typeof known === "number" ? known : known.ordinals.length;
    this.roots = this.enteredRoots();
    this.work = this.improvements();
  }

  step(): SearchStatus {
    const { done, value } = this.work.next();
    if (done === true) return "exhausted";
    if (value === undefined) return "running";
    this.lasso = value;
    this.length = value.ordinals.length;
    return "found";
  }

  private enteredRoots(): RootNode[] {
    const { product } = this;
    const found: RootNode[] = [];
    const initial = new InitialRoots(product.engine);
    for (let root = initial.next(); typeof root === "object"; root = initial.next()) {
      const { origin } = root;
      product.enter(root.state, product.automaton.initial, (node) => {
        found.push({ node, origin });
      });
    }
    return found;
  }

  /** How far it is, in words. */
  get told(): string {
    return `a lasso of ${this.length} steps is being made shorter`;
  }

  private *improvements(): Generator<Lasso | undefined> {
    if (this.lasso !== undefined) yield* this.shorterStem(this.lasso);
    if (this.lasso !== undefined) yield* this.shorterLoop(this.lasso);
    yield* this.otherBeginnings();
  }

  private nodesOf({ states, automatonStates }: Lasso): ProductNode[] {
    return states.map((state, at) => state * this.product.width + automatonStates[at]!);
  }

  /** To any node of the loop: the loop is then begun there. */
  private *shorterStem(known: Lasso): Generator<Lasso | undefined> {
    const { kind, loopStart, ordinals } = known;
    if (kind !== "loop" || loopStart === undefined) return;
    const nodes = this.nodesOf(known);
    // The marks of steps do not matter any more: a loop that is turned meets what it met before.
    const steps = nodes.slice(1).map((node, at): Step => ({ node, ordinal: ordinals[at]!, marks: 0 }));
    const loop = steps.slice(loopStart);
    const places = new Map(loop.map(({ node }, at) => [node, at]));
    let edges = 0;
    for (const link of outwards(this.product, this.starts, () => true, loopStart - 1)) {
      const place = places.get(link.node);
      if (place !== undefined && link.depth < loopStart) {
        yield this.lassoOf({ stem: wayTo(link), loop: [...loop.slice(place + 1), ...loop.slice(0, place + 1)] });
        return;
      }
      if (++edges % EDGES_AT_ONCE === 0) yield undefined;
    }
  }

  private *shorterLoop(known: Lasso): Generator<Lasso | undefined> {
    const { kind, loopStart, ordinals } = known;
    if (kind !== "loop" || loopStart === undefined) return;
    const nodes = this.nodesOf(known);
    const stem = nodes
      .slice(0, loopStart + 1)
      .map((node, at): Step => ({ node, ordinal: at === 0 ? -1 : ordinals[at - 1]!, marks: 0 }));
    const loop = yield* this.cycleThrough(nodes[loopStart]!, ordinals.length - loopStart - 1);
    if (loop !== undefined) yield this.lassoOf({ stem, loop });
  }

  /** In the order of their depth, so that all that is left out is too far. */
  private *otherBeginnings(): Generator<Lasso | undefined> {
    let links = 0;
    for (const link of outwards(this.product, this.starts, () => true, this.length)) {
      const left = this.length - link.depth;
      if (left <= 0) return;
      if (++links % EDGES_AT_ONCE === 0) yield undefined;
      // Nodes come again as the ends of longer ways, and even before their own turn.
      if (link.isRepeated === true) continue;
      // Whether a run may end somewhere is known once it was expanded.
      this.product.degree(link.node);
      const end = this.product.endOf(link.node);
      if (end !== undefined) {
        yield lassoOf(this.product, this.roots, wayTo(link), [], end);
        return;
      }
      if (!this.map.accepts(this.product.automatonStateOf(link.node))) continue;
      const loop = yield* this.cycleThrough(link.node, left - 1);
      if (loop !== undefined) yield this.lassoOf({ stem: wayTo(link), loop });
    }
  }

  /** The shortest way round that meets all that has to be met, of at most so many steps. */
  private *cycleThrough(begin: ProductNode, most: number): Generator<undefined, Step[] | undefined> {
    const { product, map } = this;
    const component = map.component[product.automatonStateOf(begin)]!;
    const seen = new Set<string>();
    const queue: Turn[] = [{ node: begin, ordinal: -1, marks: 0, met: 0, owed: 0, before: undefined, depth: 0 }];
    const back = this.stepsBackTo(begin);
    let edges = 0;
    for (const turn of queue) {
      if (turn.depth + back(turn.node) > most) continue;
      const found: Turn[] = [];
      product.visitSuccessors(turn.node, (node, marks, ordinal, asks) => {
        edges++;
        if (map.component[product.automatonStateOf(node)] !== component) return;
        const met = turn.met | marks;
        const owed = (turn.owed | asks) & ~met;
        const next: Turn = { node, ordinal, marks, met, owed, before: turn, depth: turn.depth + 1 };
        if (next.depth > most) return;
        if (node === begin && owed === 0 && (met & product.sets) === product.sets) found.push(next);
        const key = `${node} ${met} ${owed}`;
        if (seen.has(key)) return;
        seen.add(key);
        queue.push(next);
      });
      if (found.length > 0) return roundTrip(found[0]!);
      if (edges >= EDGES_AT_ONCE) {
        edges = 0;
        yield undefined;
      }
    }
    return undefined;
  }

  /** Every process has to get back to where it was, and a step moves each along one edge. */
  private stepsBackTo(begin: ProductNode): (node: ProductNode) => number {
    const { product, network } = this;
    const { engine } = product;
    const goal = Array.from(engine.view(product.stateOf(begin)).locations);
    const tables = goal.map((location, process) => {
      const key = `${process} ${location}`;
      const table = this.distances.get(key) ?? graphDistances(network, process, [location]);
      this.distances.set(key, table);
      return table;
    });
    return (node) => {
      const { locations } = engine.view(product.stateOf(node));
      let most = 0;
      for (let process = 0; process < tables.length; process++) {
        most = Math.max(most, tables[process]![locations[process]!]!);
      }
      return most;
    };
  }

  private get starts(): ProductNode[] {
    return this.roots.map(({ node }) => node);
  }

  private lassoOf({ stem, loop }: Candidate): Lasso {
    return lassoOf(this.product, this.roots, stem, loop, "loop");
  }
}

/** A step on the way round: what was met so far, and what was asked for and not met yet. */
interface Turn extends Step {
  readonly met: number;
  readonly owed: number;
  readonly before: Turn | undefined;
  readonly depth: number;
}

function roundTrip(last: Turn): Step[] {
  const way: Step[] = [];
  for (let at: Turn | undefined = last; at?.before !== undefined; at = at.before) way.push(at);
  return way.reverse();
}
