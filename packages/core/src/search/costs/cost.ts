// Costs that specifications may name: `dijkstra(cost=sum("price"))`. Each is a cost algebra (survey, section 3) with
// what a step costs in it, brought into the form in which searches and engines compare: numbers, smaller is better.

import { defined } from "../../basics/defined.ts";
import type { Problem } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import type { StepCosts } from "../../search-context/index.ts";
import { ComponentFamily, type Refusal } from "../../spec/index.ts";
import type { SearchTraits } from "../search-config.ts";
import { type CostAlgebra, probabilities, sums } from "./cost-algebra.ts";
import type { EdgeCosts } from "./edge-costs.ts";

export interface CostConfig {
  readonly spec: string;
  /** Steps are what searches count anyway; delays are measured by a clock. */
  readonly kind: "steps" | "delay" | "algebra";
  /** May it come first in a tuple, and may it stand in one at all? */
  readonly strict: boolean;
  readonly whole: boolean;
  /** Greater is better, so that its numbers are whole and negative, from minus infinity on. */
  readonly negated?: true;
  refusal(network: Network): Refusal | undefined;
  create(problem: Problem): StepCosts;
}

/** Speaks of the costs without knowing them; `index.ts` lists them. */
export const costFamily = new ComponentFamily<CostConfig>("cost");

/** Where greater is better, numbers are negated. */
export function inNumbers(algebra: CostAlgebra<number>, { of, least, most }: EdgeCosts): StepCosts {
  const sign = algebra.compare(0, 1) < 0 ? 1 : -1;
  // The cheapest step there may be; a path of some steps costs at least as much as so many of them.
  const cheapest = sign > 0 ? least : most;
  const ahead = (cost: number, steps: number): number => {
    if (steps <= 0) return cost;
    if (steps === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    if (algebra === sums) return cost + steps * cheapest;
    if (algebra === probabilities) return cost * cheapest ** steps;
    return sign * algebra.times(sign * cost, cheapest);
  };
  return {
    start: sign * algebra.one,
    after: (before, transition) => sign * algebra.times(sign * before, of(transition)),
    ahead,
    together: (first, second) => sign * algebra.times(sign * first, sign * second),
    show: (cost) => String(sign * cost),
    read: (shown) => sign * shown,
  };
}

/** Undefined where steps are what counts; delays are another question (`optimal`), and this is only the way to it. */
export function stepCosts(asked: CostConfig, problem: Problem): StepCosts | undefined {
  return asked.kind === "algebra" ? asked.create(problem) : undefined;
}

/** Bounds are on what the search counts. */
export function boundTraits(asked: CostConfig | undefined): Pick<SearchTraits, "boundable" | "boundableBy"> {
  if (asked?.kind !== "algebra") return { boundable: true };
  const { spec } = asked;
  return {
    boundable: false,
    boundableBy: {
      spec,
      refusal: (network) => asked.refusal(network),
      worst: (problem, written) => asked.create(problem).read?.(written),
    },
  };
}

export function costTraits(asked: CostConfig | undefined, best: boolean): Pick<SearchTraits, "promise" | "optimal"> {
  const promise = !best ? "nothing" : asked === undefined || asked.kind === "steps" ? "shortest" : "cheapest";
  return { promise, ...defined({ optimal: asked?.kind === "delay" ? "time" : undefined }) };
}
