// The unlimited-branching tree of Hoffmann and Koehler (1999): sets of literals, each a path of ascending literals from
// the root, with a number at its end. It answers which of the stored sets within a given one has the least number; a
// node knows the least number below it, so that branches which cannot improve are left alone.

export class UbTree {
  private readonly root: Node = node();
  size = 0;

  /** Literals ascending. */
  insert(literals: ArrayLike<number>, value: number): void {
    let at = this.root;
    at.least = Math.min(at.least, value);
    for (let k = 0; k < literals.length; k++) {
      let child = at.children.get(literals[k]!);
      if (child === undefined) {
        child = node();
        at.children.set(literals[k]!, child);
      }
      child.least = Math.min(child.least, value);
      at = child;
    }
    at.value = Math.min(at.value, value);
    this.size++;
  }

  /** The least number of a stored set whose literals are all allowed; `limit` where none is below it. */
  least(allowed: Uint8Array, limit = Number.POSITIVE_INFINITY): number {
    return leastBelow(this.root, allowed, limit);
  }
}

interface Node {
  readonly children: Map<number, Node>;
  value: number;
  least: number;
}

const node = (): Node => ({
  children: new Map(),
  value: Number.POSITIVE_INFINITY,
  least: Number.POSITIVE_INFINITY,
});

function leastBelow(at: Node, allowed: Uint8Array, limit: number): number {
  if (at.least >= limit) return limit;
  let best = Math.min(limit, at.value);
  for (const [literal, child] of at.children) {
    if (allowed[literal] === 1 && child.least < best) best = leastBelow(child, allowed, best);
  }
  return best;
}
