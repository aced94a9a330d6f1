// Deferred evaluation (Richter and Helmert 2009): a state waits with the estimate of its parent and is evaluated only
// when its turn comes. That pays where estimates are dear and most waiting states are never looked at.

import type { StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { Estimates, SearchContext } from "../search-context/index.ts";
import { loopOptions, loopTraits, open, reopen } from "./eager.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { defineSearch } from "./search-config.ts";

export const lazy = defineSearch({
  name: "lazy",
  summary: "The same loop with deferred evaluation: states wait with the estimates of their parents.",
  params: { open, reopen },
  examples: [
    "lazy(best(hU()))",
    "let(h, hU(), lazy(preferred(best(h), h)))",
    "lazy(alternation([best(hU()), fifo()]))",
    "lazy(tiebreaking([f(hL()), hL()]), reopen=true)",
  ],
  // The estimate of the parent is none for the state.
  traits: (values) => ({ ...loopTraits(values), promise: "nothing" }),
  create(values, outer, goal, bound) {
    const stage = new DeferredContext(values.open.exact?.stage(outer) ?? outer);
    return new EagerSearch(stage.engine, values.open.create(stage), {
      goal,
      ...loopOptions(values, stage, bound),
      hopeless: (state) => stage.isHopeless(state),
    });
  },
});

/** A context in which lists see the estimates of parents. */
export class DeferredContext extends SearchContext {
  private readonly deferred = new Map<HeuristicConfig, DeferredEstimates>();

  constructor(context: SearchContext) {
    super(context.engine, context.problem, undefined, context.records);
  }

  override estimatesOf(asked: HeuristicConfig): Estimates {
    const config = this.records.usedFor(asked);
    let estimates = this.deferred.get(config);
    if (estimates === undefined) {
      const { safe } = config.guarantees;
      const zones = config.readsZones ? this.problem.network : undefined;
      estimates = new DeferredEstimates(
        this.engine,
        this.create(config),
        safe,
        this.recordOf(config),
        zones,
        this.records.hopeless,
      );
      this.deferred.set(config, estimates);
    }
    return estimates;
  }

  /** Evaluates the state itself: its successors will ask for it. */
  isHopeless(state: StateId): boolean {
    let hopeless = false;
    for (const estimates of this.deferred.values()) {
      if (estimates.own(state) === Number.POSITIVE_INFINITY && estimates.safe) hopeless = true;
    }
    return hopeless;
  }
}

class DeferredEstimates extends Estimates {
  override of(state: StateId): number {
    const parent = this.engine.parentOf(state);
    return this.own(parent < 0 ? state : parent);
  }
}
