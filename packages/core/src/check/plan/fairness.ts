// Fairness between processes (`search/lasso/fairness.ts`): whom a user names, and where it is refused.

import { defined } from "../../basics/defined.ts";
import { type Diagnostic, didYouMean } from "../../diagnostics/index.ts";
import type { Network, Query } from "../../network/index.ts";
import { type Fairness, type LassoConfig, MOST_MARKS } from "../../search/index.ts";
import type { CheckOptions, FairnessWish } from "../options.ts";
import { livenessObstacle } from "./abstraction-for.ts";
import { insistsOnReduction } from "./reduction.ts";

/** Processes by number; a name that nobody has is left out. */
export function fairnessFor({ processes }: Network, { kind, processes: named }: FairnessWish): Fairness {
  const all = [...processes.keys()];
  return { kind, processes: named === undefined ? all : all.filter((at) => named.includes(processes[at]!.name)) };
}

export function refusedFairness(
  network: Network,
  query: Query,
  wish: FairnessWish,
  lasso: LassoConfig,
  { por }: Pick<CheckOptions, "por">,
): Diagnostic | undefined {
  const names = network.processes.map(({ name }) => name);
  const unknown = wish.processes?.find((name) => !names.includes(name));
  const refuse = (message: string, hint?: string): Diagnostic => ({
    code: "TH4509",
    severity: "error",
    message,
    ...defined({ hint, span: query.span }),
  });
  if (unknown !== undefined)
    return refuse(`there is no process \`${unknown}\` to be fair to`, didYouMean(unknown, names));
  const obstacle = obstacleOf(network, query, wish, lasso, por);
  return obstacle === undefined ? undefined : refuse(`fairness cannot be asked for here: ${obstacle}`);
}

/** Processes and the automaton's sets share the bits of a mark. */
export function tooManyToBeFairTo({ processes }: Fairness, sets: number): Diagnostic | undefined {
  if (processes.length + sets <= MOST_MARKS) return undefined;
  const message = `fairness cannot be asked for here: ${processes.length} processes are too many`;
  return { code: "TH4509", severity: "error", message, hint: "name some of them: weak:P,Q" };
}

function obstacleOf(
  network: Network,
  query: Query,
  { kind }: FairnessWish,
  lasso: LassoConfig,
  por: CheckOptions["por"],
): string | undefined {
  const [clock] = network.clocks;
  if (clock !== undefined)
    return `the clock \`${clock.name}\`: in a zone, a process may be enabled at some moments only`;
  if (lasso.oneSet && kind === "strong") {
    return `the search \`${lasso.spec}\`, whose copies know weak fairness only; use couvreur() or recorded(bfs)`;
  }
  if (por !== undefined && insistsOnReduction(por))
    return "partial-order reduction, which may put off whom it should be fair to";
  return livenessObstacle(network, query);
}
