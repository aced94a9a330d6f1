// Where partial-order reduction (`reduction/`) is allowed. By default it may answer "cannot happen" only where the
// model cannot fail, since it may pass by a fault elsewhere. Whether it pays is tried out later
// (`setup/reduced-engine.ts`).

import { faultsOf } from "../../analysis/faults.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Target } from "../../engine/index.ts";
import { formulasOf, hasNext, kindOf, type Network, type Query } from "../../network/index.ts";
import { persistentObstacle, reductionObstacle, runReductionObstacle } from "../../reduction/index.ts";
import type { LassoConfig, SearchConfig } from "../../search/index.ts";
import type { CheckOptions } from "../options.ts";
import type { Strategy } from "../strategies/strategy.ts";

export type ReductionChoice = NonNullable<CheckOptions["por"]>;

/** Is it an error where it cannot be used? */
export function insistsOnReduction(por: ReductionChoice): boolean {
  return por === "on" || por === "c2c";
}

/**
 * What was asked for. A search that somebody named visits what its definition says, so that its counts can be compared.
 */
export function reductionAsked({ por }: CheckOptions, member: Strategy | undefined, query: Query): ReductionChoice {
  // Of infinite runs it gains little, and only who asks for it has it.
  if (kindOf(query).answeredBy === "liveness") return por ?? "off";
  return por ?? (member?.kind === "search" && member.reduces === true ? "auto" : "off");
}

/** What in the model or the target rules out the sets that are asked for, in a user's words. */
export function stepsObstacle(network: Network, { formula }: Target, por: ReductionChoice): string | undefined {
  return por === "c2c" ? persistentObstacle(network, formula) : reductionObstacle(network);
}

/** Why the steps of a question are not reduced, in a user's words; undefined where they may be. */
export function whyNotReduced(
  network: Network,
  target: Target,
  por: ReductionChoice,
  options: CheckOptions,
  abstraction: string,
  config: SearchConfig | undefined,
): string | undefined {
  const { certify, witnesses = 1, optimal } = options;
  if (por === "off") return "it is not asked for";
  const obstacle = stepsObstacle(network, target, por);
  if (obstacle !== undefined) return obstacle;
  if (abstraction === "local-time") return "the abstraction `local-time`, which reduces by itself";
  if (config?.inOrder === true) return `the search \`${config.spec}\`, which counts steps in the order they are taken`;
  if (config?.promise === "cheapest") return `the search \`${config.spec}\`, for which steps have costs`;
  if (optimal === "time") return "a fastest trace";
  if (witnesses > 1) return "several witnesses";
  if (por === "c2c") return whyNotByC2c(options, config);
  if (por === "on") return undefined;
  if (certify !== undefined && certify !== false) return "a certificate, which needs all states";
  const faults = faultsOf(network);
  if (faults.canFault || faults.formula(target.formula)) return "a model that may fail while it runs";
  return undefined;
}

/** The proviso needs every state that is met to be expanded, and keeps no lengths. */
function whyNotByC2c({ optimal, improve }: CheckOptions, config: SearchConfig | undefined): string | undefined {
  if (config?.restarts === true) return `the search \`${config.spec}\`, which forgets what it has seen`;
  if (config?.anytime === true) return `the search \`${config.spec}\`, which compares lengths that C2c does not keep`;
  if (optimal !== undefined || improve === true) return "best traces, whose lengths C2c does not keep";
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
    persistentObstacle(network) ?? (faultsOf(network).canFault ? "a model that may fail while it runs" : undefined)
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
