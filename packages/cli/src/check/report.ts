// How the answer to a query is told: as an object that scripts rely on, and as text for people.

import {
  type CheckResult,
  type CheckStatistics,
  type CutOff,
  type EstimateStatistics,
  type Limit,
  type MemberStatistics,
  type Network,
  type Sources,
  type TermBounds,
  type Trace,
  type TraceJsonOptions,
  traceOf,
  traceToJson,
  traceToText,
  type Verdict,
} from "@tracehound/core";
import type { Colours } from "../colours.ts";
import { diagnosticJson } from "../commands/info.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { count } from "../report/count.ts";
import { othersOf } from "./trace-files.ts";

export function resultJson(
  network: Network,
  { query, verdict, statistics, note }: CheckResult,
  sources: Sources,
  options: TraceJsonOptions = {},
): object {
  const trace = traceOf(verdict);
  const others = othersOf(verdict);
  const values = valuesOf(verdict);
  const diagnostic = verdict.kind === "unknown" ? verdict.diagnostic : undefined;
  return {
    query: query.text,
    verdict: verdict.kind,
    ...(verdict.kind === "unknown" ? { because: verdict.because } : {}),
    ...(note === undefined ? {} : { note }),
    ...(diagnostic === undefined ? {} : { diagnostic: diagnosticJson(diagnostic, sources) }),
    ...(values === undefined ? {} : { value: valueJson(values, query.kind), bounds: values.map(boundsJson) }),
    ...(trace === undefined ? {} : { trace: traceToJson(network, trace, options) }),
    ...(others.length === 0 ? {} : { otherTraces: others.map((other) => traceToJson(network, other, options)) }),
    statistics: statisticsJson(statistics),
  };
}

/** `cpuSeconds` is absent where nobody can tell. */
export function statisticsJson(
  statistics: Omit<CheckStatistics, "cpuSeconds"> & { readonly cpuSeconds?: number },
): object {
  const { engine, explored, generated, stored, transitions, peakOpen, queues, contextSwitches, prunable } = statistics;
  const { abstraction, seconds, cpuSeconds, memoryMB } = statistics;
  return {
    engine,
    explored,
    generated,
    stored,
    transitions,
    peakOpen,
    queues,
    contextSwitches,
    prunable,
    ...(statistics.cost === undefined ? {} : { cost: statistics.cost }),
    ...(statistics.estimates === undefined ? {} : { estimates: statistics.estimates }),
    abstraction,
    seconds: rounded(seconds),
    ...(cpuSeconds === undefined ? {} : { cpuSeconds: rounded(cpuSeconds) }),
    memoryMB: rounded(memoryMB),
    ...(statistics.answeredBy === undefined ? {} : { answeredBy: statistics.answeredBy }),
    ...(statistics.members === undefined ? {} : { members: statistics.members.map(memberJson) }),
  };
}

