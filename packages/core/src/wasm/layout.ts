// The one place that knows how a discrete state is laid out. Unpacked, it is an int32 per process and per cell, which
// guards and updates work on; packed, every location and cell takes the bits its declared range needs, in 32-bit
// words, which is what is hashed, compared and stored. Meta variables are not part of the packed state.

import { cellTable, type Network } from "../network/index.ts";

/** Where a value stands in the packed words; 0 bits: it has one value only, `min`. */
export interface Field {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly min: number;
}

export interface StateLayout {
  /** Number of packed words, at least one. */
  readonly words: number;
  /** The highest bit in use plus one, counted through all words. */
  readonly bits: number;
  readonly locations: readonly Field[];
  /** Null for meta cells. */
  readonly cells: readonly (Field | null)[];
}

export function maskOf(bits: number): number {
  return bits === 32 ? -1 : (1 << bits) - 1;
}

export function layoutOf(network: Network): StateLayout {
  const used: number[] = [0];
  let open = 0;
  const place = (min: number, max: number): Field => {
    const bits = bitsFor(max - min);
    if (bits === 0) return { word: 0, shift: 0, bits, min };
    // Values never straddle words; the first word with room takes it.
    while (open < used.length && used[open]! === 32) open++;
    let word = open;
    while (word < used.length && used[word]! + bits > 32) word++;
    if (word === used.length) used.push(0);
    const shift = used[word]!;
    used[word] = shift + bits;
    return { word, shift, bits, min };
  };
  const locations = network.processes.map((process) => place(0, process.locations.length - 1));
  const table = cellTable(network);
  const cells = Array.from({ length: network.cells }, (_, cell) =>
    table.meta[cell] === 1 ? null : place(table.min[cell]!, table.max[cell]!),
  );
  return { words: used.length, bits: 32 * (used.length - 1) + used.at(-1)!, locations, cells };
}

/** Bits for the values 0 … span (span as a non-negative number that may exceed int32). */
function bitsFor(span: number): number {
  let bits = 0;
  while (bits < 32 && 2 ** bits <= span) bits++;
  return bits;
}

export interface CellRange {
  readonly first: number;
  readonly count: number;
}
