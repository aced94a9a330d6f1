// Strongly connected components of any graph (Tarjan 1972, without recursion).

export interface ComponentOrder {
  /** By node; −1 for those that are left out. Successors of a component have smaller numbers. */
  readonly of: Int32Array;
  readonly count: number;
  /** Nodes by component, in order: those of component c are `nodes[first[c] … first[c + 1])`. */
  readonly nodes: Int32Array;
  readonly first: Int32Array;
}

/** `edge(node, k)`: the k-th successor, −1 to leave it out, −2 behind the last one. */
export function orderedComponents(
  size: number,
  isIn: (node: number) => boolean,
  edge: (node: number, k: number) => number,
): ComponentOrder {
  const of = new Int32Array(size).fill(-1);
  const number = new Int32Array(size);
  const low = new Int32Array(size);
  const next = new Int32Array(size);
  const stack: number[] = [];
  const path: number[] = [];
  const nodes: number[] = [];
  const first: number[] = [0];
  let time = 0;
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (number[root] !== 0 || !isIn(root)) continue;
    path.push(root);
    number[root] = low[root] = ++time;
    stack.push(root);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      const to = edge(node, next[node]!++);
      if (to >= 0) {
        if (number[to] === 0) {
          number[to] = low[to] = ++time;
          stack.push(to);
          path.push(to);
        } else if (of[to]! < 0 && number[to]! < low[node]!) low[node] = number[to]!;
        continue;
      }
      if (to === -1) continue;
      path.pop();
      const before = path[path.length - 1];
      if (before !== undefined && low[node]! < low[before]!) low[before] = low[node]!;
      if (low[node] !== number[node]) continue;
      for (;;) {
        const member = stack.pop()!;
        of[member] = count;
        nodes.push(member);
        if (member === node) break;
      }
      first.push(nodes.length);
      count++;
    }
  }
  return { of, count, nodes: Int32Array.from(nodes), first: Int32Array.from(first) };
}
