// Long packed states are stored as trees: sixteen neighbouring words are a node, sixteen neighbouring nodes are a node
// of the next level, until at most sixteen entries are left, the root (thirty-two where that saves a level). This page
// knows how the levels lie one after the other, in units of words: level 0 are the packed words themselves.

import type { FunctionHandle, GlobalHandle } from "./assembler.ts";

/** States of more words than this are trees. */
export const LONGEST_FLAT = 16;

export interface Level {
  /** Where the level begins, in words. */
  readonly base: number;
  readonly size: number;
}

export interface TreeShape {
  /** Entries of a node: a power of two. */
  readonly fanOut: number;
  readonly levels: readonly Level[];
  /** Words of all levels; each level is padded to whole nodes. */
  readonly total: number;
}

export function treeShape(words: number): TreeShape {
  const fanOut = words <= 16 * 16 ? 16 : 32;
  const levels: Level[] = [];
  let total = 0;
  for (let size = words; ; size = Math.ceil(size / fanOut)) {
    levels.push({ base: total, size });
    total += fanOut * Math.ceil(size / fanOut);
    if (size <= fanOut) return { fanOut, levels, total };
  }
}

export const isLong = (words: number): boolean => words > LONGEST_FLAT;

export interface Changes {
  /** Offsets in bytes, from `list` up to `top`. */
  readonly list: number;
  readonly top: GlobalHandle;
  /** (offset): notes a word of the tree, once. */
  readonly note: FunctionHandle;
  /** (address in the list): makes what is noted from there on equal to the source again, and forgets it. */
  readonly undo: FunctionHandle;
}
