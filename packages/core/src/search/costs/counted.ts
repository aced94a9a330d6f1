// Costs that are counted: transitions, edges, automata that move together.

import type { JointTransition } from "../../engine/engine.ts";
import { defineComponent } from "../../spec/index.ts";
import { type CostConfig, inNumbers } from "./cost.ts";
import { type CostAlgebra, dearestStep, sums } from "./cost-algebra.ts";

export const steps = defineComponent({
  name: "steps",
  summary: "The number of transitions.",
  params: {},
  examples: ["steps"],
  configure: (_, spec): CostConfig => ({ ...counted(spec, sums, () => 1), kind: "steps" }),
});

export const moves = defineComponent({
  name: "moves",
  summary: "The number of edges, those of partners included.",
  params: {},
  examples: ["moves"],
  configure: (_, spec) => counted(spec, sums, countEdges),
});

export const crowd = defineComponent({
  name: "crowd",
  summary: "The greatest number of automata that move together.",
  params: {},
  examples: ["crowd"],
  configure: (_, spec) => counted(spec, dearestStep, countEdges),
});

export const delay = defineComponent({
  name: "delay",
  summary: "The time that passes, measured by a clock that is never reset: the same as `--optimal time`.",
  params: {},
  examples: ["delay"],
  configure: (_, spec): CostConfig => ({ ...counted(spec, sums, () => 1), kind: "delay", whole: false }),
});

function counted(spec: string, algebra: CostAlgebra<number>, of: (step: JointTransition) => number): CostConfig {
  return {
    spec,
    kind: "algebra",
    strict: algebra.strict,
    whole: true,
    refusal: () => undefined,
    // No transition has less than one edge.
    create: () => inNumbers(algebra, { of, least: 1, most: Number.POSITIVE_INFINITY }),
  };
}

function countEdges({ edges }: JointTransition): number {
  return edges.length;
}
