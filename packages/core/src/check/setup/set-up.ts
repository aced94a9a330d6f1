// The engines of a session. Those of the question that was planned have the plan's abstraction and bounds, and share
// what was compiled; a session that asks something else on the way chooses anew.

import type { Result } from "../../diagnostics/index.ts";
import { withoutLocalTime } from "../../engine/abstraction.ts";
import type { Target } from "../../engine/index.ts";
import { abstractionFor } from "../plan/abstraction-for.ts";
import type { Session } from "../session.ts";
import { cuttingEngine, type EngineOptions, type EngineSetup, engineWith } from "./engines.ts";

export function setUp(
  session: Session,
  targets: readonly Target[],
  { reachedOnly = false, ...kind }: Pick<EngineOptions, "graph" | "covering"> & { readonly reachedOnly?: boolean } = {},
): Result<EngineSetup> {
  const { network, query, plan } = session;
  const { abstraction: wish = "auto", engine = "auto" } = session.context.options;
  if (plan === undefined) {
    return engineWith(abstractionFor(network, query, wish, reachedOnly), network, targets, { engine, ...kind });
  }
  // The targets are those of the one analysis that answers the query, so they need not be told apart.
  const key = `${engine}, ${reachedOnly ? "any order" : "in order"}, ${kind.graph ? "by value" : "by inclusion"}`;
  const known = session.setups.get(key);
  if (known !== undefined) return known;
  const chosen = reachedOnly ? plan.abstraction : withoutLocalTime(plan.abstraction, wish);
  const made = engineWith(chosen, network, targets, { engine, ...kind });
  session.setups.set(key, made);
  return made;
}

/** Engines for a question whose atoms, the first targets, ask for clocks. */
export function setUpCutting(
  { network, query, plan, context: { options } }: Session,
  targets: readonly Target[],
  atoms: number,
): Result<EngineSetup> {
  const { abstraction: wish = "auto" } = options;
  const chosen = plan === undefined ? abstractionFor(network, query, wish, false) : plan.abstraction;
  return cuttingEngine(chosen, network, targets, atoms);
}
