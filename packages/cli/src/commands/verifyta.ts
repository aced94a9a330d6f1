// `tracehound verifyta`: options, words and files of UPPAAL's `verifyta`, so that scripts written for it run. What it
// answers is what `check` answers. How the two differ: docs/verifyta.md.

import {
  type AbstractionChoice,
  type CheckResult,
  checkQueries,
  defined,
  type EdgeTexts,
  type LoadedModel,
  type Network,
  reasonText,
  traceOf,
  traceToUppaalText,
  traceToXtr,
} from "@tracehound/core";
import { InvalidArgumentError } from "commander";
import { chooseQueries } from "../check/queries.ts";
import { readStrategy } from "../check/search-order.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT, gravest } from "../exit-codes.ts";
import { nonNegativeInteger } from "../options.ts";
import { banner, ORDERS, placeOf, resultLines, summaryLines, verdictLine } from "../verifyta/wording.ts";
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
  readonly queryIndex?: number;
  readonly quiet?: true;
  readonly summary?: true;
  readonly release?: true;
}

/** By the numbers of `-t`. */
const OPTIMAL = [undefined, "steps", "time"] as const;

/** By the numbers of `-n`. */
const EXTRAPOLATIONS: readonly AbstractionChoice[] = ["auto", "none", "extra-m", "extra-m", "extra-lu"];

export const verifyta = defineCommand<Options>({
  name: "verifyta",
  summary: "Answers queries with the options, words and files of UPPAAL's verifyta, for scripts written for it.",
  description:
    "Takes the options of UPPAAL's verifyta and says what it would say. Exit 0 when every query was answered, whatever " +
    "the answer. Options that only choose how states are stored (-S, -A, -Z, -C, -H, -T) are accepted and change nothing: " +
    "answers are exact.",
  examples: [
    ["tracehound verifyta model.xml queries.q", "-- Formula is satisfied."],
    ["tracehound verifyta -t 1 -f trace model.xml", "shortest traces, written to trace-1.xtr, trace-2.xtr, …"],
    ["tracehound verifyta -q -s -u model.xml", "no banner, with a summary of each query"],
  ],
  declare: (command) =>
    command
      .argument("[model]", "the model")
      .argument("[queries]", "a query file (.q); else the model's own queries, or those of MODEL.q")
      .option("-o, --search-order <n>", ORDERS.map(([words], n) => `${n} ${words}`).join(", "), numbersUpTo(6))
      .option("-t, --trace <n>", "0 some trace, 1 shortest, 2 fastest", numbersUpTo(2))
      .option("--diagnostic <n>", "the same as -t", numbersUpTo(2))
      .option("-f, --trace-file <prefix>", "write traces to PREFIX-N.xtr")
      .option("-X, --xml-trace <prefix>", "not supported")
      .option("-S, --reduction <n>", "space optimisation; changes nothing", numbersUpTo(3))
      .option("-n, --extrapolation <n>", "0 automatic, 1 none, 2 difference, 3 local, 4 lower/upper", numbersUpTo(4))
      .option("-A, --convex-hull", "changes nothing")
      .option("-Z, --bitstate", "changes nothing")
      .option("-C, --no-compact", "changes nothing")
      .option("-T, --reuse", "changes nothing")
      .option("-H, --hashtable-size <n>", "changes nothing", nonNegativeInteger)
      .option("--state-representation <n>", "changes nothing", nonNegativeInteger)
      .option("-r, --seed <n>", "seed of random searches", nonNegativeInteger)
      .option("--query-index <n>", "only the query of this number, counted from 0", nonNegativeInteger)
      .option("-s, --no-progress", "changes nothing: there is no progress to see here")
      .option("-q, --quiet", "without the list of options in front")
      .option("-u, --summary", "states, time and memory of each query")
      .option("-v, --release", "print which version of UPPAAL is followed"),
  async run([path, queryFile], given, context) {
    const options = given.diagnostic === undefined ? given : { ...given, trace: given.diagnostic };
    if (options.release) {
      // Wrappers look for the word UPPAAL and a version behind it.
      context.out(`tracehound ${VERSION} with the options and words of UPPAAL 4.1.26\n`);
      return EXIT.satisfied;
    }
    if (path === undefined) throw new UsageError("there is no model", "tracehound verifyta model.xml");
    if (options.xmlTrace !== undefined) {
      context.err("[error] -X is not supported; -f writes .xtr traces, and `check --trace run.json` JSON.\n");
      return EXIT.notSupported;
    }
    const settings = readSettings(options);
    const budget = context.budget();
    const loaded = await context.loadModel(path, budget);
    const { network } = loaded;
    if (!options.quiet) context.out(banner(options));
    const numbers = options.queryIndex === undefined ? undefined : [options.queryIndex + 1];
    // What is not verifyta's stays unsaid.
    const silent = { ...context, err: () => {} };
    const { queries, faulty } = await chooseQueries(loaded, { file: queryFile, numbers }, silent, budget);
    if (faulty.length > 0) {
      throw new BadInput({ diagnostics: faulty.map(({ diagnostic }) => diagnostic), sources: loaded.sources });
    }
    if (queries.length === 0) throw new UsageError(`${path} has no queries`);
    const codes: (typeof EXIT)[keyof typeof EXIT][] = [];
    for (const { number, query } of queries) {
      context.out(`\nVerifying formula ${number} ${placeOf({ ...query, number }, loaded)}\n`);
      const about = { network, options: settings, environment: context.environment, signal: context.signal };
      const [result] = await checkQueries(context.driver === undefined ? about : { ...about, driver: context.driver }, [
        query,
      ]);
      const line = verdictLine(result!);
      if (line === undefined) context.err(`[error] ${reasonText(result!)}.\n`);
      else context.out(`${[line, ...resultLines(result!)].join("\n")}\n`);
      if (options.summary) context.out(`${summaryLines(result!).join("\n")}\n`);
      if (options.trace !== undefined) await tellTrace(loaded, result!, number, options.traceFile, context);
      codes.push(line === undefined ? EXIT.unknown : EXIT.satisfied);
    }
    return gravest(codes);
  },
});

