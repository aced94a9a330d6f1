// Verdicts in words: what the command line, the page and reports say beside "satisfied", "violated" and "unknown", and
// what to try where nothing definite could be said. Here once, so that all of them say the same.

import { kindOf, kindsWhere, type Query, type QueryKind } from "../network/index.ts";
import type { ProbabilisticEvidence } from "../probabilistic/index.ts";
import type { StandInStatistics } from "../search/index.ts";
import type { EstimateStatistics } from "../search-context/index.ts";
import type { Trace } from "../trace/index.ts";
import { type CaveatKind, caveatsOf, runsText } from "./caveats.ts";
import type { RunOptimum } from "./optimal/optimum.ts";
import { unitsText } from "./units.ts";
import type {
  Because,
  CheckResult,
  CheckStatistics,
  CutOff,
  LeftOut,
  Limit,
  Quantity,
  TermBounds,
  Units,
  Verdict,
} from "./verdict.ts";

const REASONS: Readonly<Record<Because, string>> = {
  time: "the time is up",
  memory: "the memory limit is reached",
  interrupted: "it was interrupted",
  "incomplete-search": "the search left something out",
  "over-approximation": "stopwatches are over-approximated, and no exact answer was found",
  "model-fault": "the model fails while it runs",
  "property-too-large": "the automaton of the formula is too large",
  zeno: "runs were found, but none of which it could be shown that time diverges",
  estimate: "it rests on the word of an estimate, which could not be checked",
  "not-supported": "it is not supported",
};

type Advice = Readonly<Partial<Record<Because, string>>>;

const WHOEVER_ASKS: Advice = {
  interrupted: "start it again, or try another search",
  zeno: "ask for `--runs infinite` to see such a run",
  "model-fault": "the trace leads to the fault: repair the model there",
};

/** By who answers: what helps to find a state does not help with runs, nor with values. */
const ADVICE: Readonly<Record<QueryKind["answeredBy"], Advice>> = {
  reachability: {
    ...WHOEVER_ASKS,
    time: "allow more time, or try a directed search such as greedy(hU())",
    memory: "allow more memory, or try a search that stores less: idastar(hL()), walk()",
    "incomplete-search": "try a complete search: bfs, or the default",
    estimate: "try the default or bfs, which need no estimate; or take its word with `--trust-estimates`",
    "over-approximation": "look for a witness by walk(), which knows stopwatches exactly",
  },
  liveness: {
    ...WHOEVER_ASKS,
    time: "allow more time, or try a directed search such as ndfs(hU())",
    memory: "allow more memory, or try a search that stores less: couvreur(prune=covered)",
    "incomplete-search": "try a complete search: couvreur(), or the default",
  },
  bounds: { ...WHOEVER_ASKS, time: "allow more time", memory: "allow more memory" },
  statistics: {
    ...WHOEVER_ASKS,
    interrupted: "start it again with more workers (--workers auto), or ask for a wider interval (--epsilon)",
    time: "allow more time, or ask for a wider interval (--epsilon)",
    memory: "allow more memory, or ask for fewer runs",
    "incomplete-search":
      "the runs asked for decide nothing: ask for more, or for a wider region of indifference (--delta)",
  },
  probability: {
    interrupted: "start it again, or ask for a bound: evidence against it needs a part of the states",
    "model-fault": "the message says in which state: repair the model there",
    time: "allow more time, or ask for a bound: evidence against it needs a part of the states",
    memory: "allow more memory, or ask for a bound: evidence against it needs a part of the states",
    "incomplete-search": "ask for the value: `=?`",
  },
  nobody: {},
};

type Told = Pick<CheckResult, "verdict" | "note" | "fairness" | "runs" | "leftOut" | "optimum"> & {
  readonly query: Pick<Query, "kind">;
  readonly statistics?: { readonly symbolic?: Pick<NonNullable<CheckStatistics["symbolic"]>, "side"> };
};

export function reasonText(result: Told): string {
  const caveats = caveatsOf(result);
  const reason = caveats.find(({ kind }) => kind === "no-initial-state")?.text ?? reasonAlone(result);
  return caveats.reduce((text, { kind, text: clause }) => text + JOINTS[kind](clause), reason);
}

