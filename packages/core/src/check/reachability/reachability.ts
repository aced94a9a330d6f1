// `E<>` and `A[]`: is there a reachable state that satisfies a formula? A state that is found symbolically becomes a
// timed trace, which is replayed before anybody sees it. With stopwatches zones over-approximate: a state without a
// timed trace is spurious, the search goes on, and exhaustion then proves nothing any more.

import { faultsOf } from "../../analysis/faults.ts";
import { defined } from "../../basics/defined.ts";
import { mentionsDeadlock } from "../../engine/clock-bounds.ts";
import type { DiscreteView, Engine, Target } from "../../engine/index.ts";
import { type Network, soughtBy } from "../../network/index.ts";
import { type CountedRunnable, type Found, type GoalTest, reachedIn, type Search } from "../../search/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { concretise, type Trace } from "../../trace/index.ts";
import { cutShort, limitOf, type Reached, refused, unknown } from "../answer.ts";
import { DeadEndCheck, type Judged, resting } from "../evidence/dead-ends.ts";
import { enumerateTraces } from "../evidence/enumerate-traces.ts";
import { FoundTraces } from "../evidence/found-traces.ts";
import { faultVerdict, problemTo, timed, traceOfTarget } from "../evidence/timed-traces.ts";
import { Preparation } from "../members/preparation.ts";
import { PreparationBudget } from "../members/preparation-budget.ts";
import { SearchAfterFault } from "../members/search-after-fault.ts";
import { SearchWithStandIn } from "../members/search-with-stand-in.ts";
import { hasClockGuardedUrgency, hasStopwatches } from "../plan/features.ts";
import { plannedOnTheWay } from "../plan/planned-member.ts";
import { problemOf } from "../plan/target.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import { asReference, type EngineSetup } from "../setup/engines.ts";
import { type Reduction, reduced } from "../setup/reduced-engine.ts";
import { setUp } from "../setup/set-up.ts";
import type { Verdict } from "../verdict.ts";
import { type Told, tellExpansions } from "./probe.ts";

