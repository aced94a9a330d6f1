// `--optimal time`: a run with the least total delay. Better runs are shown as they are found, each replayed; what no run can go
// below is known beside it, from what single processes and resources still have to do. Where nothing can be read off the
// model, an ordinary search goes first: its run gives a time within which the fastest one is.

import type { Target } from "../../engine/index.ts";
import { TimeBound } from "../../heuristics/index.ts";
import type { Query } from "../../network/index.ts";
import type { SearchStatistics } from "../../search/index.ts";
import { durationOf, inTime, rebuildPath, type Trace, withTimeClock } from "../../trace/index.ts";
import { ceil, toNumber } from "../../zone/index.ts";
import { type Answer, cutShort, type Reached, refused } from "../answer.ts";
import { noLocalTime } from "../plan/abstraction-for.ts";
import { hasStopwatches } from "../plan/features.ts";
import { checkReachability } from "../reachability/reachability.ts";
import type { Session } from "../session.ts";
import { type EngineSetup, setUpEngine } from "../setup/engines.ts";
import { traceOf } from "../verdict.ts";
import { Improvements } from "./optimum.ts";
import { ZoneSearch } from "./zone-search.ts";

/** Time that no run is expected to need; later times are covered by earlier ones, so it costs nothing. */
const HORIZON = 2 ** 28;

export async function checkFastest(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Reached> {
  if (hasStopwatches(session.network)) {
    const message = "a fastest trace cannot be promised where clocks are stopped";
    return { answer: refused([{ code: "TH4501", severity: "error", message, hint: "leave out --optimal time" }]) };
  }
  if (session.context.options.abstraction === "local-time") {
    return { answer: refused([noLocalTime("a fastest trace is found in one time for all processes")]) };
  }
  const { formula: sought } = target;
  const bound = session.work(() => new TimeBound({ network: session.network, target: sought }));
  const improvements = new Improvements(() => session.cpuSeconds(), session.context.onImprovement);
  return fastestByZones(session, target, whenReached, bound.isTelling ? bound : undefined, improvements);
}

async function fastestByZones(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
  bound: TimeBound | undefined,
  improvements: Improvements,
): Promise<Reached> {
  const { abstraction = "auto" } = session.context.options;
  const network = withTimeClock(session.network);
  const within = (horizon: number) => {
    const formula = inTime(network, target.formula, horizon);
    const query: Query = { kind: "E<>", text: session.query.text, formula, frameSize: target.frameSize };
    const timed = { formula, frameSize: target.frameSize };
    return { timed, setup: session.work(() => setUpEngine(network, [query], [timed], abstraction)) };
  };
  let { timed, setup } = within(HORIZON);
  // Only `alu` lets earlier times cover later ones; elsewhere, and where nothing guides, a first run says how long it may take.
  if (bound === undefined || (setup.ok && setup.value.abstraction !== "alu")) {
    const first = await checkReachability(session, target, whenReached);
    const known = traceOf(first.answer.verdict);
    if (first.answer.verdict.kind !== whenReached || known === undefined) return first;
    improvements.add(known, toNumber(durationOf(known)), first.answer.answeredBy ?? "first run", 0);
    ({ timed, setup } = within(Number(ceil(durationOf(known)))));
  }
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const { value } = setup;
  const search = session.work(() => {
    const { semantics } = value.createReference();
    return new ZoneSearch({
      network,
      engine: value.create(),
      semantics,
      timed,
      ...(bound === undefined ? {} : { bound }),
    });
  });
  search.best = 2 * improvements.best;
  const common = (): Omit<Answer, "verdict"> => ({
    statistics: search.statistics satisfies SearchStatistics,
    abstraction: value.abstraction,
    engine: search.engine.name,
  });
  for (;;) {
    const outcome = await session.run(search);
    if (outcome === "found") {
      const trace = session.finish(() => traceTo(session, value, search, target));
      improvements.add(trace, toNumber(durationOf(trace)), "zones", search.lower / 2);
    } else if (outcome !== "fault") {
      const { trace } = improvements;
      const isProven = outcome === "exhausted";
      if (trace === undefined) {
        if (!isProven) return { answer: { verdict: cutShort(outcome), ...common() } };
        return checkReachability(session, target, whenReached);
      }
      const { best } = improvements;
      const lower = isProven ? Math.floor(search.best / 2) : Math.min(best, Math.floor(search.lower / 2));
      const attained = !isProven || lower === best;
      const optimum = { objective: "time", best, lower, proven: isProven, attained } as const;
      const verdict = { kind: whenReached, evidence: { kind: "trace", trace } } as const;
      return { answer: { verdict, ...common(), optimum, improvements: improvements.all } };
    }
  }
}

function traceTo(session: Session, setup: EngineSetup, search: ZoneSearch, target: Target): Trace {
  const fresh = setup.createReference();
  const path = rebuildPath(search.engine, search.found, fresh, fresh.semantics);
  const goal = { kind: "target", formula: target.formula } as const;
  return session.time({ path, goal, frameSize: target.frameSize })!;
}
