// How big a network is: the counts that `tracehound info` prints, and the bits a packed discrete state takes.

import { cellTable, type Network, rangeOf, type ValueType } from "../network/index.ts";

export interface NetworkStatistics {
  readonly processes: number;
  readonly locations: number;
  readonly edges: number;
  readonly channels: number;
  readonly clocks: number;
  readonly functions: number;
  readonly vectors: number;
  /** Cells of the discrete state that are part of it: meta variables and constant tables are not. */
  readonly cells: number;
  /** Bits of a packed discrete state: one field per process and per cell, as narrow as its range allows. */
  readonly stateBits: number;
  /** Scalars one by one, arrays and structs with the range that covers all their cells. */
  readonly variables: readonly { readonly name: string; readonly min: number; readonly max: number }[];
}

/** Bits for a field of `count` different values. */
export function bitsFor(count: number): number {
  return count <= 1 ? 0 : Math.ceil(Math.log2(count));
}

export function statisticsOf(network: Network): NetworkStatistics {
  let stateBits = 0;
  let locations = 0;
  for (const process of network.processes) {
    locations += process.locations.length;
    stateBits += bitsFor(process.locations.length);
  }
  const table = cellTable(network);
  let cells = 0;
  for (let cell = 0; cell < network.cells; cell++) {
    if (table.meta[cell] === 1) continue;
    cells++;
    stateBits += bitsFor(table.max[cell]! - table.min[cell]! + 1);
  }
  return {
    processes: network.processes.length,
    locations,
    edges: network.edges.length,
    channels: network.channels.length,
    clocks: network.clocks.length,
    functions: network.functions.length,
    vectors: network.vectors.length,
    cells,
    stateBits,
    variables: network.variables
      .filter(({ constant }) => constant !== true)
      .map(({ name, type }) => ({ name, ...rangeOfAll(type) })),
  };
}

/** The smallest range that covers every cell of a type. */
function rangeOfAll(type: ValueType): { min: number; max: number } {
  if (type.kind === "array") return rangeOfAll(type.element);
  if (type.kind !== "struct") return rangeOf(type);
  const [first = { min: 0, max: 0 }, ...others] = type.fields.map((field) => rangeOfAll(field.type));
  return others.reduce((all, { min, max }) => ({ min: Math.min(all.min, min), max: Math.max(all.max, max) }), first);
}
