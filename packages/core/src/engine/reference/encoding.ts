// States as bytes, for disks, certificates and other workers: locations, cells and zone as little-endian int32.

import type { Network } from "../../network/index.ts";
import type { SymbolicState } from "../../semantics/semantics.ts";

/** Writes the state if it fits; yields the number of bytes it takes. */
export function encodeState({ locations, cells, zone }: SymbolicState, into: Uint8Array): number {
  const size = 4 * (locations.length + cells.length + zone.length);
  if (size > into.length) return size;
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength);
  let at = 0;
  for (const part of [locations, cells, zone]) {
    for (const value of part) {
      view.setInt32(at, value, true);
      at += 4;
    }
  }
  return size;
}

/** `size`: numbers of a zone. */
export function decodeState(bytes: Uint8Array, network: Network, dim: number, size = dim * dim): SymbolicState {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const read = (length: number): Int32Array => {
    const part = new Int32Array(length);
    for (let i = 0; i < length; i++, at += 4) part[i] = view.getInt32(at, true);
    return part;
  };
  return { locations: read(network.processes.length), cells: read(network.cells), zone: read(size), dim };
}
