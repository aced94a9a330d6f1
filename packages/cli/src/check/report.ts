// How the answer to a query is told: as an object that scripts rely on, and as text for people.

import {
  adviceText,
  type BuildReport,
  type CheckResult,
  type CheckStatistics,
  caveatsOf,
  defined,
  type EstimateStatistics,
  endText,
  evidenceStory,
  evidenceSummary,
  type FaultyQuery,
  formatTrace,
  type Improvement,
  isUnready,
  lengthText,
  limitText,
  type MemberStatistics,
  measuredTerms,
  type Network,
  numberText,
  optimumText,
  type Query,
  quantityOf,
  quantityText,
  type RefinementStatistics,
  reasonText,
  type Sources,
  type SymbolicStatistics,
  shownBy,
  simulationOf,
  standInText,
  type TermBounds,
  type Trace,
  type TraceFormat,
  type TraceJsonOptions,
  tracedNetwork,
  traceOf,
  traceStory,
  traceSummaryToJson,
  traceToJson,
  traceToText,
  unitsText,
  type Verdict,
  valueText,
  type Why,
  whyText,
} from "@tracehound/core";
import type { Colours } from "../colours.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { count, counted, size } from "../report/count.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { plainText } from "../report/plain.ts";
import { curveLines } from "./curve-lines.ts";
import { histogramText } from "./histogram-text.ts";
import { othersOf } from "./trace-files.ts";

interface TraceTelling extends TraceJsonOptions {
  /** Without them a trace is told by its length, its end and where it begins. */
  readonly steps?: boolean;
}

const traceJson = (network: Network, trace: Trace, { steps = true, ...options }: TraceTelling): object =>
  steps ? traceToJson(network, trace, options) : traceSummaryToJson(network, trace);

export function resultJson(
  network: Network,
  result: CheckResult,
  sources: Sources,
  options: TraceTelling = {},
  why?: Why,
): object {
  const { query, verdict, statistics, note, runs, fairness, leftOut, uncertified } = result;
  const { optimum, improvements, schedule, front } = result;
  const trace = traceOf(verdict);
  const others = othersOf(verdict);
  const values = measuredTerms(verdict);
  const caveats = caveatsOf(result);
  const diagnostic = verdict.kind === "unknown" ? verdict.diagnostic : undefined;
  return {
    query: query.text,
    verdict: verdict.kind,
    ...(verdict.kind === "unknown" ? { because: verdict.because } : {}),
    ...(caveats.length === 0 ? {} : { caveats }),
    ...defined({
      note,
      runs,
      fairness,
      leftOut,
      proof: proofJson(verdict),
      diagnostic: diagnostic === undefined ? undefined : diagnosticJson(diagnostic, sources),
    }),
    ...(values.length === 0 || verdict.kind === "unknown" ? {} : { value: valueJson(values, query.kind) }),
    ...(values.length === 0 ? {} : { bounds: values.map(boundsJson) }),
    ...defined({ quantity: numbersJson(quantityOf(verdict)), evidence: evidenceJson(verdict) }),
    ...simulationJson(verdict),
    ...defined({
      optimum,
      improvements: improvements?.map(({ value, seconds, by }) => ({ value, seconds: rounded(seconds), by })),
      schedule,
      front,
    }),
    ...defined({ trace: trace && traceJson(tracedNetwork(network, query), trace, options) }),
    ...(others.length === 0 ? {} : { otherTraces: others.map((other) => traceJson(network, other, options)) }),
    ...defined({ uncertified, why: why === undefined ? undefined : whyJson(network, why, options) }),
    statistics: statisticsJson(statistics),
  };
}

/** "55  (≥ 52)  0.02 s  beam 10". */
export function improvementText({ value, lower, seconds, by }: Improvement, unicode: boolean): string {
  return `${value}  (${unicode ? "≥" : ">="} ${Math.ceil(lower)})  ${seconds.toFixed(2)} s  ${by}\n`;
}

/** JSON has no infinity: words stand for what is none of its numbers, as in the values of `sup`. */
function numbersJson<T>(value: T): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : numberText(value);
  if (Array.isArray(value)) return value.map(numbersJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, numbersJson(part)]));
}

