// Lists of numbers by number, in two typed arrays: the items of list i lie from `first[i]` to `first[i + 1]`.

export interface Lists {
  readonly first: Int32Array;
  readonly items: Int32Array;
}

/** `pairs` are neighbours: list, item. Items keep their order. */
export function listsOf(count: number, pairs: readonly number[]): Lists {
  const first = new Int32Array(count + 1);
  for (let at = 0; at < pairs.length; at += 2) first[pairs[at]! + 1]!++;
  for (let list = 0; list < count; list++) first[list + 1]! += first[list]!;
  const next = first.slice();
  const items = new Int32Array(pairs.length / 2);
  for (let at = 0; at < pairs.length; at += 2) items[next[pairs[at]!]!++] = pairs[at + 1]!;
  return { first, items };
}
