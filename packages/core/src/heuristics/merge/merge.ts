// merge(N): estimates by the distance-preserving abstraction of Dräger, Finkbeiner and Podelski (2009). Processes and
// integer variables are composed two by two, and each composition is abstracted to N states; the estimate of a state is
// the distance of its class in what is left, read off a tree of tables.

import { choice, integer } from "../../spec/index.ts";
import { Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { Meter } from "../factored/build-budget.ts";
import { defineHeuristic } from "../heuristic.ts";
import { abstractSystem, lookedUp } from "./abstract-system.ts";

export const merge = defineHeuristic({
  name: "merge",
  summary: "Distance-preserving abstraction: processes and variables composed two by two, each result cut to N states.",
  params: {
    N: integer({ doc: "states of an abstract process", default: 50, min: 2, max: 5000 }),
    order: choice(["ranked", "declared"], {
      doc: "which two are composed next: those whose joint actions are nearest to the target, or the first",
      default: "ranked",
    }),
    refine: choice(["near", "far"], {
      doc: "states near to or far from the target are told apart first",
      default: "near",
    }),
    ties: choice(["labels", "small", "index"], {
      doc: "among equally ranked pairs the one that leaves few labels for its size, the smallest product, or the first",
      default: "labels",
    }),
    ...BUDGET_PARAMS,
  },
  examples: [
    "merge()",
    "merge(2)",
    "merge(4, refine=far)",
    "merge(6, order=declared)",
    "merge(5, ties=index)",
    "merge(5, ties=small)",
    "merge(20, seconds=0.0001)",
  ],
  tabled: () => true,
  finer: ({ N }) => (N >= 5000 ? undefined : { N: Math.min(5000, 2 * N) }),
  guarantees: () => ({ safe: true, admissible: true, consistent: true, clocks: "ignored" }),
  create(problem, { N, order, refine, ties, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(abstractSystem(problem, { N, order, refine, ties }, meter), meter, lookedUp);
  },
});
