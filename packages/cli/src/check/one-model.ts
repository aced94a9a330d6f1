// One model checked: its queries chosen, answered one after the other, told as they are answered, and everything
// written that was asked for.

import {
  answerQuestions,
  type Budget,
  type CheckContext,
  type CheckResult,
  type Diagnostic,
  defined,
  guided,
  isSlightQuery,
  LimitReached,
  type Network,
  runSearchOf,
  TraceMismatch,
  unlessAsked,
  type Why,
} from "@tracehound/core";
import { isMuntaName, listOf, muntaFiles } from "../certify/munta-files.ts";
import { exploreModel } from "../commands/explore.ts";
import type { Context } from "../context.ts";
import { BadSpecification, Unwritten, UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import { tellFailure } from "../explain-error.ts";
import { secondsOf, unlessLimited } from "../limits/options.ts";
import { tellUnbegun } from "./answered-by-limit.ts";
import { writeCertificates } from "./certificates.ts";
import { openDisk, UNOPENED } from "./disk.ts";
import { evidenceWriter, writeEvidence } from "./evidence-files.ts";
import { compareWithExpectation, expectationCodes } from "./expectations.ts";
import { explainQueries } from "./explain.ts";
import { frontWriter, writeFronts } from "./front-files.ts";
import { ganttWriter, writeGantts } from "./gantt-files.ts";
import { writeReport } from "./html-report.ts";
import { openPage } from "./open-page.ts";
import { printAutomata } from "./print-automata.ts";
import { ProgressLine } from "./progress.ts";
import { type ChosenQueries, chooseQueries } from "./queries.ts";
import { exitCodes, faultyJson, faultyText, improvementText, resultJson, resultText, type Telling } from "./report.ts";
import { type Options, readAccepting, type Settings } from "./settings.ts";
import { ensureBelongs, writeHits } from "./swarm.ts";
import { traceFormat, writeTraces } from "./trace-files.ts";
import { tellUnfollowed } from "./unfollowed.ts";

export interface CheckedModel {
  readonly code: ExitCode;
  /** What `--json` prints about it; undefined where something else was printed. */
  readonly results?: readonly object[];
  /** What it says of something that could not be written. */
  readonly failure?: object;
  /** Verdicts, for a summary. */
  readonly verdicts: readonly CheckResult["verdict"]["kind"][];
  /** Nothing was asked of it. */
  readonly passedOver?: true;
}

export async function checkModel(
  path: string,
  queryFile: string | undefined,
  options: Options,
  settings: Settings,
  context: Context,
): Promise<CheckedModel> {
  const budget = context.budget(settings.limits);
  if (options.trace !== undefined) traceFormat(options.trace, options.format);
  if (options.evidence !== undefined) evidenceWriter(options.evidence);
  if (options.gantt !== undefined) ganttWriter(options.gantt);
  if (options.frontFile !== undefined) frontWriter(options.frontFile);
  const prepared = await prepare(path, queryFile, options, context, budget);
  if (!options.explain) await context.ensureWritable(outputsOf(options));
  if ("because" in prepared) return tellUnbegun(prepared, options, context);
  const { loaded, faulty } = prepared;
  const { queries, network } = guidedQueries(prepared, settings);
  const { sources } = loaded;
  if (settings.swarmOf !== undefined) ensureBelongs(settings.swarmOf, network);
  if (queries.length + faulty.length === 0) {
    const { abstraction } = settings;
    const explored = abstraction === "auto" ? {} : { abstraction };
    if (network.language === "tchecker" && !options.explain)
      return { code: await exploreModel(loaded, explored, options, context, budget), verdicts: [] };
    const one = { uppaal: '-q "A[] not deadlock"', tchecker: "--labels a,b", prism: "-q 'P=? [ F x=1 ]'" }[
      network.language
    ];
    throw new UsageError(`${path} has no queries`, `ask one: ${one}`);
  }
  if (options.printAutomaton) return { code: printAutomata(queries, faulty, sources, context), verdicts: [] };
  if (options.explain) {
    const asked = { ...loaded, network, name: path };
    const code = explainQueries(
      asked,
      { queries, faulty },
      { ...settings, ...(options.disk === undefined ? {} : { disk: UNOPENED }) },
      options.json ?? false,
      context,
    );
    return { code, verdicts: [] };
  }
  if (options.expect && faulty.length === 0 && queries.every(({ query }) => query.expectation === undefined)) {
    throw new UsageError(
      "--expect has nothing to compare with",
      "none of these queries says what its result should be",
    );
  }
  tellUnfollowed(
    queries.map(({ query }) => query),
    options,
    context,
  );
  const misnamed = new Set<string>();
  const untold = [...faulty];
  const tellFaulty = (before: number): void => {
    while (!options.json && untold.length > 0 && untold[0]!.number < before) {
      const { number, text, diagnostic } = untold.shift()!;
      if (options.quiet) context.out(`${number}. ${text}: ${context.colours.out.yellow("unknown")}\n`);
      else context.out(`${faultyText(number, text, context.colours.out)}\n`);
      context.report([diagnostic], sources);
    }
  };
  // What is known is told, however long that takes; only Ctrl-C ends it.
  const telling = context.budget();
  const progress = new ProgressLine(context, options.progress ?? false, budget);
  const asked = queries.map(({ query }) => query);
  const { memoryBytes } = settings.limits;
  const disk =
    options.disk === undefined ? undefined : await openDisk(options, { network, queries: asked, memoryBytes }, context);
  const checking: CheckContext = {
    network,
    // Reading the model has taken some of the time.
    options: {
      ...settings,
      evidence: options.evidence !== undefined,
      limits: { ...settings.limits, ...secondsOf(budget) },
      ...defined({ disk: disk?.folder }),
    },
    environment: context.environment,
    signal: context.signal,
    onProgress: (query, at) => progress.show(query.text, at),
    onImprovement: (improvement) => {
      if (options.json || options.quiet) return;
      progress.clear();
      context.err(improvementText(improvement, context.unicode));
    },
    ...defined({ driver: context.driver, sampling: context.sampling, sides: context.sides }),
  };
  const numberOf = (result: CheckResult): number => queries.find(({ query }) => query === result.query)!.number;
  const answers = await answerQuestions(checking, asked, {
    reasons: (result, left) => {
      progress.clear();
      tellFaulty(numberOf(result));
      return wantsWhy(options, budget) && { seconds: shareOf(budget, left) };
    },
    onAnswer: ({ result, why }) => {
      if (!options.json) printResult(result, numberOf(result), why);
    },
  })
    .catch((error: unknown) => reportMismatch(error, context))
    .finally(() => disk?.close());
  const results = answers.map(({ result }) => result);
  tellFaulty(Number.POSITIVE_INFINITY);
  const numberedResults = results.map((result, index) => ({ number: queries[index]!.number, result }));
  const comparisons = options.expect ? results.map(compareWithExpectation) : undefined;
  const told = (): readonly { readonly number: number }[] => [
    ...results.map((result, index) => ({
      number: queries[index]!.number,
      ...defined({ search: searchOfRuns(network, result, settings) }),
      ...resultJson(
        network,
        result,
        sources,
        { full: options.full ?? false, steps: options.steps },
        answers[index]!.why,
      ),
      ...defined({ expectation: comparisons === undefined ? undefined : comparisons[index] }),
    })),
    ...faulty.map((query) => faultyJson(query, sources)),
  ];
  if (!options.json && comparisons !== undefined) {
    for (const [index, comparison] of comparisons.entries()) {
      context.out(`query ${queries[index]!.number}: ${comparison}\n`);
    }
  }
  const json = options.json ? [...telling.finishing(told)].sort((a, b) => a.number - b.number) : undefined;
  const unwritten = await write().then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof Unwritten || error instanceof UsageError)) throw error;
      return [tellFailure(error, [], context)];
    },
  );
  if (options.open) await openPage(path, numberedResults, network, options.browser, context);
  const codes = comparisons === undefined ? exitCodes(results) : expectationCodes(comparisons);
  return {
    code: gravest([...codes, ...unwritten.map(({ code }) => code), ...(faulty.length > 0 ? [EXIT.badInput] : [])]),
    ...defined({ results: json, failure: unwritten[0]?.json }),
    verdicts: [...results.map(({ verdict }) => verdict.kind), ...faulty.map(() => "unknown" as const)],
  };

  function printResult(result: CheckResult, of: number, why: Why | undefined): void {
    const how: Telling = {
      colours: context.colours.out,
      plain: !context.unicode,
      detail: options.quiet ? "verdict" : options.verbose ? "everything" : "story",
      ...(options.trace === "-" ? { trace: traceFormat("-", options.format) } : {}),
      model: path,
    };
    const text = telling.finishing(() => resultText(network, of, result, how, why));
    context.out(options.quiet ? text : `${text}\n`);
    const { verdict } = result;
    const diagnostic = verdict.kind === "unknown" ? verdict.diagnostic : undefined;
    // What is wrong with the search is the same for every query.
    const again = diagnostic?.code === "TH5008" && misnamed.has(diagnostic.message);
    if (diagnostic?.code === "TH5008") misnamed.add(diagnostic.message);
    if (diagnostic !== undefined && !again) context.report([diagnostic], sources);
    if (result.note === "no-initial-state") context.report([noInitialState(network)], sources);
  }

  async function write(): Promise<void> {
    const { trace, certificate, html } = options;
    if (trace !== undefined && trace !== "-") {
      const format = traceFormat(trace, options.format);
      const about = { model: path, full: options.full ?? false };
      await unlessLimited(() => writeTraces(network, numberedResults, trace, format, about, context, budget));
    }
    if (certificate !== undefined) {
      const about = { model: path, ...defined({ labels: options.labels }) };
      await unlessLimited(() => writeCertificates(network, numberedResults, certificate, about, context, budget));
    }
    if (options.hit !== undefined) await writeHits(network, numberedResults, options.hit, context);
    if (options.gantt !== undefined) await writeGantts(network, numberedResults, options.gantt, context);
    if (options.frontFile !== undefined) await writeFronts(numberedResults, options.frontFile, context);
    if (options.evidence !== undefined) await writeEvidence(numberedResults, options.evidence, context);
    if (html !== undefined) {
      const input = { model: loaded, results: numberedResults, search: settings.spec };
      await unlessLimited(() => writeReport(html, input, context, budget));
    }
  }
}