/** Curves, by expression. */
function simulationJson(verdict: Verdict): object {
  const simulation = simulationOf(verdict);
  if (simulation === undefined) return {};
  const { expressions, runs, made, chance } = simulation;
  const named = (values: readonly (readonly number[])[]): object =>
    Object.fromEntries(expressions.map((text, i) => [text, values[i]!]));
  const list = runs.map(({ number, time, values }) => ({ number, time, values: named(values) }));
  return { made, ...(chance === undefined ? {} : { quantity: chance }), runs: numbersJson(list) };
}

/** Counts, mass and the first paths; `--evidence` writes all of it. */
function evidenceJson(verdict: Verdict): object | undefined {
  const shown = shownBy(verdict);
  return shown === undefined ? undefined : evidenceSummary(shown, 10);
}

/** What "cannot happen" rests on, where an estimate had a part in it. */
function proofJson(verdict: Verdict): object | undefined {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return undefined;
  const { cutOff } = verdict.evidence;
  if (cutOff === undefined) return undefined;
  const { deadEnds, withoutSearch } = cutOff;
  return { withoutSearch: withoutSearch !== undefined, ...defined({ estimates: withoutSearch }), deadEnds };
}

function whyJson(network: Network, why: Why, options: TraceTelling): object {
  return why.kind === "nearest" ? { ...why, trace: traceJson(network, why.trace, options) } : why;
}

/** A query that cannot be read is a result like the others, with nothing counted. */
export function faultyJson({ diagnostic, ...query }: FaultyQuery, sources: Sources): { number: number } {
  return unansweredJson(query, { diagnostic: diagnosticJson(diagnostic, sources) });
}

/** A query for which no search began. */
export function unansweredJson(
  { number, text }: { readonly number: number; readonly text: string },
  why: object,
): { number: number } {
  return { number, ...{ query: text, verdict: "unknown", ...why, statistics: statisticsJson(NOTHING_COUNTED) } };
}

const NOTHING_COUNTED: CheckStatistics = {
  engine: "compiled",
  explored: 0,
  generated: 0,
  stored: 0,
  covered: 0,
  transitions: 0,
  peakOpen: 0,
  queues: [],
  contextSwitches: 0,
  prunable: 0,
  abstraction: "none",
  seconds: 0,
  cpuSeconds: 0,
  memoryMB: 0,
};

/** `cpuSeconds` is absent where nobody can tell. */
export function statisticsJson(
  statistics: Omit<CheckStatistics, "cpuSeconds"> & { readonly cpuSeconds?: number },
): object {
  const { engine, explored, generated, stored, transitions, peakOpen, queues, contextSwitches, prunable } = statistics;
  const { abstraction, seconds, cpuSeconds, evidenceSeconds, memoryMB } = statistics;
  return {
    engine,
    explored: exactly(explored, statistics.symbolic),
    generated,
    stored: exactly(stored, statistics.symbolic),
    transitions,
    peakOpen,
    queues,
    contextSwitches,
    prunable,
    ...defined({
      cost: statistics.cost,
      estimates: statistics.estimates?.map(estimateJson),
      preparing: statistics.preparing,
      standIn: statistics.standIn,
      refinement: statistics.refinement,
      reduction: statistics.reduction,
      symmetry: statistics.symmetry,
      disk: statistics.disk,
      job: statistics.job,
      symbolic: statistics.symbolic === undefined ? undefined : symbolicJson(statistics.symbolic),
      deadEnds: statistics.deadEnds,
      workers: statistics.workers?.map(({ idleSeconds, ...rest }) => ({ ...rest, idleSeconds: rounded(idleSeconds) })),
    }),
    abstraction,
    seconds: rounded(seconds),
    ...defined({
      cpuSeconds: cpuSeconds === undefined ? undefined : rounded(cpuSeconds),
      evidenceSeconds: evidenceSeconds === undefined ? undefined : rounded(evidenceSeconds),
    }),
    memoryMB: rounded(memoryMB),
    ...defined({
      answeredBy: statistics.answeredBy,
      members: statistics.members?.map(memberJson),
    }),
  };
}

/** What no number of JavaScript can say is written out. */
function exactly(count: number, symbolic: SymbolicStatistics | undefined): number | string {
  return symbolic === undefined || count < Number.MAX_SAFE_INTEGER ? count : symbolic.discrete;
}

