// Where the fastest run is looked for: in the schedules of a shop where the network is one, else among zones. What was recognised,
// and what was in the way, is kept to be told.

import type { Target } from "../../engine/index.ts";
import { TimeBound } from "../../heuristics/index.ts";
import type { Formula, Network } from "../../network/index.ts";
import { type TaskView, taskViewOf } from "../../schedule/index.ts";

export interface StateSpace {
  readonly bound: TimeBound;
  /** Schedules of a shop, or why there is none. */
  readonly tasks: TaskView | string;
  /** Runs that take longer are no targets, by a clock that is never set; Infinity: they may take any time. */
  readonly deadline: number;
}

export function stateSpaceFor(network: Network, target: Target): StateSpace {
  const bound = new TimeBound({ network, target: target.formula });
  return { bound, tasks: taskViewOf(network, bound.work), deadline: deadlineIn(target.formula, bound.work.setters) };
}

function deadlineIn(formula: Formula, setters: readonly ReadonlySet<number>[]): number {
  if (formula.kind === "and") return Math.min(...formula.parts.map((part) => deadlineIn(part, setters)));
  if (formula.kind !== "clock" || formula.right !== undefined || formula.bound.kind !== "constant") return Infinity;
  const { left, op, bound } = formula;
  const clock = left?.space === "clock" && left.steps.length === 0 ? left.base : -1;
  if ((op !== "<=" && op !== "<") || (setters[clock]?.size ?? 1) > 0) return Infinity;
  return op === "<=" ? bound.value : bound.value - 1;
}

/** What is told before anything runs. */
export function stateSpaceText({ bound, tasks }: StateSpace): readonly string[] {
  const { locks } = bound.work;
  const resources = locks.map(({ name, capacity }) => (capacity === 1 ? name : `${name} (up to ${capacity})`));
  const told = bound.isTelling
    ? `the estimate schedule() knows ${resources.length === 0 ? "no resources" : `the resources ${resources.join(", ")}`}`
    : "the estimate schedule() knows of no time that must pass: nothing guides the search";
  if (typeof tasks === "string") return [`zones, since the model is no shop: ${tasks}`, told];
  const { shop } = tasks;
  return [
    `schedules of a shop: ${shop.jobs} jobs, ${shop.operations} operations; zones where a schedule cannot be followed`,
    told,
  ];
}
