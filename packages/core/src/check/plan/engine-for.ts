// Which engine would run, without running it: `info` says so, and why it is the reference engine where it is.

import { type ChosenAbstraction, chooseAbstraction } from "../../engine/abstraction.ts";
import { obstacleOf } from "../../engine/index.ts";
import { kindOf, type Network, type Query } from "../../network/index.ts";
import { abstractionFor, livenessObstacle } from "./abstraction-for.ts";

export interface EngineForecast {
  readonly engine: "compiled" | "reference";
  /** Why the compiled engine would not run. */
  readonly reason?: string;
}

/** For a query, or for an exploration without any. */
export function engineFor(network: Network, query?: Query): EngineForecast {
  const chosen =
    query === undefined ? chooseAbstraction(network, [], "auto") : abstractionFor(network, query, "auto", false);
  if (!chosen.ok) return { engine: "reference", reason: chosen.diagnostics[0]!.message };
  const reason = engineObstacle(network, query, chosen.value);
  return reason === null ? { engine: "compiled" } : { engine: "reference", reason };
}

/** Why the compiled engine does not run; null where it does. */
export function engineObstacle(
  network: Network,
  query: Query | undefined,
  { abstraction, bounds }: ChosenAbstraction,
): string | null {
  const isLiveness = query !== undefined && kindOf(query).answeredBy === "liveness";
  return (isLiveness ? livenessObstacle(network, query) : undefined) ?? obstacleOf(network, abstraction, bounds);
}
