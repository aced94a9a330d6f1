// States reached by transitions that the estimate of their parent counts on come first.

import type { StateId } from "../engine/engine.ts";
import type { Heuristic } from "../heuristics/index.ts";
import { Levels } from "./levels.ts";
import type { OpenList, OpenNode } from "./open-list.ts";
import type { SearchContext } from "./search-context.ts";

export class PreferredOpenList extends Levels {
  private readonly context: SearchContext;
  private readonly heuristic: Heuristic;
  private parent: StateId = -1;

  constructor(create: () => OpenList, context: SearchContext, heuristic: Heuristic) {
    super(create);
    this.context = context;
    this.heuristic = heuristic;
  }

  override push(state: StateId, node: OpenNode): void {
    this.pushAt(this.isPreferred(node) ? 0 : 1, state, node);
  }

  private isPreferred({ parent, transition }: OpenNode): boolean {
    if (transition === undefined || this.heuristic.prefers === undefined) return true;
    // The heuristic remembers the state it estimated last; siblings come one after the other.
    if (parent !== this.parent) {
      this.heuristic.estimate(this.context.engine.view(parent));
      this.parent = parent;
    }
    return this.heuristic.prefers(transition);
  }
}
