// The target as the relaxed graph tests it: a goal whose locations are facts and whose conditions are programs.

import type { GoalFormula } from "../../goal.ts";
import type { Problem } from "../../heuristic.ts";
import type { Condition } from "./conditions.ts";
import type { OperatorBuilder } from "./operators.ts";

export type TargetNode =
  | { readonly kind: "and" | "or"; readonly parts: readonly TargetNode[] }
  /** Any of these location facts. */
  | { readonly kind: "location"; readonly facts: readonly number[] }
  | { readonly kind: "data"; readonly condition: Condition }
  | { readonly kind: "true" | "false" };

/** Does the target hold where these facts and conditions do? */
export function targetHolds(
  node: TargetNode,
  reached: (fact: number) => boolean,
  holds: (condition: Condition) => boolean,
): boolean {
  switch (node.kind) {
    case "location":
      return node.facts.some(reached);
    case "data":
      return holds(node.condition);
    case "and":
      return node.parts.every((part) => targetHolds(part, reached, holds));
    case "or":
      return node.parts.some((part) => targetHolds(part, reached, holds));
    default:
      return node.kind === "true";
  }
}

/** Costs, or layers, of what targets are made of. */
export interface TargetCosts {
  /** Of what cannot be. */
  readonly never: number;
  ofFact(fact: number): number;
  ofCondition(index: number): number;
  /** Of several things that are all needed. */
  together(costs: readonly number[]): number;
}

/** The least of several ways, all of several parts. */
export function costOfTarget(node: TargetNode, costs: TargetCosts): number {
  switch (node.kind) {
    case "location":
      return Math.min(costs.never, ...node.facts.map((fact) => costs.ofFact(fact)));
    case "data":
      return costs.ofCondition(node.condition.index);
    case "and":
      return costs.together(node.parts.map((part) => costOfTarget(part, costs)));
    case "or":
      return Math.min(costs.never, ...node.parts.map((part) => costOfTarget(part, costs)));
    default:
      return node.kind === "true" ? 0 : costs.never;
  }
}

/** `at`: where automata are, by process, when the goal is to hold. */
export function targetNode(
  goal: GoalFormula,
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
