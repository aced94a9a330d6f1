// The abstraction that answers a query. Questions about infinite runs of which clocks are no part are a matter of their
// own: Extra⁺_LU and equality keep infinitely many steps (Li 2009), and whether time may pass for ever is a matter of
// the discrete state. Only deadlocks look at what is not enabled, so constants count both ways for them alone (decision
// 11), and for nobody where only runs with infinitely many steps are asked for.

import type { Diagnostic, Result } from "../../diagnostics/index.ts";
import { type AbstractionWish, type ChosenAbstraction, chooseAbstraction } from "../../engine/abstraction.ts";
import { formulasOf, hasNext, kindOf, mentions, type Network, type Query } from "../../network/index.ts";
import type { CheckOptions } from "../options.ts";
import { hasClockGuardedUrgency, hasStopwatches } from "./features.ts";

export const CLOCKS = "clocks in a liveness query";

export function abstractionFor(
  network: Network,
  query: Query,
  wish: AbstractionWish,
  reachedOnly: boolean,
  runs?: CheckOptions["runs"],
): Result<ChosenAbstraction> {
  const isLasso = kindOf(query).answeredBy === "liveness" && livenessObstacle(network, query) === undefined;
  if (isLasso && (wish === "auto" || wish === "extra-lu")) {
    // Where clocks guard what is urgent, they decide about time, too.
    const isUrgent = hasClockGuardedUrgency(network);
    const chosen = isUrgent
      ? chooseAbstraction(network, [query], "extra-m")
      : chooseAbstraction(network, [query], "extra-lu", { needs: runs === "infinite" ? "reachability" : "deadlock" });
    const because = isUrgent ? "clocks decide when time has to stop" : "the coarsest that keeps infinite runs and ends";
    return chosen.ok && wish === "auto" ? { ...chosen, value: { ...chosen.value, because } } : chosen;
  }
  return chooseAbstraction(network, [query], wish, { reachedOnly });
}

/** What is said to who wishes for local time where it cannot be had. */
export function noLocalTime(why: string): Diagnostic {
  const message = `\`local-time\` is not supported here: ${why}`;
  return { code: "TH3212", severity: "error", message, hint: "use --abstraction auto" };
}

/** Why a temporal formula cannot be asked, and what can be asked instead; undefined where it can. */
export function temporalObstacle(
  network: Network,
  query: Query,
): { readonly what: string; readonly hint: string } | undefined {
  const what = livenessObstacle(network, query);
  if (what === undefined) return undefined;
  if (what !== CLOCKS) {
    const hint = hasStopwatches(network)
      ? "`A<>`, `E[]` and `-->` know stopwatches"
      : "`E<>` and `A[]` know `deadlock`";
    return { what, hint };
  }
  if (!("temporal" in query) || !hasNext(query.temporal)) return undefined;
  return { what: "`X` together with clocks, which change between steps", hint: "say it without `X`" };
}

/** Why zones have to be cut along the formulas, which the reference semantics does; undefined where they need not. */
export function livenessObstacle(network: Network, query: Query): string | undefined {
  if (hasStopwatches(network)) return "stopwatches in a liveness query";
  const formulas = formulasOf(query);
  if (formulas.some((formula) => mentions(formula, "deadlock"))) return "deadlock in a liveness query";
  return formulas.some((formula) => mentions(formula, "clock")) ? CLOCKS : undefined;
}
