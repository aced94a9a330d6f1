// Pruning by zones that cover others (Laarman, Olesen, Dalsgaard, Larsen and van de Pol 2013; Herbreteau, Srivathsan,
// Tran and Walukiewicz 2016). Only nodes that are *settled* cover: those of which a search knows that no run from there
// is accepted. A node whose zone lies inside a settled one can do nothing that that one cannot, so no accepted run
// begins there either, and edges that lead to it may be forgotten. To close a loop on a zone that merely covers would
// be wrong, and so would pruning by nodes that are still open.
//
// Inclusion is all that is used, never simulation: what cannot happen counts where runs may end. The zones of
// successors need not include one another after widening, which is no matter: what is settled is settled for what runs
// can do.

import { grown, NumberTable } from "../../basics/grow.ts";
import { choice } from "../../spec/index.ts";
import type { ProductGraph } from "./copies.ts";
import type { ProductNode } from "./product.ts";

/** The parameter by which searches are told. */
export const prune = choice(["none", "covered"], {
  doc: "whether a node is passed over whose zone lies inside one from which no run is accepted",
  default: "none",
});

export class Settled {
  private readonly product: ProductGraph;
  /** By discrete state and automaton state: the first entry + 1. */
  private readonly heads = new NumberTable(new Int32Array(1024));
  private states = new Int32Array(1024);
  private next = new Int32Array(1024);
  private used = 0;

  constructor(product: ProductGraph) {
    this.product = product;
  }

  add(node: ProductNode): void {
    const list = this.listOf(node);
    const entry = this.used++;
    this.states = grown(this.states, this.used);
    this.next = grown(this.next, this.used);
    this.states[entry] = this.product.stateOf(node);
    this.next[entry] = this.heads.get(list);
    this.heads.set(list, entry + 1);
  }

  /** Does the zone of a settled node with the same discrete part contain that of this one? */
  covers(node: ProductNode): boolean {
    const { product, states, next } = this;
    const state = product.stateOf(node);
    for (let at = this.heads.get(this.listOf(node)); at > 0; at = next[at - 1]!) {
      if (product.engine.includes(states[at - 1]!, state)) return true;
    }
    return false;
  }

  private listOf(node: ProductNode): number {
    const { product } = this;
    return product.engine.discreteOf(product.stateOf(node)) * product.width + product.automatonStateOf(node);
  }
}

/** Without clocks nothing covers anything but itself. */
export function settledIn(product: ProductGraph, choice: "none" | "covered", clocks: number): Settled | undefined {
  return choice === "covered" && clocks > 0 ? new Settled(product) : undefined;
}
