// What is made of a problem before the first state is estimated: operators, conditions and the target over them.

import { ClockIntervals } from "../../analysis/clock-intervals.ts";
import { goalWithClocks } from "../clock-goal.ts";
import { goalOf } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import { OperatorBuilder } from "./operators.ts";
import type { RelaxedOptions } from "./options.ts";
import type { SetPool } from "./set-pool.ts";
import { type TargetNode, targetNode } from "./target-node.ts";

export function prepare(
  problem: Problem,
  options: RelaxedOptions,
  pool: SetPool,
): { readonly builder: OperatorBuilder; readonly target: TargetNode } {
  const { network, target } = problem;
  const intervals = options.clocks === "ignored" ? null : new ClockIntervals(network);
  const builder = new OperatorBuilder(network, pool, options, (edge) => intervals?.isPossible(edge) ?? true);
  const goal = intervals === null ? goalOf(target) : goalWithClocks(problem, intervals);
  return { builder, target: targetNode(goal, problem, builder) };
}
