// `tracehound compare`: several searches on one model, side by side.

import { availableParallelism } from "node:os";
import { execute } from "../bench/execute.ts";
import { isSolved, Journal, type Run } from "../bench/journal.ts";
import { plotSvg } from "../bench/report/plot.ts";
import { head, row, short } from "../bench/report/statistics.ts";
import { htmlPage } from "../bench/report/suite-report.ts";
import { type Suite, USUAL_SETTINGS } from "../bench/suite.ts";
import { chooseQueries } from "../check/queries.ts";
import { readStrategy } from "../check/search-order.ts";
import { readAbstraction } from "../check/settings.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { declareLimits, type LimitOptions } from "../limits/options.ts";
import { collect, nonNegativeInteger, positiveInteger } from "../options.ts";
import { VERSION } from "../version.ts";

interface Options extends LimitOptions {
  readonly q?: readonly string[];
  readonly query?: number;
  readonly search?: readonly string[];
  readonly abstraction?: string;
  readonly seed?: number;
  readonly jobs?: number;
  readonly html?: string;
  readonly progress?: true;
  readonly json?: true;
}

/** What comes without `--search`: blind, by two estimates, and with contexts. */
const USUAL = ["bfs", "greedy(hL())", "greedy(hU())", "ce-hU"];

export const compare = defineCommand<Options>({
  name: "compare",
  summary: "Runs several searches on one model, side by side.",
  description:
    "Answers one query by several searches, each in a process of its own, and puts what they did side by side: explored " +
    "and stored states, length of the trace, time, memory.",
  examples: [
    ["tracehound compare model.xml", "the usual searches on the first query"],
    ['tracehound compare model.xml -q "E<> P.cs" --search bfs --search "greedy(hU())"', "those that you name"],
    ["tracehound compare model.xml --time 10 --html compared.html", "a page with a plot"],
  ],
  declare: (command) =>
    declareLimits(
      command
        .argument("<model>", "the model to check")
        .option("-q <formula>", "the query; the first of the file without it", collect)
        .option("--query <n>", "the query of this number in the file", positiveInteger)
        .option("--search <spec>", `a search, once for each (default: ${USUAL.join(", ")})`, collect)
        .option("--abstraction <name>", "as in check (default: auto)")
        .option("--seed <n>", "of what is random (default: 1)", nonNegativeInteger)
        .option("--jobs <n>", "so many at a time (default: 1, so that times can be compared)", positiveInteger)
        .option("--html <file>", "write a page with a plot"),
    )
      .option("--progress", "tell how far it is, also where nobody watches")
      .option("--json", "print one JSON object instead of a table"),
  async run([path], options, context) {
    const asked = [...(options.q ?? []), ...(options.query === undefined ? [] : [options.query])];
    if (asked.length > 1) throw new UsageError("searches are compared on one query", "name one, by -q or --query");
    const searches = [...new Set(options.search ?? USUAL)];
    for (const search of searches) readStrategy(search, options.seed);
    readAbstraction(options.abstraction);
    const [query = 1] = asked;
    const text = await ensureSound(path!, query, context);
    if (options.html !== undefined) await context.ensureWritable([options.html]);
    const model = { name: path!, source: { file: path! }, query };
    const suite: Suite = {
      name: path!,
      tasks: searches.map((search) => ({ model, search: { name: search, search }, seed: options.seed ?? 1 })),
      seconds: options.time ?? 60,
      memory: options.memory ?? 4000,
      ...USUAL_SETTINGS,
      ...(options.abstraction === undefined ? {} : { abstraction: options.abstraction }),
    };
    const journal = await Journal.open(undefined, suite, context);
    const jobs = Math.min(options.jobs ?? 1, availableParallelism());
    const whole = await execute(suite, journal, { jobs, progress: options.progress ?? false }, context);
    const runs = searches.flatMap((search) => journal.run(path!, search, options.seed ?? 1) ?? []);
    const table = tableOf(runs);
    if (options.html !== undefined)
      await context.writeFile(options.html, htmlPage(path!, `# ${path}\n\n\`${text}\`\n\n${table}`, [plotOf(runs)]));
    if (options.json === true) context.json({ tool: "tracehound", version: VERSION, model: path, query: text, runs });
    else context.out(`\`${text}\`\n\n${table}`);
    if (!whole) context.err("interrupted: this is what was known\n");
    return whole && runs.every(isSolved) ? EXIT.satisfied : EXIT.unknown;
  },
});

/** The query. What is wrong with the model or with it is told at once, and once. */
async function ensureSound(path: string, query: string | number, context: Context): Promise<string> {
  const loaded = await context.loadModel(path);
  const choice = typeof query === "number" ? { numbers: [query] } : { texts: [query] };
  const { queries, faulty } = await chooseQueries(loaded, choice, context, context.budget());
  if (faulty.length > 0) {
    throw new BadInput({ diagnostics: faulty.map(({ diagnostic }) => diagnostic), sources: loaded.sources });
  }
  return queries[0]!.query.text;
}

function tableOf(runs: readonly Run[]): string {
  const solved = runs.filter(isSolved);
  const least = (of: (run: Run) => number): number => Math.min(...solved.map(of));
  const cell = (run: Run, of: (one: Run) => number, text: string): string =>
    isSolved(run) && of(run) === least(of) ? `**${text}**` : text;
  const length = (run: Run): number => run.length ?? Number.POSITIVE_INFINITY;
  const lines = runs.map((run) =>
    row([
      `\`${run.search}\``,
      isSolved(run) ? run.verdict : `${run.verdict} (${run.message ?? run.because ?? "no answer"})`,
      cell(run, (one) => one.explored, short(run.explored)),
      short(run.stored),
      run.length === undefined ? "" : cell(run, length, String(run.length)),
      run.cpuSeconds.toFixed(2),
      String(Math.round(run.memoryMB)),
    ]),
  );
  return `${[head(["search", "answer", "explored", "stored", "length", "CPU s", "MB"]), ...lines].join("\n")}\n`;
}

const plotOf = (runs: readonly Run[]): string =>
  plotSvg({
    title: "Explored states and CPU seconds",
    x: "explored states",
    y: "CPU seconds",
    log: "both",
    series: runs
      .filter(isSolved)
      .map((run) => ({ name: run.search, points: [[run.explored, Math.max(run.cpuSeconds, 0.01)]] })),
  });
