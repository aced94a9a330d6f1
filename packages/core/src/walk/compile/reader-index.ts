// Who looks at what: for every cell, variable and clock, which guards, invariants and rates have to be evaluated again
// when it changes.

import { type Network, visitConjuncts, visitEdge, visitLocation } from "../../network/index.ts";
import type { ReadAnalysis, Reads } from "./dependencies.ts";
import type { RateRules } from "./rates.ts";
import type { GuardOfSlots } from "./slot-guards.ts";

/**
 * Which guards (slots; of those that share a guard, ranges, flattened), invariants (by process) and rules for rates
 * read something.
 */
export interface Readers {
  readonly slots: Int32Array;
  readonly ranges: Int32Array;
  readonly processes: Int32Array;
  readonly rates: Int32Array;
  /** Processes with a guard among these that may fail. */
  readonly risky: Int32Array;
}

interface Lists {
  readonly slots: number[];
  readonly ranges: number[];
  readonly processes: number[];
  readonly rates: number[];
  readonly risky: Set<number>;
}

/** By cell, variable or clock; null where no guard reads it. */
export type ReaderTable = readonly (Readers | null)[];

export class ReaderTables {
  readonly cells: ReaderTable;
  readonly variables: ReaderTable;
  readonly clocks: ReaderTable;
  /** Slots whose guard or channel reads variables through computed indices. */
  readonly scanning: GuardOfSlots[] = [];

  constructor(
    network: Network,
    analysis: ReadAnalysis,
    asked: readonly GuardOfSlots[],
    rates: RateRules | null,
    mayFail: (edge: number) => boolean,
  ) {
    const cells = new Array<Lists | null>(network.cells).fill(null);
    const variables = network.variables.map((): Lists | null => null);
    const clocks = network.clocks.map((): Lists | null => null);
    const add = (reads: Reads, note: (lists: Lists) => void): void => {
      for (const cell of reads.cells) note((cells[cell] ??= noLists()));
      for (const variable of reads.variables) note((variables[variable] ??= noLists()));
      for (const clock of reads.clocks) note((clocks[clock] ??= noLists()));
    };
    for (const one of asked) {
      const { edge, firstSlot, endSlot } = one;
      const reads = analysis.of((visitor) => visitEdge({ ...edge, update: [] }, visitor));
      add(reads, (lists) => {
        if (endSlot === firstSlot + 1) lists.slots.push(firstSlot);
        else lists.ranges.push(firstSlot, endSlot);
        if (mayFail(edge.id)) lists.risky.add(edge.process);
      });
      if (reads.variables.size > 0) this.scanning.push(one);
    }
    for (const [index, { locations }] of network.processes.entries()) {
      const reads = analysis.of((visitor) => {
        for (const { invariant } of locations) visitConjuncts(invariant, visitor);
      });
      add(reads, ({ processes }) => processes.push(index));
    }
    for (const [index, { rate, process, location }] of (rates?.rules ?? []).entries()) {
      const place = network.processes[process]!.locations[location]!;
      const reads = analysis.of((visitor) => visitLocation({ ...place, invariant: [], rates: [rate] }, visitor));
      // That it is about a clock does not mean that it reads it.
      add({ ...reads, clocks: new Set() }, (lists) => lists.rates.push(index));
    }
    this.cells = cells.map(packed);
    this.variables = variables.map(packed);
    this.clocks = clocks.map(packed);
  }
}

function noLists(): Lists {
  return { slots: [], ranges: [], processes: [], rates: [], risky: new Set() };
}

function packed(lists: Lists | null): Readers | null {
  if (lists === null) return null;
  const { slots, ranges, processes, rates, risky } = lists;
  return {
    slots: Int32Array.from(slots),
    ranges: Int32Array.from(ranges),
    processes: Int32Array.from(processes),
    rates: Int32Array.from(rates),
    risky: Int32Array.from(risky),
  };
}
