// How far processes are from where they can be treated fairly for ever (survey, section 5: the outer search is sent to
// the edge of a component that cannot hold a fair cycle; here by the components of the *parts*, which are small). A
// process that is in no cycle of its own graph has to leave again and again, which it cannot: unless it is somewhere
// without an edge, where it is never enabled, it has to go on to a component with a cycle before a fair loop can begin.

import { graphDistances } from "../../analysis/distances.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { componentsOf } from "../../ltl/index.ts";
import type { Network } from "../../network/index.ts";

/** The steps that these processes still have to take, added up; what cannot get anywhere is not counted. */
export function stepsToFairLoops(network: Network, processes: readonly number[]): (view: DiscreteView) => number {
  const tables = processes.map((process) => graphDistances(network, process, placesOfLoops(network, process)));
  return ({ locations }) => {
    let sum = 0;
    for (const [at, process] of processes.entries()) {
      const steps = tables[at]![locations[process]!]!;
      if (steps !== Number.POSITIVE_INFINITY) sum += steps;
    }
    return sum;
  };
}

function placesOfLoops({ processes, edges }: Network, process: number): number[] {
  const { locations, edges: own } = processes[process]!;
  const successors = locations.map((): number[] => []);
  for (const id of own) successors[edges[id]!.source]!.push(edges[id]!.target);
  const component = componentsOf(successors);
  return [...locations.keys()].filter(
    (at) => successors[at]!.length === 0 || successors[at]!.some((target) => component[target] === component[at]),
  );
}
