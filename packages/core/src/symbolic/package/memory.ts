// Where the package keeps what it works on. Tables that grow have all the room they may ever need, one behind the
// other: pages that were never touched cost nothing. Nodes come last, as far as the memory grows.

/** Bytes of a node: value, what follows, the next value, the next node of its bucket. */
export const NODE_BYTES = 16;
export const VALUE = 0;
export const DOWN = 4;
export const RIGHT = 8;
export const NEXT = 12;

/** At most so many nodes; an operation and a node fit into one word. */
export const NODE_BITS = 25;
export const MOST_NODES = 2 ** NODE_BITS;

const FIRST = 1024;
/** One word per entry of a shape: mode and gap. */
export const SHAPES = FIRST;
export const MOST_SHAPE_WORDS = 2 ** 20;
/** Where the chains of each level begin, and the chains. */
export const CHAINS = SHAPES + 4 * MOST_SHAPE_WORDS;
export const MOST_CHAIN_WORDS = 2 ** 21;
/** Results of operations: three words that say which, and the result. */
export const CACHE = CHAINS + 4 * MOST_CHAIN_WORDS;
export const ENTRY_BYTES = 16;
export const MOST_ENTRIES = 2 ** 21;
export const FEWEST_ENTRIES = 2 ** 14;
export const BUCKETS = CACHE + ENTRY_BYTES * MOST_ENTRIES;
export const FEWEST_BUCKETS = 2 ** 12;
export const NODES = BUCKETS + 4 * MOST_NODES;

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
