// Strong fairness in a component of the product that is done with: states in which a process is enabled that is never taken
// there are removed, and what is left is taken apart again, until nothing is wrong or nothing is left (Duret-Lutz, Poitrenaud and
// Couvreur 2009).

import { componentsOf } from "../../property/index.ts";
import type { Node, Product } from "./product.ts";

/** A part of a component in which runs can go round for ever, and the marks that they have to meet. */
export interface FairPart {
  readonly nodes: ReadonlySet<Node>;
  readonly required: number;
}

/** A part of a set of nodes in which an accepted run goes round that is strongly fair; undefined where there is none. */
export function stronglyFairPart(product: Product, nodes: readonly Node[], accepting: number): FairPart | undefined {
  const waiting = [nodes];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const members of componentsAmong(product, part)) {
      const inside = new Set(members);
      let [met, enabled, edges] = [0, 0, 0];
      for (const node of members) {
        enabled |= product.enabledIn(product.stateOf(node));
        product.visitSuccessors(node, (target, marks) => {
          if (!inside.has(target)) return;
          met |= marks;
          edges++;
        });
      }
      if (edges === 0 || (met & accepting) !== accepting) continue;
      const neglected = enabled & ~met;
      if (neglected === 0) return { nodes: inside, required: accepting | enabled };
      const left = members.filter((node) => (product.enabledIn(product.stateOf(node)) & neglected) === 0);
      if (left.length > 0) waiting.push(left);
    }
  }
  return undefined;
}

/** The strongly connected components of a part of the product. */
function componentsAmong(product: Product, nodes: readonly Node[]): Node[][] {
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  const successors = nodes.map((node) => {
    const list: number[] = [];
    product.visitSuccessors(node, (target) => {
      const number = numbers.get(target);
      if (number !== undefined) list.push(number);
    });
    return list;
  });
  const parts: Node[][] = [];
  for (const [at, component] of componentsOf(successors).entries()) (parts[component] ??= []).push(nodes[at]!);
  return parts;
}
