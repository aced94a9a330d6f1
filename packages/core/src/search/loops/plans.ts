// The plans of searches in rounds (survey, section 4): iterative deepening raises the bound by the least possible
// amount, the search for the best threshold doubles it until a trace is found and then halves the gap, iterative
// broadening widens a beam. Every round starts with an empty store.

import type { SearchContext } from "../../search-context/index.ts";
import type { BoundedSearch, Round, RoundPlan } from "./rounds.ts";

/** Makes the search of a round: with a bound on what ways measure, or with a width of the beam. */
export type RoundMaker = (context: SearchContext, parameter: number) => BoundedSearch;

/** The first round uses the engine that is there, the others make new ones. */
function starter(first: SearchContext, make: RoundMaker): (parameter: number) => Round {
  let context: SearchContext | undefined = first;
  return (parameter) => {
    const on = context ?? first.restarted();
    context = undefined;
    return { engine: on.engine, search: make(on, parameter) };
  };
}

/** IDA* (Korf 1985): the next bound is the least measure that was estimated for a state cut off by the last one. */
export function deepening(context: SearchContext, make: RoundMaker, least = 0): RoundPlan {
  const start = starter(context, make);
  return {
    next(last) {
      if (last === undefined) return start(least);
      if (last.status === "exhausted") return "exhausted";
      const { leastCut } = last.round.search.limits;
      return Number.isFinite(leastCut) ? start(leastCut) : "gave-up";
    },
  };
}

/** A beam that leaves nothing out has seen everything. */
export function broadening(context: SearchContext, make: RoundMaker, width: number, factor: number): RoundPlan {
  const start = starter(context, make);
  let k = width;
  return {
    next(last) {
      if (last === undefined) return start(k);
      if (last.status === "exhausted") return "exhausted";
      k = Math.ceil(k * factor);
      return start(k);
    },
  };
}

/** Wah and Shang 1994: no trace measures less than `least`; one of `best` is known, if any. Measures are whole. */
export function thresholds(context: SearchContext, make: RoundMaker): RoundPlan {
  const start = starter(context, make);
  let least = 0;
  let best = Number.POSITIVE_INFINITY;
  let bound = 0;
  const another = (): Round | "exhausted" => {
    if (least >= best) return "exhausted";
    const doubled = Math.max(least, 2 * bound);
    bound = best === Number.POSITIVE_INFINITY ? doubled : Math.floor((least + best - 1) / 2);
    return start(bound);
  };
  return {
    next(last) {
      if (last === undefined) return another();
      if (last.status === "exhausted") return "exhausted";
      const { leastCut } = last.round.search.limits;
      if (!Number.isFinite(leastCut)) return best === Number.POSITIVE_INFINITY ? "gave-up" : "exhausted";
      least = Math.max(leastCut, bound + 1);
      return another();
    },
    found(measure) {
      best = Math.min(best, measure);
      return true;
    },
  };
}
