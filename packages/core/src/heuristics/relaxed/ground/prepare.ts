// What is made of a problem before the first state is estimated: operators, conditions and the target over them, who
// depends on whom, and the circuit of what fits one. It is made step by step, since models with many pairs of edges or
// long functions take seconds: whoever advances it can look at the clock, show how far it is, or do something else.

import { ClockIntervals } from "../../../analysis/clock-intervals.ts";
import { cellTable, type Network } from "../../../network/index.ts";
import { SetPool } from "../../../value-sets/set-pool.ts";
import { goalWithClocks } from "../../clock-goal.ts";
import { goalOf } from "../../goal.ts";
import type { Problem } from "../../heuristic.ts";
import { CircuitBuilder } from "./circuit-builder.ts";
import { type GraphIndex, indexGraph } from "./graph-index.ts";
import { OperatorBuilder } from "./operators.ts";
import type { RelaxedOptions } from "./options.ts";
import { type TargetNode, targetNode } from "./target-node.ts";

export interface PreparedProblem {
  readonly pool: SetPool;
  readonly builder: OperatorBuilder;
  readonly target: TargetNode;
  /** 1 for cells that never change. */
  readonly fixed: Uint8Array;
  readonly circuits: CircuitBuilder | null;
  readonly index: GraphIndex;
}

/** The share of operators in all of the preparation, for who watches. */
const OPERATORS = 0.2;

/** Says what share is done. `interpretOnly`: no circuit is made. */
export function* prepare(
  problem: Problem,
  options: RelaxedOptions,
  interpretOnly = false,
): Generator<number, PreparedProblem> {
  const { network, target: formula } = problem;
  const pool = new SetPool();
  const intervals = options.clocks === "ignored" ? null : new ClockIntervals(network);
  const operators = OperatorBuilder.building(network, pool, options, (edge) => intervals?.isPossible(edge) ?? true);
  const builder = yield* scaled(operators, 0, OPERATORS);
  const goal = intervals === null ? goalOf(formula) : goalWithClocks(problem, intervals);
  const target = targetNode(goal, problem, builder);
  const { located, facts, conditions } = builder;
  const fixed = constantCells(network, located.count);
  const circuits =
    options.values === "global" && !interpretOnly
      ? new CircuitBuilder({
          functions: network.functions,
          table: located.table,
          fixed,
          initialValues: network.initialValues,
          firstFact: facts.first,
          pool,
          shortcut: options.shortcut,
        })
      : null;
  const parts = {
    operators: builder.operators,
    conditions: conditions.conditions,
    target,
    facts: facts.count,
    cells: located.count,
    sent: located.sent,
  };
  const index = yield* scaled(indexGraph(parts, circuits), OPERATORS, 1);
  return { pool, builder, target, fixed, circuits, index };
}

function constantCells(network: Network, count: number): Uint8Array {
  const fixed = new Uint8Array(count);
  const { variable } = cellTable(network);
  for (let cell = 0; cell < network.cells; cell++) {
    if (network.variables[variable[cell]!]!.constant === true) fixed[cell] = 1;
  }
  return fixed;
}

/** Work that is a part of other work: from one share of it to another. */
function* scaled<T>(work: Generator<number, T>, from: number, to: number): Generator<number, T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    yield from + value * (to - from);
  }
}
