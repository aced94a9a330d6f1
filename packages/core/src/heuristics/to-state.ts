// The distance to one given state instead of the target: for trail improvement, where the end of a trace that is known
// is aimed at (Edelkamp, Lluch Lafuente and Leue 2001). Each automaton's distance in its own graph, and one for every
// variable that differs; `hamming` counts automata, too, as one each.

import type { DiscreteView } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import { graphDistances } from "./evaluation.ts";

export function distanceToState(
  network: Network,
  { locations, cells }: DiscreteView,
  measure: "distance" | "hamming" = "distance",
): (state: DiscreteView) => number {
  // Tables per template: thousands of processes share a few.
  const tables = new Map<string, Float64Array>();
  const distances = network.processes.map(({ template }, process) => {
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
