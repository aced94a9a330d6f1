// What a cost knows of the rest of a way, beside the number of steps that an estimate counts (survey, sections 3 and 4,
// over any cost algebra): formulas whose atoms have prices, and abstraction databases with weights. Neither ever says
// that there is no way: such a word would have to be checked (decision 16), and estimates are asked for it.

import type { Problem } from "../../heuristics/index.ts";
import { whyNoPattern } from "../../heuristics/pdb/pattern-names.ts";
import type { Network } from "../../network/index.ts";
import type { StepCosts } from "../../search-context/index.ts";
import type { Refusal } from "../../spec/index.ts";
import { formulaCosts } from "./formula-costs.ts";
import type { CostToGo } from "./step-weights.ts";
import { weightedDatabase } from "./weighted-database.ts";

/** By the number of steps alone, by the target's formula, by a database; or by one of what is named. */
export type KnownAhead = "steps" | "formula" | "database" | readonly string[];

export function whyUnknownAhead(network: Network, known: KnownAhead): Refusal | undefined {
  return typeof known === "string" ? undefined : whyNoPattern(network, known);
}

/** The same costs, with what is known of the rest of a way. It is built when it is first asked for. */
export function knowing(costs: StepCosts, known: KnownAhead, problem: Problem): StepCosts {
  const { ahead: bySteps, together } = costs;
  if (known === "steps" || bySteps === undefined || together === undefined) return costs;
  let toGo: CostToGo | undefined;
  return {
    ...costs,
    ahead(cost, steps, state) {
      const least = bySteps(cost, steps, state);
      if (least === Number.POSITIVE_INFINITY) return least;
      toGo ??=
        known === "formula"
          ? formulaCosts(problem, costs)
          : weightedDatabase(problem, costs, known === "database" ? "auto" : known);
      return Math.max(least, together(cost, toGo(state())));
    },
  };
}
