// Costs that are read off the model: what edges assign to a variable, added, compared or multiplied.

import { type Component, defineComponent, integer, text } from "../../spec/index.ts";
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

/** A cost that is what edges assign. */
const assigned = (name: string, summary: string, algebra: CostAlgebra<number>, whole: boolean): Component<CostConfig> =>
  defineComponent({
    name,
    summary,
    params: { variable },
    examples: [`${name}("price")`],
    configure: (values, spec) => ({
      ...read(spec, values.variable, algebra, whole),
      ...(algebra === narrowestStep ? { negated: true as const } : {}),
    }),
  });

/** A cost of which edges assign so many parts of `of`. */
const assignedParts = (name: string, summary: string, algebra: CostAlgebra<number>): Component<CostConfig> =>
  defineComponent({
    name,
    summary,
    params: { variable, of },
    examples: [`${name}("price")`],
    configure: (values, spec) => read(spec, values.variable, algebra, false, values.of),
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

function read(spec: string, name: string, algebra: CostAlgebra<number>, whole: boolean, parts?: number): CostConfig {
  return {
    spec,
    kind: "algebra",
    strict: algebra.strict,
    whole,
    refusal(network) {
      const found = edgeCosts(network, name);
      if (typeof found === "string") return found;
      if (parts !== undefined && found.most > parts) return `\`${name}\` can be more than ${parts}`;
      return undefined;
    },
    create(network) {
      const found = edgeCosts(network, name);
      if (typeof found === "string") throw new Error(found);
      const scale = parts ?? 1;
      return inNumbers(algebra, {
        of: (step) => found.of(step) / scale,
        least: found.least / scale,
        most: found.most / scale,
      });
    },
  };
}
