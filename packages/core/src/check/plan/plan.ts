// What will run for a query, decided once and before anything runs: the units of time, the abstraction with its clock
// bounds, the engine, and the searches and walks with their threads. All members of a portfolio, also those in other
// threads, and whatever comes afterwards (shorter traces, certificates) go by the same plan; `explain.ts` puts it into
// words.

import { type Independent, withoutObstacles } from "../../analysis/obstacles/independent.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Result } from "../../diagnostics/index.ts";
import { type ChosenAbstraction, tooLargeConstant } from "../../engine/index.ts";
import { kindOf, kindsWhere, modelOf, type Network, type Query, type QueryOf, soughtBy } from "../../network/index.ts";
import type { LassoConfig } from "../../search/index.ts";
import type { CheckOptions } from "../options.ts";
import { type PortfolioStrategy, type SearchStrategy, strategyFor, type WalkStrategy } from "../strategies/strategy.ts";
import { abstractionFor, livenessObstacle, temporalObstacle } from "./abstraction-for.ts";
import { refusedFairness } from "./fairness.ts";
import { guidesOf } from "./guides.ts";
import { lateFor, type PlannedLate } from "./late-member.ts";
import { type Member, type MemberQuestion, type PlannedMember, planMember } from "./planned-member.ts";
import { insistsOnReduction, refusedReduction, stepsObstacle, whyRunsAreNotReduced } from "./reduction.ts";
import { lassoSearchOf } from "./run-search.ts";
import { type PriceSpace, priceSpaceFor } from "./space/price-space.ts";
import { type StateSpace, stateSpaceFor } from "./space/state-space.ts";
import { type PlannedHunt, plannedHunts, refusedSwarm } from "./swarm.ts";
import { symmetryProposal } from "./symmetry.ts";
import { type SoughtState, soughtState } from "./target.ts";
import { assignThreads } from "./threads.ts";
import { inLargestUnits, type Scaled } from "./time-units.ts";
import { unsampled } from "./unsampled.ts";

/** A member that shares a question with others. */
export type PortfolioMember = PlannedMember & { readonly strategy: SearchStrategy | WalkStrategy };

export interface Plan {
  /** As they are, in the model's own units of time. */
  readonly network: Network;
  readonly asked: Query;
  readonly options: CheckOptions;
  /** Network and query in the units in which they are answered. */
  readonly scaled: Scaled;
  /** What the model has that is not supported, and that the question does not depend on: it is answered without it. */
  readonly leftOut?: Pick<Independent, "features" | "processes">;
  /** Why nothing runs at all. */
  readonly refusal?: Diagnostic;
  /** The state that is looked for; absent where the question is for more than one state. */
  readonly sought?: SoughtState;
  /** For runs in whatever order of steps; where that is refused, only random walks are left. */
  readonly abstraction: Result<ChosenAbstraction>;
  /** Absent where nothing runs. */
  readonly way?: Way;
  /** Of `--optimal time`: where the fastest run is looked for. */
  readonly stateSpace?: StateSpace;
  /** Of `--optimal cost`: where the cheapest run is looked for, or why nowhere. */
  readonly priceSpace?: PriceSpace | string;
}

export type Way =
  | { readonly kind: "alone"; readonly member: PlannedMember }
  /** One after the other, as many at a time as there are threads. */
  | { readonly kind: "swarm"; readonly hunts: readonly PlannedHunt[] }
  | {
      readonly kind: "portfolio";
      readonly strategy: PortfolioStrategy;
      /** Those that take turns in the calling thread, and those of every other thread. */
      readonly here: readonly PortfolioMember[];
      readonly elsewhere: readonly (readonly PortfolioMember[])[];
      /** One that begins later, if it may. */
      readonly late?: PlannedLate;
    };

export { memberOptions, type PlannedMember } from "./planned-member.ts";
export { priceSpaceText } from "./space/price-space.ts";
export { stateSpaceText } from "./space/state-space.ts";
export { symmetryText } from "./symmetry.ts";

export interface Circumstances {
  /** Threads that can be had besides the calling one. */
  readonly threads?: number;
  /** Can they be told to leave the processor to others? */
  readonly isYielding?: boolean;
  /** Cores for engines that divide the states of one search among them, the calling thread's included. */
  readonly cores?: number;
  /** Keeps work within limits. */
  readonly work?: <T>(work: () => T) => T;
}

