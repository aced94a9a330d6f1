// Graph distance of each automaton to its target location in its own graph, guards and synchronisation ignored: dL
// (the maximum over automata) and dU (the sum) of the literature; the "FSM" columns of the distance-preserving paper
// are dL. A disjunction counts as its nearest part; conditions on data count as reached, except towards a given state,
// where a value that differs counts one.

import { graphDistances } from "../analysis/distances.ts";
import { choice } from "../spec/index.ts";
import { aim, goalAimedAt, whyNotAimedAt } from "./distance-target.ts";
import { type Atom, foldGoal, GoalEvaluator } from "./evaluation.ts";
import { defineHeuristic, type Problem } from "./heuristic.ts";

export const distance = defineHeuristic({
  name: "distance",
  summary: "Graph distance of each automaton to its target location: dL (max) or dU (sum).",
  params: { combine: choice(["sum", "max"], { doc: "dU or dL of the literature", default: "sum" }), to: aim },
  examples: ["distance()", "distance(combine=max)"],
  // One joint transition moves several automata, so the sum may count it more than once.
  guarantees: ({ combine, to }) => ({
    safe: to === "target",
    admissible: combine === "max" && to === "target",
    consistent: combine === "max" && to === "target",
    clocks: "ignored",
  }),
  refusal: (problem, { to }) => whyNotAimedAt(problem, to),
  create(problem, { combine, to }) {
    const evaluator = new GoalEvaluator(problem);
    const goal = evaluator.prepare(goalAimedAt(problem, to));
    const otherValue = to === "target" ? 0 : 1;
    const tables = new DistanceTables(problem);
    return {
      tree: () => {
        const at = (atom: Atom, holds: boolean): number => {
          if (atom.kind === "data") return holds ? 0 : otherValue;
          return tables.of(atom, evaluator.locationOf(atom.process));
        };
        return evaluator.tree(goal, at, combine);
      },
      estimate(state, without) {
        evaluator.load(state);
        const own = (process: number): number | undefined =>
          without?.edges.find(({ edge }) => problem.network.edges[edge]!.process === process)?.edge;
        const of = (atom: Atom, holds: boolean): number => {
          if (atom.kind === "data") return holds ? 0 : otherValue;
          return tables.of(atom, state.locations[atom.process]!, own(atom.process));
        };
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
