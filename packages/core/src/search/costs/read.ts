// Costs that are read off the model: what edges assign to a variable, added, compared or multiplied.

import type { StepCosts } from "../../search-context/index.ts";
import { type Component, defineComponent, integer, text, wordOrTexts } from "../../spec/index.ts";
import { type KnownAhead, knowing, whyUnknownAhead } from "./ahead.ts";
import { type CostConfig, inNumbers } from "./cost.ts";
import {
  type CostAlgebra,
  dearestStep,
  fuzzy as fuzzySteps,
  narrowestStep,
  probabilities,
  sums,
} from "./cost-algebra.ts";
import { edgeCosts } from "./edge-costs.ts";

const variable = text({ doc: "name of the variable that edges assign their costs to" });
const of = integer({ doc: "what counts as certain", default: 100, min: 1 });
const ahead = wordOrTexts(["steps", "formula", "database"], {
  doc: "what the rest of a way costs at least: so many of the cheapest steps as the estimate counts; also, of each part of the target that does not hold, the cheapest step that could mend it; or exact costs in a projection, by itself or to processes and variables by name, {P, n}",
  default: "steps",
});

/** A cost that is what edges assign. */
const assigned = (name: string, summary: string, algebra: CostAlgebra<number>, whole: boolean): Component<CostConfig> =>
  defineComponent({
    name,
    summary,
    params: { variable, ahead },
    examples: [`${name}("price")`, `${name}("price", ahead=database)`],
    configure: (values, spec) => ({
      ...read(spec, values.variable, algebra, whole, values.ahead),
      ...(algebra === narrowestStep ? { negated: true as const } : {}),
    }),
  });

/** A cost of which edges assign so many parts of `of`. */
const assignedParts = (name: string, summary: string, algebra: CostAlgebra<number>): Component<CostConfig> =>
  defineComponent({
    name,
    summary,
    params: { variable, of, ahead },
    examples: [`${name}("price")`, `${name}("price", ahead=formula)`],
    configure: (values, spec) => read(spec, values.variable, algebra, false, values.ahead, values.of),
  });

export const sum = assigned("sum", "The sum of what the steps cost.", sums, true);

export const max = assigned("max", "What the dearest step costs.", dearestStep, true);

export const min = assigned(
  "min",
  "The path whose narrowest step is widest: the least value on the way is to be as great as possible.",
  narrowestStep,
  true,
);

export const probability = assignedParts(
  "probability",
  "The most probable path: the product of the steps' probabilities, given in parts of `of`.",
  probabilities,
);

export const fuzzy = assignedParts(
  "fuzzy",
  "The path whose least plausible step is most plausible, given in parts of `of`.",
  fuzzySteps,
);

function read(
  spec: string,
  name: string,
  algebra: CostAlgebra<number>,
  whole: boolean,
  known: KnownAhead,
  parts?: number,
): CostConfig {
  return {
    spec,
    kind: "algebra",
    strict: algebra.strict,
    whole,
    refusal(network) {
      const found = edgeCosts(network, name);
      if (typeof found === "string") return found;
      if (parts !== undefined && found.most > parts) return `\`${name}\` can be more than ${parts}`;
      return whyUnknownAhead(network, known);
    },
    create(problem): StepCosts {
      const found = edgeCosts(problem.network, name);
      if (typeof found === "string") throw new Error(found);
      const scale = parts ?? 1;
      const costs = inNumbers(algebra, {
        of: (step) => found.of(step) / scale,
        least: found.least / scale,
        most: found.most / scale,
      });
      return knowing(costs, known, problem);
    },
  };
}