export function planQuery(
  network: Network,
  asked: Query,
  options: CheckOptions = {},
  { threads = 0, isYielding = false, cores = 1, work = (work) => work() }: Circumstances = {},
): Plan {
  const unscaled: Scaled = { network, query: asked, unit: 1 };
  // Random runs have a network of their own, in which nothing is left out.
  const isSampled = kindOf(asked).answeredBy === "statistics";
  const { obstacles } = network;
  const independent = obstacles.length === 0 || isSampled ? undefined : work(() => withoutObstacles(network, asked));
  if (independent !== undefined) {
    const plan = planQuery(independent.network, asked, options, { threads, isYielding, cores, work });
    return { ...plan, network, leftOut: independent };
  }
  const refusal = unanswerable(network, asked, options);
  if (refusal !== undefined) return refusedPlan(unscaled, options, refusal);
  if (isSampled) return sampledPlan(unscaled, options);
  return work(() => {
    // No member can answer then, and none may take the constant for one that clocks never meet.
    const tooLarge = tooLargeConstant(network, [asked]);
    if (tooLarge !== null) return refusedPlan(unscaled, options, tooLarge);
    const scaled = inLargestUnits(network, asked);
    const { query } = scaled;
    const sought = soughtState(query);
    const abstraction = abstractionFor(
      scaled.network,
      query,
      options.abstraction ?? "auto",
      sought !== undefined,
      options.runs,
    );
    const way = wayFor({ network: scaled.network, query, options, sought, abstraction, cores }, threads, isYielding);
    const isTimed = options.optimal === "time" && sought !== undefined;
    const stateSpace = isTimed ? stateSpaceFor(scaled.network, query, sought.target, options.space) : undefined;
    const isPriced = options.optimal === "cost" && sought !== undefined && network.prices !== undefined;
    const priced = isPriced ? guidesOf(scaled.network).network : undefined;
    const priceSpace = priced && priceSpaceFor(priced, query, sought!.target, options.space);
    return { network, asked, options, scaled, ...defined({ sought, stateSpace, priceSpace }), abstraction, way };
  });
}

/** The plan of members in another thread: what was decided there for all of them is not decided again. */
export function plannedElsewhere(
  network: Network,
  query: Query,
  options: CheckOptions,
  decided?: Result<ChosenAbstraction>,
): Plan {
  const sought = soughtState(query);
  const abstraction =
    decided ?? abstractionFor(network, query, options.abstraction ?? "auto", sought !== undefined, options.runs);
  const way = wayFor({ network, query, options, sought, abstraction }, 0, false);
  const scaled = { network, query, unit: 1 };
  return { network, asked: query, options, scaled, ...defined({ sought }), abstraction, way };
}

/**
 * Who wishes for an abstraction wants to hear at once that it is refused, not after the random walks of a portfolio.
 */
export function refusedWish({ options, abstraction }: Plan): readonly Diagnostic[] | undefined {
  return (options.abstraction ?? "auto") === "auto" || abstraction.ok ? undefined : abstraction.diagnostics;
}

function refusedPlan(scaled: Scaled, options: CheckOptions, refusal: Diagnostic): Plan {
  const abstraction = { ok: false, diagnostics: [refusal] } as const;
  return {
    network: scaled.network,
    asked: scaled.query,
    options,
    scaled,
    refusal,
    abstraction,
  };
}

/** Random runs need neither units nor abstractions. */
function sampledPlan(scaled: Scaled, options: CheckOptions): Plan {
  const { network, query } = scaled;
  const abstraction = { ok: true, value: { name: "none" } } as unknown as Plan["abstraction"];
  const member: PlannedMember = { spec: "random runs", inOrder: false, abstraction, por: "off" };
  return { network, asked: query, options, scaled, abstraction, way: { kind: "alone", member } };
}

