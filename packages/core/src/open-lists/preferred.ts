// States reached by transitions that the estimate of their parent counts on come first.

import type { StateId } from "../engine/engine.ts";
import { type Heuristic, heuristics, type Preference } from "../heuristics/index.ts";
import type { OpenNode, SearchContext } from "../search-context/index.ts";
import { component } from "../spec/index.ts";
import { Levels } from "./levels.ts";
import { defineOpenList, innerList, type OpenList } from "./open-list.ts";
import { traitsAround } from "./traits.ts";

export const preferred = defineOpenList({
  name: "preferred",
  summary: "States reached by transitions that the estimate counts on come first.",
  params: { open: innerList, h: component(() => heuristics, { doc: "the estimate" }) },
  examples: ["let(h, hU(), preferred(best(h), h))", "preferred(fifo(), hU())"],
  traits: ({ open, h }) => ({ ...traitsAround(open, h), needsTransitions: true }),
  create: (context, { open, h }) =>
    new PreferredOpenList(() => open.create(context), context, h.create(context.problem)),
});

export class PreferredOpenList extends Levels {
  private readonly context: SearchContext;
  private readonly heuristic: Heuristic;
  private parent: StateId = -1;
  private preference: Preference = () => true;

  constructor(create: () => OpenList, context: SearchContext, heuristic: Heuristic) {
    super(create);
    this.context = context;
    this.heuristic = heuristic;
  }

  override push(state: StateId, node: OpenNode): void {
    this.pushAt(this.isPreferred(node) ? 0 : 1, state, node);
  }

  private isPreferred({ parent, transition }: OpenNode): boolean {
    if (transition === undefined || this.heuristic.preference === undefined) return true;
    // Siblings come one after the other.
    if (parent !== this.parent) {
      this.preference = this.heuristic.preference(this.context.engine.view(parent));
      this.parent = parent;
    }
    return this.preference(transition);
  }
}
