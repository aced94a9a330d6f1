// Ways in which rows of zones are laid out in vectors: what the kernels are tested with.

import { LANES_16, LANES_32, type Lanes } from "../../../src/wasm/simd.ts";

/** Lanes, and the largest dimension that there is room for. */
const LAYOUTS = {
  "16 bits, 1 vector": [LANES_16, 6],
  "16 bits, 2 vectors": [LANES_16, 12],
  "16 bits, small in 2 vectors": [LANES_16, 12],
  "16 bits, 5 vectors": [LANES_16, 38],
  "16 bits, looped": [LANES_16, 70],
  "32 bits, 1 vector": [LANES_32, 4],
  "32 bits, 2 vectors": [LANES_32, 8],
  "32 bits, 3 vectors": [LANES_32, 10],
  "32 bits, 6 vectors": [LANES_32, 22],
  "32 bits, looped": [LANES_32, 40],
} as const;
type Layout = keyof typeof LAYOUTS;

/** Layouts with the dimension that is tried in each. */
export function shapes(dims: Partial<Record<Layout, number>>): [Layout, Lanes, number, number][] {
  return (Object.entries(dims) as [Layout, number][]).map(([name, dim]) => {
    const [lanes, most] = LAYOUTS[name];
    return [name, lanes, dim, most];
  });
}