function unanswerable(network: Network, query: Query, options: CheckOptions): Diagnostic | undefined {
  const obstacle = network.obstacles[0];
  const refuse = (message: string, span: Query["span"]): Diagnostic => ({
    code: "TH4500",
    severity: "error",
    message,
    ...defined({ span }),
  });
  // A question that no analysis answers is refused for its own sake; what the model has besides is said after it.
  if (kindOf(query).answeredBy === "nobody") {
    const { feature, span } = query as QueryOf<"feature">;
    const answered =
      network.language === "prism"
        ? "`P`, `R` and `S` with one path operator between state formulas, and `filter`"
        : kindsWhere(({ answeredBy }) => answeredBy !== "nobody", { quote: "`" });
    const isCost = feature === "`cost` as a number";
    const told = isCost
      ? "`--optimal cost` tells what a run to a state costs at the least"
      : `answered are ${answered}`;
    const hint = obstacle === undefined ? told : `the model uses ${obstacle.feature} besides`;
    return { ...refuse(`not supported: ${feature}`, span), hint };
  }
  if (kindOf(query).answeredBy === "statistics") {
    const { span } = query;
    const feature = unsampled(modelOf(query as QueryOf<"statistical">));
    return (
      feature && refuse(`the model uses ${feature.feature}, which statistics do not support`, feature.span ?? span)
    );
  }
  if (obstacle === undefined) {
    return (
      lassoRefusal(network, query, options) ??
      evidenceRefusal(query, options) ??
      temporalRefusal(network, query) ??
      divergenceRefusal(network, query, options) ??
      fairnessRefusal(network, query, options) ??
      reductionRefusal(network, query, options) ??
      (options.swarm && refusedSwarm(query, soughtState(query), options))
    );
  }
  return refuse(`the model uses ${obstacle.feature}, which symbolic analysis does not support`, obstacle.span);
}

/**
 * A search for infinite runs finds nothing else, and those of the classic questions only where no clock is asked for.
 */
function lassoRefusal(
  network: Network,
  query: Query,
  { strategy, fairness, runs }: CheckOptions,
): Diagnostic | undefined {
  const chosen = strategy === undefined ? undefined : strategyFor(query, strategy);
  if (chosen?.kind !== "lasso") return undefined;
  const counting = fairness === undefined && runs !== "divergent" ? "all" : "some";
  const obstacle = chosen.lasso.refusal?.(network, query, counting) ?? obstacleToLassos(network, query);
  if (obstacle === undefined) return undefined;
  const message = `the search \`${chosen.spec}\` cannot be used here: ${obstacle}`;
  return { code: "TH4503", severity: "error", message, ...defined({ span: query.span }) };
}

function obstacleToLassos(network: Network, query: Query): string | undefined {
  const sought = soughtBy(query)?.kind;
  return sought === "lasso"
    ? temporalObstacle(network, query)?.what
    : sought === "run"
      ? livenessObstacle(network, query)
      : `${query.kind} asks for no infinite run`;
}

/** A search for evidence carries probabilities, and nothing else. */
function evidenceRefusal(query: Query, { strategy }: CheckOptions): Diagnostic | undefined {
  const chosen = strategy === undefined ? undefined : strategyFor(query, strategy);
  if (chosen?.kind !== "evidence" || kindOf(query).answeredBy === "probability") return undefined;
  const message = `the search \`${chosen.spec}\` cannot be used here: ${query.kind} asks for no probability`;
  return { code: "TH4503", severity: "error", message, ...defined({ span: query.span }) };
}

function fairnessRefusal(network: Network, query: Query, options: CheckOptions): Diagnostic | undefined {
  const { fairness } = options;
  if (fairness === undefined || kindOf(query).answeredBy !== "liveness") return undefined;
  return refusedFairness(network, query, fairness, lassoFor(query, options), options);
}

/** What looks for infinite runs. */
function lassoFor(query: Query, options: CheckOptions): LassoConfig {
  const { strategy } = options;
  const chosen = strategy === undefined ? undefined : strategyFor(query, strategy);
  return chosen?.kind === "lasso" ? chosen.lasso : lassoSearchOf(options);
}

/** Who insists on reduction hears at once where it is not sound, not after random walks. */
function reductionRefusal(network: Network, query: Query, options: CheckOptions): Diagnostic | undefined {
  const { por, strategy } = options;
  if (por === undefined || !insistsOnReduction(por)) return undefined;
  const runs = soughtBy(query)?.kind;
  const ofRuns = (): string | undefined => {
    const chosen = strategy === undefined ? undefined : strategyFor(query, strategy);
    const lasso = chosen?.kind === "lasso" ? chosen.lasso : undefined;
    return livenessObstacle(network, query) ?? whyRunsAreNotReduced(network, query, lasso, options);
  };
  const sought = soughtState(query);
  const ofStates = (): string | undefined =>
    sought === undefined ? `${query.kind} asks for more than a state` : stepsObstacle(network, sought.target, por);
  const obstacle = runs === "lasso" || runs === "run" ? ofRuns() : ofStates();
  return obstacle === undefined ? undefined : refusedReduction(obstacle, query.span);
}

