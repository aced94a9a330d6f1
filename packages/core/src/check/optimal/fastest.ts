// `--optimal time`: a run with the least total delay. Better runs are shown as they are found, each replayed; what no
// run can go below is known beside it, from what single processes and resources still have to do. Where nothing can be
// read off the model, an ordinary search goes first: its run gives a time within which the fastest one is.

import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Target } from "../../engine/index.ts";
import type { TimeBound } from "../../heuristics/index.ts";
import type { LimitKind } from "../../limits/index.ts";
import type { Network, Query } from "../../network/index.ts";
import type { Digitised } from "../../schedule/index.ts";
import type { SearchStatistics } from "../../search/index.ts";
import { durationOf, inTime, rebuildPath, type Trace, withTimeClock } from "../../trace/index.ts";
import { ceil, toNumber } from "../../zone/index.ts";
import { type Answer, cutShort, type Reached, refused, unknown } from "../answer.ts";
import { noLocalTime } from "../plan/abstraction-for.ts";
import { hasStopwatches } from "../plan/features.ts";
import { type SpaceChoice, stateSpaceFor } from "../plan/space/state-space.ts";
import { checkReachability } from "../reachability/reachability.ts";
import type { Session } from "../session.ts";
import { type EngineSetup, setUpEngine } from "../setup/engines.ts";
import { traceOf } from "../verdict.ts";
import { fastestByTasks } from "./by-tasks.ts";
import { bestByTicks } from "./by-ticks.ts";
import { inHand } from "./in-hand.ts";
import { OnStates } from "./on-states.ts";
import type { Improvements } from "./optimum.ts";
import { improvementsOf, shownRun } from "./shown-run.ts";
import type { Spending } from "./tick-search.ts";
import { ZoneSearch } from "./zone-search.ts";

/** Time that no run is expected to need; later times are covered by earlier ones, so it costs nothing. */
const HORIZON = 2 ** 28;
/** States in which a target is expected if there is one: the proof for a 6 × 6 job shop takes 48,000. */
const PATIENCE = 50_000;

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
  const space = session.plan?.stateSpace ?? session.work(() => stateSpaceFor(session.network, session.query, target));
  const { space: wish } = session.context.options;
  const obstacle = wish === undefined || wish === "zones" ? undefined : session.work(() => space[wish]);
  if (typeof obstacle === "string") return { answer: refused([refusedSpace(wish!, obstacle)]) };
  const improvements = improvementsOf(session, space.bound.work);
  let lower = 0;
  if (typeof space.tasks !== "string") {
    const tried = await fastestByTasks(session, target, space.tasks, space.deadline, improvements);
    const { trace } = improvements;
    ({ lower } = tried);
    if (tried.outcome !== "unfit") {
      const common = { statistics: tried.statistics, abstraction: "none" } as const;
      if (trace === undefined) return { answer: { verdict: unknown(tried.outcome as LimitKind), ...common } };
      return {
        answer: {
          ...common,
          ...shownRun(
            session,
            whenReached,
            space.bound.work,
            improvements,
            knownTime(lower, tried.outcome === "proven"),
          ),
        },
      };
    }
  }
  const whole = session.work(() => (typeof space.points === "string" ? space.ticks : space.points));
  if (typeof whole !== "string") {
    const { digital, unit, bound } = whole;
    const below = Math.min(improvements.best, space.deadline + 1);
    const tried = await bestByTicks(session, target, digital, unit, inTicks(bound, digital), improvements, {
      below,
      perUnit: unit,
      worth: (run) => toNumber(durationOf(run)),
    });
    const { trace } = improvements;
    if (tried !== undefined && (trace !== undefined || tried.outcome !== "exhausted")) {
      const { outcome, search } = tried;
      const common = { statistics: search.statistics, abstraction: "none", engine: search.engine.name } as const;
      if (trace === undefined) return { answer: { verdict: cutShort(outcome as LimitKind), ...common } };
      const isProven = outcome === "exhausted";
      const least = Math.max(lower, isProven ? improvements.best : tried.lower);
      return {
        answer: {
          ...common,
          ...shownRun(session, whenReached, space.bound.work, improvements, knownTime(least, isProven)),
        },
      };
    }
    if (tried?.outcome === "exhausted") return checkReachability(session, target, whenReached);
  }
  return fastestByZones(session, target, whenReached, space.bound, improvements, lower);
}

