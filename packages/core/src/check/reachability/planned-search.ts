// The search that the plan decided on, made ready: its engines, reduced where that pays, its estimates, and what stands
// in for them while they are prepared.

import { defined } from "../../basics/defined.ts";
import type { Result } from "../../diagnostics/index.ts";
import { type Engine, ordinalsTo, type Target } from "../../engine/index.ts";
import { type Network, soughtBy } from "../../network/index.ts";
import { type GoalTest, type PartitionedSearch, type Search, searchInThreads } from "../../search/index.ts";
import { SearchContext } from "../../search-context/index.ts";
import type { Symmetry } from "../../symmetry/index.ts";
import { concretise } from "../../trace/index.ts";
import type { Answer } from "../answer.ts";
import { DeadEndCheck } from "../evidence/dead-ends.ts";
import { FoundTraces } from "../evidence/found-traces.ts";
import { problemTo } from "../evidence/timed-traces.ts";
import { Preparation } from "../members/preparation.ts";
import { PreparationBudget } from "../members/preparation-budget.ts";
import { SearchWithStandIn } from "../members/search-with-stand-in.ts";
import { SpreadingSearch } from "../members/spreading-search.ts";
import type { PlannedMember } from "../plan/plan.ts";
import { problemOf } from "../plan/target.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import type { EngineSetup } from "../setup/engines.ts";
import { type Reduction, reduced } from "../setup/reduced-engine.ts";
import { setUp } from "../setup/set-up.ts";
import { symmetricSetup } from "../setup/symmetric-engine.ts";
import { type Told, tellExpansions } from "./probe.ts";

export interface PlannedSearchRun {
  readonly search: Search;
  /** Of the search as it began. */
  readonly context: SearchContext;
  /** Of the search as it is now: what stood in may have been replaced. */
  readonly latestContext: () => SearchContext;
  /** What has to be prepared before its first step; absent where it begins at once. */
  readonly preparation: Preparation | undefined;
  readonly collected: FoundTraces;
  /** The setup without reduction, the one that takes again what was found, and what reduction leaves out. */
  readonly whole: EngineSetup;
  readonly used: EngineSetup;
  readonly reduction: Reduction | undefined;
  /** What states stand for. */
  readonly symmetry?: Symmetry;
  readonly about: Pick<Answer, "engine" | "abstraction" | "fallback">;
  /** Checks the dead ends that the estimates of a context saw. */
  readonly deadEndsOf: (context: SearchContext) => DeadEndCheck;
}

export function setUpPlannedSearch(session: Session, member: PlannedMember, target: Target): Result<PlannedSearchRun> {
  const isReduced = member.reduction?.obstacle === undefined;
  // C2c asks which state a step leads to.
  const graph = isReduced && member.por === "c2c";
  const setup = session.work(() => setUp(session, [target], { member, graph }));
  if (!setup.ok) return setup;
  const whole = setup.value;
  const { symmetry } = member;
  if (symmetry?.found !== undefined && symmetry.obstacle === undefined) {
    const { found } = symmetry;
    const used = session.work(() => symmetricSetup(whole, found));
    const setups = used === undefined ? { whole, used: whole } : { whole, used, symmetry: found };
    const value = searchIn(session, member, target, { ...setups, reduction: undefined });
    return { ok: true, value, diagnostics: [] };
  }
  const reduction = isReduced ? session.work(() => reduced(session.network, target, whole, member.por)) : undefined;
  const used = reduction?.retracing ?? whole;
  return { ok: true, value: searchIn(session, member, target, { whole, used, reduction }), diagnostics: [] };
}

