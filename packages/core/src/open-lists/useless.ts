// UT: useless transitions (Wehrle, Kupferschmid and Podelski 2008). A transition t from s to s' is useless if the
// target is estimated no further from s without t than from s': then t does not seem to help. States reached by useless
// transitions wait in a second queue.

import type { StateId } from "../engine/engine.ts";
import { heuristics } from "../heuristics/index.ts";
import type { Estimates, OpenNode, SearchContext } from "../search-context/index.ts";
import { component } from "../spec/index.ts";
import { Levels } from "./levels.ts";
import { defineOpenList, innerList, type OpenList } from "./open-list.ts";
import { traitsAround } from "./traits.ts";

export const useless = defineOpenList({
  name: "useless",
  summary: "UT: states reached by transitions that do not seem to help wait in a second queue.",
  params: { open: innerList, h: component(() => heuristics, { doc: "the estimate" }) },
  examples: ["let(h, hU(), useless(best(h), h))", "useless(context(best(hU())), hU())", "useless(fifo(), distance())"],
  traits: ({ open, h }) => {
    const around = traitsAround(open, h);
    return {
      ...around,
      needsTransitions: true,
      refusal: (problem) =>
        h.tabled
          ? `\`${h.spec}\` is read off tables that are made beforehand, and useless transitions need estimates for the model without a transition`
          : around.refusal?.(problem),
    };
  },
  create: (context, { open, h }) => new UselessOpenList(() => open.create(context), context, context.estimatesOf(h)),
});

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