/** How a caveat is added to the reason; some are part of it. */
const JOINTS: Readonly<Record<CaveatKind, (clause: string) => string>> = {
  "no-initial-state": () => "",
  mistaken: (clause) => `; ${clause}`,
  "estimates-trusted": (clause) => `; ${clause}`,
  "zeno-run": (clause) => `: ${clause}`,
  "faults-not-looked-for": (clause) => `; ${clause}`,
  "faults-behind-dead-ends": (clause) => `; ${clause}`,
  "faults-elsewhere": (clause) => `; ${clause}`,
  runs: (clause) => `, ${clause}`,
  fairness: (clause) => `, ${clause}`,
  "left-out": (clause) => `; ${clause}`,
  "several-receivers": (clause) => `; ${clause}`,
  "states-stay": (clause) => `; ${clause}`,
  "choices-drawn": (clause) => `; ${clause}`,
};

/** "optimal: 55, proven"; "best 938, at least 808". */
export function optimumText({ best, lower, proven, attained, objective }: RunOptimum): string {
  if (!proven) return `best ${numberText(best)}, at least ${numberText(lower)}`;
  if (attained) return `optimal: ${numberText(best)}, proven`;
  return `infimum ${numberText(lower)} of ${objective}, not attained: this run has ${numberText(best)}`;
}

/** Whole sets looked from both sides, and neither decides. */
const BETWEEN_MOMENTS =
  "strict bounds of clocks: nothing is found at whole moments of time, and something may be in between";

/** Where a number is asked for nothing was left out: it lies too close to the bound. */
function reasonOf(
  { because, quantity }: Extract<Verdict, { kind: "unknown" }>,
  statistics: Told["statistics"],
): string {
  if (because !== "incomplete-search") return REASONS[because];
  if (quantity !== undefined) {
    return quantity.test === undefined ? "the bound lies inside of the interval" : "neither hypothesis is accepted";
  }
  return statistics?.symbolic?.side === "closed" ? BETWEEN_MOMENTS : REASONS[because];
}

function reasonAlone({ query, verdict, optimum, statistics }: Told): string {
  if (verdict.kind === "unknown") return reasonOf(verdict, statistics);
  switch (verdict.evidence.kind) {
    case "values":
      return verdict.evidence.early
        ? "no value can lie beyond, so the search ended there"
        : "all reachable states were seen";
    case "simulation": {
      const { runs, made, chance } = verdict.evidence.simulation;
      const kept = runs.length === made ? "" : ` of ${made.toLocaleString("en")} that were made`;
      const likely = chance === undefined ? "" : `; the filter has the ${quantityText(withoutRuns(chance))}`;
      return `${runs.length.toLocaleString("en")} ${runs.length === 1 ? "run" : "runs"}${kept}${likely}`;
    }
    case "quantity":
      return `${quantityText(verdict.evidence.quantity)}${shownText(verdict.evidence.shown)}`;
    case "trace":
      return (
        `here is a ${verdict.kind === "satisfied" ? "witness" : "counterexample"}${nature(verdict.evidence.trace)}` +
        (optimum === undefined ? "" : `; ${optimumText(optimum)}`)
      );
    case "exhausted":
      if (verdict.evidence.cutOff !== undefined) return cutOffText(verdict.evidence.cutOff);
      if (verdict.evidence.reduction !== undefined) return reducedText(verdict.evidence.reduction);
      if (verdict.evidence.symmetry !== undefined) return symmetryText(verdict.evidence.symmetry);
      return kindOf(query).whenAbsent ?? "all reachable states were seen";
  }
}

/** Where the number of runs is told already. */
function withoutRuns({ runs: _told, ...quantity }: Quantity): Quantity {
  return quantity;
}

