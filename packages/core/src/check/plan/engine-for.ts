// Which engine would run, without running it: `info` says so, and why it is the reference engine where it is.

import { chooseAbstraction } from "../../engine/abstraction.ts";
import { obstacleOf } from "../../engine/index.ts";
import { kindOf, type Network, type Query } from "../../network/index.ts";

export interface EngineForecast {
  readonly engine: "compiled" | "reference";
  /** Why the compiled engine would not run. */
  readonly reason?: string;
}

/** For a query, or for an exploration without any. */
export function engineFor(network: Network, query?: Query): EngineForecast {
  if (query !== undefined && kindOf(query).answeredBy === "liveness") {
    return { engine: "reference", reason: "liveness" };
  }
  const chosen = chooseAbstraction(network, query === undefined ? [] : [query], "auto");
  if (!chosen.ok) return { engine: "reference", reason: chosen.diagnostics[0]!.message };
  const reason = obstacleOf(network, chosen.value.abstraction, chosen.value.bounds);
  return reason === null ? { engine: "compiled" } : { engine: "reference", reason };
}
