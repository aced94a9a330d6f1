// States as bytes, in the form the reference engine uses (locations, cells, full zone as little-endian int32), so
// that either engine reads what the other wrote. Clocks without a row are unconstrained there.

import type { Network } from "../../network/index.ts";
import { INF, universe } from "../../zone/index.ts";
import type { Instance } from "./instance.ts";
import { BLOCK_HEADER } from "./subsumption.ts";

/** Writes the state if it fits; yields the number of bytes it takes. `record`: a candidate that has its zone. */
export function encodeFrom(
  network: Network,
  instance: Instance,
  state: number,
  record: number | undefined,
  into: Uint8Array,
): number {
  const { exports, program } = instance;
  const processes = network.processes.length;
  const dim = network.clocks.length + 1;
  const size = 4 * (processes + network.cells + dim * dim);
  if (size > into.length) return size;
  exports.loadDiscrete(state);
  const locations = instance.words(program.at.locations, processes);
  instance.words(program.at.startLocations, processes).set(locations);
  const cells = instance.words(program.at.cells, network.cells);
  const zoneAt = record === undefined ? exports.blockOf(state) + BLOCK_HEADER : record + instance.words(record, 3)[2]!;
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength);
  let at = 0;
  const write = (value: number): void => {
    view.setInt32(at, value, true);
    at += 4;
  };
  for (const value of locations) write(value);
  for (const value of cells) write(value);
  if (dim === 1) {
    write(0);
    return size;
  }
  const rows = rowsOf(instance, exports.arrange());
  const tight = bounds(instance, zoneAt, rows.length * rows.length);
  const zone = universe(dim);
  for (const [i, rowI] of rows.entries()) {
    for (const [j, rowJ] of rows.entries()) zone[rowI * dim + rowJ] = tight[i * rows.length + j]!;
  }
  // x − y is at most x where nothing is known of y but that it is not negative.
  for (let j = 1; j < dim; j++) {
    if (rows.includes(j)) continue;
    for (const i of rows) zone[i * dim + j] = zone[i * dim]!;
  }
  for (const value of zone) write(value);
  return size;
}

/** Stores an encoded state; yields its id or a negative code. */
export function decodeInto(network: Network, instance: Instance, bytes: Uint8Array, cost: number): number {
  const { exports, program } = instance;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const read = (): number => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const locations = instance.words(program.at.startLocations, network.processes.length);
  for (let i = 0; i < locations.length; i++) locations[i] = read();
  const cells = instance.words(program.at.cells, network.cells);
  for (let i = 0; i < cells.length; i++) cells[i] = read();
  const dim = network.clocks.length + 1;
  const rows = rowsOf(instance, exports.arrange());
  const zone = Int32Array.from({ length: dim * dim }, read);
  if (dim > 1) {
    const { lanes } = program;
    const size = Math.ceil((rows.length * rows.length * lanes.bytes) / 16) * (16 / lanes.bytes);
    const type = lanes.bits === 16 ? Int16Array : Int32Array;
    const tight = new type(instance.memory.buffer, program.at.tight, size).fill(0);
    for (const [i, rowI] of rows.entries()) {
      for (const [j, rowJ] of rows.entries()) {
        const bound = zone[rowI * dim + rowJ]!;
        tight[i * rows.length + j] = bound === INF ? lanes.infinity : bound;
      }
    }
  }
  return exports.adopt(cost);
}

/** Rows of the full zone that the compact one has, in order. */
function rowsOf(instance: Instance, dim: number): number[] {
  const clocks = instance.words(instance.program.at.clockOfRow, dim);
  return Array.from({ length: dim }, (_, row) => (row === 0 ? 0 : clocks[row]! / 4 + 1));
}

function bounds(instance: Instance, address: number, count: number): Int32Array {
  const { lanes } = instance.program;
  if (lanes.bits === 32) return instance.words(address, count).slice();
  const short = new Int16Array(instance.memory.buffer, address >>> 0, count);
  return Int32Array.from(short, (bound) => (bound === lanes.infinity ? INF : bound));
}
