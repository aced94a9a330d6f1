// States as bytes, in the form the reference engine uses (locations, cells, full zone as little-endian int32), so
// that either engine reads what the other wrote. Clocks without a row are unconstrained there. In local time the full
// zone has a row per process in place of row 0, and only that is written.

import { INF, LE_ZERO, synchronised } from "../../zone/index.ts";
import type { Instance } from "./instance.ts";
import { BLOCK_HEADER } from "./store/subsumption.ts";

/** Writes the state if it fits; yields the number of bytes it takes. `record`: a candidate that has its zone. */
export function encodeFrom(instance: Instance, state: number, record: number | undefined, into: Uint8Array): number {
  const { exports, program } = instance;
  const { network } = program;
  const processes = network.processes.length;
  const { dim, rowOf, referenceOf, references } = fullRows(instance);
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
  const active = activeClocks(instance);
  const rows = [...referencesOf(references), ...active.map(rowOf)];
  const tight = bounds(instance, wholeZone(instance, zoneAt, active.length), rows.length * rows.length);
  const zone = new Int32Array(dim * dim).fill(INF);
  for (let i = 0; i < dim; i++) zone[i * dim + i] = LE_ZERO;
  for (const [i, rowI] of rows.entries()) {
    for (const [j, rowJ] of rows.entries()) zone[rowI * dim + rowJ] = tight[i * rows.length + j]!;
  }
  // x − y is at most x where nothing is known of y but that it is not negative.
  for (const clock of network.clocks.keys()) {
    const column = rowOf(clock);
    if (rows.includes(column)) continue;
    for (const i of rows) zone[i * dim + column] = zone[i * dim + referenceOf(clock)]!;
  }
  for (const value of zone) write(value);
  return size;
}

/** Makes a stored state of a module with the same layout the candidate at hand; yields the dimension of its zone. */
export function copyState(from: Instance, state: number, to: Instance): number {
  const { layout, lanes, at, network } = to.program;
  const dim = from.exports.dimensionOf(state);
  to.words(at.candidateWords, layout.words).set(from.words(from.exports.wordsOf(state), layout.words));
  // Without clocks a store may keep no zones, and all candidates share one.
  if (network.clocks.length === 0) return dim;
  const size = vectorsFor(dim ** 2, lanes.bytes) / 4;
  to.words(at.tight, size).set(from.words(from.exports.blockOf(state) + BLOCK_HEADER, size));
  return dim;
}

/** Writes a stored state as it lies in memory, if it fits: its words, then its zone; yields how many words that is. */
export function carryState(instance: Instance, state: number, into: Int32Array): number {
  const { exports, program } = instance;
  const { layout, lanes, network } = program;
  // Without clocks a store may keep no zones, and all candidates share one.
  const zone = network.clocks.length === 0 ? 0 : vectorsFor(exports.dimensionOf(state) ** 2, lanes.bytes) / 4;
  const size = layout.words + zone;
  if (size > into.length) return size;
  const words = exports.wordsOf(state) >>> 2;
  const { whole } = instance;
  for (let i = 0; i < layout.words; i++) into[i] = whole[words + i]!;
  if (zone === 0) return size;
  const bounds = ((exports.blockOf(state) + BLOCK_HEADER) >>> 2) - layout.words;
  for (let i = layout.words; i < size; i++) into[i] = whole[bounds + i]!;
  return size;
}

/**
 * Stores what was carried here; yields its id or a negative code. Throws where so many words are no state: they may come
 * from anywhere.
 */
export function takeState(instance: Instance, words: Int32Array, from: number, count: number, cost: number): number {
  const { exports, program } = instance;
  const { layout, at, lanes, network } = program;
  const isTimed = network.clocks.length > 0;
  const most = isTimed ? vectorsFor((network.clocks.length + network.processes.length + 1) ** 2, lanes.bytes) / 4 : 0;
  if (count < layout.words || count > layout.words + most || from + count > words.length)
    throw new RangeError("this is no state");
  const { whole } = instance;
  const discrete = at.candidateWords >>> 2;
  for (let i = 0; i < layout.words; i++) whole[discrete + i] = words[from + i]!;
  const zone = (at.tight >>> 2) - layout.words;
  for (let i = layout.words; i < count; i++) whole[zone + i] = words[from + i]!;
  const id = exports.adoptCopy(cost);
  if (id < 0 || !isTimed || count === layout.words + vectorsFor(exports.dimensionOf(id) ** 2, lanes.bytes) / 4)
    return id;
  throw new RangeError("this is no state: its zone has another size");
}

