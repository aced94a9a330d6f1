// Costs that are read off the model: what edges assign to a variable, added, compared or multiplied.

import { defineComponent, integer, text } from "../../spec/index.ts";
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

export const sum = defineComponent({
  name: "sum",
  summary: "The sum of what the steps cost.",
  params: { variable },
  examples: ['sum("price")'],
  configure: ({ variable: name }, spec) => read(spec, name, sums, true),
});

export const max = defineComponent({
  name: "max",
  summary: "What the dearest step costs.",
  params: { variable },
  examples: ['max("price")'],
  configure: ({ variable: name }, spec) => read(spec, name, dearestStep, true),
});

export const min = defineComponent({
  name: "min",
  summary: "The path whose narrowest step is widest: the least value on the way is to be as great as possible.",
  params: { variable },
  examples: ['min("price")'],
  configure: ({ variable: name }, spec) => read(spec, name, narrowestStep, false),
});

export const probability = defineComponent({
  name: "probability",
  summary: "The most probable path: the product of the steps' probabilities, given in parts of `of`.",
  params: { variable, of },
  examples: ['probability("price")'],
  configure: ({ variable: name, of: parts }, spec) => read(spec, name, probabilities, false, parts),
});

export const fuzzy = defineComponent({
  name: "fuzzy",
  summary: "The path whose least plausible step is most plausible, given in parts of `of`.",
  params: { variable, of },
  examples: ['fuzzy("price")'],
  configure: ({ variable: name, of: parts }, spec) => read(spec, name, fuzzySteps, false, parts),
});

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
