// One member of a plan, with all that is decided about it before it runs: which search it is, in which abstraction and
// engine, whether steps may be left out, or why it does not run at all. `members/` and the analyses carry it out, and
// `explain.ts` tells it: both read what stands here, and nothing is decided a second time.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Result } from "../../diagnostics/index.ts";
import { withoutLocalTime } from "../../engine/abstraction.ts";
import type { ChosenAbstraction } from "../../engine/index.ts";
import { whyNotGuided } from "../../heuristics/index.ts";
import { kindOf, type Network, type Query, soughtBy } from "../../network/index.ts";
import { DEFAULT_EVIDENCE } from "../../probabilistic/index.ts";
import type { SearchConfig } from "../../search/index.ts";
import { reasonOf } from "../../spec/index.ts";
import type { CheckOptions } from "../options.ts";
import {
  type EvidenceStrategy,
  type LassoStrategy,
  type SearchStrategy,
  strategies,
  type WalkStrategy,
} from "../strategies/strategy.ts";
import { abstractionFor, livenessObstacle, noLocalTime } from "./abstraction-for.ts";
import { breadthFirst } from "./default-search.ts";
import { engineObstacle } from "./engine-for.ts";
import {
  insistsOnReduction,
  type ReductionChoice,
  reductionAsked,
  refusedReduction,
  whyNotReduced,
  whyRunsAreNotReduced,
} from "./reduction.ts";
import { runSearchOf, useForRuns } from "./run-search.ts";
import { type PlannedSymmetry, symmetryFor } from "./symmetry.ts";
import { problemOf, type SoughtState, soughtState } from "./target.ts";
import { type PlannedWorkers, refusedWorkers, workersFor } from "./workers.ts";

export type Member = SearchStrategy | WalkStrategy | LassoStrategy | EvidenceStrategy;

export interface PlannedMember {
  /** As it was asked for; absent: the search of the options, or breadth first. */
  readonly strategy?: Member;
  /**
   * The search that runs, what it is in a sentence, and what becomes of the one that was named where another one
   * answers.
   */
  readonly spec: string;
  readonly summary?: string;
  readonly use?: string;
  /** What looks for states, where something was named; absent: breadth first, or a walk. */
  readonly search?: SearchConfig;
  /** The order of the steps that lead to a state matters. */
  readonly inOrder: boolean;
  readonly abstraction: Result<ChosenAbstraction>;
  /** Why the reference engine runs; absent: the compiled one does. */
  readonly engineObstacle?: string;
  /** What was asked for of partial-order reduction, and what comes of it; absent where nothing could be reduced. */
  readonly por: ReductionChoice;
  readonly reduction?: PlannedReduction;
  /** What comes of symmetry; absent where nothing was asked for and there is none to use. */
  readonly symmetry?: PlannedSymmetry;
  /** How many engines divide the states among them; absent where one was asked for. */
  readonly workers?: PlannedWorkers;
  /** Why it does not run: what is reported, and in a few words. */
  readonly refusal?: { readonly diagnostics: readonly Diagnostic[]; readonly because: string };
}

export interface PlannedReduction {
  /** Why all steps are taken; absent: some may be left out. */
  readonly obstacle?: string;
}

/** What members are decided for: a question in the units in which it is answered. */
export interface MemberQuestion {
  readonly network: Network;
  readonly query: Query;
  readonly options: CheckOptions;
  readonly sought: SoughtState | undefined;
  /** For runs in whatever order of steps. */
  readonly abstraction: Result<ChosenAbstraction>;
  /** Cores that a member may have for itself; absent: the one it runs on. */
  readonly cores?: number;
  /** There would be more, but other members have them. */
  readonly areCoresTaken?: boolean;
}

/** A question that is asked on the way, for which there is no plan. */
export function plannedOnTheWay(network: Network, query: Query, options: CheckOptions): PlannedMember {
  const { search, abstraction: wish = "auto", runs } = options;
  const abstraction = abstractionFor(network, query, wish, searchOf(undefined, options)?.inOrder !== true, runs);
  return planMember(
    { network, query, options, sought: soughtState(query), abstraction },
    search && { kind: "search", spec: search.spec, config: search },
  );
}