/** "0.0968625 ± 0.00969027 (99% CI), 6,266 runs" */
export function quantityText(quantity: Quantity): string {
  const { kind, estimate, lower, upper, exact, confidence, runs, test, against, proven, spread } = quantity;
  if (Number.isNaN(lower)) return `${kind} not a number`;
  if (quantity.strictly === "above 0") return `${kind} above 0, at most ${numberText(upper!)}`;
  if (quantity.strictly === "below 1") return `${kind} below 1, by at most ${numberText(1 - lower!)}`;
  if (spread) return `${SPREAD[kind]} from ${numberText(lower!)} to ${numberText(upper!)}`;
  const sure = confidence === undefined ? "" : ` (${percentText(confidence)} CI)`;
  const sampled = runs === undefined ? "" : `, ${runs.toLocaleString("en")} ${runs === 1 ? "run" : "runs"}`;
  const parts: string[] = [];
  if (estimate !== undefined) parts.push(`${kind} ${exact ?? numberText(estimate)}`);
  if (against !== undefined) parts.push(`against ${numberText(against)}`);
  if (proven && estimate === undefined && upper === 1 && lower !== undefined && lower > 0)
    parts.push(`${kind} at least ${numberText(lower)}`);
  else if (proven && estimate === undefined && lower === 0 && upper !== undefined && upper < 1)
    parts.push(`${kind} at most ${numberText(upper)}`);
  else if (proven && lower !== undefined && upper !== undefined && upper - lower <= 1e-6 * Math.abs(upper)) {
    if (exact?.includes("/")) parts.push(`about ${numberText(lower)}`);
    else if (exact === undefined && lower !== upper)
      parts.push(`proven to \u00b1 ${Number(((upper - lower) / 2).toPrecision(1))}`);
  } else if (lower !== undefined && upper !== undefined) {
    const what = proven && estimate === undefined ? `${kind} ` : "";
    if (lower !== upper) parts.push(`${what}in [${numberText(lower)}, ${numberText(upper)}]${sure}`);
  } else if (lower !== undefined) parts.push(`at least ${numberText(lower)}${sure}`);
  else if (upper !== undefined) parts.push(`at most ${numberText(upper)}${sure}`);
  if (test !== undefined) {
    const { accepted, alpha, beta, delta } = test;
    const said = accepted === "none" ? "neither hypothesis is accepted" : `${accepted} is accepted`;
    parts.push(`${said} (α = ${alpha}, β = ${beta}, δ = ${numberText(delta)})`);
  }
  return `${parts.join(", ")}${sampled}`;
}

/** Of many states. */
const SPREAD: Readonly<Record<Quantity["kind"], string>> = {
  probability: "probabilities",
  expectation: "expectations",
  reward: "rewards",
  value: "values",
};

const percentText = (share: number): string => `${numberText(Math.round(1e8 * share) / 1e6)}%`;

/** Six digits, as most tools print. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "infinity" : value < 0 ? "-infinity" : "not a number";
  return String(Number(value.toPrecision(6)));
}

/** ", shown by 278 of the 470 states that were explored" */
function shownText(shown: ProbabilisticEvidence | undefined): string {
  if (shown === undefined) return "";
  const states = `${shown.states.length.toLocaleString("en")} of the ${shown.explored.toLocaleString("en")} states that were explored`;
  if (!shown.settles) return `, shown by ${states}`;
  return `; ${states} show that at least ${Number(shown.mass.toPrecision(6))} leads to where that is settled`;
}

/** What kind of run it is, where that may surprise: it stops for good, or time does not pass as it should. */
function nature({ end, loop }: Trace): string {
  if (end === "deadlock") return ": a run that ends in a deadlock";
  if (end === "unbounded-delay") return ": a run in which time passes for ever and nothing else happens";
  if (loop === undefined) return "";
  // That is a caveat.
  if (loop.time === "stands still" || loop.time === "converges") return "";
  return loop.repeats === "exactly" ? ": a loop that repeats exactly" : ": a loop, each turn with other delays";
}

function cutOffText({ deadEnds, trusted = 0, withoutSearch }: CutOff): string {
  if (trusted > 0) return "there is no such run elsewhere";
  if (withoutSearch !== undefined)
    return `proved without a search by ${withoutSearch.join(", ")}: infinite in every initial state`;
  const ends = deadEnds === 1 ? "1 dead end" : `${deadEnds.toLocaleString("en")} dead ends`;
  return `the estimate proves that no such run leads on from ${ends}, and there is none elsewhere`;
}

function reducedText({ possible, left }: LeftOut): string {
  return `all states that partial-order reduction leaves were seen (it left out ${shareText(left, possible)} of the steps)`;
}

function symmetryText(units: Units): string {
  return `all reachable states were seen up to symmetry (interchangeable: ${unitsText(units)})`;
}

/** Some are never told as none, nor most as all. */
function shareText(part: number, whole: number): string {
  if (part === 0 || part === whole) return part === 0 ? "none" : "all";
  const percent = Math.round((100 * part) / whole);
  if (percent === 0) return "less than 1 %";
  return percent === 100 ? "more than 99 %" : `${percent} %`;
}

/** Why an answer without a trace has no certificate although one was asked for. */
export function uncertifiedText({ query, uncertified, runs, fairness }: CheckResult): string {
  if (uncertified === undefined || uncertified === "not-supported") {
    const some = runs === undefined ? fairness && "fair ones" : runsText(runs);
    if (some !== undefined && kindOf(query).certificates) return `certificates are about all runs, not only ${some}`;
    if (kindOf(query).certificates) return "what it would have to show is beyond what zones can hold";
    return `certificates are about ${kindsWhere(({ certificates }) => certificates)}, not about ${query.kind}`;
  }
  if (uncertified === "too-large") return "it would hold more states than can be written and read back";
  return `${REASONS[uncertified]} before all that can be reached was explored once more`;
}

