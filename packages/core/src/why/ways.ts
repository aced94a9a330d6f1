// The way of one process through its own locations, whatever guards and partners say.

import type { Network } from "../network/index.ts";

/** The edges from `from` that begin a shortest way to `to`; none when there is no way. */
export function wayBetween(network: Network, process: number, from: number, to: number): number[] {
  const edges = network.processes[process]!.edges.map((edge) => network.edges[edge]!);
  const distance = new Map([[to, 0]]);
  const queue = [to];
  for (const location of queue) {
    for (const { source, target } of edges) {
      if (target !== location || distance.has(source)) continue;
      distance.set(source, distance.get(location)! + 1);
      queue.push(source);
    }
  }
  const far = distance.get(from);
  if (far === undefined) return [];
  return edges.filter(({ source, target }) => source === from && distance.get(target) === far - 1).map(({ id }) => id);
}
