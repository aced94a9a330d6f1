// `E<>` and `A[]`: is there a reachable state that satisfies a formula? A state that is found symbolically becomes a
// timed trace, which is replayed before anybody sees it. With stopwatches zones over-approximate: a state without a
// timed trace is spurious, the search goes on, and exhaustion then proves nothing any more.

import type { Target } from "../../engine/index.ts";
import { cutShort, type Reached, refused } from "../answer.ts";
import { plannedOnTheWay } from "../plan/planned-member.ts";
import type { Session } from "../session.ts";
import { ending } from "../setup/ending.ts";
import { type Decided, decide } from "./decide.ts";
import { type PlannedSearchRun, setUpPlannedSearch } from "./planned-search.ts";
import { reachedBy } from "./what-it-rests-on.ts";

/** `whenReached` is the verdict if a target exists. */
export async function checkReachability(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Reached> {
  const { network, query, context } = session;
  const member = session.member ?? session.work(() => plannedOnTheWay(network, query, context.options));
  if (member.refusal !== undefined) return { answer: refused(member.refusal.diagnostics) };
  const setup = setUpPlannedSearch(session, member, target);
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const run = setup.value;
  return ending(run.search, async () => {
    const decided = await decidedBy(session, run, target, whenReached);
    return reachedBy(session, target, decided, run);
  });
}

async function decidedBy(
  session: Session,
  { preparation, search, used, collected }: PlannedSearchRun,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Decided> {
  const prepared = preparation === undefined ? "exhausted" : await session.run(preparation);
  if (prepared === "exhausted") return decide(session, used, search, target, whenReached, collected);
  return { verdict: cutShort(prepared as Exclude<typeof prepared, "found" | "fault">), exhausted: false };
}
