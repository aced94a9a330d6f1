// An invariant as plain data: where each process may be and which values each cell may have, as ranges.

import type { GrowingInvariant } from "./growing-invariant.ts";
import type { Space, Tracked } from "./space.ts";
import type { ValueSets } from "./value-sets.ts";

/** From one number to another, ascending and apart from each other. */
export type Ranges = readonly (readonly [from: number, to: number])[];

export interface Invariant {
  /** By process: the locations it may be in, ascending; null: nothing is said. */
  readonly locations: readonly (readonly number[] | null)[];
  /**
   * By cell: its values; or, by the locations of the only process that writes it, its values while that is there; null:
   * nothing is said.
   */
  readonly cells: readonly (Ranges | { readonly process: number; readonly byLocation: readonly Ranges[] } | null)[];
}

/** What it speaks of. */
export function trackedBy({ locations, cells }: Invariant): Tracked {
  const spokenOf = (lists: readonly unknown[]) => new Set([...lists.keys()].filter((at) => lists[at] !== null));
  return { processes: spokenOf(locations), cells: spokenOf(cells) };
}

export function invariantOf(space: Space, sets: ValueSets): Invariant {
  const { network, tracked } = space;
  return {
    locations: network.processes.map((_, process) =>
      tracked.processes.has(process) ? sorted(sets.of(space.ofProcess(process))) : null,
    ),
    cells: Array.from({ length: network.cells }, (_, cell) => {
      if (!tracked.cells.has(cell)) return null;
      const owner = space.owner[cell]!;
      if (owner < 0) return rangesOf(sets.of(space.ofCell(cell)));
      const { locations } = network.processes[owner]!;
      return {
        process: owner,
        byLocation: locations.map((_location, at) => rangesOf(sets.of(space.ofCellAt(cell, at)))),
      };
    }),
  };
}

/** Puts an invariant that anyone may have written into sets. The reason why it cannot be one, if so. */
export function fill(space: Space, closure: GrowingInvariant, { locations, cells }: Invariant): string | undefined {
  const { network } = space;
  if (locations.length !== network.processes.length) return "there is not one list of locations per process";
  if (cells.length !== network.cells) return "there is not one list of values per cell";
  for (const [process, list] of locations.entries()) {
    const { name, locations: own } = network.processes[process]!;
    for (const location of list ?? []) {
      if (own[location] === undefined) return `${name} has no location ${location}`;
      closure.add(space.ofProcess(process), location);
    }
  }
  for (const [cell, listed] of cells.entries()) {
    if (listed === null) continue;
    const owner = space.owner[cell]!;
    const byLocation = "byLocation" in listed ? listed.byLocation : undefined;
    const everywhere = "byLocation" in listed ? [] : listed;
    if ("byLocation" in listed && listed.process !== owner)
      return `${space.cells.name(cell)} is not written by that process alone`;
    const places = owner < 0 ? 1 : network.processes[owner]!.locations.length;
    if (byLocation !== undefined && byLocation.length !== places)
      return `${space.cells.name(cell)} has not one list per location`;
    for (let at = 0; at < places; at++) {
      for (const [from, to] of byLocation?.[at] ?? everywhere) {
        for (let value = from; value <= to; value++) {
          closure.add(owner < 0 ? space.ofCell(cell) : space.ofCellAt(cell, at), value);
        }
      }
    }
  }
  return undefined;
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

function rangesOf(values: readonly number[]): Ranges {
  const ranges: [number, number][] = [];
  for (const value of sorted(values)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges;
}