function memberJson({ search, verdict, because, ...statistics }: MemberStatistics): object {
  return { search, verdict, ...(because === undefined ? {} : { because }), ...statisticsJson(statistics) };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function valuesOf(verdict: Verdict): readonly TermBounds[] | undefined {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "values" ? verdict.evidence.values : undefined;
}

/** A number where the end is taken; `"<5"`, `">5"` where it is only approached; `"infinity"`; null without states. */
function endJson(limit: Limit | undefined, side: "upper" | "lower"): number | string | null {
  if (limit === undefined) return null;
  if (!Number.isFinite(limit.value)) return "infinity";
  return limit.strict ? `${side === "upper" ? "<" : ">"}${limit.value}` : limit.value;
}

function valueJson(values: readonly TermBounds[], kind: string): unknown {
  const one = ({ lower, upper }: TermBounds): unknown => {
    if (kind === "sup") return endJson(upper, "upper");
    if (kind === "inf") return endJson(lower, "lower");
    return intervalText(lower, upper);
  };
  return values.length === 1 ? one(values[0]!) : Object.fromEntries(values.map((value) => [value.term, one(value)]));
}

function boundsJson({ term, lower, upper }: TermBounds): object {
  return { term, lower: endJson(lower, "lower"), upper: endJson(upper, "upper") };
}

function intervalText(lower: Limit | undefined, upper: Limit | undefined): string | null {
  if (lower === undefined || upper === undefined) return null;
  const end = Number.isFinite(upper.value) ? `${upper.value}${upper.strict ? ")" : "]"}` : "infinity)";
  return `${lower.strict ? "(" : "["}${lower.value}, ${end}`;
}

// ---------------------------------------------------------------------------------------------- for people

const REASONS = {
  time: "the time is up",
  memory: "the memory limit is reached",
  interrupted: "it was interrupted",
  "incomplete-search": "the search left something out",
  "over-approximation": "stopwatches are over-approximated, and no exact answer was found",
  "model-fault": "the model fails while it runs",
  "not-supported": "it is not supported",
} as const;

export function resultText(network: Network, number: number, result: CheckResult, colours: Colours): string {
  const { query, verdict, statistics } = result;
  const { bold, green, red, yellow, dim } = colours;
  const colour = verdict.kind === "satisfied" ? green : verdict.kind === "violated" ? red : yellow;
  const lines = [`${bold(`${number}. ${query.text}`)}`, `   ${colour(verdict.kind)}: ${reasonText(result)}`];
  for (const value of valuesOf(verdict) ?? []) lines.push(`   ${value.term}: ${valueText(value, query.kind)}`);
  const { explored, stored, transitions, seconds, abstraction } = statistics;
  const counted = [`explored ${count(explored)}`, `stored ${count(stored)}`, `transitions ${count(transitions)}`];
  if (explored > 0) lines.push(`   ${dim([...counted, abstraction, `${seconds.toFixed(2)} s`].join(", "))}`);
  if (statistics.cost !== undefined) lines.push(`   ${dim(`cost ${statistics.cost}`)}`);
  if (statistics.prunable > 0) {
    lines.push(`   ${dim(`steps in no context of the one before: ${count(statistics.prunable)}`)}`);
  }
  for (const estimate of statistics.estimates ?? []) lines.push(`   ${dim(estimateText(estimate))}`);
  if (statistics.answeredBy !== undefined) lines.push(`   ${dim(`answered by ${statistics.answeredBy}`)}`);
  const trace = traceOf(verdict);
  if (trace !== undefined) lines.push("", indented(traceToText(network, trace)));
  for (const [index, other] of othersOf(verdict).entries()) {
    lines.push("", `   ${bold(`${index + 2}. trace`)}`, indented(traceToText(network, other)));
  }
  return `${lines.join("\n")}\n`;
}

/** How far the search came, as its estimate sees it. */
function estimateText({ heuristic, evaluations, first, least, deadEnds }: EstimateStatistics): string {
  const shown = (value: number | null): string => (value === null ? "infinite" : String(value));
  const ends = deadEnds === 0 ? "" : `, ${count(deadEnds)} dead ends`;
  return `${heuristic}: at first ${shown(first)}, at best ${shown(least)}, ${count(evaluations)} states estimated${ends}`;
}

function reasonText({ query, verdict, note }: CheckResult): string {
  if (note === "no-initial-state") return "no initial state satisfies its invariant, so nothing can happen at all";
  if (verdict.kind === "unknown") return REASONS[verdict.because];
  switch (verdict.evidence.kind) {
    case "values":
      return "all reachable states were seen";
    case "trace":
      return `here is a ${verdict.kind === "satisfied" ? "witness" : "counterexample"}${nature(verdict.evidence.trace)}`;
    case "exhausted":
      if (verdict.evidence.cutOff !== undefined) return cutOffText(verdict.evidence.cutOff);
      return verdict.kind === "violated" && query.kind.startsWith("E")
        ? "all reachable states were seen, and there is no such run"
        : "all reachable states were seen";
  }
}

/** What kind of run it is, where that may surprise: it stops for good, or time does not pass as it should. */
function nature({ end, loop }: Trace): string {
  if (end === "deadlock") return ": a run that ends in a deadlock";
  if (end === "unbounded-delay") return ": a run in which time passes for ever and nothing else happens";
  if (loop === undefined) return "";
  if (loop.time === "stands still") return ": a loop in which time stands still (a Zeno run)";
  if (loop.time === "converges") return ": a loop whose time converges (a Zeno run)";
  return loop.repeats === "exactly" ? ": a loop that repeats exactly" : ": a loop, each turn with other delays";
}

function cutOffText({ deadEnds, canFault }: CutOff): string {
  const behind = canFault ? "; faults behind dead ends were not looked for" : "";
  return `the estimate proves that no such run leads on from ${count(deadEnds)} dead ends, and there is none elsewhere${behind}`;
}

export function valueText({ lower, upper }: TermBounds, kind: string): string {
  if (lower === undefined && upper === undefined) return "no reachable state satisfies the condition";
  if (kind === "bounds") return intervalText(lower, upper)!;
  return `${kind === "sup" ? endJson(upper, "upper") : endJson(lower, "lower")}`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `   ${line}`))
    .join("\n");
}

// ---------------------------------------------------------------------------------------------- exit codes

/** Unsupported queries count as unknown as long as something else could be checked. */
export function exitCodes(results: readonly CheckResult[]): ExitCode[] {
  const refused = ({ verdict }: CheckResult): boolean =>
    verdict.kind === "unknown" && verdict.because === "not-supported";
  if (results.length > 0 && results.every(refused)) return [EXIT.notSupported];
  return results.map(({ verdict }) => {
    if (verdict.kind !== "unknown") return verdict.kind === "satisfied" ? EXIT.satisfied : EXIT.violated;
    return verdict.because === "model-fault" ? EXIT.badInput : EXIT.unknown;
  });
}
