// The target as the relaxed graph tests it: a goal whose locations are facts and whose conditions are programs.

import type { Goal } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import type { Condition } from "./conditions.ts";
import type { OperatorBuilder } from "./operators.ts";

export type TargetNode =
  | { readonly kind: "and" | "or"; readonly parts: readonly TargetNode[] }
  /** Any of these location facts. */
  | { readonly kind: "location"; readonly facts: readonly number[] }
  | { readonly kind: "data"; readonly condition: Condition }
  | { readonly kind: "true" | "false" };

/** `at`: where automata are, by process, when the goal is to hold. */
export function targetNode(
  goal: Goal,
  problem: Problem,
  builder: OperatorBuilder,
  at: ReadonlyMap<number, number> = new Map(),
): TargetNode {
  switch (goal.kind) {
    case "and": {
      const all = new Map(at);
      for (const part of goal.parts) if (part.kind === "location" && part.holds) all.set(part.process, part.location);
      return { kind: "and", parts: goal.parts.map((part) => targetNode(part, problem, builder, all)) };
    }
    case "or":
      return { kind: "or", parts: goal.parts.map((part) => targetNode(part, problem, builder, at)) };
    case "location": {
      const locations = problem.network.processes[goal.process]!.locations.map((_, index) => index);
      const wanted = locations.filter((location) => (location === goal.location) === goal.holds);
      return { kind: "location", facts: wanted.map((location) => builder.facts.of(goal.process, location)) };
    }
    case "data":
      return { kind: "data", condition: builder.conditions.own(goal.condition, problem.frameSize, at) };
    default:
      return goal;
  }
}
