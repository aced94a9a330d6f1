// The engines of a session. Those of the question that was planned have the plan's abstraction and bounds, and share
// what was compiled; a session that asks something else on the way chooses anew.

import type { Result } from "../../diagnostics/index.ts";
import { withoutLocalTime } from "../../engine/abstraction.ts";
import type { Target } from "../../engine/index.ts";
import { abstractionFor } from "../plan/abstraction-for.ts";
import type { PlannedMember } from "../plan/plan.ts";
import type { Session } from "../session.ts";
import { cuttingEngine, type EngineOptions, type EngineSetup, engineWith } from "./engines.ts";

export function setUp(
  session: Session,
  targets: readonly Target[],
  {
    reachedOnly = false,
    member,
    ...kind
  }: Pick<EngineOptions, "graph" | "covering"> & {
    /** The order of the steps that lead to a state does not matter. */
    readonly reachedOnly?: boolean;
    /** Its abstraction is used. */
    readonly member?: PlannedMember;
  } = {},
): Result<EngineSetup> {
  const { network, query, plan } = session;
  const { abstraction: wish = "auto", runs } = session.context.options;
  const { engineWish } = session;
  if (plan === undefined) {
    const own = member?.abstraction ?? abstractionFor(network, query, wish, reachedOnly, runs);
    return engineWith(own, network, targets, { ...engineWish, ...kind });
  }
  // The targets are those of the one analysis that answers the query, so they need not be told apart.
  const anyOrder = member === undefined ? reachedOnly : !member.inOrder;
  const key = `${engineWish.engine}, ${anyOrder ? "any order" : "in order"}, ${kind.graph ? "by value" : "by inclusion"}`;
  const known = session.setups.get(key);
  if (known !== undefined) return known;
  const chosen = member?.abstraction ?? (reachedOnly ? plan.abstraction : withoutLocalTime(plan.abstraction, wish));
  const made = engineWith(chosen, network, targets, { ...engineWish, ...kind });
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
  const chosen = plan === undefined ? abstractionFor(network, query, wish, false, options.runs) : plan.abstraction;
  return cuttingEngine(chosen, network, targets, atoms);
}
