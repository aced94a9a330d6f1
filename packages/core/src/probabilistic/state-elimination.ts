// Solves x = A x + b, where the rows of A are probabilities, by leaving out one state after the other: whoever led to
// it leads to where it leads. What a state does not hand on to itself is summed up from what it hands on to others
// (Grassmann, Taksar and Heyman 1985), so nothing is ever subtracted and every value keeps its leading digits, however
// long the runs are. States with few neighbours go first, since their neighbours become neighbours.

import { LazyHeap } from "../basics/lazy-heap.ts";

/** Numbers: doubles, or fractions. */
export interface Arithmetic<T> {
  readonly zero: T;
  readonly plus: (a: T, b: T) => T;
  readonly times: (a: T, b: T) => T;
  readonly over: (a: T, b: T) => T;
  readonly isZero: (a: T) => boolean;
  /** What a product costs, compared with that of short numbers; 1 unless told. */
  readonly weigh?: (a: T) => number;
}

/** x = constant + Σ chance(to) · x(to) + (what stays) · x. */
export interface StateEquation<T> {
  /** Chances by state, itself left out. */
  readonly to: Map<number, T>;
  /** The chance to leave all of these states. */
  readonly exit: T;
  readonly constant: T;
}

interface Node<T> {
  stamp: number;
  readonly index: number;
  readonly to: Map<Node<T>, T>;
  readonly from: Set<Node<T>>;
  exit: T;
  constant: T;
  /** What is not handed on to itself. */
  moves: T;
}

/** Undefined: it would take more than `most` products, or some state never leaves. */
export function eliminateStates<T>(
  equations: readonly StateEquation<T>[],
  arithmetic: Arithmetic<T>,
  most: number,
): T[] | undefined {
  const { zero, plus, times, over, isZero } = arithmetic;
  const nodes = nodesOf(equations, zero);
  const heap = new LazyHeap<Node<T>>();
  const enter = (node: Node<T>): void => heap.push(node, (node.to.size + 1) * node.from.size, node.index);
  for (const node of nodes) enter(node);
  const order: Node<T>[] = [];
  let work = 0;
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    node.stamp = -1;
    order.push(node);
    node.moves = [...node.to.values()].reduce(plus, node.exit);
    if (isZero(node.moves)) return undefined;
    work += (node.to.size + 2) * node.from.size * (arithmetic.weigh?.(node.constant) ?? 1);
    if (work > most) return undefined;
    for (const before of node.from) {
      const share = over(before.to.get(node)!, node.moves);
      before.to.delete(node);
      for (const [to, chance] of node.to) {
        if (to === before) continue;
        const known = before.to.get(to);
        const added = times(share, chance);
        before.to.set(to, known === undefined ? added : plus(known, added));
        to.from.add(before);
      }
      before.exit = plus(before.exit, times(share, node.exit));
      before.constant = plus(before.constant, times(share, node.constant));
    }
    for (const to of node.to.keys()) to.from.delete(node);
    for (const neighbour of new Set([...node.from, ...node.to.keys()])) {
      neighbour.stamp++;
      enter(neighbour);
    }
  }
  const value = new Array<T>(nodes.length);
  for (const { index, to, constant, moves } of order.reverse()) {
    let sum = constant;
    for (const [next, chance] of to) sum = plus(sum, times(chance, value[next.index]!));
    value[index] = over(sum, moves);
  }
  return value;
}

function nodesOf<T>(equations: readonly StateEquation<T>[], zero: T): Node<T>[] {
  const nodes = equations.map(({ exit, constant }, index): Node<T> => {
    return { stamp: 0, index, to: new Map(), from: new Set(), exit, constant, moves: zero };
  });
  for (const [index, { to }] of equations.entries()) {
    for (const [next, chance] of to) {
      nodes[index]!.to.set(nodes[next]!, chance);
      nodes[next]!.from.add(nodes[index]!);
    }
  }
  return nodes;
}