function outputsOf({ trace, certificate, html, evidence, gantt, frontFile, hit }: Options): readonly string[] {
  const proofs =
    certificate !== undefined && isMuntaName(certificate) ? listOf(muntaFiles(certificate)) : [certificate];
  return [trace === "-" ? undefined : trace, ...proofs, html, evidence, gantt, frontFile, hit].filter(
    (file) => file !== undefined,
  );
}

type Prepared = ChosenQueries & { readonly loaded: Awaited<ReturnType<Context["loadModel"]>> };

/** Reads the model and what is asked. A limit that ends this is told of each query, where they are known already. */
async function prepare(
  path: string,
  queryFile: string | undefined,
  options: Options,
  context: Context,
  budget: Budget,
): Promise<Prepared | LimitReached> {
  const { q: texts, labels, query: numbers } = options;
  try {
    const loaded = await context.loadModel(path, budget);
    const warnings = loaded.diagnostics.filter(({ severity }) => severity === "warning");
    const choice = { file: queryFile, texts, labels, numbers, accepting: readAccepting(options) };
    const chosen = await chooseQueries(loaded, choice, context, budget);
    const asked = [...chosen.queries.map(({ query }) => query.text), ...chosen.faulty.map(({ text }) => text)];
    if (!options.quiet) context.report([...unlessAsked(warnings, asked), ...chosen.warnings], loaded.sources);
    if (!chosen.queries.every(({ query }) => isSlightQuery(query))) context.listen();
    return { loaded, ...chosen };
  } catch (error) {
    const isToldOfQueries = texts !== undefined && !options.explain && !options.printAutomaton;
    if (error instanceof LimitReached && isToldOfQueries) return error;
    throw error;
  }
}

