// `tracehound check`: answers queries about a model, with traces and certificates as evidence.

import {
  type AbstractionChoice,
  type Budget,
  type CheckOptions,
  type CheckResult,
  certificateOf,
  certificateToText,
  checkQueries,
  type Diagnostic,
  type Network,
  TraceMismatch,
  traceOf,
  traceToJsonFile,
  uncertifiedText,
} from "@tracehound/core";
import type { Command } from "commander";
import { compareWithExpectation, expectationCodes } from "../check/expectations.ts";
import { explainQueries } from "../check/explain.ts";
import { writeReport } from "../check/html-report.ts";
import { printAutomata } from "../check/print-automata.ts";
import { ProgressLine } from "../check/progress.ts";
import { chooseQueries } from "../check/queries.ts";
import { exitCodes, faultyJson, faultyText, resultJson, resultText } from "../check/report.ts";
import { readStrategy } from "../check/search-order.ts";
import { numbered, TRACE_FORMATS, traceFormat, writeTraces } from "../check/trace-files.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, gravest } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf, secondsOf, unlessLimited } from "../limits/options.ts";
import { collect, list, nonNegativeInteger, positiveInteger, positiveIntegers } from "../options.ts";
import { servePage } from "../page/server.ts";
import { VERSION } from "../version.ts";
import { exploreModel } from "./explore.ts";

interface Options extends LimitOptions {
  readonly q?: readonly string[];
  readonly query?: readonly number[];
  readonly labels?: readonly string[];
  readonly search?: string;
  readonly abstraction?: string;
  readonly runs?: string;
  readonly por?: string;
  readonly printAutomaton?: true;
  readonly seed?: number;
  readonly optimal?: string;
  readonly trace?: string;
  readonly format?: string;
  readonly full?: true;
  readonly certificate?: string;
  readonly html?: string;
  readonly open?: true;
  readonly browser: boolean;
  readonly expect?: true;
  readonly explain?: true;
  readonly progress?: true;
  readonly json?: true;
  readonly shorten?: true;
  readonly improve?: true;
  readonly witnesses?: number;
}

