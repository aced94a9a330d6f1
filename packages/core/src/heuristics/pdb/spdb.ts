// spdb(): a symbolic pattern database (Edelkamp 2002; survey, section on abstraction databases): distances in a
// projection, found backwards on whole sets and kept as one diagram that leads from the values of a state to its
// distance. What was not reached when the budget was spent is at least as far as the next layer would have been.

import { defined } from "../../basics/defined.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { integer, number, wordOrTexts } from "../../spec/index.ts";
import { type Diagram, type Diagrams, EMPTY } from "../../symbolic/index.ts";
import { type Built, Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { BudgetSpent, Meter } from "../factored/build-budget.ts";
import {
  type FactoredComponent,
  type FactoredSystem,
  factoredSystem,
  NOT_FOLLOWED,
} from "../factored/factored-system.ts";
import { defineHeuristic, type Problem } from "../heuristic.ts";
import { type Pattern, patternOf } from "./pattern.ts";
import { concernedByPattern, whyNoPattern } from "./pattern-names.ts";
import { type BackwardLayers, backwardLayers } from "./symbolic-layers.ts";

export const spdb = defineHeuristic({
  name: "spdb",
  summary: "Symbolic pattern database: distances in a projection, found on sets of states and kept as a diagram.",
  params: {
    pattern: wordOrTexts(["auto", "doll"], {
      doc: "what is kept: nearest to the target; what a relaxed trace moves; or processes and variables by name, {P, n}",
      default: "auto",
    }),
    states: number({ doc: "largest product of what is kept by itself", default: 1e12, min: 2 }),
    nodes: integer({ doc: "nodes of diagrams while it is built", default: 1_000_000, min: 16 }),
    ...BUDGET_PARAMS,
  },
  examples: ["spdb()", "spdb(states=6)", "spdb(doll)", "spdb({P0})", "spdb(nodes=300)"],
  tabled: () => true,
  guarantees: () => ({ safe: true, admissible: true, consistent: true, clocks: "ignored" }),
  refusal: ({ network }, { pattern }) => whyNoPattern(network, pattern),
  concernedBy: ({ network }, { pattern }) => concernedByPattern(network, pattern),
  create(problem, { pattern, states, nodes, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(symbolicDatabase(problem, pattern, { states, nodes }, meter), meter, (built) => built);
  },
});

function* symbolicDatabase(
  problem: Problem,
  pattern: Pattern,
  { states, nodes }: { readonly states: number; readonly nodes: number },
  meter: Meter,
): Generator<number, Built> {
  try {
    const factoring = factoredSystem(problem, meter);
    let at = factoring.next();
    for (; at.done !== true; at = factoring.next()) yield 0;
    const system = at.value;
    const kept = yield* patternOf(problem, system, pattern, states);
    const layers = yield* backwardLayers(problem, system, kept, nodes, meter);
    return lookedUp(system, layers, meter);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { estimate: () => 0, facts: { states: 0, memoryBytes: 0, cut: error.what } };
  }
}

function lookedUp(
  system: FactoredSystem,
  { diagrams, order, distances, beyond, cut }: BackwardLayers,
  meter: Meter,
): Built {
  const components = order.map((component) => system.components[component]!);
  const table = new DistanceTable(diagrams, distances, components, meter);
  // The observer's step is none of the network's.
  const extra = system.observed ? 1 : 0;
  const followed = (kind: "process" | "cell"): number[] =>
    components.flatMap(({ follows }) => (follows.kind === kind ? [follows.index] : []));
  return {
    estimate(state) {
      const distance = table.look(state);
      if (distance === UNEXPECTED) return 0;
      return Math.max(0, (distance === NOT_THERE ? beyond : distance) - extra);
    },
    reads: { processes: followed("process"), cells: followed("cell") },
    facts: {
      states: Number(diagrams.count(distances)),
      labels: system.labels.length,
      memoryBytes: table.bytes,
      ...defined({ cut }),
      ...(beyond === Number.POSITIVE_INFINITY ? { settled: true } : {}),
    },
  };
}

const NOT_THERE = -1;
/** A value that was never expected tells nothing. */
const UNEXPECTED = -2;

/** The diagram in an array: from each node, by value, to the next, and from the last to distances. */
class DistanceTable {
  private readonly components: readonly FactoredComponent[];
  private readonly entries: Int32Array;
  private readonly root: number;

  constructor(diagrams: Diagrams, distances: Diagram, components: readonly FactoredComponent[], meter: Meter) {
    this.components = components;
    const entries: number[] = [];
    /** Where a node stands. */
    const places = new Map<Diagram, number>();
    const place = (level: number, node: Diagram): number => {
      if (node === EMPTY) return NOT_THERE;
      const branches = diagrams.branches(node);
      if (level === components.length) return branches[0]!.value;
      const known = places.get(node);
      if (known !== undefined) return known;
      const { size } = components[level]!.system;
      const at = entries.length;
      for (let value = 0; value < size; value++) entries.push(NOT_THERE);
      meter.spend(size);
      meter.hold(4 * size);
      places.set(node, at);
      for (const { value, below } of branches) entries[at + value] = place(level + 1, below);
      return at;
    };
    this.root = place(0, distances);
    this.entries = Int32Array.from(entries);
  }

  get bytes(): number {
    return this.entries.byteLength;
  }

  look(state: DiscreteView): number {
    const { components, entries } = this;
    let at = this.root;
    for (let level = 0; level < components.length; level++) {
      const value = components[level]!.stateIn(state);
      if (value === NOT_FOLLOWED) return UNEXPECTED;
      if (at !== NOT_THERE) at = entries[at + value]!;
    }
    return at;
  }
}