/** What `LTL` cannot be asked about yet. */
function temporalRefusal(network: Network, query: Query): Diagnostic | undefined {
  if (kindOf(query).form !== "temporal") return undefined;
  const obstacle = temporalObstacle(network, query);
  if (obstacle === undefined) return undefined;
  const { what, hint } = obstacle;
  const message = `not supported by \`${query.kind}\`: ${what}`;
  return { code: "TH4500", severity: "error", message, hint, ...defined({ span: query.span }) };
}

/** Where it cannot be decided whether time diverges. */
function divergenceRefusal(network: Network, query: Query, options: CheckOptions): Diagnostic | undefined {
  if (options.runs !== "divergent" || kindOf(query).answeredBy !== "liveness") return undefined;
  const lasso = lassoFor(query, options);
  const obstacle =
    options.fairness !== undefined
      ? "fairness"
      : lasso.oneSet
        ? `the search \`${lasso.spec}\`, which knows one acceptance set; use couvreur()`
        : livenessObstacle(network, query);
  if (obstacle === undefined) return undefined;
  const message = `runs in which time diverges (\`--runs divergent\`) cannot be asked for here: ${obstacle}`;
  const hint = "use `--runs maximal` or `--runs infinite`";
  return { code: "TH4500", severity: "error", message, hint, ...defined({ span: query.span }) };
}

function wayFor(question: MemberQuestion, threads: number, isYielding: boolean): Way {
  const { query, sought, options } = question;
  const { strategy, optimal, witnesses = 1 } = options;
  // Who names one search counts its states, which must not depend on how busy the machine is: nobody joins it unasked.
  const alone = (member?: Member): Way => ({ kind: "alone", member: planMember({ ...question, cores: 1 }, member) });
  if (options.swarm !== undefined) return { kind: "swarm", hunts: plannedHunts(question) };
  if (strategy === undefined || optimal !== undefined) return alone();
  const chosen = strategyFor(query, strategy);
  if (chosen.kind !== "portfolio") return alone(chosen);
  // The cores belong to the workers of one search, the first, where there are several of them.
  if (sought !== undefined && options.workers !== undefined && options.workers.count > 1) {
    const first = alone(chosen.members.find(({ kind }) => kind === "search"));
    if (!options.workers.isAuto || (first.kind === "alone" && first.member.workers?.obstacle === undefined))
      return first;
  }
  // Members share questions about reachability; for everything else there is one way. One search finds several traces.
  if (sought === undefined || witnesses > 1) return alone(chosen.members.find(({ kind }) => kind === "search"));
  const [here, elsewhere] = assignThreads(chosen.members, chosen.deterministic ? 0 : threads);
  const { cores: all = 1 } = question;
  const planned = (members: readonly (SearchStrategy | WalkStrategy)[], cores: number): PortfolioMember[] =>
    members.map((member) => {
      const areCoresTaken = all > 1 && cores < 2 && elsewhere.length > 0;
      return { ...planMember({ ...question, cores, areCoresTaken }, member), strategy: member };
    });
  // Who takes turns with others has no core for itself.
  const left = here.length > 1 ? 1 : all - elsewhere.length;
  return {
    kind: "portfolio",
    strategy: chosen,
    here: planned(here, left),
    elsewhere: elsewhere.map((group) => planned(group, 1)),
    // It has to have a thread that can be told to yield.
    ...defined({ late: isYielding ? lateFor(question, chosen.late) : undefined }),
  };
}

/** What `--symmetry auto` would use, in words, where nobody said anything about symmetry. */
export function proposedSymmetry(plan: Plan): string | undefined {
  const { options, sought, scaled } = plan;
  if (sought === undefined || options.symmetry !== undefined) return undefined;
  return symmetryProposal(scaled.network, sought.target.formula);
}

/** All that will run, those of the calling thread first. */
export function membersOf({ way }: Plan): readonly PlannedMember[] {
  if (way === undefined) return [];
  if (way.kind === "swarm") return way.hunts;
  return way.kind === "alone" ? [way.member] : [...way.here, ...way.elsewhere.flat()];
}