/**
 * Is this an estimate that was still being prepared, or at work on its first state? What is built step by step tells by
 * itself.
 */
export function isUnready({ evaluations, build }: EstimateStatistics): boolean {
  return evaluations === 0 && build === undefined;
}

/** What a search went by while its own estimate was not ready. */
export function standInText({ of, by, allowed, explored, replaced }: StandInStatistics): string {
  const late = `${of} was not ready within ${allowed}`;
  if (by === undefined)
    return `${late}, and nothing cheaper sees the target${replaced ? ": the search began when it was" : ""}`;
  const states = `${explored.toLocaleString("en")} ${explored === 1 ? "state" : "states"}`;
  return `${late}: ${by} stood in for it${replaced ? ` until it was, for ${states}` : ""}`;
}

/** What to try next; undefined where there is a definite answer. */
export function adviceText({
  verdict,
  statistics,
  query,
}: Pick<CheckResult, "verdict"> & {
  readonly statistics?: Pick<CheckStatistics, "estimates" | "members">;
  readonly query: Pick<Query, "kind">;
}): string | undefined {
  if (verdict.kind !== "unknown") return undefined;
  const { estimates = [], members } = statistics ?? {};
  const { answeredBy } = kindOf(query);
  const advice = ADVICE[answeredBy][verdict.because];
  if (verdict.because !== "time" || answeredBy !== "reachability") return advice;
  if (members !== undefined) return "allow more time, or try a search by hand, such as greedy(merge())";
  if (estimates.length === 0) return advice;
  const unready = estimates.find(isUnready);
  if (unready !== undefined)
    return `${unready.heuristic} was not ready to estimate a state: allow more time, or try a cheaper estimate such as distance()`;
  return estimates.some(({ build }) => build?.done !== undefined)
    ? "allow more time, or less for building the estimate (seconds=…), or a coarser one"
    : "allow more time, or try another estimate, or the default, which tries several searches";
}

/**
 * A number where the end is taken; `"<5"`, `">5"` where it is only approached; `"infinity"`, `"-infinity"`; null
 * without states.
 */
export function limitText(limit: Limit | undefined, side: "upper" | "lower"): number | string | null {
  if (limit === undefined) return null;
  if (!Number.isFinite(limit.value)) return limit.value < 0 ? "-infinity" : "infinity";
  return limit.strict ? `${side === "upper" ? "<" : ">"}${limit.value}` : limit.value;
}

function intervalOfLimits(lower: Limit | undefined, upper: Limit | undefined): string | null {
  if (lower === undefined || upper === undefined) return null;
  const end = Number.isFinite(upper.value) ? `${upper.value}${upper.strict ? ")" : "]"}` : "infinity)";
  const start = Number.isFinite(lower.value) ? `${lower.strict ? "(" : "["}${lower.value}` : "(-infinity";
  return `${start}, ${end}`;
}

/** What the query asks of a term: one end, or both. */
export function endText({ lower, upper }: TermBounds, kind: Query["kind"]): number | string | null {
  const ends = kindOf({ kind }).ends;
  if (ends?.lower === true && ends.upper) return intervalOfLimits(lower, upper);
  return ends?.upper === true ? limitText(upper, "upper") : limitText(lower, "lower");
}

export function valueText(bounds: TermBounds, kind: Query["kind"]): string {
  const { lower, upper, attained } = bounds;
  if (attained !== undefined) return enclosedText({ lower, upper }, attained);
  if (lower === undefined && upper === undefined) return "no reachable state satisfies the condition";
  return `${endText(bounds, kind)}`;
}

/** What runs attain, and what zones that contain too much still rule out. */
function enclosedText(
  { lower, upper }: { readonly lower: Limit | undefined; readonly upper: Limit | undefined },
  attained: NonNullable<TermBounds["attained"]>,
): string {
  const end = (limit: Limit | undefined, value: number | undefined, most: string, less: string): string[] => {
    if (limit === undefined) return [];
    const shown = value === undefined ? "no value is known to be attained" : `a run attains ${value}`;
    if (!Number.isFinite(limit.value)) return [`${shown}, no bound is known`];
    return [`${shown}, all are ${limit.strict ? less : most} ${limit.value}`];
  };
  return [
    ...end(lower, attained.lower, "at least", "more than"),
    ...end(upper, attained.upper, "at most", "less than"),
  ].join("; ");
}