function readSettings({ searchOrder, trace, seed, extrapolation = 0 }: Options) {
  const optimal = trace === undefined ? undefined : OPTIMAL[trace];
  const spec = searchOrder === undefined || optimal !== undefined ? undefined : ORDERS[searchOrder]![1];
  return {
    ...readStrategy(spec, seed),
    abstraction: EXTRAPOLATIONS[extrapolation]!,
    ...defined({ optimal }),
  } as const;
}

/** To a file, or to the error stream. */
async function tellTrace(
  loaded: LoadedModel & { readonly network: Network },
  { verdict }: CheckResult,
  number: number,
  prefix: string | undefined,
  context: Context,
): Promise<void> {
  const trace = traceOf(verdict);
  if (trace === undefined) return;
  const isExample = verdict.kind === "satisfied";
  const { network } = loaded;
  if (prefix === undefined) {
    context.out(isExample ? "Showing example trace.\n" : "Showing counter example.\n");
    context.err(context.budget().finishing(() => traceToUppaalText(network, trace, (edge) => textsOf(loaded, edge))));
    return;
  }
  const file = `${prefix}-${number}.xtr`;
  await context.writeFile(
    file,
    context.budget().finishing(() => traceToXtr(network, trace)),
  );
  context.err(isExample ? `Writing example trace to ${file}\n` : `Writing counter example to ${file}\n`);
}

/** What the model writes at an edge, in one line. */
function textsOf({ document, network }: LoadedModel & { readonly network: Network }, edge: number): EdgeTexts {
  const { process, fileIndex } = network.edges[edge]!;
  const template = document?.templates.find(({ name }) => name === network.processes[process]!.template);
  const labels = template?.edges[fileIndex]?.labels ?? [];
  const text = (kind: string): string | undefined =>
    labels
      .find((label) => label.kind === kind)
      ?.text.replace(/\s+/g, " ")
      .trim() || undefined;
  const [guard, update] = [text("guard"), text("assignment")];
  return defined({ guard, update });
}

function numbersUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^[0-9]$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number from 0 to ${most}.`);
  };
}
