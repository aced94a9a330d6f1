// The edges by which each state was reached, for lists that compare a transition with the one before it. Transitions
// repeat, so they are kept once and states hold a number (in a table, because a Map ends at 16.7 million states).

import { NumberTable } from "../basics/grow.ts";
import type { StateId } from "../engine/engine.ts";
import type { OpenNode } from "./open-node.ts";

export class LastTransitions {
  private readonly known = new Map<string, number>();
  private readonly list: (readonly number[])[] = [];
  /** One more than where the edges stand in the list. */
  private readonly byState = new NumberTable(new Int32Array(1024));

  /** Keeps and yields the edges of the transition that leads to the state; undefined for initial states. */
  remember(state: StateId, { transition }: OpenNode): readonly number[] | undefined {
    if (transition === undefined) return undefined;
    const edges = transition.edges.map(({ edge }) => edge);
    const key = edges.join(" ");
    let index = this.known.get(key);
    if (index === undefined) {
      index = this.list.length;
      this.list.push(edges);
      this.known.set(key, index);
    }
    this.byState.set(state, index + 1);
    return this.list[index]!;
  }

  of(state: StateId): readonly number[] | undefined {
    return this.list[this.byState.get(state) - 1];
  }
}
