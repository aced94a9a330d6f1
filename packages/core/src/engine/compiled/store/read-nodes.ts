// Parents and ordinals read where they lie, in the memory that several engines share: any of them can follow a path
// through the stores of all. A state of the side `s` of `n` that has the number `i` there is known to all as `i · n +
// s`.

import { CHUNK_BITS } from "./heap.ts";
import type { NodeLayout } from "./store.ts";

const LARGE_ORDINAL = 0xffff;

export interface SharedNodes {
  /** −1: an initial state. */
  parentOf(state: number): number;
  ordinalOf(state: number): number;
}

/**
 * `buffer` is asked for each time, because it grows; `first` is the side's whose layout it is, `stride` how far they
 * are apart.
 */
export function sharedNodes(
  buffer: () => ArrayBufferLike,
  { nodes, side, sides, stride }: { nodes: NodeLayout; side: number; sides: number; stride: number },
): SharedNodes {
  const { table, bytes, parent, ordinal, large } = nodes;
  const recordIn = (view: DataView, chunks: number, of: number, record: number, size: number): number => {
    const chunk = view.getUint32(chunks + (of - side) * stride + 4 * (record >>> CHUNK_BITS), true);
    return chunk + (record & ((1 << CHUNK_BITS) - 1)) * size;
  };
  const nodeIn = (view: DataView, state: number): number =>
    recordIn(view, table, state % sides, Math.floor(state / sides), bytes);
  const largeOrdinal = (view: DataView, state: number): number => {
    const [of, node] = [state % sides, Math.floor(state / sides)];
    let low = 0;
    let high = view.getUint32(large!.count + (of - side) * stride, true);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (view.getUint32(recordIn(view, large!.table, of, middle, 8), true) > node) high = middle;
      else low = middle;
    }
    return view.getUint32(recordIn(view, large!.table, of, low, 8) + 4, true);
  };
  return {
    parentOf(state) {
      const view = new DataView(buffer());
      return view.getInt32(nodeIn(view, state) + parent, true);
    },
    ordinalOf(state) {
      const view = new DataView(buffer());
      const at = nodeIn(view, state) + ordinal;
      if (large === undefined) return view.getInt32(at, true);
      const short = view.getUint16(at, true);
      return short === LARGE_ORDINAL ? largeOrdinal(view, state) : short;
    },
  };
}