/** What a member asks of the analysis that carries it out. */
export function memberOptions({ strategy, por }: PlannedMember): Pick<CheckOptions, "search" | "lasso" | "por"> {
  if (strategy?.kind === "search") return { search: strategy.config, por };
  return strategy?.kind === "lasso" ? { lasso: strategy.lasso, por } : { por };
}

export function planMember(question: MemberQuestion, strategy?: Member): PlannedMember {
  if (strategy?.kind === "walk") return plannedWalk(question, strategy);
  const planned = plannedSearch(question, strategy?.kind === "evidence" ? undefined : strategy);
  if (kindOf(question.query).answeredBy !== "probability") return planned;
  // Whatever search is named for states, probabilities are computed on the graph, and evidence is looked for in a way
  // of its own.
  const evidence = strategy?.kind === "evidence" ? strategy : undefined;
  return { ...planned, ...defined({ strategy: evidence }), ...described(evidence?.spec ?? DEFAULT_EVIDENCE) };
}

function plannedWalk(question: MemberQuestion, strategy: WalkStrategy): PlannedMember {
  const { query, options, sought, abstraction } = question;
  const because =
    sought === undefined
      ? `looks for single states; ${query.kind} asks for more`
      : (options.witnesses ?? 1) > 1
        ? "finds one trace, not several"
        : unreadHints(question, strategy);
  const { spec } = strategy;
  const common = {
    strategy,
    ...described(spec),
    inOrder: false,
    abstraction,
    por: reductionAsked(options, strategy, query),
  };
  if (because === undefined) return common;
  const message = `\`${spec}\` ${because}`;
  const diagnostic: Diagnostic = { code: "TH4503", severity: "error", message, ...defined({ span: query.span }) };
  return { ...common, refusal: { diagnostics: [diagnostic], because: `it ${because}` } };
}

/** Hints of a walk that nobody read with the model. */
function unreadHints({ network, query, sought }: MemberQuestion, { walk }: WalkStrategy): string | undefined {
  const refusal = whyNotGuided(
    problemOf(network, sought!.target, defined({ guidance: query.guidance })),
    walk.hints ?? [],
  );
  return refusal === undefined ? undefined : `cannot be used here: ${reasonOf(refusal)}`;
}

function plannedSearch(question: MemberQuestion, strategy: SearchStrategy | LassoStrategy | undefined): PlannedMember {
  const { network, query, options, sought } = question;
  const search = searchOf(strategy, options);
  const ofRuns = runSearchOf(network, query, strategy?.kind === "lasso" ? strategy.spec : undefined, {
    ...options,
    ...defined({ search }),
  });
  // Who named a search for states hears what becomes of it.
  const isNamed = search !== undefined && search.spec !== breadthFirst.spec;
  const use = ofRuns === undefined || !isNamed ? undefined : useForRuns(query, search, ofRuns === "emerson-lei()");
  const { abstraction: wish } = options;
  const symmetry = symmetryFor(network, query, sought, search, options);
  const isSymmetric = symmetry !== undefined && symmetry.obstacle === undefined;
  // Local time knows no rows that change places.
  const inOrder = search?.inOrder === true || isSymmetric;
  const abstraction = inOrder ? withoutLocalTime(question.abstraction, wish) : question.abstraction;
  const por = reductionAsked(options, strategy, query);
  const reducible = abstraction.ok ? reductionOf(question, strategy, search, por, abstraction.value) : undefined;
  const reduction = isSymmetric && reducible?.obstacle === undefined && reducible ? SYMMETRY_INSTEAD : reducible;
  const obstacle = !abstraction.ok
    ? undefined
    : options.engine === "reference"
      ? "it was asked for"
      : (engineObstacle(network, query, abstraction.value) ?? undefined);
  const workers = abstraction.ok
    ? workersFor({
        ...{ query, options, sought, search, por, engineObstacle: obstacle },
        isReduced: reduction !== undefined && reduction.obstacle === undefined,
        isSymmetric,
        isTimed: network.clocks.length > 0,
        cores: question.cores ?? 1,
        areCoresTaken: question.areCoresTaken === true,
      })
    : undefined;
  const isDivided = workers !== undefined && workers.obstacle === undefined && workers.after === undefined;
  // Who did not ask for several is not refused them.
  const isInsisting = options.workers !== undefined && !options.workers.isAuto;
  const unshared = isInsisting ? workers?.obstacle : undefined;
  const refusal =
    refusalOf(search, sought, { network, query, options, abstraction, por, reduction }) ??
    (unshared === undefined ? undefined : { diagnostics: [refusedWorkers(unshared, query.span)], because: unshared });
  return {
    ...defined({ strategy, use, search, symmetry, engineObstacle: obstacle, refusal, workers }),
    // What is divided is taken whole.
    ...defined({ reduction: isDivided && reduction !== undefined ? { obstacle: "several workers" } : reduction }),
    ...described(ofRuns ?? (search ?? breadthFirst).spec),
    inOrder,
    abstraction,
    por,
  };
}

