// Runs a search until the question is decided: what it finds is timed, spurious states and faults are passed by, and
// more or better traces are looked for where that was asked for.

import { mentionsDeadlock } from "../../engine/clock-bounds.ts";
import type { Target } from "../../engine/index.ts";
import type { Found, Runnable, Search } from "../../search/index.ts";
import type { Trace } from "../../trace/index.ts";
import { cutShort, limitOf, unknown } from "../answer.ts";
import { enumerateTraces } from "../evidence/enumerate-traces.ts";
import type { FoundTraces } from "../evidence/found-traces.ts";
import { faultVerdict, problemTo, timed, traceOfTarget } from "../evidence/timed-traces.ts";
import { SearchAfterFault } from "../members/search-after-fault.ts";
import { hasClockGuardedUrgency, hasStopwatches } from "../plan/features.ts";
import type { Session } from "../session.ts";
import type { EngineSetup } from "../setup/engines.ts";
import type { Verdict } from "../verdict.ts";

export interface Decided {
  readonly verdict: Verdict;
  /** Everything was seen. */
  readonly exhausted: boolean;
}

export async function decide(
  session: Session,
  setup: EngineSetup,
  search: Search,
  target: Target,
  whenReached: "satisfied" | "violated",
  collected: FoundTraces,
): Promise<Decided> {
  const { network } = session;
  const approximate = hasStopwatches(network);
  let doubtful = approximate && (mentionsDeadlock(target.formula) || hasClockGuardedUrgency(network));
  const { shortestFirst } = collected;
  const found = () => ({ verdict: { kind: whenReached, evidence: collected.settle() }, exhausted: false });
  let runnable: Runnable = search;
  let fault: Verdict | undefined;
  for (;;) {
    const outcome = await attempt(() => session.run(runnable), collected);
    switch (outcome) {
      case "found": {
        const met = search.found!;
        if (collected.improves && collected.evidence !== undefined && !approximate) {
          if (!collected.sight(met, laterTrace(session, setup, met, target), search)) return found();
          break;
        }
        const trace = await attempt(() => traceOfTarget(session, setup, met, target), collected);
        if (trace === "stopped") return found();
        if (trace === undefined) doubtful = true;
        else if (!collected.add(trace, search)) return found();
        // A search that finds shortest traces is asked for others of the same length before longer ones.
        else if (collected.evidence!.others?.length === 0 && shortestFirst) {
          await attempt(() => enumerateTraces(session, setup, target, collected), collected);
          if (!collected.wantsMore) return found();
        }
        break;
      }
      case "fault": {
        // A trace stands, whatever is wrong elsewhere; and one fault is enough.
        if (collected.evidence !== undefined || fault !== undefined) break;
        fault = faultVerdict(session, setup, search.fault!, target);
        if (fault === undefined) doubtful = true;
        else runnable = new SearchAfterFault(search);
        break;
      }
      case "stopped":
        return found();
      default: {
        if (collected.evidence !== undefined) {
          const ended = outcome === "exhausted" || outcome === "gave-up";
          if (ended && collected.wantsMore && !shortestFirst) {
            await attempt(() => enumerateTraces(session, setup, target, collected), collected);
          }
          return found();
        }
        if (fault !== undefined) return { verdict: fault, exhausted: false };
        if (outcome !== "exhausted") return { verdict: cutShort(outcome), exhausted: false };
        if (doubtful) return { verdict: unknown("over-approximation"), exhausted: false };
        const whenNot = whenReached === "satisfied" ? "violated" : "satisfied";
        return { verdict: { kind: whenNot, evidence: { kind: "exhausted" } }, exhausted: true };
      }
    }
  }
}

/** Once there is a trace, running out of time or memory while looking for more is no reason to lose it. */
async function attempt<T>(work: () => T | Promise<T>, { evidence }: FoundTraces): Promise<T | "stopped"> {
  try {
    return await work();
  } catch (error) {
    if (evidence !== undefined && limitOf(error) !== undefined) return "stopped";
    throw error;
  }
}

/** Remembers where the search is, to time the trace when it is known to be the best. */
function laterTrace(
  session: Session,
  setup: EngineSetup,
  found: Found,
  { formula, frameSize }: Target,
): () => Trace | undefined {
  const goal = { kind: "target", formula } as const;
  return () => timed(session, () => problemTo(session, setup, found, goal, frameSize));
}
