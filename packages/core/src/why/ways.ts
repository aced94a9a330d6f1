// The way of one process through its own locations, whatever guards and partners say.

import type { Edge, Network } from "../network/index.ts";

/** The edges from `from` that begin a shortest way to `to`; none when there is no way. */
export function wayBetween(network: Network, process: number, from: number, to: number): number[] {
  const distance = distancesTo(network, process, to);
  const far = distance.get(from);
  if (far === undefined) return [];
  return edgesOf(network, process)
    .filter(({ source, target }) => source === from && distance.get(target) === far - 1)
    .map(({ id }) => id);
}

/** How many edges lead from a location to `to`, at least; absent where there is no way. */
export function distancesTo(network: Network, process: number, to: number): ReadonlyMap<number, number> {
  const edges = edgesOf(network, process);
  const distance = new Map([[to, 0]]);
  const queue = [to];
  for (const location of queue) {
    for (const { source, target } of edges) {
      if (target !== location || distance.has(source)) continue;
      distance.set(source, distance.get(location)! + 1);
      queue.push(source);
    }
  }
  return distance;
}

function edgesOf(network: Network, process: number): readonly Edge[] {
  return network.processes[process]!.edges.map((edge) => network.edges[edge]!);
}
