// Lists of numbers by number, in two typed arrays: the items of list i lie from `first[i]` to `first[i + 1]`.

export interface Lists {
  readonly first: Int32Array;
  readonly items: Int32Array;
}

/** `pairs` are neighbours: list, item. Items keep their order. */
export function listsOf(count: number, pairs: readonly number[]): Lists {
  return listsFrom(count, (visit) => {
    for (let at = 0; at < pairs.length; at += 2) visit(pairs[at]!, pairs[at + 1]!);
  });
}

/** `each` calls for every list and item, twice: millions of them need not be kept in between. */
export function listsFrom(count: number, each: (visit: (list: number, item: number) => void) => void): Lists {
  const first = new Int32Array(count + 1);
  let size = 0;
  each((list) => {
    first[list + 1]!++;
    size++;
  });
  for (let list = 0; list < count; list++) first[list + 1]! += first[list]!;
  const next = first.slice();
  const items = new Int32Array(size);
  each((list, item) => {
    items[next[list]!++] = item;
  });
  return { first, items };
}
