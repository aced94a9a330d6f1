// UT: useless transitions (Wehrle, Kupferschmid and Podelski 2008). A transition t from s to s' is useless if the
// target is estimated no further from s without t than from s': then t does not seem to help. States reached by useless
// transitions wait in a second queue.

import type { StateId } from "../engine/engine.ts";
import { Levels } from "./levels.ts";
import type { OpenList, OpenNode } from "./open-list.ts";
import type { Estimates, SearchContext } from "./search-context.ts";

export class UselessOpenList extends Levels {
  private readonly context: SearchContext;
  private readonly estimates: Estimates;
  /** Estimates of discrete states without one transition. */
  private readonly without = new Map<string, number>();

  constructor(create: () => OpenList, context: SearchContext, estimates: Estimates) {
    super(create);
    this.context = context;
    this.estimates = estimates;
  }

  override push(state: StateId, node: OpenNode): void {
    this.pushAt(this.isUseless(state, node) ? 1 : 0, state, node);
  }

  private isUseless(state: StateId, { parent, transition }: OpenNode): boolean {
    if (transition === undefined) return false;
    const { engine } = this.context;
    const key = `${engine.discreteOf(parent)} ${transition.edges.map(({ edge }) => edge).join(" ")}`;
    let without = this.without.get(key);
    if (without === undefined) {
      without = this.estimates.heuristic.estimate(engine.view(parent), transition);
      this.without.set(key, without);
    }
    return without <= this.estimates.own(state);
  }
}
