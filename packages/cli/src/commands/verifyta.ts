// `tracehound verifyta`: options, words and files of UPPAAL's `verifyta`, so that scripts written for it run. What it
// answers is what `check` answers. How the two differ: docs/verifyta.md.

import {
  type AbstractionChoice,
  answerQuestion,
  type Budget,
  type CheckResult,
  defined,
  type EdgeTexts,
  type LoadedModel,
  type Network,
  networkToIntermediate,
  tracedNetwork,
  traceOf,
  traceToUppaalText,
  traceToUppaalXml,
  traceToXtr,
} from "@tracehound/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type ChosenQueries, chooseQueries } from "../check/queries.ts";
import { readStrategy } from "../check/search-order.ts";
import { share } from "../check/statistics-options.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import { nonNegativeInteger, nonNegativeNumber, positiveNumber } from "../options.ts";
import { plotFiles } from "../verifyta/plot-files.ts";
import { statisticsLines } from "../verifyta/statistics-lines.ts";
import { banner, errorLines, ORDERS, resultLines, summaryLines, verdictLine, WORDS } from "../verifyta/wording.ts";
import { VERSION } from "../version.ts";

interface Options {
  readonly searchOrder?: number;
  readonly trace?: number;
  readonly diagnostic?: number;
  readonly traceFile?: string;
  readonly xmlTrace?: string;
  readonly reduction?: number;
  readonly extrapolation?: number;
  readonly seed?: number;
  readonly queryIndex?: readonly number[];
  readonly quiet?: true;
  readonly summary?: true;
  readonly valueOnly?: true;
  readonly release?: true;
  readonly words?: keyof typeof WORDS;
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly discretization?: number;
  readonly queryTime?: number;
  readonly plots?: "std" | "csv";
}

/** By the numbers of `-t`. */
const OPTIMAL = [undefined, "steps", "time", "cost"] as const;

/** By the numbers of `-o`, where costs are made least: smallest `heur`, best first, best depth first. */
const COST_ORDERS = [undefined, "depth", undefined, "near", "best", "depth"] as const;

/** By the numbers of `-n`. */
const EXTRAPOLATIONS: readonly AbstractionChoice[] = ["auto", "none", "extra-m", "extra-m", "extra-lu"];

/** Of learning queries, which are refused one by one; scripts pass them for all queries of a file. */
const LEARNING = [
  "--max-iterations <n>",
  "--good-runs <n>",
  "--total-runs <n>",
  "--runs-pr-state <n>",
  "--eval-runs <n>",
  "--learning-method <n>",
  "--reset-no-better <n>",
  "--max-reset-learning <n>",
  "--print-strategies <folder>",
];

function withLearning(command: Command): Command {
  const options = LEARNING.map((flags) => new Option(flags, "changes nothing").hideHelp());
  return options.reduce((known, option) => known.addOption(option), command);
}

