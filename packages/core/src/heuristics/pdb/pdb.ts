// pdb(): a pattern database (survey, section on abstraction databases; Culberson and Schaeffer 1998): the network
// projected to some processes and variables, and exact distances in that projection.

import { integer, wordOrTexts } from "../../spec/index.ts";
import { Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { BudgetSpent, Meter } from "../factored/build-budget.ts";
import { factoredSystem } from "../factored/factored-system.ts";
import { defineHeuristic, type Problem } from "../heuristic.ts";
import { type AbstractSystem, composeAll, lookedUp, nothingBuilt } from "../merge/abstract-system.ts";
import { type Pattern, patternOf } from "./pattern.ts";
import { concernedByPattern, whyNoPattern } from "./pattern-names.ts";

export const pdb = defineHeuristic({
  name: "pdb",
  summary: "Pattern database: exact distances in the projection to some processes and variables.",
  params: {
    pattern: wordOrTexts(["auto", "doll"], {
      doc: "what is kept: nearest to the target; what a relaxed trace moves; or processes and variables by name, {P, n}",
      default: "auto",
    }),
    states: integer({ doc: "largest product of what is kept by itself", default: 100_000, min: 2 }),
    ...BUDGET_PARAMS,
  },
  examples: ["pdb()", "pdb(states=6)", "pdb(doll)", "pdb({P0})", "pdb(states=50, seconds=0.0001)"],
  tabled: () => true,
  finer: ({ pattern, states }) => (typeof pattern !== "string" || states >= 5e6 ? undefined : { states: 4 * states }),
  guarantees: () => ({ safe: true, admissible: true, consistent: true, clocks: "ignored" }),
  refusal: ({ network }, { pattern }) => whyNoPattern(network, pattern),
  concernedBy: ({ network }, { pattern }) => concernedByPattern(network, pattern),
  create(problem, { pattern, states, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(patternDatabase(problem, pattern, states, meter), meter, lookedUp);
  },
});

function* patternDatabase(
  problem: Problem,
  pattern: Pattern,
  states: number,
  meter: Meter,
): Generator<number, AbstractSystem> {
  try {
    const factoring = factoredSystem(problem, meter);
    let at = factoring.next();
    for (; at.done !== true; at = factoring.next()) yield 0;
    return yield* composeAll(at.value, yield* patternOf(problem, at.value, pattern, states), meter);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return nothingBuilt(error.what);
  }
}