export const check = defineCommand<Options>({
  name: "check",
  summary: "Answers the queries of a model.",
  description:
    "Answers the queries of a model: its own, those of a query file (.q), those of -q, or a question for labels " +
    "(.tck). A witness or counterexample is a timed run that was replayed before it is shown. A .tck model without " +
    "--labels is explored.",
  examples: [
    ["tracehound check model.xml", "all queries of the file"],
    ['tracehound check model.xml -q "A[] not deadlock" --trace run.json', "one question; keep its trace"],
    ["tracehound check model.tck --labels a,b --json", "can a state carry both labels?"],
    ["tracehound check model.xml --expect", "compare with the results the file expects, for use in CI"],
    ["tracehound check model.xml --explain", "what would run, and why; nothing is searched"],
  ],
  declare,
  async run([path, queryFile], options, context) {
    const settings = readSettings(options);
    const budget = context.budget(settings.limits);
    for (const file of [options.trace, options.certificate, options.html])
      if (file !== undefined && !options.explain) await context.ensureWritable(file);
    const loaded = await context.loadModel(path!, budget);
    const { sources } = loaded;
    context.report(
      loaded.diagnostics.filter(({ severity }) => severity === "warning"),
      sources,
    );
    const { q: texts, labels, query: numbers } = options;
    const { queries, faulty, network } = await chooseQueries(
      loaded,
      { file: queryFile, texts, labels, numbers },
      context,
      budget,
    );
    if (queries.length + faulty.length === 0) {
      const { abstraction } = settings;
      const explored = abstraction === undefined || abstraction === "auto" ? {} : { abstraction };
      if (network.language === "tchecker" && !options.explain)
        return exploreModel(loaded, explored, options, context, budget);
      const one = network.language === "tchecker" ? "--labels a,b" : '-q "A[] not deadlock"';
      throw new UsageError(`${path} has no queries`, `ask one: ${one}`);
    }
    if (options.printAutomaton) return printAutomata(queries, faulty, sources, context);
    if (options.explain) {
      return explainQueries(
        { ...loaded, network, name: path! },
        { queries, faulty },
        settings,
        options.json ?? false,
        context,
      );
    }
    if (options.expect && faulty.length === 0 && queries.every(({ query }) => query.expectation === undefined)) {
      throw new UsageError(
        "--expect has nothing to compare with",
        "none of these queries says what its result should be",
      );
    }
    const untold = [...faulty];
    const tellFaulty = (before: number): void => {
      while (!options.json && untold.length > 0 && untold[0]!.number < before) {
        const { number, text, diagnostic } = untold.shift()!;
        context.out(`${faultyText(number, text, context.colours.out)}\n`);
        context.report([diagnostic], sources);
      }
    };
    // What is known is told, however long that takes; only Ctrl-C ends it.
    const telling = context.budget();
    const progress = new ProgressLine(context, options.progress ?? false);
    const results = await checkQueries(
      {
        network,
        // Reading the model has taken some of the time.
        options: { ...settings, limits: { ...settings.limits, ...secondsOf(budget) } },
        environment: context.environment,
        signal: context.signal,
        onProgress: (query, at) => progress.show(query.text, at),
        ...(context.driver === undefined ? {} : { driver: context.driver }),
      },
      queries.map(({ query }) => query),
      (result) => {
        progress.clear();
        const { number } = queries.find(({ query }) => query === result.query)!;
        tellFaulty(number);
        if (!options.json) printResult(result, number, context);
      },
    ).catch((error: unknown) => reportMismatch(error, context));
    tellFaulty(Number.POSITIVE_INFINITY);
    const numberedResults = results.map((result, index) => ({ number: queries[index]!.number, result }));
    const comparisons = options.expect ? results.map(compareWithExpectation) : undefined;
    if (options.json) {
      const told = (): readonly { readonly number: number }[] => [
        ...results.map((result, index) => ({
          number: queries[index]!.number,
          ...resultJson(network, result, sources, { full: options.full ?? false }),
          ...(comparisons === undefined ? {} : { expectation: comparisons[index] }),
        })),
        ...faulty.map((query) => faultyJson(query, sources)),
      ];
      const inOrder = [...telling.finishing(told)].sort((a, b) => a.number - b.number);
      context.json({ tool: "tracehound", version: VERSION, model: path, search: settings.spec, results: inOrder });
    } else if (comparisons !== undefined) {
      for (const [index, comparison] of comparisons.entries()) {
        context.out(`query ${queries[index]!.number}: ${comparison}\n`);
      }
    }
    if (options.trace !== undefined) {
      const format = traceFormat(options.trace, options.format);
      const about = { model: path!, full: options.full ?? false };
      await unlessLimited(() => writeTraces(network, numberedResults, options.trace!, format, about, context, budget));
    }
    if (options.certificate !== undefined) {
      const about = { model: path!, ...(labels === undefined ? {} : { labels }) };
      await unlessLimited(() =>
        writeCertificates(network, numberedResults, options.certificate!, about, context, budget),
      );
    }
    if (options.html !== undefined) {
      const input = { model: loaded, results: numberedResults, search: settings.spec };
      await unlessLimited(() => writeReport(options.html!, input, context, budget));
    }
    if (options.open) await openPage(path!, numberedResults, network, options.browser, context);
    const codes = comparisons === undefined ? exitCodes(results) : expectationCodes(comparisons);
    return gravest([...codes, ...(faulty.length > 0 ? [EXIT.badInput] : [])]);

    function printResult(result: CheckResult, of: number, to: Context): void {
      to.out(`${telling.finishing(() => resultText(network, of, result, to.colours.out))}\n`);
      const { verdict } = result;
      if (verdict.kind === "unknown" && verdict.diagnostic !== undefined) to.report([verdict.diagnostic], sources);
      if (result.note === "no-initial-state") to.report([noInitialState(network)], sources);
    }
  },
});

function noInitialState({ processes }: Network): Diagnostic {
  const [only] = processes.length === 1 ? processes : [];
  const span = only?.locations[only.initial[0] ?? 0]?.span;
  return {
    code: "TH4506",
    severity: "warning",
    message: "no initial state satisfies its invariant: nothing can happen, and every `A[]` holds",
    hint: "look at the invariants of the initial locations",
    ...(span === undefined ? {} : { span }),
  };
}

/** The first result with a trace, else the first one; until Ctrl-C. */
async function openPage(
  path: string,
  results: readonly { readonly result: CheckResult }[],
  network: Network,
  browser: boolean,
  context: Context,
): Promise<void> {
  const shown = results.find(({ result }) => traceOf(result.verdict) !== undefined) ?? results[0];
  const trace = shown === undefined ? undefined : traceOf(shown.result.verdict);
  const question = shown?.result.query.text;
  const about = { model: path, ...(question === undefined ? {} : { query: question }) };
  const served = {
    name: path,
    content: await context.readFile(path),
    ...(question === undefined ? {} : { question }),
    ...(trace === undefined ? {} : { trace: traceToJsonFile(network, trace, about) }),
  };
  await servePage({ port: 0, browser, served }, context);
}