function refusedSpace(wish: SpaceChoice, obstacle: string): Diagnostic {
  const message = `\`--space ${wish}\` does not find every fastest run here: ${obstacle}`;
  return { code: "TH4512", severity: "error", message, hint: "leave out --space: --explain tells what is chosen" };
}

/** Ticks cost the time that they take, steps nothing; clocks show when stays began. */
function inTicks(bound: TimeBound, { network, step, cells: counters }: Digitised): Spending {
  const far = step && new OnStates(network, step);
  return {
    ofTick: (state) => far?.of(state) ?? 1,
    ofStep: () => 0,
    hasSteps: false,
    ahead: (state, spent) => bound.of(state, spent, (clock) => spent - state.cells[counters[clock]!]!),
  };
}

async function fastestByZones(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
  estimate: TimeBound,
  improvements: Improvements,
  known: number,
): Promise<Reached> {
  const { abstraction = "auto" } = session.context.options;
  const network = withTimeClock(session.network);
  const within = (horizon: number) => {
    const formula = inTime(network, target.formula, horizon);
    const query: Query = { kind: "E<>", text: session.query.text, formula, frameSize: target.frameSize };
    const timed = { formula, frameSize: target.frameSize };
    return { timed, setup: session.work(() => setUpEngine(network, [query], [timed], abstraction)) };
  };
  const searched = ({ timed, setup }: ReturnType<typeof within>, patience?: number) =>
    setup.ok
      ? zonesSearched(
          session,
          target,
          whenReached,
          { network, estimate, known, timed, setup: setup.value },
          improvements,
          patience,
        )
      : { answer: refused(setup.diagnostics) };
  // Only `alu` lets earlier times cover later ones. Yet zones may grow with the time for ever where the target cannot
  // be reached, so that what is not met soon is left to an ordinary search, whose run says how long it may take.
  const anyTime = within(HORIZON);
  if (estimate.isTelling && anyTime.setup.ok && anyTime.setup.value.abstraction === "alu") {
    const reached = await searched(anyTime, PATIENCE);
    if (reached !== undefined) return reached;
  }
  const first = await checkReachability(session, target, whenReached);
  const run = traceOf(first.answer.verdict);
  if (first.answer.verdict.kind !== whenReached || run === undefined) return first;
  improvements.add(run, toNumber(durationOf(run)), first.answer.answeredBy ?? "first run", known);
  return (await searched(within(Number(ceil(durationOf(run))))))!;
}

interface ZonesToSearch {
  readonly network: Network;
  readonly estimate: TimeBound;
  readonly known: number;
  readonly timed: Target;
  readonly setup: EngineSetup;
}

/** Undefined: patience ended before the target was met. */
async function zonesSearched(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
  { network, estimate, known, timed, setup: value }: ZonesToSearch,
  improvements: Improvements,
  patience = Number.POSITIVE_INFINITY,
): Promise<Reached | undefined> {
  const bound = estimate.isTelling ? estimate : undefined;
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
  search.patience = patience;
  const common = (): Omit<Answer, "verdict"> => ({
    statistics: search.statistics satisfies SearchStatistics,
    abstraction: value.abstraction,
    engine: search.engine.name,
  });
  for (;;) {
    let outcome = await session.run(search);
    if (outcome === "found") {
      const run = inHand(session, () => traceTo(session, value, search, target));
      if ("made" in run) {
        improvements.add(run.made, toNumber(durationOf(run.made)), "zones", Math.floor(search.lower / 2));
        continue;
      }
      outcome = run.limit;
    }
    if (outcome !== "fault") {
      const { trace } = improvements;
      const isProven = outcome === "exhausted";
      if (trace === undefined) {
        if (outcome !== "exhausted") return { answer: { verdict: cutShort(outcome), ...common() } };
        if (search.gaveUp) return undefined;
        return checkReachability(session, target, whenReached);
      }
      const lower = Math.floor((isProven ? search.best : search.lower) / 2);
      return {
        answer: {
          ...common(),
          ...shownRun(session, whenReached, estimate.work, improvements, knownTime(Math.max(known, lower), isProven)),
        },
      };
    }
  }
}

const knownTime = (lower: number, proven: boolean) => ({ objective: "time", lower, proven }) as const;

function traceTo(session: Session, setup: EngineSetup, search: ZoneSearch, target: Target): Trace {
  const fresh = setup.createReference();
  const path = rebuildPath(search.engine, search.found, fresh, fresh.semantics);
  const goal = { kind: "target", formula: target.formula } as const;
  return session.time({ path, goal, frameSize: target.frameSize })!;
}