/** `whenReached` is the verdict if a target exists. */
export async function checkReachability(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Reached> {
  const { options } = session.context;
  const member = session.member ?? session.work(() => plannedOnTheWay(session.network, session.query, options));
  if (member.refusal !== undefined) return { answer: refused(member.refusal.diagnostics) };
  const config = member.search;
  const setup = session.work(() => setUp(session, [target], { member }));
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const whole = setup.value;
  const reduction =
    member.reduction?.obstacle === undefined
      ? session.work(() => reduced(session.network, target, whole, member.por))
      : undefined;
  const used = reduction?.setup ?? whole;
  const problem = problemOf(session.network, target, session.clock);
  let watcher: Told | undefined;
  const { probe } = session.context;
  const create = (extended?: Network): Engine => {
    const made = used.create(extended);
    return probe === undefined ? made : tellExpansions(made, (...what) => watcher?.(...what));
  };
  const engine = session.work(() => create());
  const { abstraction, fallback } = whole;
  const about = { engine: engine.name, abstraction, ...defined({ fallback }) };
  const collected = new FoundTraces(options, config);
  const goal: GoalTest = (state, on) => on.satisfies(state, 0);
  const { search, context } = session.work(() =>
    createSearch(config, engine, problem, goal, {
      fresh: create,
      onContext: (made) => session.begin(made, about),
      // Shorter ways to states that were seen must count where shorter traces are looked for.
      ...defined({ bound: collected.improves ? { length: Number.POSITIVE_INFINITY } : undefined }),
    }),
  );
  const preparation = new Preparation(context);
  const checkOf = ({ hopeless }: SearchContext) =>
    new DeadEndCheck(session.network, asWritten(session, target), hopeless, () => directed.statistics);
  const deadEnds = checkOf(context);
  const mayHurry = session.context.isMember === true && !collected.improves && !collected.wantsMore;
  const hurried =
    mayHurry && config !== undefined && context.constructions.size > 0
      ? new SearchWithStandIn({ search, context }, config, goal, preparation, new PreparationBudget(session))
      : undefined;
  const directed = hurried ?? search;
  watcher = probe?.watch({
    spec: config?.spec ?? "bfs",
    engine,
    problem,
    explored: () => directed.statistics.explored,
    estimate: () => context.anyEstimate,
    traceTo: (state) =>
      concretise(
        session.network,
        problemTo(session, used, reachedIn(directed.record ?? engine, state), ANYWHERE, 0),
        () => false,
      ),
  });
  const prepared = hurried === undefined ? await session.run(preparation) : "exhausted";
  const decided =
    prepared === "exhausted"
      ? await decide(session, used, directed, target, whenReached, collected)
      : { verdict: cutShort(prepared as Exclude<typeof prepared, "found" | "fault">), exhausted: false };
  const last = hurried?.context ?? context;
  const judged = last === context ? deadEnds : checkOf(last);
  const { explored } = directed.latest ?? directed.statistics;
  const rests: Judged =
    last.deadEnds === 0
      ? { verdict: decided.verdict }
      : await resting(session, decided.verdict, target, judged, explored === 0);
  const cut = cuttingOff(rests.verdict, session.network, target, explored, last, judged);
  const verdict = reduction === undefined ? cut : leavingOut(cut, reduction);
  const { exhausted } = decided;
  const told = last.deadEnds > 0 && exhausted ? judged.statistics : directed.statistics;
  const estimates = told.estimates ?? context.estimateStatistics;
  const statistics = {
    ...told,
    ...defined({ estimates: estimates.length === 0 ? undefined : estimates, reduction: reduction?.count }),
  };
  const answer = { verdict, statistics, ...about };
  if (!exhausted || verdict.kind === "unknown" || judged.counted.trusted > 0) return { answer };
  if (rests.projection !== undefined) return { answer, proof: rests.projection };
  const { invariants } = judged;
  if (explored === 0 && invariants.length > 0) return { answer, proof: { kind: "invariants", invariants } };
  // What was forgotten, or left out by a reduction, a certificate would need.
  const { record } = directed;
  if (record === undefined || reduction !== undefined) return { answer };
  const settled =
    invariants.length === 0 ? {} : { invariants, settled: (state: DiscreteView) => judged.includes(state) };
  return { answer, proof: { kind: "states", engine: () => asReference(record, whole), abstraction, ...settled } };
}

/** The target as whoever verifies a certificate reads it. */
function asWritten({ query }: Session, target: Target): Target {
  const sought = soughtBy(query);
  return sought?.kind === "state" ? { ...target, formula: sought.formula } : target;
}

/** Any state will do: where the run ends is asked for by its number. */
const ANYWHERE = { kind: "target", formula: { kind: "data", condition: { kind: "constant", value: 1 } } } as const;

/** What an estimate cut off was not seen: an answer that rests on it says so. */
function cuttingOff(
  verdict: Verdict,
  network: Network,
  { formula }: Target,
  explored: number,
  { deadEnds, provers }: SearchContext,
  { counted: { trusted } }: DeadEndCheck,
): Verdict {
  if (deadEnds === 0 || verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  const faults = faultsOf(network);
  const cutOff = {
    deadEnds,
    ...defined({ trusted: trusted > 0 ? trusted : undefined, withoutSearch: explored === 0 ? provers : undefined }),
    canFault: faults.canFault || faults.formula(formula),
  };
  return { ...verdict, evidence: { kind: "exhausted", cutOff } };
}

function leavingOut(verdict: Verdict, { count, canFault }: Reduction): Verdict {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  return { ...verdict, evidence: { ...verdict.evidence, reduction: { ...count, canFault } } };
}

async function decide(
  session: Session,
  setup: EngineSetup,
  search: Search,
  target: Target,
  whenReached: "satisfied" | "violated",
  collected: FoundTraces,
): Promise<{ verdict: Verdict; exhausted: boolean }> {
  const { network } = session;
  const approximate = hasStopwatches(network);
  let doubtful = approximate && (mentionsDeadlock(target.formula) || hasClockGuardedUrgency(network));
  const { shortestFirst } = collected;
  const found = () => ({ verdict: { kind: whenReached, evidence: collected.settle() }, exhausted: false });
  let runnable: CountedRunnable = search;
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
