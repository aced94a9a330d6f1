// Which abstraction answers a question soundly. `auto` takes the coarsest one that is sound; an explicit wish is
// granted, or refused with the reason. The clock bounds that come with the answer already count every constant both
// ways where the question looks at what is disabled, so `extra-lu` and `alu` with them are sound there, too.

import { localTimeOf, profitsFromLocalTime } from "../analysis/local-time.ts";
import type { Diagnostic, DiagnosticCode, Result } from "../diagnostics/index.ts";
import { type Network, type Query, termsOf } from "../network/index.ts";
import {
  analyseClockBounds,
  boundsKeepingAll,
  type ClockBounds,
  needsOf,
  type Purpose,
  tooLargeConstant,
} from "./clock-bounds.ts";
import type { AbstractionName } from "./reference/abstraction.ts";

export type AbstractionWish = AbstractionName | "auto";

export interface ChosenAbstraction {
  readonly abstraction: AbstractionName;
  readonly bounds: ClockBounds;
  /** Why this one, in a user's words. */
  readonly because: string;
}

/**
 * - `extra-lu`: Extra⁺_LU; where the bounds have diagonals, zones are cut along them and widened by M.
 * - `extra-m`: the same with L = U = max(L, U).
 * - `alu`: nothing is widened, Z is dropped when Z ⊆ a_LU(Z′). Not with diagonals, which LU-simulation cannot see,
 *   and not for liveness, where states are told apart by equality.
 * - `local-time`: every process has its own time, and Z is dropped when the synchronised part of Z is simulated by that
 *   of Z′. For reachability where processes share nothing but synchronisations; refused elsewhere.
 * - `none`: the zones as they are; the search may not end.
 */
export function chooseAbstraction(
  network: Network,
  queries: readonly Query[],
  wish: AbstractionWish,
  purpose: Omit<Purpose, "queries"> & {
    /**
     * Nothing is asked but whether a state can be reached, in whatever order of steps: `auto` may choose local time.
     */
    readonly reachedOnly?: boolean;
  } = {},
): Result<ChosenAbstraction> {
  const tooLarge = tooLargeConstant(network, queries);
  if (tooLarge !== null) return { ok: false, diagnostics: [tooLarge] };
  const asked = "it was asked for";
  if (wish === "none") return granted("none", boundsKeepingAll(network), asked);
  const analysed = analyseClockBounds(network, { ...purpose, queries });
  if (!analysed.ok) {
    // Without finite constants only the exact zones are left, which `auto` must not choose silently.
    return analysed;
  }
  const bounds = analysed.value;
  const liveness = (purpose.needs ?? needsOf(queries)) === "liveness";
  const measured = queries.some((query) => termsOf(query).length > 0) || (purpose.clocksKept ?? []).length > 0;
  switch (wish) {
    case "auto":
      if (liveness) return granted("extra-m", symmetric(bounds), "what must happen depends on what is impossible, too");
      if (bounds.diagonals.length > 0) return granted("extra-lu", bounds, "clocks are compared with each other");
      if (measured) return granted("extra-lu", bounds, "values of clocks are measured");
      return purpose.reachedOnly === true && isWorthLocalTime(network)
        ? granted(
            "local-time",
            bounds,
            "processes share nothing but synchronisations, and the order of steps is not asked",
          )
        : granted("alu", bounds, COARSEST);
    case "alu":
      if (liveness)
        return refused("TH3210", "`alu` drops states by simulation, but liveness tells states apart by equality");
      if (bounds.diagonals.length > 0) {
        return refused("TH3211", "`alu` is not sound where clocks are compared with each other");
      }
      return granted("alu", bounds, asked);
    case "local-time": {
      const obstacle = localTimeObstacle(network, bounds, liveness, measured);
      if (obstacle === undefined) return granted("local-time", bounds, asked);
      return refused("TH3212", `\`local-time\` is not supported here: ${obstacle}`);
    }
    case "extra-lu":
      return granted("extra-lu", bounds, asked);
    case "extra-m":
      return granted("extra-m", symmetric(bounds), asked);
  }
}

const COARSEST = "the coarsest that is sound for what can be reached";

/** The same for who asks in which order steps come: where local time was `auto`'s choice, what comes next. */
export function withoutLocalTime(
  chosen: Result<ChosenAbstraction>,
  wish: AbstractionWish = "auto",
): Result<ChosenAbstraction> {
  if (!chosen.ok || chosen.value.abstraction !== "local-time" || wish !== "auto") return chosen;
  return granted("alu", chosen.value.bounds, COARSEST);
}

function isWorthLocalTime(network: Network): boolean {
  const local = localTimeOf(network);
  return !("obstacle" in local) && profitsFromLocalTime(network, local);
}

/** What rules `local-time` out, in a user's words. */
function localTimeObstacle(
  network: Network,
  bounds: ClockBounds,
  liveness: boolean,
  measured: boolean,
): string | undefined {
  if (liveness) return "it answers what can be reached, not what must happen";
  if (measured) return "values are measured in one time for all processes";
  const local = localTimeOf(network);
  if ("obstacle" in local) return `the model has ${local.obstacle}`;
  return bounds.diagonals.length > 0 ? "clocks are compared with each other" : undefined;
}

function granted(abstraction: AbstractionName, bounds: ClockBounds, because: string): Result<ChosenAbstraction> {
  return { ok: true, value: { abstraction, bounds, because }, diagnostics: [] };
}

function refused(code: DiagnosticCode, message: string): Result<ChosenAbstraction> {
  const diagnostic: Diagnostic = { code, severity: "error", message, hint: "use --abstraction auto" };
  return { ok: false, diagnostics: [diagnostic] };
}

/** L = U = M, the larger of the two. */
export function symmetric(bounds: ClockBounds): ClockBounds {
  const both = (list: ClockBounds["everywhere"]): ClockBounds["everywhere"] => {
    const most = list.lower.map((lower, k) => Math.max(lower, list.upper[k]!));
    return { clocks: list.clocks, lower: most, upper: most };
  };
  return { ...bounds, everywhere: both(bounds.everywhere), locations: bounds.locations.map((l) => l.map(both)) };
}