export const verifyta = defineCommand<Options>({
  name: "verifyta",
  summary: "Answers queries with the options, words and files of UPPAAL's verifyta, for scripts written for it.",
  description:
    "Takes the options of UPPAAL's verifyta and says what it would say. Exit 0 when every query was answered, whatever " +
    "the answer. Options that only choose how states are stored (-S, -A, -Z, -C, -H, -T) are accepted and change nothing: " +
    "answers are exact. With UPPAAL_COMPILE_ONLY=1 in the environment it prints the model's tables in the intermediate format.",
  examples: [
    ["tracehound verifyta model.xml queries.q", "-- Formula is satisfied."],
    ["tracehound verifyta -t 1 -f trace model.xml", "shortest traces, written to trace-1.xtr, trace-2.xtr, …"],
    ["tracehound verifyta -q -s -u model.xml", "no banner, with a summary of each query"],
  ],
  declare: (command) =>
    withLearning(command)
      .argument("[model]", "the model")
      .option("-a, --alpha <p>", "of statistical queries: confidence is 1 - p (0.05)", share)
      .option("-B, --beta <p>", "of tests: risk of accepting what does not hold (0.05)", share)
      .option("-E, --epsilon <p>", "of Pr: half the width of the interval (0.05)", share)
      .option("-D, --discretization <h>", "step of the integration where rates read clocks (0.01)", positiveNumber)
      .argument("[queries]", "a query file (.q); else the model's own queries, or those of MODEL.q")
      .option("-o, --search-order <n>", ORDERS.map(([words], n) => `${n} ${words}`).join(", "), numbersUpTo(6))
      .option("-t, --trace <n>", "0 some trace, 1 shortest, 2 fastest, 3 best (cheapest)", numbersUpTo(3))
      .option("--diagnostic <n>", "the same as -t", numbersUpTo(3))
      .option("-f, --trace-file <prefix>", "write traces to PREFIX-N.xtr")
      .option("-X, --xml-trace <prefix>", "write traces to PREFIXN.xml")
      .option("-S, --reduction <n>", "space optimisation; changes nothing", numbersUpTo(3))
      .option("-n, --extrapolation <n>", "0 automatic, 1 none, 2 difference, 3 local, 4 lower/upper", numbersUpTo(4))
      .option("-A, --convex-hull", "changes nothing")
      .option("-Z, --bitstate", "changes nothing")
      .option("-C, --no-compact", "changes nothing")
      .option("-T, --reuse", "changes nothing")
      .option("-H, --hashtable-size <n>", "changes nothing", nonNegativeInteger)
      .option("--state-representation <n>", "changes nothing", nonNegativeInteger)
      .option("-r, --seed <n>", "seed of random searches", nonNegativeInteger)
      .option("--query-index <n>", "only the query of this number, counted from 0; may be repeated", indices)
      .option("-y, --symbolic", "changes nothing: text traces have values")
      .option("-Y, --forward-stable", "changes nothing: text traces have values")
      .option("-s, --silence-progress", "changes nothing: there is no progress to see here")
      .option("-q, --quiet", "without the list of options in front")
      .option("-u, --summary", "states, time and memory of each query")
      .option(
        "-O, --plots <form>",
        "of simulate: std, on standard output as without it; csv, MODEL-qN-eN.csv and MODEL-qN.plot",
        formOfPlots,
      )
      .option("--value-only", "with -t 2 and -t 3: print nothing but the least time or cost of each query")
      .option("--words <version>", "whose words: 4.1 (default), 5.x, or 4.0, for older scripts", versionOfWords)
      .option("--query-time <seconds>", "give up each query after this time", nonNegativeNumber)
      .option("-v, --release", "print which version of UPPAAL is followed"),
  async run([path, queryFile], given, context) {
    const options = given.diagnostic === undefined ? given : { ...given, trace: given.diagnostic };
    if (options.release) {
      // Wrappers look for the word UPPAAL and a version behind it.
      context.out(`tracehound ${VERSION} with the options and words of UPPAAL 4.1.26\n`);
      return EXIT.satisfied;
    }
    if (path === undefined) throw new UsageError("there is no model", "tracehound verifyta model.xml");
    try {
      return await answer(path, queryFile, options, context);
    } catch (error) {
      if (!(error instanceof BadInput) || error.sources === undefined) throw error;
      for (const line of errorLines(error.diagnostics, error.sources)) context.err(`${line}\n`);
      return EXIT.badInput;
    }
  },
});

async function answer(
  path: string,
  queryFile: string | undefined,
  options: Options,
  context: Context,
): Promise<ExitCode> {
  const settings = readSettings(options);
  const budget = context.budget();
  const loaded = await context.loadModel(path, budget);
  if (context.variable("UPPAAL_COMPILE_ONLY")) {
    context.out(budget.finishing(() => networkToIntermediate(loaded.network, (edge) => textsOf(loaded, edge))));
    return EXIT.satisfied;
  }
  const words = WORDS[options.words ?? "4.1"];
  if (!options.quiet && !options.valueOnly) context.out(banner(options));
  const queries = await readQueries(loaded, queryFile, options.queryIndex, context, budget);
  const { network } = loaded;
  if (options.trace !== undefined)
    await context.ensureWritable(queries.flatMap(({ number }) => Object.values(namesOf(number, options))));
  const codes: ExitCode[] = [];
  for (const { number, query } of queries) {
    if (!options.valueOnly) context.out(`\n${words.verifying({ ...query, number }, loaded)}\n`);
    const about = { network, options: settings, environment: context.environment, signal: context.signal };
    const {
      result,
      words: because,
      diagnostic,
    } = await answerQuestion({ ...about, ...defined({ driver: context.driver }) }, query);
    if (options.valueOnly && result.optimum !== undefined) {
      context.out(`${result.optimum.attained ? result.optimum.best : result.optimum.lower}\n`);
      codes.push(EXIT.satisfied);
      continue;
    }
    const line = verdictLine(result, words.formula);
    // Why there is no answer, with what it is about where that is known.
    if (line === undefined) context.err(`[error] ${diagnostic?.message ?? because}.\n`);
    else {
      const plots = options.plots === "csv" ? plotFiles(result, path, number - 1) : [];
      const sampled = plots.length > 0 ? [] : statisticsLines(result, options.words === "5.x" ? "5.x" : "4.1");
      context.out(`${[line, ...resultLines(result), ...sampled].join("\n")}\n`);
      for (const { name, text } of plots) await context.writeFile(name, text);
    }
    if (options.summary) context.out(`${summaryLines(result).join("\n")}\n`);
    if (options.trace !== undefined) await tellTrace(loaded, result, number, options, context);
    codes.push(line === undefined ? EXIT.unknown : EXIT.satisfied);
  }
  return gravest(codes);
}

type Loaded = LoadedModel & { readonly network: Network };

