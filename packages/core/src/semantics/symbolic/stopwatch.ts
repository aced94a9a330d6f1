// The past of a zone when some clocks stand still. The exact past need not be a zone; what is subtracted from others
// (deadlock) must not be too large, so this one is exact or too small.

import { checked, copyZone, LE_ZERO, sum } from "../../zone/index.ts";

/**
 * Exact where the zone relates no running clock to a stopped one: then it is a product, and only its running part
 * has a past. Otherwise the zone itself.
 */
export function pastStopped(zone: Int32Array, dim: number, stopped: Uint8Array): Int32Array {
  const crossing: [number, number][] = [];
  for (let i = 1; i < dim; i++) {
    for (let j = 1; j < dim; j++) if (i !== j && stopped[i] !== stopped[j]) crossing.push([i, j]);
  }
  const throughZero = (from: Int32Array, i: number, j: number) => sum(from[i * dim]!, from[j]!);
  if (crossing.some(([i, j]) => zone[i * dim + j]! < throughZero(zone, i, j))) return zone;
  const past = copyZone(zone);
  for (let i = 1; i < dim; i++) {
    if (stopped[i]) continue;
    let lower = LE_ZERO;
    for (let j = 1; j < dim; j++) if (!stopped[j]) lower = Math.min(lower, zone[j * dim + i]!);
    past[i] = lower;
  }
  for (const [i, j] of crossing) past[i * dim + j] = checked(throughZero(past, i, j));
  return past;
}
