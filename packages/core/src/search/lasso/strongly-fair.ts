// Strong conditions on steps (`fairness.ts`) in a component of the product that is done with: steps that ask for what
// no step of the component meets are taken away, and what is left is taken apart again, until nothing is wrong or
// nothing is left (Duret-Lutz, Poitrenaud and Couvreur 2009).

import { componentsOf } from "../../ltl/index.ts";
import type { LassoProduct, ProductNode } from "./product.ts";

/**
 * A part of a component in which runs can go round for ever, the marks that they have to meet, and what no step may ask
 * for.
 */
export interface FairPart {
  readonly nodes: ReadonlySet<ProductNode>;
  readonly required: number;
  readonly forbidden: number;
}

/**
 * A part of a set of nodes in which an accepted run goes round that keeps the conditions; undefined where there is
 * none.
 */
export function stronglyFairPart(
  product: LassoProduct,
  nodes: readonly ProductNode[],
  accepting: number,
): FairPart | undefined {
  const waiting = [{ part: nodes, forbidden: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, forbidden } = next;
    for (const members of componentsAmong(product, part, forbidden)) {
      const inside = new Set(members);
      let [met, asked, edges] = [0, 0, 0];
      for (const node of members) {
        product.visitSuccessors(node, (target, marks, _, asks) => {
          if (!inside.has(target) || (asks & forbidden) !== 0) return;
          met |= marks;
          asked |= asks;
          edges++;
        });
      }
      if (edges === 0 || (met & accepting) !== accepting) continue;
      const neglected = asked & ~met;
      if (neglected === 0) return { nodes: inside, required: accepting | asked, forbidden };
      waiting.push({ part: members, forbidden: forbidden | neglected });
    }
  }
  return undefined;
}

/** The strongly connected components of a part of the product without some of its steps. */
function componentsAmong(product: LassoProduct, nodes: readonly ProductNode[], forbidden: number): ProductNode[][] {
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  const successors = nodes.map((node) => {
    const list: number[] = [];
    product.visitSuccessors(node, (target, _marks, _ordinal, asks) => {
      const number = numbers.get(target);
      if (number !== undefined && (asks & forbidden) === 0) list.push(number);
    });
    return list;
  });
  const parts: ProductNode[][] = [];
  for (const [at, component] of componentsOf(successors).entries()) (parts[component] ??= []).push(nodes[at]!);
  return parts;
}