function searchIn(
  session: Session,
  member: PlannedMember,
  target: Target,
  setups: Pick<PlannedSearchRun, "whole" | "used" | "reduction" | "symmetry">,
): PlannedSearchRun {
  const { whole, used, reduction } = setups;
  const { search: config } = member;
  const { probe, isMember, options } = session.context;
  const { workers } = member;
  if (workers !== undefined && workers.obstacle === undefined && workers.after === undefined) {
    const divided = session.work(() => dividedSearch(session, member, target, used, workers.count));
    return dividedRun(session, member, target, setups, divided);
  }
  const { clock, engineWish } = session;
  const { guidance } = session.query;
  const problem = problemOf(session.network, target, {
    ...engineWish,
    ...defined({ clock, guidance, disk: options.disk }),
  });
  let watcher: Told | undefined;
  const create = (extended?: Network): Engine => {
    const made = reduction === undefined ? used.create(extended) : reduction.searching(extended);
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
  const mayHurry = isMember === true && !collected.improves && !collected.wantsMore;
  const hurried =
    mayHurry && config !== undefined && context.constructions.size > 0
      ? new SearchWithStandIn({ search, context }, config, goal, preparation, new PreparationBudget(session))
      : undefined;
  const spreading =
    workers?.after === undefined || probe !== undefined || collected.improves || collected.wantsMore
      ? undefined
      : new SpreadingSearch(search, session, { ...workers, after: workers.after }, (count) =>
          dividedSearch(session, member, target, used, count),
        );
  const directed = hurried ?? spreading ?? search;
  const checkOf = ({ hopeless }: SearchContext): DeadEndCheck =>
    new DeadEndCheck(session.network, asWritten(session, target), hopeless, () => directed.statistics);
  const first = checkOf(context);
  watcher = probe?.watch({
    spec: config?.spec ?? "bfs",
    engine,
    problem,
    explored: () => directed.statistics.explored,
    estimate: () => context.anyEstimate,
    ...defined({ sets: probe === undefined ? undefined : search.watchSets?.() }),
    traceTo: (state) =>
      concretise(
        session.network,
        problemTo(session, used, { ordinals: () => ordinalsTo(directed.record ?? engine, state) }, ANYWHERE, 0),
        () => false,
      ),
  });
  return {
    ...setups,
    search: directed,
    context,
    latestContext: () => hurried?.context ?? context,
    preparation: hurried === undefined ? preparation : undefined,
    collected,
    about,
    deadEndsOf: (of) => (of === context ? first : checkOf(of)),
  };
}

/** The states divided among several engines. */
function dividedSearch(
  session: Session,
  { search }: PlannedMember,
  target: Target,
  setup: EngineSetup,
  count: number,
): PartitionedSearch {
  const { environment, sides } = session.context;
  if (sides === undefined) throw new Error("workers were planned where there are no threads");
  if (setup.parts === undefined) throw new Error(`workers were planned where nothing is compiled: ${setup.fallback}`);
  const now = (): number => environment.now();
  const { guidance } = session.query;
  const order =
    search?.divided === undefined
      ? undefined
      : { search: search.spec, seed: session.context.options.seed ?? 1, target, ...defined({ guidance }) };
  const parts = order === undefined ? setup.parts : { ...setup.parts, costs: true };
  const options = { target: 0, costs: true, ...defined({ order }) };
  return searchInThreads(session.network, parts, count, options, now, sides);
}

/** No stand-ins, no watchers; estimates are prepared on all sides at once. */
function dividedRun(
  session: Session,
  { search: config }: PlannedMember,
  target: Target,
  setups: Pick<PlannedSearchRun, "whole" | "used" | "reduction" | "symmetry">,
  search: PartitionedSearch,
): PlannedSearchRun {
  const { clock, engineWish } = session;
  const problem = problemOf(session.network, target, { ...engineWish, ...defined({ clock }) });
  const { abstraction } = setups.whole;
  const about = { engine: "compiled", abstraction } as const;
  const context = search.context ?? new SearchContext(setups.used.createReference(), problem);
  session.begin(context, about);
  const isPrepared = context.constructions.size === 0;
  if (!isPrepared) search.start();
  const check = new DeadEndCheck(
    session.network,
    asWritten(session, target),
    context.hopeless,
    () => search.statistics,
  );
  return {
    ...setups,
    search,
    context,
    latestContext: () => context,
    preparation: isPrepared ? undefined : new Preparation(context),
    collected: new FoundTraces(session.context.options, config),
    about,
    deadEndsOf: () => check,
  };
}

/** The target as whoever verifies a certificate reads it. */
function asWritten({ query }: Session, target: Target): Target {
  const sought = soughtBy(query);
  return sought?.kind === "state" ? { ...target, formula: sought.formula } : target;
}

/** Any state will do: where the run ends is asked for by its number. */
const ANYWHERE = { kind: "target", formula: { kind: "data", condition: { kind: "constant", value: 1 } } } as const;
