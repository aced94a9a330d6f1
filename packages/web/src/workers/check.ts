// Answers a question as the command line does, and keeps the proof for whoever asks for a certificate.

import {
  answerQuestion,
  answerRequest,
  automatonText,
  type CheckResult,
  checkQueries,
  DEFAULT_SEARCH,
  type Diagnostic,
  decidingAutomaton,
  defined,
  describeAll,
  drawAutomaton,
  guided,
  HuntProbe,
  type HuntSample,
  kindOf,
  type Network,
  type Progress,
  planProperty,
  type Query,
  readSearch,
  type SearchAsked,
  type Simulation,
  simulationOf,
  uncertifiedText,
  type Verdict,
} from "@tracehound/core";
import { problemOf } from "../stores/model-view.ts";
import { driver } from "./driver.ts";
import { environment } from "./environment.ts";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask, CheckAnswer, CheckSettings, Question, Sample, Source } from "./protocol.ts";
import { samplingDriver } from "./sampling.ts";
import { sideDriver } from "./sides.ts";

/** Samples per second that the page is sent. */
const RATE = 10;

/** The latest check, where it showed that something cannot or must happen: for whoever asks for a certificate. */
let proved: Proved | undefined;

interface Proved {
  readonly network: Network;
  readonly result: CheckResult;
  readonly labels?: readonly string[];
  readonly settings: CheckSettings;
}

/** The proof of the latest check. One that kept none of what it saw looks at it once more. */
export async function proof(signal: { readonly aborted: boolean }): Promise<Proved> {
  if (proved === undefined) throw new Refusal("there is no proof to write down");
  if (proved.result.proof !== undefined) return proved;
  const { network, settings, result: known } = proved;
  const options = { strategy: searchOf(settings).strategy, limits: limitsOf(settings), certify: true };
  const [result] = await checkQueries({ network, options, environment, signal }, [known.query]);
  if (result!.proof === undefined) throw new Refusal(`there is no certificate: ${uncertifiedText(result!)}`);
  proved = { ...proved, result: result! };
  return proved;
}

function isProvable({ query, verdict, proof: known }: CheckResult): boolean {
  if (known !== undefined) return true;
  return verdict.kind !== "unknown" && verdict.evidence.kind === "exhausted" && kindOf(query).certificates;
}

export function limitsOf({ seconds, megabytes }: CheckSettings): { seconds: number; memoryBytes: number } {
  return { seconds, memoryBytes: megabytes * 1e6 };
}

export async function check(
  { source, question, settings }: Ask<"check">,
  tell: (sample: Sample) => void,
  signal: { readonly aborted: boolean },
): Promise<Answer<"check">> {
  const { model } = networkOf(source);
  const { labels, ...compiled } = compile(source, question);
  const search = searchOf(settings);
  const { strategy } = search;
  const { query, network } = guidedBy(search, source, compiled);
  // A search on several cores is not watched: nobody sees its hunt.
  const sides = settings.everyCore === true ? sideDriver(signal) : undefined;
  const probe = new HuntProbe();
  /** What members in other workers told last, by their searches. */
  const abroad = new Map<string, HuntSample>();
  const hunts = (): HuntSample[] => [...probe.recorders.map((recorder) => recorder.sample()), ...abroad.values()];
  const timer = setInterval(() => tell({ hunts: hunts() }), 1000 / RATE);
  const checked = answerQuestion(
    {
      network,
      options: {
        strategy,
        ...samplingOf(settings),
        ...(sides === undefined ? {} : { workers: { count: sides.cores, isAuto: true } }),
        ...defined({ optimal: settings.optimal }),
        limits: limitsOf(settings),
        evidence: true,
      },
      environment,
      signal,
      sampling: samplingDriver(signal),
      ...defined({ sides }),
      driver: driver(signal, (hunt) => abroad.set(hunt.spec, hunt)),
      probe,
      onProgress: (_, progress) => tell({ progress }),
      onImprovement: (improvement, plan) => tell({ better: { ...improvement, ...plan() } }),
    },
    query,
    { reasons: whereATraceShows },
  );
  const answered = await checked.finally(() => clearInterval(timer));
  const { result, words, advice, values, diagnostic, reasons: why } = answered;
  const { verdict, statistics, schedule } = result;
  drawn = simulationOf(verdict);
  proved = isProvable(result) ? { network, result, settings, ...defined({ labels }) } : undefined;
  return {
    verdict: withoutCurves(verdict),
    statistics,
    words,
    ...defined({ advice, why }),
    values,
    ...defined({ problem: diagnostic === undefined ? undefined : problemOf(diagnostic, model.sources) }),
    hasProof: proved !== undefined,
    ...defined({ automaton: automatonOf(query) }),
    hunts: hunts(),
    ...defined({ schedule }),
    ...(drawn === undefined
      ? {}
      : { curves: { expressions: drawn.expressions, runs: drawn.runs.length, made: drawn.made } }),
  };
}

