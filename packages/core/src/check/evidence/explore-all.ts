// Everything that can be reached, explored plainly, for whoever has to write it down.

import type { Engine, StateId, Target } from "../../engine/index.ts";
import {
  ExhaustiveSearch,
  type Runnable,
  reachedIn,
  type SearchStatistics,
  type SearchStatus,
} from "../../search/index.ts";
import type { Trace } from "../../trace/index.ts";
import type { Session } from "../session.ts";
import type { EngineSetup } from "../setup/engines.ts";
import type { Uncertified, Verdict } from "../verdict.ts";
import { faultVerdict, traceOfTarget } from "./timed-traces.ts";

/** States beyond which a certificate is too large for a string, and its reader for memory. */
export const MOST_STATES = 1_000_000;

type Explored =
  | { readonly engine: Engine }
  /** A fault of the model that nobody met before. */
  | { readonly fault: Verdict }
  /** A run to what was not to be met at all: somebody has made a mistake. */
  | { readonly met: Trace }
  | { readonly uncertified: Uncertified };

/** `target` is what faults may lie in, too. With `look`, whether it is met is seen on the way. */
export async function exploreAll(
  session: Session,
  setup: EngineSetup,
  target: Target,
  look: "and look" | "only",
): Promise<Explored> {
  const engine = session.work(() => setup.create());
  const search = session.work(() => new ExhaustiveSearch(engine));
  const looking = new Looking(search, engine);
  for (;;) {
    const outcome = await session.run(look === "and look" ? looking : search);
    switch (outcome) {
      case "found": {
        const met = traceOfTarget(session, setup, reachedIn(engine, looking.met), target);
        // With stopwatches a state may have no run.
        if (met !== undefined) return { met };
        break;
      }
      case "exhausted":
        return engine.statistics.stored > MOST_STATES ? { uncertified: "too-large" } : { engine };
      case "fault": {
        const fault = session.finish(() => faultVerdict(session, setup, search.fault!, target));
        // Without a run that leads there (stopwatches) it was never met.
        if (fault !== undefined) return { fault };
        break;
      }
      case "gave-up":
        throw new Error(`an exhaustive search ended otherwise: ${outcome}`);
      default:
        return { uncertified: outcome };
    }
  }
}

/** Tests every state that the search has met. */
class Looking implements Runnable {
  /** What was found last. */
  met: StateId = -1;
  private readonly search: ExhaustiveSearch;
  private readonly engine: Engine;
  private next: StateId = 0;
  private ended: SearchStatus | undefined;

  constructor(search: ExhaustiveSearch, engine: Engine) {
    this.search = search;
    this.engine = engine;
  }

  step(): SearchStatus {
    const status = this.ended ?? this.search.step();
    while (this.next < this.search.size) {
      const state = this.next++;
      // What was swallowed lies in what swallowed it.
      if (!this.engine.alive(state) || !this.engine.satisfies(state, 0)) continue;
      this.met = state;
      this.ended = status === "running" ? undefined : status;
      return "found";
    }
    this.ended = undefined;
    return status;
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }
}
