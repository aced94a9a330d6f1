// Costs that are counted: transitions, edges, automata that move together.

import type { JointTransition } from "../../semantics/joint-transition.ts";
import { type Component, defineComponent } from "../../spec/index.ts";
import { type CostConfig, inNumbers } from "./cost.ts";
import { type CostAlgebra, dearestStep, sums } from "./cost-algebra.ts";

/** `rest`: what differs from a plain count. */
function counted(
  name: string,
  summary: string,
  algebra: CostAlgebra<number>,
  of: (step: JointTransition) => number,
  rest: Partial<CostConfig> = {},
): Component<CostConfig> {
  return defineComponent({
    name,
    summary,
    params: {},
    examples: [name],
    configure: (_, spec): CostConfig => ({
      spec,
      kind: "algebra",
      strict: algebra.strict,
      whole: true,
      refusal: () => undefined,
      // No transition has less than one edge.
      create: () => inNumbers(algebra, { of, least: 1, most: Number.POSITIVE_INFINITY }),
      ...rest,
    }),
  });
}

const one = (): number => 1;
const countEdges = ({ edges }: JointTransition): number => edges.length;

export const steps = counted("steps", "The number of transitions.", sums, one, { kind: "steps" });

export const moves = counted("moves", "The number of edges, those of partners included.", sums, countEdges);

export const crowd = counted("crowd", "The greatest number of automata that move together.", dearestStep, countEdges);

export const delay = counted(
  "delay",
  "The time that passes, measured by a clock that is never reset: the same as `--optimal time`.",
  sums,
  one,
  { kind: "delay", whole: false },
);
