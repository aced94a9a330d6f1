// The survey's H_f with prices (sections 3 and 4): an atom of the target that does not hold costs what the cheapest
// step costs that could make it hold, a conjunction what its dearest part costs, a disjunction what its cheapest part
// costs. Whatever way leads to the target takes such a step, and costs are isotone, so no way costs less.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { ClockIntervals } from "../../analysis/clock-intervals.ts";
import { finished } from "../../basics/finished.ts";
import { type Atom, type EvaluatedGoal, GoalEvaluator } from "../../heuristics/evaluation.ts";
import { BudgetSpent, Meter } from "../../heuristics/factored/build-budget.ts";
import { happeningsOf } from "../../heuristics/factored/joint-steps.ts";
import { goalOf } from "../../heuristics/goal.ts";
import type { Problem } from "../../heuristics/index.ts";
import type { StepCosts } from "../../search-context/index.ts";
import { type CostToGo, cheapestStep, leastWeight } from "./step-weights.ts";

const BUDGET = { seconds: 2, megabytes: 100 };

export function formulaCosts(problem: Problem, costs: StepCosts): CostToGo {
  const evaluator = new GoalEvaluator(problem);
  const goal = evaluator.prepare(goalOf(problem.target));
  const prices = new AtomPrices(problem, costs);
  const of = (part: EvaluatedGoal): number => {
    switch (part.kind) {
      case "true":
      case "false":
        return costs.start;
      case "atom":
        return part.holds() ? costs.start : prices.of(part.atom);
      case "or":
        return Math.min(...part.parts.map(of));
      case "and":
        return Math.max(...part.parts.map(of));
    }
  };
  return (state) => {
    evaluator.load(state);
    return of(goal);
  };
}

class AtomPrices {
  private readonly accesses: AccessAnalysis;
  private readonly network: Problem["network"];
  private readonly byEdge: Float64Array;
  private readonly known = new Map<Atom, number>();
  private readonly anyStep: number;

  constructor(problem: Problem, costs: StepCosts) {
    this.network = problem.network;
    this.accesses = new AccessAnalysis(problem.network);
    this.anyStep = cheapestStep(costs);
    this.byEdge = weightsOfEdges(problem, costs, this.anyStep);
  }

  /** Of the cheapest step that could make it hold; of any step where none is known to. */
  of(atom: Atom): number {
    let price = this.known.get(atom);
    if (price === undefined) {
      price = this.network.edges.reduce(
        (least, { id }) => (this.mayMend(id, atom) ? Math.min(least, this.byEdge[id]!) : least),
        Number.POSITIVE_INFINITY,
      );
      if (price === Number.POSITIVE_INFINITY) price = this.anyStep;
      this.known.set(atom, price);
    }
    return price;
  }

  private mayMend(edge: number, atom: Atom): boolean {
    const { process, source, target } = this.network.edges[edge]!;
    if (atom.kind === "location") {
      if (process !== atom.process || source === target) return false;
      return atom.holds ? target === atom.location : source === atom.location;
    }
    const { readCells, askedProcesses } = this.accesses.ofExpression(atom.condition);
    if (askedProcesses.has(process)) return true;
    return [...this.accesses.ofEdge(edge).writtenCells].some((cell) => readCells.has(cell));
  }
}

/** By edge: what the cheapest joint step costs in which it may take part. */
function weightsOfEdges(problem: Problem, costs: StepCosts, anyStep: number): Float64Array {
  const { network, clock } = problem;
  const weights = new Float64Array(network.edges.length).fill(Number.POSITIVE_INFINITY);
  const meter = new Meter(BUDGET, clock);
  try {
    meter.during(() => {
      for (const step of finished(happeningsOf(network, new ClockIntervals(network), meter)).steps) {
        const weight = leastWeight(step, costs, anyStep);
        for (const { id } of [...step.moves, ...step.joins.flatMap(({ moves }) => moves)]) {
          weights[id] = Math.min(weights[id]!, weight);
        }
      }
    });
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    weights.fill(anyStep);
  }
  return weights;
}
