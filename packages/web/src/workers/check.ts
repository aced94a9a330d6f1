// Answers a question as the command line does, and keeps the proof for whoever asks for a certificate.

import {
  adviceText,
  answerRequest,
  automatonText,
  type CheckResult,
  checkQueries,
  configure,
  DEFAULT_SEARCH,
  defaultStrategy,
  defined,
  describeAll,
  HuntProbe,
  type HuntSample,
  measuredTerms,
  type Network,
  type Progress,
  presets,
  type Query,
  reasonText,
  strategies,
  valueText,
} from "@tracehound/core";
import { problemOf } from "../stores/model-view.ts";
import { driver } from "./driver.ts";
import { environment } from "./environment.ts";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask, CheckSettings, Question, Sample, Source } from "./protocol.ts";

/** Samples per second that the page is sent. */
const RATE = 10;

/** What the latest check proved, for whoever asks for a certificate. */
export let proved:
  | { readonly network: Network; readonly result: CheckResult; readonly labels?: readonly string[] }
  | undefined;

export async function check(
  { source, question, settings }: Ask<"check">,
  tell: (sample: Sample) => void,
  signal: { readonly aborted: boolean },
): Promise<Answer<"check">> {
  const { model } = networkOf(source);
  const { query, labels, network } = compile(source, question);
  const strategy = strategyOf(settings);
  const probe = new HuntProbe();
  /** What members in other workers told last, by their searches. */
  const abroad = new Map<string, HuntSample>();
  const hunts = (): HuntSample[] => [...probe.recorders.map((recorder) => recorder.sample()), ...abroad.values()];
  const timer = setInterval(() => tell({ hunts: hunts() }), 1000 / RATE);
  const checked = checkQueries(
    {
      network,
      options: {
        ...strategy,
        limits: { seconds: settings.seconds, memoryBytes: settings.megabytes * 1e6 },
      },
      environment,
      signal,
      driver: driver(signal, (hunt) => abroad.set(hunt.spec, hunt)),
      probe,
      onProgress: (_, progress) => tell({ progress }),
    },
    [query],
  );
  const [result] = await checked.finally(() => clearInterval(timer));
  const { verdict, statistics } = result!;
  proved = result!.proof === undefined ? undefined : { network, result: result!, ...defined({ labels }) };
  const diagnostic = verdict.kind === "unknown" ? verdict.diagnostic : undefined;
  const values = measuredTerms(verdict);
  const advice = adviceText(result!);
  return {
    verdict,
    statistics,
    words: reasonText(result!),
    ...defined({ advice }),
    values: values.map((value) => ({ term: value.term, value: valueText(value, query.kind) })),
    ...defined({ problem: diagnostic === undefined ? undefined : problemOf(diagnostic, model.sources) }),
    hasProof: proved !== undefined,
    ...defined({ automaton: automatonText(query) }),
    hunts: hunts(),
  };
}

export function compile(
  source: Source,
  { text, labels: isLabels }: Question,
): { query: Query; network: Network; labels?: readonly string[] } {
  const { model } = networkOf(source);
  const labels = isLabels === true ? text.split(/[\s,]+/).filter((label) => label !== "") : undefined;
  const compiled = labels === undefined ? model.compileQuery(text) : model.compileLabels(labels);
  if (!compiled.ok) {
    const problem = compiled.diagnostics[0]!;
    throw new Refusal(problem.hint === undefined ? problem.message : `${problem.message} (${problem.hint})`);
  }
  return { query: compiled.value, network: compiled.network, ...defined({ labels }) };
}

function strategyOf({ search }: CheckSettings) {
  if (search === undefined || search.trim() === "") return { strategy: defaultStrategy() };
  const result = configure(strategies, search, { presets });
  if (result.ok) return { strategy: result.value };
  const problem = result.diagnostics[0]!;
  throw new Refusal(problem.hint === undefined ? problem.message : `${problem.message} (${problem.hint})`);
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
