// A* on whole sets, as the survey names them: BDDA*, SetA*, ADDA*. They find traces as short as A* on single states
// does, with any estimate of the discrete state: those that say what they are made of are computed part by part, others
// state by state.

import { type HeuristicConfig, treeOf } from "../../heuristics/index.ts";
import { type SetAlgorithm, SetAStar } from "../../symbolic/index.ts";
import { defineSearch, estimate } from "../search-config.ts";
import { estimateObstacle } from "./obstacle.ts";
import { SymbolicSearch } from "./symbolic-search.ts";

const member = (algorithm: SetAlgorithm, summary: string, examples: readonly string[]) =>
  defineSearch({
    name: algorithm,
    summary,
    params: { h: estimate },
    examples,
    traits: ({ h }: { h: HeuristicConfig }) => ({
      complete: false,
      promise: h.guarantees.admissible ? "shortest" : "nothing",
      restarts: true,
      inOrder: true,
      refusal: (problem) => estimateObstacle(problem, h),
    }),
    create({ h }, context, goal) {
      // Asked for here, so that whoever runs the search prepares it.
      const { heuristic } = context.estimatesOf(h);
      return new SymbolicSearch(context, goal, {
        order: algorithm,
        reach: (system) =>
          new SetAStar(system, {
            algorithm,
            estimate: treeOf(context.problem, heuristic),
            isConsistent: h.guarantees.consistent,
          }),
      });
    },
  });

export const bdda = member("bdda", "BDDA*: A* on sets of states with one length of way and one estimate.", [
  "bdda(distance(combine=max))",
  "bdda(distance())",
  "bdda(hL())",
]);

export const seta = member("seta", "SetA*: BDDA* with steps that are divided by how they change the estimate.", [
  "seta(distance(combine=max))",
  "seta(distance())",
  "seta(max([distance(combine=max), hL()]))",
]);

export const adda = member("adda", "ADDA*: BDDA* whose diagrams hold lengths and estimates; the twin of the others.", [
  "adda(distance(combine=max))",
  "adda(hamming())",
]);
