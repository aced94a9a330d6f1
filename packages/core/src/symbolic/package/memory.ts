// Where the package keeps what it works on. Tables that grow have all the room they may ever need, one behind the
// other: pages that were never touched cost nothing. Nodes come last, as far as the memory grows. Most sets stay small,
// and a memory counts with all its pages: work begins by a small plan, and what outgrows it is copied into a large one.

/** Bytes of a node: value, what follows, the next value, the next node of its bucket. */
export const NODE_BYTES = 16;
export const VALUE = 0;
export const DOWN = 4;
export const RIGHT = 8;
export const NEXT = 12;

/** At most so many nodes; an operation and a node fit into one word. */
export const NODE_BITS = 25;
export const MOST_NODES = 2 ** NODE_BITS;

export const ENTRY_BYTES = 16;
export const FEWEST_ENTRIES = 2 ** 14;
export const FEWEST_BUCKETS = 2 ** 12;

export interface MemoryPlan {
  readonly mostNodes: number;
  readonly mostShapeWords: number;
  readonly mostChainWords: number;
  readonly mostEntries: number;
  /** One word per entry of a shape: mode and gap. */
  readonly shapes: number;
  /** Where the chains of each level begin, and the chains. */
  readonly chains: number;
  /** Results of operations: three words that say which, and the result. */
  readonly cache: number;
  readonly buckets: number;
  readonly nodes: number;
}

type Room = Pick<MemoryPlan, "mostNodes" | "mostShapeWords" | "mostChainWords" | "mostEntries">;

function layoutOf(room: Room): MemoryPlan {
  const shapes = 1024;
  const chains = shapes + 4 * room.mostShapeWords;
  const cache = chains + 4 * room.mostChainWords;
  const buckets = cache + ENTRY_BYTES * room.mostEntries;
  return { ...room, shapes, chains, cache, buckets, nodes: buckets + 4 * room.mostNodes };
}

export const SMALL = layoutOf({
  mostNodes: 2 ** 16,
  mostShapeWords: 2 ** 14,
  mostChainWords: 2 ** 15,
  mostEntries: 2 ** 16,
});
export const LARGE = layoutOf({
  mostNodes: MOST_NODES,
  mostShapeWords: 2 ** 20,
  mostChainWords: 2 ** 21,
  mostEntries: 2 ** 21,
});

export const PAGE_BYTES = 2 ** 16;
/** The memory grows by this. */
export const GROWTH_PAGES = 32;

/** In place of the next node of a bucket: the node is reached from a root. */
export const MARKED = -1;

/** Operations, in the order of their codes. */
export const OPERATIONS = {
  union: 1,
  minus: 2,
  intersect: 3,
  image: 4,
  project: 5,
  saturate: 6,
  children: 7,
  step: 8,
} as const;