/** `indices` count from 0. A query that cannot be read ends it, as there. */
async function readQueries(
  loaded: Loaded,
  file: string | undefined,
  indices: readonly number[] | undefined,
  context: Context,
  budget: Budget,
): Promise<ChosenQueries["queries"]> {
  // What is not verifyta's stays unsaid.
  const silent = { ...context, err: () => {} };
  const { queries, faulty } = await chooseQueries(loaded, { file }, silent, budget);
  const isAsked = ({ number }: { readonly number: number }): boolean => indices?.includes(number - 1) ?? true;
  const unread = faulty.filter(isAsked);
  if (unread.length > 0) {
    throw new BadInput({ diagnostics: unread.map(({ diagnostic }) => diagnostic), sources: loaded.sources });
  }
  const count = queries.length + faulty.length;
  if (count === 0) throw new UsageError(`${loaded.name} has no queries`);
  const beyond = indices?.find((index) => index >= count);
  if (beyond === undefined) return queries.filter(isAsked);
  const there = count === 1 ? "there is one, with index 0" : `there are those from 0 to ${count - 1}`;
  throw new UsageError(`there is no query with index ${beyond}`, there);
}

function readSettings(options: Options) {
  const { searchOrder, trace, seed, extrapolation = 0, queryTime: querySeconds } = options;
  const { alpha, beta, epsilon, discretization, words } = options;
  const rule = words === "5.x" ? "5.x" : "4.1";
  const optimal = trace === undefined ? undefined : OPTIMAL[trace];
  // With -t3 the numbers mean what they meant in CORA.
  const order = optimal === "cost" && searchOrder !== undefined ? COST_ORDERS[searchOrder] : undefined;
  const spec = searchOrder === undefined || optimal !== undefined ? undefined : ORDERS[searchOrder]![1];
  return {
    ...readStrategy(spec, seed),
    abstraction: EXTRAPOLATIONS[extrapolation]!,
    statistics: { rule, ...defined({ alpha, beta, epsilon, discretization }) },
    ...defined({ optimal, order, querySeconds, seed }),
  } as const;
}

/** UPPAAL's trace and the one in XML, where they are asked for. */
function namesOf(number: number, { traceFile, xmlTrace }: Options): { readonly xtr?: string; readonly xml?: string } {
  return defined({
    xtr: traceFile === undefined ? undefined : `${traceFile}-${number}.xtr`,
    xml: xmlTrace === undefined ? undefined : `${xmlTrace}${number}.xml`,
  });
}

/** To files, or to the error stream. */
async function tellTrace(
  loaded: Loaded,
  { verdict, query }: CheckResult,
  number: number,
  options: Options,
  context: Context,
): Promise<void> {
  const trace = traceOf(verdict);
  if (trace === undefined) return;
  const isExample = verdict.kind === "satisfied";
  const network = tracedNetwork(loaded.network, query);
  const written = (work: () => string): string => context.budget().finishing(work);
  const texts = (edge: number): EdgeTexts => textsOf(loaded, edge);
  const { xtr, xml } = namesOf(number, options);
  if (xtr !== undefined) {
    await context.writeFile(
      xtr,
      written(() => traceToXtr(network, trace)),
    );
    context.err(isExample ? `Writing example trace to ${xtr}\n` : `Writing counter example to ${xtr}\n`);
  }
  if (xml !== undefined) {
    await context.writeFile(
      xml,
      written(() => traceToUppaalXml(network, trace, texts)),
    );
    context.out(`XMLTrace outputted to: ${xml}\n`);
  }
  if (xtr === undefined && xml === undefined) {
    context.out(isExample ? "Showing example trace.\n" : "Showing counter example.\n");
    context.err(written(() => traceToUppaalText(network, trace, texts)));
  }
}

/** What the model writes at an edge, in one line. */
function textsOf({ document, network }: Loaded, edge: number): EdgeTexts {
  const { process, fileIndex } = network.edges[edge]!;
  const template = document?.templates.find(({ name }) => name === network.processes[process]!.template);
  const labels = template?.edges[fileIndex]?.labels ?? [];
  const text = (kind: string): string | undefined =>
    labels
      .find((label) => label.kind === kind)
      ?.text.replace(/\s+/g, " ")
      .trim() || undefined;
  return defined({ guard: text("guard"), sync: text("synchronisation"), update: text("assignment") });
}

function indices(text: string, before: readonly number[] = []): number[] {
  return [...before, nonNegativeInteger(text)];
}

function numbersUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^[0-9]$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number from 0 to ${most}.`);
  };
}

function formOfPlots(text: string): "std" | "csv" {
  if (text === "std" || text === "csv") return text;
  throw new InvalidArgumentError("It must be std or csv.");
}

function versionOfWords(text: string): keyof typeof WORDS {
  if (Object.hasOwn(WORDS, text)) return text as keyof typeof WORDS;
  throw new InvalidArgumentError(`It must be ${Object.keys(WORDS).join(" or ")}.`);
}
