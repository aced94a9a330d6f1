// perimeter(d, h): target enlargement (survey; Manzini 1995, Dillenburg and Nelson 1994): the target is regressed over
// d steps, in the part of the predicate abstraction that holds the whole network; inside, the layer is the estimate.
// Outside it is d plus what h says of the way to the perimeter. On a real path of length L the state d steps before its
// end lies inside, so L − d steps lead there: the sum is admissible if h is.

import { defined } from "../../basics/defined.ts";
import type { Formula } from "../../network/index.ts";
import { component, integer } from "../../spec/index.ts";
import { constantOf, isStrict } from "../../zone/index.ts";
import { Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { Meter } from "../factored/build-budget.ts";
import {
  defineHeuristic,
  type Heuristic,
  type HeuristicConfig,
  heuristicFamily,
  type Problem,
  reportsOf,
} from "../heuristic.ts";
import type { AbstractSpace } from "../predicates/abstract-space.ts";
import { type AbstractState, FALSE, OPEN, type PredicateSet, TRUE } from "../predicates/predicate-set.ts";
import { abstractSpaces } from "../predicates/predicates.ts";

/** A perimeter of more abstract states than this is given up, from the outside. */
const MOST_STATES = 400;
const MOST_LAYERS = 100;

export const perimeter = defineHeuristic({
  name: "perimeter",
  summary: "Target enlargement: d layers of regression around the target, another estimate to their rim.",
  params: {
    d: integer({ doc: "layers", default: 2, min: 0, max: MOST_LAYERS }),
    h: component(() => heuristicFamily.registry, { doc: "the estimate outside", default: "hL()" }),
    ...BUDGET_PARAMS,
  },
  examples: ["perimeter()", "perimeter(1, hU())", "perimeter(3, distance(combine=max))"],
  tabled: () => true,
  readsZones: () => true,
  guarantees: ({ h }) => ({
    safe: h.guarantees.safe,
    admissible: h.guarantees.admissible,
    consistent: false,
    clocks: "relaxed",
  }),
  finer({ d, h }, problem) {
    const finer = h.finer?.(problem);
    if (finer === undefined && d >= MOST_LAYERS) return undefined;
    return { d: Math.min(MOST_LAYERS, Math.max(1, 2 * d)), h: finer ?? h };
  },
  refusal: (problem, { h }) => h.refusal?.(problem),
  create(problem, { d, h, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(enlarged(problem, d, h, meter), meter, ({ space, depth, inside, outer, cut }) => {
      const reports = reportsOf(outer.constructions ?? []);
      return {
        estimate(state, zone) {
          const layer = space?.distance(state.locations, state.cells, zone) ?? Number.POSITIVE_INFINITY;
          if (layer <= depth && space !== undefined) return layer;
          // Where regression came to an end, nothing else leads to the target.
          if (space !== undefined && layer === Number.POSITIVE_INFINITY) return layer;
          return depth + outer.estimate(state, undefined, zone);
        },
        facts: {
          states: reports.reduce((sum, { states }) => sum + states, inside),
          memoryBytes: reports.reduce((sum, { memoryBytes }) => sum + memoryBytes, meter.bytes),
          // All ways to the target are inside: neither more layers nor another estimate would change anything.
          settled: space !== undefined && space.beyond === Number.POSITIVE_INFINITY && inside === space.size,
          ...defined({ cut: cut ?? reports.find((report) => report.cut !== undefined)?.cut }),
        },
      };
    });
  },
});

interface Enlarged {
  readonly space: AbstractSpace | undefined;
  /** Complete layers, and the abstract states in them. */
  readonly depth: number;
  readonly inside: number;
  /** The estimate of the way to their rim. */
  readonly outer: Heuristic;
  readonly cut: "time" | "memory" | undefined;
}

function* enlarged(problem: Problem, d: number, h: HeuristicConfig, meter: Meter): Generator<number, Enlarged> {
  const options = { from: "syntax", split: "all", rounds: 0, layers: d } as const;
  const { spaces, cut } = yield* abstractSpaces(problem, options, meter);
  const [space] = spaces;
  const depth = space === undefined ? 0 : depthOf(space, d);
  const inside = space?.nodes.filter(({ distance }) => distance <= depth).map(({ state }) => state) ?? [];
  const outer = h.create(
    space === undefined || depth === 0 ? { ...problem } : around(problem, space.predicates, inside),
  );
  for (const building of outer.constructions ?? []) while (building.advance()) yield building.progress;
  return { space, depth, inside: inside.length, outer, cut };
}

/** The number of layers that are complete and few enough to be a target. */
function depthOf({ nodes, beyond }: AbstractSpace, wanted: number): number {
  for (let depth = Math.min(wanted, beyond - 1); depth > 0; depth--) {
    if (nodes.filter(({ distance }) => distance <= depth).length <= MOST_STATES) return depth;
  }
  return 0;
}

/** The problem of reaching one of the abstract states. */
function around(problem: Problem, predicates: PredicateSet, states: readonly AbstractState[]): Problem {
  const parts = states.map((state): Formula => ({ kind: "and", parts: conjunctsOf(predicates, state) }));
  return { ...problem, target: { kind: "or", parts } };
}

function conjunctsOf(predicates: PredicateSet, { locations, data, clocks }: AbstractState): readonly Formula[] {
  const all: Formula[] = [];
  for (const [base, location] of locations.entries()) {
    if (location < 0) continue;
    all.push({ kind: "data", condition: { kind: "at", process: { base, steps: [] }, location } });
  }
  for (const [k, bit] of data.entries()) {
    const { expression } = predicates.data[k]!;
    // What cannot be written down is left out: the perimeter is a little larger then.
    if (bit === OPEN || expression === undefined) continue;
    const positive: Formula = { kind: "data", condition: expression };
    all.push(bit === TRUE ? positive : { kind: "not", part: positive });
  }
  for (const [k, bit] of clocks.entries()) {
    if (bit === OPEN) continue;
    const { i, j, bound } = predicates.clocks[k]!;
    const clock = (row: number) => ({ space: "clock", base: row - 1, steps: [] }) as const;
    const constraint: Formula = {
      kind: "clock",
      ...defined({ left: i === 0 ? undefined : clock(i), right: j === 0 ? undefined : clock(j) }),
      op: isStrict(bound) ? "<" : "<=",
      bound: { kind: "constant", value: constantOf(bound) },
    };
    all.push(bit === FALSE ? { kind: "not", part: constraint } : constraint);
  }
  return all;
}