/** The queries with what the search is guided by; what is wrong with that is a mistake on the command line. */
function guidedQueries(
  { loaded, queries, network }: Prepared,
  settings: Settings,
): Pick<Prepared, "queries" | "network"> {
  const asked = guided(loaded, settings, { queries: queries.map(({ query }) => query), network });
  if (!asked.ok) throw new BadSpecification(asked.diagnostics, loaded.sources);
  const numbered = queries.map(({ number }, index) => ({ number, query: asked.value.queries[index]! }));
  return { queries: numbered, network: asked.value.network };
}

/** The search that looked for infinite runs: `--search` is for states, unless it names one of those. */
function searchOfRuns(
  network: Network,
  { query }: CheckResult,
  { strategy, spec, optimal }: Settings,
): string | undefined {
  const named = optimal === undefined && typeof strategy !== "function" && strategy.kind === "lasso" ? spec : undefined;
  return runSearchOf(network, query, named);
}

/** What reasons may take: as many other queries want to be answered, too. */
function shareOf({ secondsLeft }: Budget, others: number): number | undefined {
  return secondsLeft === undefined ? undefined : secondsLeft / (4 * Math.max(1, others));
}

/**
 * Reasons cost a moment: people get them unless they say otherwise, scripts when they ask, and nobody at the end of the
 * time.
 */
function wantsWhy({ why, json, quiet }: Options, budget: Budget): boolean {
  const left = budget.secondsLeft;
  return (why ?? !(json || quiet)) && (left === undefined || left > 5);
}

function noInitialState({ processes }: Network): Diagnostic {
  const [only] = processes.length === 1 ? processes : [];
  const span = only?.locations[only.initial[0] ?? 0]?.span;
  return {
    code: "TH4506",
    severity: "warning",
    message: "no initial state satisfies its invariant: nothing can happen, and every `A[]` holds",
    hint: "look at the invariants of the initial locations",
    ...defined({ span }),
  };
}

/** A trace that does not replay is a bug of ours: keep what is needed to find it. */
async function reportMismatch(error: unknown, context: Context): Promise<never> {
  if (error instanceof TraceMismatch) {
    const { path, goal, stay } = error.problem;
    const text = JSON.stringify({ message: error.message, path, goal, stay }, null, 2);
    context.err(`a bug report was kept in ${await context.keep("trace-mismatch.json", `${text}\n`)}\n`);
  }
  throw error;
}
