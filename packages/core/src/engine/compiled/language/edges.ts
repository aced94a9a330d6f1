// What is known of edges before anything is emitted for them.

import type { Edge, IndexedRef } from "../../../network/index.ts";

/** Has the edge a specialised step? */
export const isAlone = (edge: Edge): boolean => edge.sync.kind === "internal" && edge.selects.length === 0;

/** All channels an indexed name may mean. */
export function channelsOf(ref: IndexedRef): number[] {
  let found = [ref.base];
  for (const { index, first, count, stride } of ref.steps) {
    const positions =
      index.kind === "constant" ? [index.value - first] : Array.from({ length: count }, (_, position) => position);
    found = found.flatMap((channel) => positions.map((position) => channel + position * stride));
  }
  return found;
}
