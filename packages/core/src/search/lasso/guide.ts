// How far a node of the product seems to be from an edge that counts: the automaton's own distance comes first, then an
// estimate of what the automaton has to read next on the shortest way there. Inside an accepting component that is what
// its accepting edges read.

import { grown } from "../../basics/grow.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import type { Heuristic, HeuristicConfig } from "../../heuristics/index.ts";
import { type Automaton, type AutomatonEdge, allSets, componentsOf } from "../../ltl/index.ts";
import type { Formula } from "../../network/index.ts";
import { stepsToFairLoops } from "./borders.ts";
import type { ProductGraph } from "./copies.ts";
import type { LassoProblem } from "./lasso-search.ts";
import type { ProductNode } from "./product.ts";

/** Steps of the automaton outweigh estimates of the model. */
const PER_STEP = 1_000_000;
const FAR = PER_STEP - 1;

/** Without an estimate nothing is put into order. */
export function guideBy(config: HeuristicConfig, problem: LassoProblem, product: ProductGraph): Guide | undefined {
  return config.spec.startsWith("blind") ? undefined : new Guide(problem, product, config);
}

export class Guide {
  private readonly problem: LassoProblem;
  private readonly config: HeuristicConfig;
  private readonly product: ProductGraph;
  private readonly automaton: AutomatonMap;
  /** By state of the automaton. */
  private readonly heuristics: (Heuristic | null)[] = [];
  private values = new Float64Array(1024).fill(Number.NaN);
  private readonly toFairLoops: ((view: DiscreteView) => number) | undefined;

  constructor(problem: LassoProblem, product: ProductGraph, config: HeuristicConfig) {
    this.problem = problem;
    this.config = config;
    this.product = product;
    this.automaton = new AutomatonMap(product.automaton);
    const { network, fair } = problem;
    this.toFairLoops = fair && stepsToFairLoops(network, fair);
  }

  /** What nodes are ordered by. */
  of(node: ProductNode): number {
    if (node >= this.values.length) {
      const before = this.values.length;
      this.values = grown(this.values, node + 1).fill(Number.NaN, before);
    }
    const known = this.values[node]!;
    if (!Number.isNaN(known)) return known;
    const { product } = this;
    const state = product.automatonStateOf(node);
    const view = product.engine.view(product.stateOf(node));
    // Estimates may ask the engine, after which what was viewed is gone.
    const border = this.border(view);
    const value = PER_STEP * this.stepsFrom(state) + this.estimate(state, view) + border;
    this.values[node] = value;
    return value;
  }

  /** Steps that processes which are to be treated fairly take in any case before a loop begins; 0 where none are. */
  border(view: DiscreteView): number {
    return this.toFairLoops?.(view) ?? 0;
  }

  /** Edges of the automaton to one that accepts. */
  stepsFrom(state: number): number {
    return this.automaton.distances[state]!;
  }

  /** The model's steps to what the automaton has to read next; what seems hopeless is far, not lost. */
  estimate(state: number, view: DiscreteView): number {
    const heuristic = this.heuristicAt(state);
    return heuristic === null ? 0 : Math.min(FAR, heuristic.estimate(view));
  }

  private heuristicAt(state: number): Heuristic | null {
    let known = this.heuristics[state];
    if (known === undefined) {
      const wanted = this.automaton.wanted(state);
      const { network, frameSize } = this.problem;
      const read = wanted.some(({ yes, no }) => (yes | no) === 0);
      const target: Formula = { kind: "or", parts: wanted.map((edge) => this.formulaOf(edge)) };
      known = read ? null : this.config.create({ network, target, frameSize });
      this.heuristics[state] = known;
    }
    return known;
  }

  private formulaOf({ yes, no }: AutomatonEdge): Formula {
    const { formulas } = this.problem;
    const holding = formulas.filter((_, bit) => ((yes >> bit) & 1) === 1);
    const failing = formulas.filter((_, bit) => ((no >> bit) & 1) === 1);
    return { kind: "and", parts: [...holding, ...failing.map((part): Formula => ({ kind: "not", part }))] };
  }
}

/** The edges of a node as targets behind marks, what looks nearest at the end; as they come where nothing says so. */
export function successorsInOrder(
  product: ProductGraph,
  node: ProductNode,
  by: ((node: ProductNode) => number) | undefined,
): number[] {
  const list: { readonly target: ProductNode; readonly marks: number; readonly key: number }[] = [];
  product.visitSuccessors(node, (target, marks) => {
    list.push({ target, marks, key: by?.(target) ?? 0 });
  });
  list.reverse();
  if (by !== undefined) list.sort((a, b) => b.key - a.key);
  return list.flatMap(({ target, marks }) => [marks, target]);
}

/** Which states of an automaton lie on accepting cycles, and how far the others are from those. */
export class AutomatonMap {
  readonly component: Int32Array;
  /** By state: edges to an accepting one inside a component that accepts. */
  readonly distances: Float64Array;
  private readonly automaton: Automaton;
  /** By component: the sets that edges inside meet; and those in which every cycle accepts. */
  private readonly marks = new Map<number, number>();
  private readonly always: ReadonlySet<number>;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
    const { edges } = automaton;
    this.component = componentsOf(edges.map((list) => list.map(({ target }) => target)));
    for (const [state, list] of edges.entries()) {
      for (const edge of list) {
        if (!this.isInside(state, edge)) continue;
        const own = this.component[state]!;
        this.marks.set(own, (this.marks.get(own) ?? 0) | edge.marks);
      }
    }
    // Without its accepting edges nothing of it goes round.
    const rest = edges.map((list) => list.filter(({ marks }) => marks === 0).map(({ target }) => target));
    const parts = componentsOf(rest);
    const going = new Set<number>();
    for (const [state, list] of rest.entries()) {
      if (list.some((target) => parts[target] === parts[state])) going.add(this.component[state]!);
    }
    this.always = new Set([...this.marks.keys()].filter((own) => automaton.sets === 1 && !going.has(own)));
    this.distances = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
    for (const [state, list] of edges.entries()) {
      if (this.accepts(state) && list.some((edge) => this.counts(state, edge))) this.distances[state] = 0;
    }
    for (let grows = true; grows; ) {
      grows = false;
      for (const [state, list] of edges.entries()) {
        const least = Math.min(...list.map(({ target }) => this.distances[target]! + 1));
        if (least >= this.distances[state]!) continue;
        this.distances[state] = least;
        grows = true;
      }
    }
  }

  /** Does the state lie on an accepting cycle? */
  accepts(state: number): boolean {
    return this.marks.get(this.component[state]!) === allSets(this.automaton);
  }

  /**
   * Is every cycle through the state's component accepting, with one acceptance set, so that none has to be looked for
   * that is? (HSF-SPIN: Edelkamp, Leue and Lluch Lafuente 2004.)
   */
  acceptsAlways(state: number): boolean {
    return this.always.has(this.component[state]!);
  }

  /** Edges one of which the automaton has to take: those that count, and those that lead on. */
  wanted(state: number): AutomatonEdge[] {
    return this.automaton.edges[state]!.filter(
      (edge) =>
        this.distances[edge.target] !== Number.POSITIVE_INFINITY && (edge.target !== state || this.counts(state, edge)),
    );
  }

  private isInside(state: number, { target }: AutomatonEdge): boolean {
    return this.component[target] === this.component[state];
  }

  private counts(state: number, edge: AutomatonEdge): boolean {
    return this.isInside(state, edge) && (edge.marks !== 0 || this.automaton.sets === 0);
  }
}
