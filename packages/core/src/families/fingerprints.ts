// What tells the members of families apart: how large they are, how long the way to the error is, and how many states
// breadth-first search explores up to it (extra-lu, no reduction). The sizes are those of the papers, or the default
// one. Tests count all of them and search the cheap ones again; no two may be the same.

export interface Fingerprint {
  readonly family: string;
  readonly variant: string;
  readonly size: number;
  readonly processes: number;
  readonly clocks: number;
  readonly variables: number;
  /** Transitions of the shortest trace; absent where breadth-first search was not run. */
  readonly shortest?: number;
  readonly explored?: number;
}

type Row = readonly [
  family: string,
  variant: string,
  size: number,
  processes: number,
  clocks: number,
  variables: number,
  shortest?: number,
  explored?: number,
];

const ROWS: readonly Row[] = [
  ["aircraft", "one", 3, 3, 2, 1, 6, 40],
  ["aircraft", "two", 3, 3, 3, 1, 6, 107],
  ["aircraft", "three", 3, 3, 4, 1, 6, 218],
  ["arbiter", "tree", 2, 8, 0, 0, 12, 305],
  ["arbiter", "tree", 3, 16, 0, 0, 17, 29660],
  ["arbiter", "tree", 4, 32, 0, 0],
  ["arbiter", "tree", 5, 64, 0, 0],
  ["arbiter", "tree", 6, 128, 0, 0],
  ["csmacd", "bus", 4, 5, 5, 0, 2, 10],
  ["fddi", "ring", 3, 4, 9, 0, 6, 9],
  ["fischer", "B", 5, 5, 5, 1, 6, 284],
  ["fischer", "B", 10, 10, 10, 1, 6, 3390],
  ["fischer", "B", 15, 15, 15, 1, 6, 16946],
  ["fischer", "A", 5, 6, 5, 1, 8, 914],
  ["fischer", "A", 10, 11, 10, 1, 8, 26765],
  ["fischer", "A", 15, 16, 15, 1, 8, 231381],
  ["fischer", "C", 5, 5, 5, 2, 6, 284],
  ["fischer", "C", 10, 10, 10, 2, 6, 3390],
  ["fischer", "C", 15, 15, 15, 2, 6, 16946],
  ["gossip", "complete", 4, 4, 4, 2, 12, 574],
  ["gossip", "ring", 4, 4, 4, 2, 12, 221],
  ["hanoi", "hold", 3, 4, 0, 0, 22, 424],
  ["hanoi", "hold", 4, 5, 0, 0, 52, 4475],
  ["hanoi", "hold", 5, 6, 0, 0, 114, 42184],
  ["hanoi", "hold", 6, 7, 0, 0, 240, 404811],
  ["hanoi", "hold", 7, 8, 0, 0, 494, 3748927],
  ["hanoi", "hold", 8, 9, 0, 0, 1004, 34628625],
  ["hanoi", "hold", 9, 10, 0, 0],
  ["hanoi", "no", 3, 4, 0, 0, 22, 305],
  ["hanoi", "no-two-steps", 3, 4, 0, 0, 22, 387],
  ["hanoi", "refuse", 3, 4, 0, 0, 22, 175],
  ["hanoi", "forward-no", 3, 4, 0, 0, 22, 460],
  ["job-shop", "chain", 3, 3, 4, 4, 18, 447],
  ["leader", "ring", 3, 6, 3, 7, 21, 523],
  ["leader", "pool", 3, 57, 57, 68],
  ["milner", "timed", 8, 9, 16, 0, 11, 86],
  ["mutex", "M", 1, 3, 4, 8, 45, 7294],
  ["mutex", "M", 2, 4, 4, 10, 48, 25998],
  ["mutex", "M", 3, 4, 4, 10, 46, 28507],
  ["mutex", "M", 4, 5, 4, 12, 49, 101715],
  ["mutex", "M-direct", 1, 3, 4, 4, 45, 5770],
  ["mutex", "M-direct", 2, 4, 4, 5, 48, 11966],
  ["mutex", "N", 1, 3, 7, 8, 48, 19865],
  ["mutex", "N", 2, 4, 7, 10, 51, 74561],
  ["mutex", "N", 3, 4, 7, 10, 49, 77938],
  ["mutex", "N", 4, 5, 7, 12, 52, 292282],
  ["mutex", "N-direct", 1, 3, 7, 4, 48, 17205],
  ["mutex", "N-direct", 2, 4, 7, 5, 51, 35257],
  ["philosophers", "forks", 5, 5, 0, 1, 5, 111],
  ["plant", "one", 3, 3, 3, 3, 12, 92],
  ["plant", "two", 3, 3, 3, 3, 12, 254],
  ["random", "pairs", 5, 5, 0, 0, 5, 101],
  ["ring", "timeout", 4, 5, 4, 0, 5, 6],
  ["task-graph", "two", 5, 5, 6, 2, 10, 189],
  ["task-graph", "three", 5, 5, 6, 2, 10, 360],
  ["train-gate", "queue", 4, 5, 5, 2, 5, 204],
  ["tram", "C", 1, 5, 3, 12, 53, 63042],
  ["tram", "C", 2, 6, 3, 14, 54, 150103],
  ["tram", "C", 3, 6, 3, 15, 54, 185831],
  ["tram", "C", 4, 7, 3, 17, 54, 367090],
  ["tram", "C", 5, 8, 3, 19, 54, 985082],
  ["tram", "C", 6, 9, 3, 21, 54, 1949234],
  ["tram", "C", 7, 10, 3, 23],
  ["tram", "C", 8, 10, 3, 24],
  ["tram", "C", 9, 10, 3, 25],
  ["tram", "C-direct", 1, 5, 3, 6, 53, 19272],
  ["tram", "C-direct", 2, 6, 3, 7, 54, 38116],
  ["tram", "S", 1, 5, 3, 12, 53, 69677],
  ["tram", "S", 2, 6, 3, 14, 53, 137284],
  ["tram", "S", 3, 6, 3, 15, 53, 137284],
  ["tram", "S", 4, 7, 3, 17, 54, 325927],
  ["tram", "S", 5, 8, 3, 19, 54, 853596],
  ["tram", "S", 6, 9, 3, 21, 54, 1685373],
  ["tram", "S", 7, 10, 3, 23, 55, 5658632],
  ["tram", "S", 8, 10, 3, 24, 55, 6440328],
  ["tram", "S", 9, 10, 3, 25, 55, 9160545],
];

export const fingerprints: readonly Fingerprint[] = ROWS.map(
  ([family, variant, size, processes, clocks, variables, shortest, explored]) => ({
    family,
    variant,
    size,
    processes,
    clocks,
    variables,
    ...(shortest === undefined || explored === undefined ? {} : { shortest, explored }),
  }),
);
