// Long packed states are stored as trees: eight neighbouring words are a node, eight neighbouring nodes are a node of
// the next level, until at most eight entries are left, the root. This page knows how the levels lie one after the
// other, in units of words: level 0 are the packed words themselves.

export const FAN_OUT = 8;
/** States of more words than this are trees. */
export const LONGEST_FLAT = 16;

export interface Level {
  /** Where the level begins, in words. */
  readonly base: number;
  readonly size: number;
}

export interface TreeShape {
  readonly levels: readonly Level[];
  /** Words of all levels; each level is padded to whole nodes. */
  readonly total: number;
}

export function treeShape(words: number): TreeShape {
  const levels: Level[] = [];
  let total = 0;
  for (let size = words; ; size = Math.ceil(size / FAN_OUT)) {
    levels.push({ base: total, size });
    total += FAN_OUT * Math.ceil(size / FAN_OUT);
    if (size <= FAN_OUT) return { levels, total };
  }
}

export const isLong = (words: number): boolean => words > LONGEST_FLAT;