/** The curves of the latest check; they stay here. */
let drawn: Simulation | undefined;

export function latestCurves(): Simulation {
  if (drawn === undefined) throw new Refusal("there are no curves: check the question again");
  return drawn;
}

/** Millions of numbers would block the page while they arrive. */
function withoutCurves(verdict: Verdict): Verdict {
  if (verdict.kind === "unknown") {
    const { simulation: _, ...rest } = verdict;
    return rest;
  }
  const { evidence } = verdict;
  if (evidence.kind !== "simulation") return verdict;
  return { ...verdict, evidence: { kind: "simulation", simulation: { ...evidence.simulation, runs: [] } } };
}

export function samplingOf({ sampling }: CheckSettings) {
  if (sampling === undefined) return {};
  const { seed, alpha, epsilon, everyCore } = sampling;
  return { seed, statistics: { alpha, epsilon, workers: everyCore ? navigator.hardwareConcurrency : 1 } };
}

/** What can be said of a trace at once: what fails at its end, what blocks each process there. */
function whereATraceShows({ verdict }: CheckResult): false | object {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace" && {};
}

/** Larger ones nobody looks at. */
const MOST_EDGES = 60;

/** Of a temporal formula: what accepts the runs that decide it. */
function automatonOf(query: Query): CheckAnswer["automaton"] {
  const [found, text] = [decidingAutomaton(query), automatonText(query)];
  if (found === undefined || text === undefined) return undefined;
  const { automaton, names, title } = found;
  const edges = automaton.edges.reduce((sum, list) => sum + list.length, 0);
  const picture =
    edges > MOST_EDGES ? undefined : drawAutomaton(planProperty(automaton, names, title), { still: true });
  return { text, ...defined({ picture }) };
}

export function compile(
  source: Source,
  { text, labels: isLabels }: Question,
): { query: Query; network: Network; labels?: readonly string[] } {
  const { model } = networkOf(source);
  const labels = isLabels === true ? text.split(/[\s,]+/).filter((label) => label !== "") : undefined;
  const compiled = labels === undefined ? model.compileQuery(text) : model.compileLabels(labels);
  if (!compiled.ok) throw refusalOf(compiled.diagnostics[0]!);
  return { query: compiled.value, network: compiled.network, ...defined({ labels }) };
}

function searchOf({ search }: CheckSettings): SearchAsked {
  const result = readSearch(search?.trim() || undefined);
  if (result.ok) return result.value;
  throw refusalOf(result.diagnostics[0]!);
}

/** The question with the expressions that a search or an estimate holds. */
export function guidedBy(
  asked: Pick<SearchAsked, "expressions">,
  source: Source,
  { query, network }: { readonly query: Query; readonly network: Network },
): { readonly query: Query; readonly network: Network } {
  const read = guided(networkOf(source).model, asked, { queries: [query], network });
  if (!read.ok) throw refusalOf(read.diagnostics[0]!);
  return { query: read.value.queries[0]!, network: read.value.network };
}

function refusalOf({ message, hint }: Diagnostic): Refusal {
  return new Refusal(hint === undefined ? message : `${message} (${hint})`);
}

/** Answers for a member of a portfolio that another worker leads. */
export async function member(
  { request }: Ask<"member">,
  tell: (sample: Sample) => void,
  signal: { readonly aborted: boolean },
): Promise<Answer<"member">> {
  const probe = new HuntProbe();
  const timer = setInterval(() => tell({ hunts: probe.recorders.map((recorder) => recorder.sample()) }), 200);
  const onProgress = (_: unknown, progress: Progress): void => tell({ progress });
  return answerRequest(request, { environment, signal, probe, onProgress }).finally(() => clearInterval(timer));
}

/** What strategies are made of. */
export function describe(): Answer<"describe"> {
  return {
    default: DEFAULT_SEARCH,
    searches: describeAll("searches"),
    presets: describeAll("presets"),
    heuristics: describeAll("heuristics"),
    openLists: describeAll("open-lists"),
  };
}
