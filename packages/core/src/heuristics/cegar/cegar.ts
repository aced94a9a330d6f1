// cegar(states): estimates from a Cartesian abstraction that is refined where shortest abstract paths fail.

import { defined } from "../../basics/defined.ts";
import { integer } from "../../spec/index.ts";
import { Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { BudgetSpent, Meter } from "../factored/build-budget.ts";
import { factoredSystem } from "../factored/factored-system.ts";
import { defineHeuristic, type Problem } from "../heuristic.ts";
import { CartesianAbstraction } from "./cartesian-abstraction.ts";

export const cegar = defineHeuristic({
  name: "cegar",
  summary: "Cartesian abstraction, split where shortest abstract paths fail.",
  params: {
    states: integer({ doc: "abstract states", default: 10_000, min: 1 }),
    ...BUDGET_PARAMS,
  },
  examples: ["cegar()", "cegar(5)", "cegar(30, seconds=0.0002)"],
  tabled: () => true,
  finer: ({ states }) => (states >= 1e6 ? undefined : { states: 4 * states }),
  guarantees: () => ({ safe: true, admissible: true, consistent: true, clocks: "ignored" }),
  create(problem, { states, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(refined(problem, states, meter), meter, ({ abstraction, labels, cut }) => ({
      estimate: (state) => abstraction?.estimate(state) ?? 0,
      facts: {
        states: abstraction?.size ?? 0,
        labels,
        memoryBytes: meter.bytes,
        ...defined({ cut }),
      },
    }));
  },
});

interface Refined {
  readonly abstraction: CartesianAbstraction | undefined;
  readonly labels: number;
  readonly cut: "time" | "memory" | undefined;
}

function* refined(problem: Problem, states: number, meter: Meter): Generator<number, Refined> {
  try {
    const factoring = factoredSystem(problem, meter);
    let at = factoring.next();
    for (; at.done !== true; at = factoring.next()) yield 0;
    const abstraction = new CartesianAbstraction(at.value, meter);
    yield* abstraction.refine(states);
    return { abstraction, labels: at.value.labels.length, cut: abstraction.cut };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { abstraction: undefined, labels: 0, cut: error.what };
  }
}
