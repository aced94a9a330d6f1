// The sets of a search by decision diagrams, for pictures: how large they were in each round, and the small ones with
// the names of what their levels are about. Nodes stay as certificates list them.

import { cellTable, type Network } from "../network/index.ts";
import type { ListedStates, SetCourse } from "../symbolic/index.ts";

export type NamedLevel =
  | { readonly kind: "process"; readonly name: string; readonly locations: readonly string[] }
  | { readonly kind: "variable"; readonly name: string }
  /** What a step of it is in units of time, and the largest value, which stands for all that are not smaller. */
  | { readonly kind: "clock"; readonly name: string; readonly unit: number; readonly most: number };

export interface NamedDiagram extends Pick<ListedStates, "nodes" | "root"> {
  readonly levels: readonly NamedLevel[];
}

/** How sets grew, with those of the latest round that are small. */
export interface SetsSample extends Omit<SetCourse, "diagrams"> {
  readonly diagrams: readonly (NamedDiagram | undefined)[];
}

export function namedCourse(network: Network, course: SetCourse): SetsSample {
  const cells = cellTable(network);
  const named = ({ levels, nodes, root, unit }: ListedStates): NamedDiagram => ({
    nodes,
    root,
    levels: levels.map((level): NamedLevel => {
      if ("process" in level) {
        const { name, locations } = network.processes[level.process]!;
        return { kind: "process", name, locations: locations.map((location) => location.name) };
      }
      if ("cell" in level) return { kind: "variable", name: cells.name(level.cell) };
      return { kind: "clock", name: network.clocks[level.clock]!.name, unit, most: level.most };
    }),
  });
  return { ...course, diagrams: course.diagrams.map((listed) => (listed === undefined ? undefined : named(listed))) };
}

/** A value of a level, as people know it. */
export function diagramValueText(level: NamedLevel, value: number): string {
  if (level.kind === "process") return level.locations[value] ?? String(value);
  if (level.kind === "variable") return String(value);
  return `${value === level.most ? "≥" : ""}${value * level.unit}`;
}
