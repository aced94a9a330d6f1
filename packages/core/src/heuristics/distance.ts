// Graph distance of each automaton to its target location in its own graph, guards and synchronisation ignored: dL
// (the maximum over automata) and dU (the sum) of the literature; the "FSM" columns of the distance-preserving paper
// are dL. A disjunction counts as its nearest part; conditions on data count as reached.

import { choice } from "../spec/index.ts";
import { type Atom, foldGoal, GoalEvaluator, graphDistances } from "./evaluation.ts";
import { goalOf } from "./goal.ts";
import { defineHeuristic, type Problem } from "./heuristic.ts";

export const distance = defineHeuristic({
  name: "distance",
  summary: "Graph distance of each automaton to its target location: dL (max) or dU (sum).",
  params: { combine: choice(["sum", "max"], { doc: "dU or dL of the literature", default: "sum" }) },
  // One joint transition moves several automata, so the sum may count it more than once.
  guarantees: ({ combine }) => ({
    safe: true,
    admissible: combine === "max",
    consistent: combine === "max",
    clocks: "ignored",
  }),
  create(problem, { combine }) {
    const evaluator = new GoalEvaluator(problem);
    const goal = evaluator.prepare(goalOf(problem.target));
    const tables = new DistanceTables(problem);
    return {
      estimate(state, without) {
        evaluator.load(state);
        const own = (process: number): number | undefined =>
          without?.edges.find(({ edge }) => problem.network.edges[edge]!.process === process)?.edge;
        const of = (atom: Atom): number =>
          atom.kind === "data" ? 0 : tables.of(atom, state.locations[atom.process]!, own(atom.process));
        return foldGoal(goal, of, combine);
      },
    };
  },
});

/** Distances to the locations that atoms name, computed when first asked for. */
class DistanceTables {
  private readonly problem: Problem;
  private readonly tables = new Map<string, Float64Array>();

  constructor(problem: Problem) {
    this.problem = problem;
  }

  of({ process, location, holds }: Extract<Atom, { kind: "location" }>, from: number, without?: number): number {
    const key = `${process} ${location} ${holds} ${without ?? ""}`;
    let table = this.tables.get(key);
    if (table === undefined) {
      const { network } = this.problem;
      const goals = network.processes[process]!.locations.map((_, index) => index).filter(
        (index) => (index === location) === holds,
      );
      table = graphDistances(network, process, goals, without);
      this.tables.set(key, table);
    }
    return table[from]!;
  }
}
