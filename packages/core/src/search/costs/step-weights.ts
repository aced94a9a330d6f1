// What the steps of an abstraction cost at least. A step of a factored system stands for several of the network: who
// surely moves is known, who joins is not, and each choice of those who join is a joint transition with a cost of its
// own. The best of them counts.

import type { DiscreteView } from "../../engine/engine.ts";
import { type FactoredStep, inOrder } from "../../heuristics/factored/joint-steps.ts";
import type { Edge } from "../../network/index.ts";
import type { StepCosts } from "../../search-context/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";

/** A number that no way from a state to the target costs less than. */
export type CostToGo = (state: DiscreteView) => number;

/** More choices of those who join are not looked at one by one. */
const MOST_CHOICES = 256;

interface Taken {
  readonly edge: Edge;
  readonly select: readonly number[];
}

/** Of a step on its own. */
export function leastWeight({ moves, selects, joins }: FactoredStep, costs: StepCosts, anyStep: number): number {
  const choices = joins.reduce((count, join) => count * (1 + join.moves.length), 1);
  if (choices > MOST_CHOICES) return anyStep;
  let ways: (readonly Taken[])[] = [moves.map((edge, at) => ({ edge, select: selects?.[at] ?? [] }))];
  for (const { moves: joining } of joins) {
    ways = ways.flatMap((way) => [way, ...joining.map((edge) => [...way, { edge, select: [] }])]);
  }
  return Math.min(...ways.map((way) => costs.after(costs.start, jointly(way), -1)));
}

/** Costs ask which edges are taken, in which order; not with which selects, nor on which channel. */
function jointly(taken: readonly Taken[]): JointTransition {
  return { edges: inOrder(taken).map(({ edge, select }) => ({ edge: edge.id, select })) };
}

/** The cheapest step that there may be. */
export function cheapestStep(costs: StepCosts): number {
  return costs.ahead?.(costs.start, 1, nowhere) ?? costs.start;
}

function nowhere(): DiscreteView {
  throw new Error("the cheapest step does not depend on a state");
}