/** What whole sets came to: numbers of states may have any length. */
function setCounts({ discrete, states, side, nodes, made, rounds }: SymbolicStatistics): string[] {
  const timed = side === undefined ? [] : [`${size(states)} with clocks`, `bounds ${side}`];
  const sets = [`${count(nodes)} nodes of ${count(made)} made`, counted(rounds, "round")];
  return [`${size(discrete)} states`, ...timed, ...sets];
}

export function symbolicJson({ cacheHits, ...statistics }: SymbolicStatistics): object {
  return { ...statistics, cacheHits: rounded(cacheHits) };
}

function estimateJson({ build, ...estimate }: EstimateStatistics): object {
  if (build === undefined) return estimate;
  const { seconds, memoryBytes, done, ...rest } = build;
  const share = done === undefined ? undefined : rounded(done);
  return {
    ...estimate,
    build: {
      buildSeconds: rounded(seconds),
      ...rest,
      memoryMB: rounded(memoryBytes / 1e6),
      ...defined({ done: share }),
    },
  };
}

function memberJson({ search, verdict, because, ...statistics }: MemberStatistics): object {
  return { search, verdict, ...defined({ because }), ...statisticsJson(statistics) };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function valueJson(values: readonly TermBounds[], kind: Query["kind"]): unknown {
  if (values.length === 1) return endText(values[0]!, kind);
  return Object.fromEntries(values.map((value) => [value.term, endText(value, kind)]));
}

function boundsJson({ term, lower, upper, attained }: TermBounds): object {
  const limits = { lower: limitText(lower, "lower"), upper: limitText(upper, "upper") };
  return { term, ...limits, ...defined({ attained }) };
}

// ---------------------------------------------------------------------------------------------- for people

const WHOLE_TRACE = "--trace run.txt writes all of them, --verbose prints them";

const SAMPLED_TRACE = "--trace run.txt writes it, --verbose prints it";

/** How a result is told to people. */
export interface Telling {
  readonly colours: Colours;
  /** Only characters that every terminal and log has. */
  readonly plain: boolean;
  readonly detail: "verdict" | "story" | "everything";
  /** Whole traces, in this format. */
  readonly trace?: TraceFormat;
  readonly model: string;
}

export function resultText(network: Network, number: number, result: CheckResult, how: Telling, why?: Why): string {
  const text = lines(network, number, result, how, why).join("\n");
  return `${how.plain ? plainText(text) : text}\n`;
}

function lines(network: Network, number: number, result: CheckResult, how: Telling, why: Why | undefined): string[] {
  const { query, verdict, statistics } = result;
  const { bold, green, red, yellow, cyan, dim } = how.colours;
  const colour = verdict.kind === "satisfied" ? green : verdict.kind === "violated" ? red : yellow;
  if (how.detail === "verdict") return [`${number}. ${query.text}: ${colour(verdict.kind)}${inBrief(result)}`];
  const told = [`${bold(`${number}. ${query.text}`)}`, `   ${colour(verdict.kind)}: ${reasonText(result)}`];
  const quantity = quantityOf(verdict);
  if (verdict.kind === "unknown" && quantity !== undefined) told.push(`   so far: ${quantityText(quantity)}`);
  const drawn = simulationOf(verdict);
  if (verdict.kind === "unknown" && drawn !== undefined) told.push(`   so far: ${counted(drawn.made, "run")}`);
  if (drawn !== undefined) told.push(...curveLines(drawn).map((line) => `   ${dim(line)}`));
  const shown = shownBy(verdict);
  if (shown !== undefined)
    told.push(
      ...evidenceStory(shown)
        .split("\n")
        .map((line) => `   ${line}`),
    );
  for (const { state, lower, upper } of quantity?.states?.first ?? []) {
    const value = lower === undefined || upper === undefined ? "" : `: ${numberText((lower + upper) / 2)}`;
    told.push(`   ${state}${value}`);
  }
  const untold = (quantity?.states?.count ?? 0) - (quantity?.states?.first.length ?? 0);
  if (untold > 0) told.push(`   and ${count(untold)} more`);
  for (const { time, cost, proven } of result.front ?? []) {
    told.push(`   time ${time}, cost ${cost}${proven ? "" : " (not proven)"}`);
  }
  for (const value of measuredTerms(verdict)) told.push(`   ${value.term}: ${valueText(value, query.kind)}`);
  for (const line of why === undefined ? [] : whyText(why)) told.push(`   ${line}`);
  if (quantity?.distribution !== undefined) {
    for (const line of histogramText(quantity.distribution, how.plain)) told.push(`   ${dim(line)}`);
  }
  const advice = adviceText(result);
  if (advice !== undefined) told.push(`   ${cyan("try:")} ${advice}`);
  const { explored, stored, transitions, seconds, abstraction } = statistics;
  const counts =
    statistics.symbolic === undefined
      ? [`explored ${count(explored)}`, `stored ${count(stored)}`, `transitions ${count(transitions)}`, abstraction]
      : setCounts(statistics.symbolic);
  if (explored > 0) told.push(`   ${dim([...counts, `${seconds.toFixed(2)} s`].join(", "))}`);
  if (statistics.cost !== undefined) told.push(`   ${dim(`cost ${statistics.cost}`)}`);
  if (statistics.prunable > 0) {
    told.push(`   ${dim(`steps in no context of the one before: ${count(statistics.prunable)}`)}`);
  }
  if (statistics.reduction !== undefined) {
    const { possible, left } = statistics.reduction;
    told.push(`   ${dim(`partial-order reduction left out ${count(left)} of ${count(possible)} steps`)}`);
  }
  const isTold = verdict.kind !== "unknown" && verdict.evidence.kind === "exhausted";
  if (statistics.symmetry !== undefined && !isTold)
    told.push(`   ${dim(`interchangeable: ${unitsText(statistics.symmetry)}`)}`);
  for (const estimate of statistics.estimates ?? []) {
    // Of whole sets, single states may be asked as others are, or not at all.
    if (statistics.symbolic === undefined || estimate.evaluations > 0) told.push(`   ${dim(estimateText(estimate))}`);
    if (estimate.build !== undefined) told.push(`   ${dim(buildText(estimate.build))}`);
  }
  if (statistics.preparing === true)
    told.push(`   ${dim("it was ended while it was being prepared, before its first step")}`);
  if (statistics.standIn !== undefined) told.push(`   ${dim(standInText(statistics.standIn))}`);
  if (statistics.refinement !== undefined) told.push(`   ${dim(refinementText(statistics.refinement))}`);
  if (statistics.answeredBy !== undefined) told.push(`   ${dim(`answered by ${statistics.answeredBy}`)}`);
  if (how.detail === "everything")
    for (const member of statistics.members ?? []) told.push(`   ${dim(memberText(member))}`);
  const trace = traceOf(verdict);
  const shownIn = tracedNetwork(network, query);
  if (
    trace?.sampled !== undefined &&
    how.detail !== "everything" &&
    how.trace === undefined &&
    verdict.kind !== "unknown"
  ) {
    told.push(`   ${dim(`${lengthText(trace)} (${SAMPLED_TRACE})`)}`);
    return told;
  }
  const show = (one: Trace): string => {
    if (how.trace !== undefined) return formatTrace(shownIn, one, how.trace, { model: how.model, query: query.text });
    return how.detail === "everything" ? traceToText(shownIn, one) : traceStory(shownIn, one, WHOLE_TRACE);
  };
  if (trace !== undefined) told.push("", indented(show(trace)));
  for (const [index, other] of othersOf(verdict).entries()) {
    told.push("", `   ${bold(`${index + 2}. trace`)}`, indented(show(other)));
  }
  return told;
}

/** What a verdict alone leaves open: the value that was asked for, why nothing is known, and all caveats. */
function inBrief(result: CheckResult): string {
  const { query, verdict } = result;
  const quantity = quantityOf(verdict);
  const values = measuredTerms(verdict).map((value) => `${value.term}: ${valueText(value, query.kind)}`);
  const told = [
    ...(verdict.kind === "unknown" ? [verdict.because] : []),
    ...(quantity === undefined ? [] : [quantityText(quantity)]),
    ...(values.length === 0 ? [] : [values.join(", ")]),
    ...(result.optimum === undefined ? [] : [optimumText(result.optimum)]),
    ...caveatsOf(result).map(({ text }) => text),
  ];
  return told.length === 0 ? "" : ` (${told.join("; ")})`;
}

/** What one member of a portfolio did. */
function memberText(member: MemberStatistics): string {
  const { search, verdict, because, explored, stored, seconds, estimates = [], standIn, preparing, symbolic } = member;
  const outcome = because === undefined ? verdict : `${verdict} (${because})`;
  const unready =
    standIn === undefined
      ? estimates.filter(isUnready).map(({ heuristic }) => `, ${heuristic} was not ready to estimate a state`)
      : [`, ${standInText(standIn)}`];
  if (preparing === true && unready.length === 0) unready.push(", it was still being prepared");
  const counts =
    symbolic === undefined
      ? `explored ${count(explored)}, stored ${count(stored)}`
      : `${size(symbolic.discrete)} states, ${count(symbolic.nodes)} nodes`;
  return `${search}: ${outcome}, ${counts}, ${seconds.toFixed(2)} s${unready.join("")}`;
}

export function faultyText(number: number, text: string, colours: Colours): string {
  return unansweredText(number, text, "the query cannot be read", colours);
}

export function unansweredText(number: number, text: string, why: string, { bold, yellow }: Colours): string {
  return `${bold(`${number}. ${text}`)}\n   ${yellow("unknown")}: ${why}\n`;
}

/** How far the search came, as its estimate sees it. */
function estimateText({ heuristic, evaluations, first, least, deadEnds, givenUp }: EstimateStatistics): string {
  if (evaluations === 0) return `${heuristic}: no state was estimated`;
  const shown = (value: number | null): string => (value === null ? "infinite" : String(value));
  const ends = deadEnds === 0 ? "" : deadEnds === 1 ? ", 1 dead end" : `, ${count(deadEnds)} dead ends`;
  const cheap =
    givenUp === undefined ? "" : `, ${count(givenUp)} of them by graph distances because this one takes too much`;
  return `${heuristic}: at first ${shown(first)}, at best ${shown(least)}, ${count(evaluations)} ${evaluations === 1 ? "state" : "states"} estimated${cheap}${ends}`;
}

/** What was built before the search. */
function buildText({ seconds, states, labels, predicates, memoryBytes, done, cut }: BuildReport): string {
  const memory = `${(memoryBytes / 1e6).toFixed(1)} MB`;
  if (done !== undefined) return `not built: ${Math.floor(100 * done)} % done in ${seconds.toFixed(2)} s, ${memory}`;
  const named = [
    counted(states, "abstract state"),
    ...(labels === undefined ? [] : [counted(labels, "label")]),
    ...(predicates === undefined ? [] : [counted(predicates, "predicate")]),
  ];
  const short = cut === undefined ? "" : `; the ${cut} for it ran out, and the best so far was used`;
  return `built in ${seconds.toFixed(2)} s: ${named.join(", ")}, ${memory}${short}`;
}

/** What became of making the abstraction finer. */
function refinementText({ times, estimate, ended }: RefinementStatistics): string {
  const made = times === 0 ? "" : `made finer ${times === 1 ? "once" : `${times} times`}, `;
  switch (ended) {
    case undefined:
      return times === 0 ? `${estimate} was not made finer` : `${made}to ${estimate}`;
    case "finest":
      return `${made}${estimate} cannot be made finer`;
    default:
      return `${made}the ${ended} for a finer one ran out, in the end by ${estimate}`;
  }
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
  // A search that speaks of what the model does not have is a mistake on the command line.
  const misnamed = ({ verdict }: CheckResult): boolean =>
    verdict.kind === "unknown" && verdict.diagnostic?.code === "TH5008";
  if (results.some(misnamed)) return [EXIT.usage];
  if (results.length > 0 && results.every(refused)) return [EXIT.notSupported];
  return results.map(({ verdict, note }) => {
    if (note === "mistaken") return EXIT.bug;
    if (verdict.kind !== "unknown") return verdict.kind === "satisfied" ? EXIT.satisfied : EXIT.violated;
    return verdict.because === "model-fault" ? EXIT.badInput : EXIT.unknown;
  });
}
