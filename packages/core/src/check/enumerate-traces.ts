// Traces in the order of their length, all paths and not one per state: for `--witnesses`, where a search that drops what
// it has seen shows only one way to each target. Paths are many, so this ends after so many of them, with what was found.

import type { Target } from "../engine/index.ts";
import { heuristics } from "../heuristics/index.ts";
import { BestOpenList, SearchContext } from "../open-lists/index.ts";
import { EagerSearch, type Runnable } from "../search/index.ts";
import { configure } from "../spec/index.ts";
import type { EngineSetup } from "./engines.ts";
import type { FoundTraces } from "./found-traces.ts";
import { problemOf } from "./orders.ts";
import { traceOfTarget } from "./reachability.ts";
import type { Session } from "./session.ts";

const MOST_PATHS = 20_000;

/** Adds traces until there are enough. */
export async function enumerateTraces(
  session: Session,
  setup: EngineSetup,
  target: Target,
  collected: FoundTraces,
): Promise<void> {
  // The reference engine reads states that were swallowed as well as others.
  const engine = setup.createReference();
  const context = new SearchContext(engine, problemOf(session.network, target));
  const config = configure(heuristics, "hL()");
  if (!config.ok) throw new Error("hL is missing");
  const estimates = context.estimatesOf(config.value);
  const open = new BestOpenList((state, { depth }) => depth + estimates.of(state), { safe: true });
  const search = new EagerSearch(engine, open, { goal: (state) => engine.satisfies(state, 0), cost: "tree" });
  const limited: Runnable = {
    step: () => (search.statistics.generated > MOST_PATHS ? "gave-up" : search.step()),
    get statistics() {
      return search.statistics;
    },
  };
  for (;;) {
    const outcome = await session.run(limited);
    if (outcome === "fault") continue;
    if (outcome !== "found") return;
    const trace = traceOfTarget(session, setup, engine, search, target);
    if (trace === undefined) search.turnBack();
    else if (!collected.add(trace, search)) return;
  }
}
