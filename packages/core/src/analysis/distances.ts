// Distances by the graphs of the automata alone. To one given state instead of the target: for trail improvement, where
// the end of a trace that is known is aimed at (Edelkamp, Lluch Lafuente and Leue 2001). Each automaton's distance in
// its own graph, and one for every variable that differs; `hamming` counts automata, too, as one each.

import type { Network } from "../network/index.ts";

/** A state without its clocks. */
interface Discrete {
  readonly locations: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
}

export function distanceToState(
  network: Network,
  { locations, cells }: Discrete,
  measure: "distance" | "hamming" = "distance",
): (state: Discrete) => number {
  const distances = distancesToLocations(network, locations, measure);
  const kept = Int32Array.from(cells);
  return (state) => {
    let sum = 0;
    // A location that has no way to the given one is far off, not hopeless: other targets may do as well.
    for (let p = 0; p < distances.length; p++) {
      const distance = distances[p]![state.locations[p]!]!;
      sum += distance === Number.POSITIVE_INFINITY ? distances[p]!.length : distance;
    }
    for (let i = 0; i < kept.length; i++) if (state.cells[i] !== kept[i]) sum++;
    return sum;
  };
}

/** For every process, how far each of its locations is from the given one. */
export function distancesToLocations(
  network: Network,
  locations: ArrayLike<number>,
  measure: "distance" | "hamming" = "distance",
): readonly Float64Array[] {
  // Tables per template: thousands of processes share a few.
  const tables = new Map<string, Float64Array>();
  return network.processes.map(({ template }, process) => {
    const goal = locations[process]!;
    const key = `${template} ${goal}`;
    let table = tables.get(key);
    if (table === undefined) {
      table = graphDistances(network, process, [goal]);
      if (measure === "hamming") table = table.map((distance) => Math.min(distance, 1));
      tables.set(key, table);
    }
    return table;
  });
}

/**
 * For every location of a process, the number of edges to the nearest goal in its own graph (less one edge, if asked).
 */
export function graphDistances(
  network: Network,
  process: number,
  goals: readonly number[],
  without?: number,
): Float64Array {
  const { locations, edges } = network.processes[process]!;
  const distance = new Float64Array(locations.length).fill(Number.POSITIVE_INFINITY);
  const incoming: number[][] = locations.map(() => []);
  for (const id of edges) if (id !== without) incoming[network.edges[id]!.target]!.push(network.edges[id]!.source);
  const queue = [...goals];
  for (const goal of goals) distance[goal] = 0;
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head]!;
    for (const source of incoming[at]!) {
      if (distance[source] !== Number.POSITIVE_INFINITY) continue;
      distance[source] = distance[at]! + 1;
      queue.push(source);
    }
  }
  return distance;
}
