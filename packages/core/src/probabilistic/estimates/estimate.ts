// An estimate from above of the chance of the best path from a state to a target: never below the truth, so that what
// it orders finds the most probable path first (A* over products), and 0 only where there is no path.

import type { DiscreteView } from "../../engine/index.ts";
import type { Network, NumericExpression } from "../../network/index.ts";
import {
  type Component,
  ComponentFamily,
  type Definition,
  defineComponent,
  type Params,
  type ParamValues,
} from "../../spec/index.ts";
import type { Draws } from "../draws.ts";

/** What is to be reached. */
export interface ChanceProblem {
  readonly network: Network;
  readonly draws: Draws;
  /** Undefined where it is no expression over variables. */
  readonly target: NumericExpression | undefined;
  /** Only states where this holds may be passed; undefined: all. */
  readonly through: NumericExpression | undefined;
}

export type ChanceEstimate = (state: DiscreteView) => number;

export interface ChanceEstimateConfig {
  readonly spec: string;
  create(problem: ChanceProblem): ChanceEstimate;
}

export const chanceFamily = new ComponentFamily<ChanceEstimateConfig>("estimate of a chance");

export const certain: ChanceEstimate = () => 1;

export function defineChanceEstimate<const P extends Params>({
  create,
  ...definition
}: Definition<P> & {
  create(problem: ChanceProblem, values: ParamValues<P>): ChanceEstimate;
}): Component<ChanceEstimateConfig> {
  return defineComponent<ChanceEstimateConfig, P>({
    ...definition,
    configure: (values, spec) => ({ spec, create: (problem) => create(problem, values) }),
  } as Definition<P> & { configure(values: ParamValues<P>, spec: string): ChanceEstimateConfig });
}
