// A set of states as plain data: what each level of its diagram is about, and the nodes with the values of the model.
// Whoever is to check it needs nothing else of this folder.

import type { Diagram } from "./diagrams.ts";
import type { SymbolicSystem } from "./system.ts";

export type ListedLevel =
  | { readonly process: number }
  | { readonly cell: number }
  | {
      readonly clock: number;
      readonly most: number;
      readonly idle?: { readonly process: number; readonly locations: readonly number[] };
    };

export interface ListedStates {
  /** What a step of the clocks is in units of the network. */
  readonly unit: number;
  readonly levels: readonly ListedLevel[];
  readonly nodes: readonly (readonly [value: number, down: number, right: number])[];
  readonly root: number;
}

export function listedStates(system: SymbolicSystem, set: Diagram): ListedStates {
  const { structure, partAt, diagrams } = system;
  const { parts, clocks, network } = structure;
  const levels = partAt.map((part): ListedLevel => {
    if (part < parts.processes) return { process: part };
    if (!parts.isClock(part)) return { cell: part - parts.processes };
    const clock = part - parts.processes - parts.cells;
    const process = clocks.owner[clock]!;
    const locations = [...(network.processes[process]?.locations.keys() ?? [])].filter(
      (location) => !clocks.isActive(clock, process, location),
    );
    const about = { clock, most: parts.sizeOf(part) - 1 };
    return locations.length === 0 ? about : { ...about, idle: { process, locations } };
  });
  const { nodes, root } = diagrams.listed(set);
  // Values are offsets from the least one of their part.
  const below: number[] = [0, 0];
  const listed = nodes.map(([value, down, right]): [number, number, number] => {
    const depth = below[down]! + 1;
    below.push(depth);
    return [value + parts.leastOf(partAt[partAt.length - depth]!), down, right];
  });
  return { unit: clocks.unit, levels, nodes: listed, root };
}
