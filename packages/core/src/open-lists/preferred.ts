// States reached by transitions that the estimate of their parent counts on come first.

import type { StateId } from "../engine/engine.ts";
import type { Heuristic } from "../heuristics/index.ts";
import { Levels } from "./levels.ts";
import type { OpenList, OpenNode, QueueStatistics } from "./open-list.ts";
import type { SearchContext } from "./search-context.ts";

export class PreferredOpenList implements OpenList {
  private readonly levels: Levels;
  private readonly context: SearchContext;
  private readonly heuristic: Heuristic;
  private parent: StateId = -1;

  constructor(create: () => OpenList, context: SearchContext, heuristic: Heuristic) {
    this.levels = new Levels(create);
    this.context = context;
    this.heuristic = heuristic;
  }

  push(state: StateId, node: OpenNode): void {
    this.levels.pushAt(this.isPreferred(node) ? 0 : 1, state, node);
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

  pop(): StateId | undefined {
    return this.levels.pop();
  }

  get size(): number {
    return this.levels.size;
  }

  get queues(): readonly QueueStatistics[] {
    return this.levels.queues;
  }

  get contextSwitches(): number {
    return this.levels.contextSwitches;
  }

  get incomplete(): boolean {
    return this.levels.incomplete;
  }
}