const SYMMETRY_INSTEAD: PlannedReduction = { obstacle: "symmetry, which is used instead" };

/** The search for states that was asked for. */
function searchOf(strategy: Member | undefined, options: CheckOptions): SearchConfig | undefined {
  if (options.optimal === "steps") return breadthFirst;
  return strategy?.kind === "search" ? strategy.config : options.search;
}

function reductionOf(
  { network, query, options, sought }: MemberQuestion,
  strategy: Member | undefined,
  search: SearchConfig | undefined,
  por: ReductionChoice,
  { abstraction }: ChosenAbstraction,
): PlannedReduction | undefined {
  if (sought !== undefined) {
    const obstacle = whyNotReduced(network, sought.target, por, options, abstraction, search);
    return { ...defined({ obstacle }) };
  }
  // Steps of infinite runs are left out only when that is asked for.
  const kind = soughtBy(query)?.kind;
  if (options.por === undefined || (kind !== "lasso" && kind !== "run")) return undefined;
  const lasso = strategy?.kind === "lasso" ? strategy.lasso : undefined;
  const obstacle = livenessObstacle(network, query) ?? whyRunsAreNotReduced(network, query, lasso, options);
  return { ...defined({ obstacle }) };
}

function refusalOf(
  search: SearchConfig | undefined,
  sought: SoughtState | undefined,
  decided: Pick<MemberQuestion, "network" | "query" | "options"> &
    Pick<PlannedMember, "abstraction" | "por"> & {
      readonly reduction: PlannedReduction | undefined;
    },
): PlannedMember["refusal"] {
  const { network, query, options, abstraction, por, reduction } = decided;
  const told = (...diagnostics: Diagnostic[]) => ({ diagnostics, because: diagnostics[0]!.message });
  if (sought !== undefined && search?.inOrder === true && options.abstraction === "local-time") {
    return told(noLocalTime(`\`${search.spec}\` counts steps in the order of time`));
  }
  if (!abstraction.ok) return told(...abstraction.diagnostics);
  if (sought === undefined) return undefined;
  if (insistsOnReduction(por) && reduction?.obstacle !== undefined) return told(refusedReduction(reduction.obstacle));
  const refusal = search?.refusal?.(
    problemOf(network, sought.target, defined({ guidance: query.guidance, disk: options.disk })),
  );
  if (refusal === undefined) return undefined;
  const because = reasonOf(refusal);
  const message = `the search \`${search!.spec}\` cannot be used here: ${because}`;
  const diagnostic: Diagnostic =
    typeof refusal === "string"
      ? { code: "TH4503", severity: "error", message }
      : { code: "TH5008", severity: "error", message, ...defined({ hint: refusal.hint }) };
  return { diagnostics: [diagnostic], because };
}

/** Name and purpose of a search, from its registry. */
function described(spec: string): { readonly spec: string; readonly summary?: string } {
  const summary = strategies.get(/^[\w-]+/.exec(spec)?.[0] ?? "")?.summary;
  return { spec, ...defined({ summary }) };
}
