// Partial-order reduction of questions about single states (`reduction/`): where it is allowed, where it pays, and the
// engines that do it. By default it may answer "cannot happen" only where the model cannot fail, since it may pass by a
// fault elsewhere; and it is left off where it leaves out next to nothing of the first states.

import { faultsOf } from "../../analysis/faults.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Engine, StateId, Target } from "../../engine/index.ts";
import { formulasOf, hasNext, kindOf, type Network, type Query } from "../../network/index.ts";
import {
  explorationObstacle,
  ReducedEngine,
  type ReductionCount,
  reductionObstacle,
  runReductionObstacle,
  StubbornSets,
} from "../../reduction/index.ts";
import type { LassoConfig, SearchConfig } from "../../search/index.ts";
import type { CheckOptions } from "../options.ts";
import type { EngineSetup } from "../setup/engines.ts";
import type { Strategy } from "../strategies/strategy.ts";

type ReductionChoice = NonNullable<CheckOptions["por"]>;

export interface Reduction {
  /** The setup whose engines reduce. */
  readonly setup: EngineSetup;
  readonly count: Readonly<ReductionCount>;
  /** May the model fail while it runs? Then faults elsewhere were not looked for. */
  readonly canFault: boolean;
}

/** What was asked for. A search that somebody named visits what its definition says, so that its counts can be compared. */
export function reductionAsked({ por }: CheckOptions, member: Strategy | undefined, query: Query): ReductionChoice {
  // Of infinite runs it gains little, and only who asks for it has it.
  if (kindOf(query).answeredBy === "liveness") return por ?? "off";
  return por ?? (member?.kind === "search" && member.reduces === true ? "auto" : "off");
}

/** Why the steps of a question are not reduced, in a user's words; undefined where they may be. */
export function whyNotReduced(
  network: Network,
  { formula }: Target,
  por: ReductionChoice,
  { certify, witnesses = 1, optimal }: CheckOptions,
  abstraction: string,
  config: SearchConfig | undefined,
): string | undefined {
  if (por === "off") return "it is not asked for";
  const obstacle = reductionObstacle(network);
  if (obstacle !== undefined) return obstacle;
  if (abstraction === "local-time") return "the abstraction `local-time`, which reduces by itself";
  if (config?.inOrder === true) return `the search \`${config.spec}\`, which counts steps in the order they are taken`;
  if (config?.promise === "cheapest") return `the search \`${config.spec}\`, for which steps have costs`;
  if (optimal === "time") return "a fastest trace";
  if (witnesses > 1) return "several witnesses";
  if (por === "on") return undefined;
  if (certify === true) return "a certificate, which needs all states";
  const faults = faultsOf(network);
  if (faults.canFault || faults.formula(formula)) return "a model that may fail while it runs";
  return undefined;
}

/** Why infinite runs are not reduced, in a user's words; undefined where they may be. */
export function whyRunsAreNotReduced(
  network: Network,
  query: Query,
  lasso: LassoConfig | undefined,
  { por, runs, fairness }: Pick<CheckOptions, "por" | "runs" | "fairness">,
): string | undefined {
  if (fairness !== undefined) return "fairness, which looks at who is put off";
  if (runs === "divergent") return "runs in which time diverges, which depends on every step";
  if (por === undefined || por === "off") return "it is not asked for";
  const obstacle = runReductionObstacle(network, runs !== "infinite");
  if (obstacle !== undefined) return obstacle;
  if ("temporal" in query && hasNext(query.temporal)) return "X, which sees how steps interleave";
  if (lasso?.shortest === true) return `the search \`${lasso.spec}\`, which looks for shortest lassos`;
  return por === "auto" && canFail(network, query) ? "a model that may fail while it runs" : undefined;
}

/** Why an exploration is not reduced, in a user's words; undefined where it may be. */
export function whyExplorationIsNotReduced(network: Network): string | undefined {
  // A step that fails has no place in a stubborn set, and one that cannot be taken may fail, too.
  return (
    explorationObstacle(network) ?? (faultsOf(network).canFault ? "a model that may fail while it runs" : undefined)
  );
}

/** May the model or what is asked of it fail while it runs? */
export function canFail(network: Network, query: Query): boolean {
  const faults = faultsOf(network);
  return faults.canFault || formulasOf(query).some((formula) => faults.formula(formula));
}

/** What is said to who insists on reduction. */
export function refusedReduction(because: string, span?: Diagnostic["span"]): Diagnostic {
  const message = `partial-order reduction cannot be used here: ${because}`;
  return { code: "TH4508", severity: "error", message, hint: "use --por auto", ...defined({ span }) };
}

/** Undefined: reduction leaves out too little to be worth its time. */
export function reduced(
  network: Network,
  target: Target,
  setup: EngineSetup,
  por: ReductionChoice,
): Reduction | undefined {
  const tried = trialOf(network, target, setup);
  if (por === "auto" && !tried.pays()) return undefined;
  const count = { possible: 0, left: 0 };
  const faults = faultsOf(network);
  return {
    setup: {
      ...setup,
      // More cells tell more states apart, and may remember the order of steps.
      create: (extended) =>
        extended === undefined ? new ReducedEngine(setup.create(), tried.sets, count) : setup.create(extended),
    },
    count,
    canFault: faults.canFault || faults.formula(target.formula),
  };
}

interface Trial {
  readonly sets: StubbornSets;
  pays(): boolean;
}

/** All members of a portfolio have one setup, and try once. */
const trials = new WeakMap<EngineSetup, Trial>();

function trialOf(network: Network, target: Target, setup: EngineSetup): Trial {
  let trial = trials.get(setup);
  if (trial === undefined) {
    const sets = new StubbornSets(network, target);
    let known: boolean | undefined;
    trial = { sets, pays: () => (known ??= pays(sets, setup)) };
    trials.set(setup, trial);
  }
  return trial;
}

/** States that reduction is tried on, where it is looked at first, and the shares of steps and of states that it has to leave out. */
const TRIED = 500;
const FIRST_LOOK = 200;
const LEAST_STEPS = 0.05;
const LEAST_STATES = 0.05;
/** Steps that are looked at per state beyond which closing takes some hundred times as long as expanding. */
const DEAR = 1000;
const LEAST_STATES_WHERE_DEAR = 0.5;

/** Steps may be left out that lead to the same states as others, which gains nothing; so what is met is compared, too. */
function pays(sets: StubbornSets, setup: EngineSetup): boolean {
  const count = { possible: 0, left: 0 };
  const met = statesMet(new ReducedEngine(setup.create(), sets, count), () => count.left > 0);
  if (count.left === 0 || count.left < LEAST_STEPS * count.possible) return false;
  const least = sets.looks > DEAR * TRIED ? LEAST_STATES_WHERE_DEAR : LEAST_STATES;
  return met <= (1 - least) * statesMet(setup.create(), () => true);
}

/** How many states are met when some are expanded, breadth first, as long as it looks worth while. */
function statesMet(engine: Engine, isWorthWhile: () => boolean): number {
  const queue: StateId[] = [];
  const { count: beginnings } = engine.initial();
  for (let ordinal = 0; ordinal < beginnings; ordinal++) queue.push(engine.insert(ordinal, -1, 0));
  for (let head = 0; head < queue.length && head < TRIED; head++) {
    if (head === FIRST_LOOK && !isWorthWhile()) break;
    const state = queue[head]!;
    if (state < 0 || !engine.alive(state)) continue;
    queue.push(...Array.from(engine.expandAll(state, 0)));
  }
  return queue.length;
}
