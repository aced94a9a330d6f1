// `--optimal time`: a trace with the least total delay. A clock that is never reset measures time; states come in the
// order of the least time at which they can be reached (Dijkstra). It ends because an ordinary search went first: its
// trace gives a time B by which a target can be reached, the search asks for "target and time ≤ B" (so time is an
// ordinary clock with the constant B and there are finitely many zones), and states later than the best are left.

import type { StateId } from "../../engine/engine.ts";
import type { ReferenceEngine, Target } from "../../engine/index.ts";
import type { Query } from "../../network/index.ts";
import { BestOpenList } from "../../open-lists/index.ts";
import { EagerSearch, type Runnable, type SearchStatistics, type SearchStatus } from "../../search/index.ts";
import { durationOf, inTime, rebuildPath, type Trace, withTimeClock } from "../../trace/index.ts";
import { ceil, constantOf, isStrict } from "../../zone/index.ts";
import { cutShort, type Reached, refused } from "../answer.ts";
import { noLocalTime } from "../plan/abstraction-for.ts";
import { hasStopwatches } from "../plan/features.ts";
import type { Session } from "../session.ts";
import { type EngineSetup, setUpEngine } from "../setup/engines.ts";
import { traceOf } from "../verdict.ts";
import { checkReachability } from "./reachability.ts";

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
  const first = await checkReachability(session, target, whenReached);
  const known = traceOf(first.answer.verdict);
  if (first.answer.verdict.kind !== whenReached || known === undefined) return first;
  const network = withTimeClock(session.network);
  const formula = inTime(network, target.formula, Number(ceil(durationOf(known))));
  const query: Query = { kind: "E<>", text: session.query.text, formula, frameSize: target.frameSize };
  const timed = { formula, frameSize: target.frameSize };
  const { abstraction = "auto" } = session.context.options;
  const setup = session.work(() => setUpEngine(network, [query], [timed], abstraction));
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const search = session.work(() => new FastestSearch(setup.value.createReference(), timed));
  let best = known;
  for (;;) {
    const outcome = await session.run(search);
    const common = { statistics: search.statistics, abstraction: setup.value.abstraction };
    if (outcome === "found") {
      best = session.finish(() => traceTo(session, setup.value, search, target));
    } else if (outcome === "exhausted") {
      return { answer: { verdict: { kind: whenReached, evidence: { kind: "trace", trace: best } }, ...common } };
    } else if (outcome !== "fault") {
      return { answer: { verdict: { ...cutShort(outcome), trace: best }, ...common } };
    }
  }
}

function traceTo(session: Session, setup: EngineSetup, search: FastestSearch, target: Target): Trace {
  const path = rebuildPath(search.engine, search.target, setup.createReference(), search.engine.semantics);
  const goal = { kind: "target", formula: target.formula } as const;
  return session.time({ path, goal, frameSize: target.frameSize })!;
}

/** Reports every target that can be reached sooner than all before it. */
class FastestSearch implements Runnable {
  readonly engine: ReferenceEngine;
  private readonly open: BestOpenList;
  private readonly search: EagerSearch;
  private best = Number.POSITIVE_INFINITY;

  constructor(engine: ReferenceEngine, target: Target) {
    this.engine = engine;
    const { semantics } = engine;
    const { dim } = semantics;
    const earliest = (zone: Int32Array): number => timeKey(zone[dim - 1]!);
    this.open = new BestOpenList((state) => earliest(engine.valuationsOf(state)));
    this.search = new EagerSearch(engine, this.open, {
      goal: (state) => {
        const pieces = semantics.where(
          target.formula,
          target.frameSize,
          engine.view(state) as never,
          engine.valuationsOf(state),
        );
        const here = Math.min(...pieces.map(earliest));
        if (here >= this.best) return false;
        this.best = here;
        return true;
      },
      cost: "none",
    });
  }

  get target(): StateId {
    return this.search.found!.place!.state;
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }

  step(): SearchStatus {
    // Whatever waits is reached no sooner than the least key.
    if (this.open.queues[0]!.pushed > 0 && this.open.least >= this.best) return "exhausted";
    return this.search.step();
  }
}

/** Orders greatest lower bounds: `time ≥ c` before `time > c` before `time ≥ c + 1`. */
function timeKey(bound: number): number {
  return -2 * constantOf(bound) + (isStrict(bound) ? 1 : 0);
}