/** Stores an encoded state; yields its id or a negative code. */
export function decodeInto(instance: Instance, bytes: Uint8Array, cost: number): number {
  instance.exports.begin();
  arrange(instance, bytes);
  return instance.exports.adopt(cost);
}

/** Appends an encoded state to the candidates, as one without participants. */
export function appendDecoded(instance: Instance, bytes: Uint8Array): void {
  arrange(instance, bytes);
  instance.exports.append();
}

/** Makes an encoded state the candidate at hand. */
function arrange(instance: Instance, bytes: Uint8Array): void {
  const { program } = instance;
  const { network, at: addresses } = program;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const read = (): number => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const locations = instance.words(addresses.startLocations, network.processes.length);
  for (let i = 0; i < locations.length; i++) locations[i] = read();
  const cells = instance.words(addresses.cells, network.cells);
  for (let i = 0; i < cells.length; i++) cells[i] = read();
  const { dim, rowOf, references } = fullRows(instance);
  const active = activeClocks(instance);
  const zone = Int32Array.from({ length: dim * dim }, read);
  if (dim > 1) {
    const rows = [...referencesOf(references), ...active.map(rowOf)];
    const compact = Int32Array.from({ length: rows.length ** 2 }, (_, entry) => {
      const [i, j] = [Math.floor(entry / rows.length), entry % rows.length];
      return zone[rows[i]! * dim + rows[j]!]!;
    });
    const whole = wholeZone(instance, addresses.tight, active.length);
    if (whole !== addresses.tight)
      writeBounds(instance, addresses.tight, synchronised(compact, rows.length, references));
    writeBounds(instance, whole, compact);
  }
}

/** How the full zone is laid out: references (row 0, or one row per process), then all clocks. */
function fullRows({ program }: Instance) {
  const { owners, network } = program;
  const references = owners === null ? 1 : network.processes.length;
  return {
    references,
    dim: references + network.clocks.length,
    rowOf: (clock: number): number => references + clock,
    referenceOf: (clock: number): number => (owners === null ? 0 : owners[clock]!),
  };
}

function referencesOf(count: number): number[] {
  return Array.from({ length: count }, (_, reference) => reference);
}

/** The clocks that have rows at the locations in `startLocations`, in order. */
function activeClocks(instance: Instance): number[] {
  const dim = instance.exports.arrange();
  const clocks = instance.words(instance.program.at.clockOfRow, dim);
  return Array.from({ length: dim - 1 }, (_, row) => clocks[row + 1]! / 4);
}

/** Where the whole zone lies: in local time behind its synchronised part. */
function wholeZone({ program: { owners, lanes } }: Instance, address: number, active: number): number {
  return owners === null ? address : address + vectorsFor((active + 1) ** 2, lanes.bytes);
}

function vectorsFor(entries: number, bytes: number): number {
  return Math.ceil((entries * bytes) / 16) * 16;
}

function bounds(instance: Instance, address: number, count: number): Int32Array {
  const { lanes } = instance.program;
  if (lanes.bits === 32) return instance.words(address, count).slice();
  const short = new Int16Array(instance.buffer, address >>> 0, count);
  return Int32Array.from(short, (bound) => (bound === lanes.infinity ? INF : bound));
}

function writeBounds({ buffer, program: { lanes } }: Instance, address: number, zone: Int32Array): void {
  const type = lanes.bits === 16 ? Int16Array : Int32Array;
  const size = vectorsFor(zone.length, lanes.bytes) / lanes.bytes;
  // Constructors of both kinds take both kinds of buffers; their types do not say so together.
  const tight = new type(buffer as ArrayBuffer, address, size).fill(0);
  for (const [at, bound] of zone.entries()) tight[at] = bound === INF ? lanes.infinity : bound;
}

/** Copies every state of a store without zones into another instance, ids unchanged. */
export function copyAll(from: Instance, to: Instance): void {
  const { exports, program } = to;
  const { words } = program.layout;
  const count = from.exports.size();
  for (let id = 0; id < count; id++) {
    to.words(program.at.candidateWords, words).set(from.words(from.exports.wordsOf(id), words));
    const { parentOf, ordinalOf } = from.exports;
    if (exports.insert(program.at.candidateWords, program.at.tight, 1, 0, parentOf(id), ordinalOf(id)) !== id) {
      throw new Error("the store lost a state");
    }
  }
}
