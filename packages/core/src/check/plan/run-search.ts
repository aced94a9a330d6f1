// Which search looks for infinite runs, and what a search for states that somebody named has to do with it: at most it
// finds the states where such runs may begin.

import { formulasOf, kindOf, mentions, type Network, type Query, soughtBy } from "../../network/index.ts";
import { type LassoConfig, lassoSearches, type SearchConfig } from "../../search/index.ts";
import { configure } from "../../spec/index.ts";
import type { CheckOptions } from "../options.ts";
import { livenessObstacle } from "./abstraction-for.ts";

/** What looks for lassos where nobody says how. */
export function lassoSearchOf({ lasso }: Pick<CheckOptions, "lasso">): LassoConfig {
  return lasso ?? lassoNamed("couvreur()");
}

function lassoNamed(spec: string): LassoConfig {
  const config = configure(lassoSearches, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return config.value;
}

/** Who asks for whole sets of states has infinite runs looked for in the same way, where that can be done. */
export function lassoSearchFor(
  network: Network,
  query: Query,
  { lasso, search, fairness, runs }: Pick<CheckOptions, "lasso" | "search" | "fairness" | "runs">,
): LassoConfig {
  if (lasso === undefined && search?.sets === true) {
    const bySets = lassoNamed("emerson-lei()");
    const counting = fairness === undefined && runs !== "divergent" ? "all" : "some";
    if (bySets.refusal?.(network, query, counting) === undefined) return bySets;
  }
  return lassoSearchOf(lasso === undefined ? {} : { lasso });
}

/** The search that answers a question about infinite runs; undefined for other questions. */
export function runSearchOf(
  network: Network,
  query: Query,
  spec?: string,
  options: Pick<CheckOptions, "search" | "fairness" | "runs"> = {},
): string | undefined {
  if (kindOf(query).answeredBy !== "liveness") return undefined;
  const isLasso = soughtBy(query)?.kind === "lasso";
  if (!isLasso && livenessObstacle(network, query) !== undefined) return "zones cut along the formulas, depth first";
  return spec ?? lassoSearchFor(network, query, options).spec;
}

/** What a search for states is good for in a question about infinite runs. */
export function useForRuns(query: Query, { spec, restarts }: SearchConfig, isBySets = false): string {
  const named = `\`${spec}\``;
  // Where clocks are asked for, a formula stops waiting in a part of a zone.
  const waits = kindOf(query).form === "temporal" && !formulasOf(query).some((formula) => mentions(formula, "clock"));
  if (isBySets) return `${named} means whole sets of states here, too`;
  const sought = soughtBy(query);
  const start = sought?.kind === "run" ? sought.start : undefined;
  if (!waits && start === undefined) return `${named} is not used: runs begin in the initial states`;
  const where = waits ? "where the formula stops waiting, if it waits for something" : "where the premise holds";
  if (restarts === true) return `${named} is not used, since it begins anew: bfs finds the states ${where}`;
  return `${named} only finds the states ${where}`;
}
