// Zones in which every process has a time of its own (offset zones; Bengtsson, Jonsson, Lilius and Yi 1998; Govind,
// Herbreteau, Srivathsan and Walukiewicz 2019). The first rows of the matrix are references, one per process, and take
// the place of row 0: the row of process p stands for minus its local time, and a clock x of p has the value
// "row of x − row of p". Only differences count, so cutting, assigning and comparing are those of `dbm.ts`.

import { checked, INF, LE_ZERO, sum } from "./bound.ts";

/**
 * Lets every process delay on its own, except those marked as standing still: nothing bounds the reference of the
 * others from below any more. Stays canonical.
 */
export function delayLocally(zone: Int32Array, dim: number, standing: ArrayLike<number>): void {
  for (let t = 0; t < standing.length; t++) {
    if (standing[t]) continue;
    for (let i = 0; i < dim; i++) if (i !== t) zone[i * dim + t] = INF;
  }
}

/** Is there a valuation in which all local times agree? */
export function isSynchronisable(zone: Int32Array, dim: number, references: number): boolean {
  for (let s = 0; s < references; s++) {
    for (let t = 0; t < references; t++) if (zone[s * dim + t]! < LE_ZERO) return false;
  }
  return zone[0]! >= LE_ZERO;
}

/**
 * The valuations in which all local times agree, as a zone in the usual form: the references become row 0. A shortest
 * path between two clocks either stays away from the references, or it enters them once by the least way and leaves
 * them once by the least way, because between references there is no negative path. The zone must be synchronisable.
 */
export function synchronised(zone: Int32Array, dim: number, references: number): Int32Array {
  const size = dim - references + 1;
  const result = new Int32Array(size * size);
  for (let x = 1; x < size; x++) {
    const row = x + references - 1;
    let into = INF;
    let from = INF;
    for (let t = 0; t < references; t++) {
      into = Math.min(into, zone[row * dim + t]!);
      from = Math.min(from, zone[t * dim + row]!);
    }
    result[x * size] = into;
    result[x] = from;
  }
  for (let x = 1; x < size; x++) {
    for (let y = 1; y < size; y++) {
      if (x === y) continue;
      const direct = zone[(x + references - 1) * dim + y + references - 1]!;
      result[x * size + y] = checked(Math.min(direct, sum(result[x * size]!, result[y]!)));
    }
  }
  return result;
}