function declare(command: Command): Command {
  return declareLimits(
    command
      .argument("<model>", "the model: .xml, .xta, .ta, .tck or .json; - reads standard input")
      .argument("[queries]", "a query file (.q), instead of the model's own queries")
      .option("-q <query>", "a query, instead of the model's own; may be repeated", collect)
      .option("--query <n>", "only the query of this number, counted from 1; may be repeated", positiveIntegers)
      .option("--labels <a,b>", "can a state carry all these labels? (.tck)", list)
      .option(
        "--search <spec>",
        "a search, for example bfs, greedy(hU()) or a preset; see `tracehound list searches` (default: a portfolio)",
      )
      .option("--abstraction <name>", "auto, extra-lu, alu, extra-m, local-time or none (default: auto)"),
  )
    .option("--runs <which>", "for LTL: maximal runs, or only those with infinitely many steps (default: maximal)")
    .option("--por <when>", "partial-order reduction of E<> and A[]: auto, on or off (default: auto)")
    .option("--print-automaton", "print the automata of LTL queries (HOA); nothing is searched")
    .option("--seed <n>", "seed of a random search", nonNegativeInteger)
    .option("--optimal <what>", "the shortest trace (steps) or the fastest (time)")
    .option("--shorten", "make a trace shorter afterwards")
    .option("--improve", "go on looking for better traces while time is left")
    .option("--witnesses <k>", "several traces that differ in their actions", positiveInteger)
    .option("--trace <file>", "write the trace to a file")
    .option("--format <format>", `${TRACE_FORMATS.join(", ")} (default: by the file's extension)`)
    .option("--full", "whole states in the steps of JSON traces, not only what changed")
    .option("--certificate <file>", 'write what proves "cannot happen" to a file')
    .option("--html <file>", "write a report with pictures that any browser opens")
    .option("--open", "show the model and the first trace on the page, in the browser")
    .option("--no-browser", "with --open: print the address only")
    .option("--expect", "compare with the results that the file expects")
    .option("--explain", "say what would run for each query, and why; nothing is searched or written")
    .option("--progress", "tell how far it is, also where nobody watches")
    .option("--json", "print one JSON object instead of text");
}

function readSettings(options: Options) {
  if (options.witnesses !== undefined && (options.improve || options.shorten)) {
    throw new UsageError("--witnesses looks for several traces, --improve and --shorten for one", "choose one of them");
  }
  const optimal = (["steps", "time"] as const).find((what) => what === options.optimal);
  if (optimal === undefined && options.optimal !== undefined) {
    throw new UsageError(`there is no --optimal ${options.optimal}`, "use steps or time");
  }
  if (options.format !== undefined) {
    if (options.trace === undefined) throw new UsageError("--format says how to write --trace, which is missing");
    traceFormat(options.trace, options.format);
  }
  return {
    ...readStrategy(options.search, options.seed),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.shorten === undefined ? {} : { shorten: true }),
    ...(options.certificate === undefined ? {} : { certify: true }),
    ...(options.improve === undefined ? {} : { improve: true }),
    ...(options.witnesses === undefined ? {} : { witnesses: options.witnesses }),
    abstraction: readAbstraction(options.abstraction),
    ...(options.runs === undefined ? {} : { runs: readRuns(options.runs) }),
    ...(options.por === undefined ? {} : { por: readReduction(options.por) }),
    ...(optimal === undefined ? {} : { optimal }),
    limits: limitsOf(options),
  } as const;
}

function readRuns(name: string): NonNullable<CheckOptions["runs"]> {
  if (name === "maximal" || name === "infinite" || name === "divergent") return name;
  throw new UsageError(`there are no ${name} runs`, "use maximal or infinite");
}

function readReduction(when: string): NonNullable<CheckOptions["por"]> {
  if (when === "auto" || when === "on" || when === "off") return when;
  throw new UsageError(`there is no --por ${when}`, "use auto, on or off");
}

function readAbstraction(name: string | undefined): AbstractionChoice {
  switch (name) {
    case undefined:
      return "auto";
    case "auto":
    case "extra-lu":
    case "alu":
    case "extra-m":
    case "local-time":
    case "none":
      return name;
    default:
      throw new UsageError(`there is no abstraction ${name}`, "use auto, extra-lu, alu, extra-m, local-time or none");
  }
}

async function writeCertificates(
  network: Network,
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  { model, labels }: { readonly model: string; readonly labels?: readonly string[] },
  context: Context,
  budget: Budget,
): Promise<void> {
  const proved = results.filter(({ result }) => result.proof !== undefined);
  const unproved = results.filter(({ result }) => result.proof === undefined && endedWithout(result));
  for (const { number, result } of unproved)
    context.err(`no certificate of query ${number}: ${uncertifiedText(result)}\n`);
  if (proved.length + unproved.length === 0) {
    context.err('there is nothing to certify: no query ended with "cannot happen"\n');
  }
  for (const { number, result } of proved) {
    const file = numbered(path, number, proved.length > 1);
    const about = { model, query: result.query.text, ...(labels === undefined ? {} : { labels }) };
    const text = budget.finishing(() => certificateToText(certificateOf(network, result.proof!, about)));
    await context.writeFile(file, text);
    context.err(`certificate of query ${number} written to ${file}\n`);
  }
}

/** Is there an answer that no trace shows? */
function endedWithout({ verdict }: CheckResult): boolean {
  return verdict.kind !== "unknown" && verdict.evidence.kind !== "trace";
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
