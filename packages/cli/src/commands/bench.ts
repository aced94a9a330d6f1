// `tracehound bench`: many runs, each in a process of its own, kept as they come, and what they come to: the tables of
// the papers beside ours, suites of one's own, and what changed between two of them.

import { availableParallelism } from "node:os";
import { closest } from "@tracehound/core";
import { differences } from "../bench/diff.ts";
import { execute } from "../bench/execute.ts";
import { withInputs } from "../bench/inputs.ts";
import { better, isRun, Journal, keyOf, type Run } from "../bench/journal.ts";
import { ownRuns } from "../bench/owner.ts";
import { chosenPapers, PAPERS, type PapersChoice, paperPages, papersSuite } from "../bench/papers/papers.ts";
import { comparePeers, peersMarkdown } from "../bench/peers.ts";
import { htmlPage, SuiteReport } from "../bench/report/suite-report.ts";
import { readSuite, type Suite } from "../bench/suite.ts";
import { SUITES } from "../bench/suites.ts";
import { defineCommand } from "../command.ts";
import { type Context, reason } from "../context.ts";
import { BadInput, Unwritten, UsageError } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";
import { list, positiveInteger, positiveNumber } from "../options.ts";
import { VERSION } from "../version.ts";

interface Options {
  readonly paper?: string;
  readonly table?: readonly string[];
  readonly only?: readonly string[];
  readonly quick?: true;
  readonly time?: number;
  readonly memory?: number;
  readonly jobs?: number;
  readonly runs?: string;
  readonly markdown?: string;
  readonly csv?: string;
  readonly html?: string;
  readonly out?: string;
  readonly report?: true;
  readonly progress?: true;
  readonly json?: true;
}

export const bench = defineCommand<Options>({
  name: "bench",
  summary: "Runs many searches on many models, and compares.",
  description:
    "Runs models × searches × seeds, each in a process of its own with limits of its own, and keeps every run as a line of " +
    "JSON (--runs): whoever interrupts it goes on with the same command, and answers are never computed twice.\n\n" +
    "Suites:\n" +
    `  papers      the tables of four papers beside ours (--paper ${PAPERS.map(({ name }) => name).join(", ")})\n` +
    `  ${SUITES.map(({ name }) => name).join(", ")}\n              small suites whose counts must not change\n` +
    "  peers       the same state spaces by TChecker, where that is installed (TCK_REACH names its tck-reach)\n" +
    "  FILE.json   your own: models, searches, seeds, seconds, memory, abstraction\n" +
    "  diff A B    what changed between two files of runs: counts exactly, rates beyond noise",
  examples: [
    ["tracehound bench papers --quick --runs papers.jsonl", "the smaller instances of all tables, in minutes"],
    ["tracehound bench papers --paper ce --table 3 --time 60 --runs papers.jsonl", "one table, in full"],
    [
      "tracehound bench papers --report --runs papers.jsonl --out docs/papers",
      "pages from what was run, nothing is run",
    ],
    ["tracehound bench mine.json --html report.html", "a suite of your own"],
    ["tracehound bench diff before.jsonl after.jsonl", "what changed"],
  ],
  declare: (command) =>
    command
      .argument("<suite>", "papers, another suite, a JSON file, or diff")
      .argument("[files...]", "for diff: two files of runs; for peers: TChecker models (default: some of our families)")
      .option("--paper <name>", `papers: one of ${PAPERS.map(({ name }) => name).join(", ")}`)
      .option("--table <ids>", "papers: these tables only, as in 1,3", list)
      .option("--only <models>", "these models only", list)
      .option("--quick", "papers: the smaller instances, 5 seconds each")
      .option(
        "--time <seconds>",
        "at most so much processor time per run (default: the suite's; papers: 60)",
        positiveNumber,
      )
      .option("--memory <MB>", "at most so much memory per run (default: the suite's; papers: 4000)", positiveNumber)
      .option("--jobs <n>", "so many runs at a time (default: as many as there are cores)", positiveInteger)
      .option("--runs <file>", "keep runs there, and take from there what is known")
      .option("--report", "run nothing: report what is known")
      .option("--markdown <file>", "write the tables")
      .option("--csv <file>", "write every run")
      .option("--html <file>", "write a page with tables and plots")
      .option("--out <folder>", "papers: write a page per paper, and plots; made if it is not there")
      .option("--progress", "tell how far it is, also where nobody watches")
      .option("--json", "print one JSON object instead of tables"),
  async run([name, ...files], options, context) {
    if (name === "diff") return diff(files, options, context);
    if (name === "peers") return peers(files, options, context);
    if (files.length > 0) throw new UsageError("only diff and peers take files", "name one suite");
    if (options.report === true && options.runs === undefined) {
      throw new UsageError("there is nothing to report", "name the file of runs with --runs");
    }
    // What cannot be written is told before hours of runs, not after.
    if (options.out !== undefined) ensureFolder(options.out);
    if (options.report === true) await context.readFile(options.runs!);
    const isPapers = name === "papers";
    for (const option of ["paper", "table", "quick", "out"] as const) {
      if (!isPapers && options[option] !== undefined) throw new UsageError(`--${option} is for the suite papers`);
    }
    const choice = papersChoice(options);
    const suite = isPapers
      ? await withInputs(papersSuite(choice), name, context)
      : narrowed(await suiteNamed(name!, context), options);
    const kept = options.report === true ? undefined : options.runs;
    const inFolder = options.out === undefined ? undefined : `${options.out}/ce.md`;
    const written = [options.markdown, options.csv, options.html, kept, inFolder];
    await context.ensureWritable(written.filter((path) => path !== undefined));
    const leave = kept === undefined ? undefined : await ownRuns(kept, context);
    try {
      return await runAndReport(suite, isPapers ? choice : undefined, options, context);
    } finally {
      await leave?.();
    }
  },
});

async function runAndReport(
  suite: Suite,
  papers: PapersChoice | undefined,
  options: Options,
  context: Context,
): Promise<ExitCode> {
  const journal = await Journal.open(options.runs, suite, context);
  if (journal.damaged > 0) {
    const lines = journal.damaged === 1 ? "a line" : `${journal.damaged} lines`;
    context.err(`${lines} of ${options.runs} cannot be read: left out\n`);
  }
  if (journal.outdated > 0) {
    const runs = journal.outdated === 1 ? "a run is" : `${journal.outdated} runs are`;
    context.err(`${runs} left out: the model or the query of that name is another one now\n`);
  }
  const jobs = options.jobs ?? availableParallelism();
  const whole =
    options.report === true || (await execute(suite, journal, { jobs, progress: options.progress ?? false }, context));
  if (papers !== undefined) await reportPapers(papers, suite, journal, options, context);
  else await reportSuite(suite, journal, options, context);
  if (!whole) context.err("interrupted: the same command goes on from here\n");
  const failed = suite.tasks.some(({ model, search, seed }) => {
    return journal.run(model.name, search.search, seed)?.verdict === "failed";
  });
  return whole && !failed ? EXIT.satisfied : EXIT.unknown;
}

function ensureFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw new Unwritten(`cannot write to ${path}: ${reason(error)}`);
  }
}

const papersChoice = (options: Options): PapersChoice => ({
  ...(options.paper === undefined ? {} : { paper: options.paper }),
  ...(options.table === undefined ? {} : { table: options.table }),
  ...(options.only === undefined ? {} : { only: options.only }),
  quick: options.quick ?? false,
  seconds: options.time ?? (options.quick === true ? 5 : 60),
  memory: options.memory ?? 4000,
});

async function suiteNamed(name: string, context: Context): Promise<Suite> {
  const found = SUITES.find((suite) => suite.name === name);
  if (found !== undefined) return found;
  if (name.endsWith(".json")) {
    return withInputs(readSuite(name, new TextDecoder().decode(await context.readFile(name))), name, context);
  }
  const names = ["papers", "peers", "diff", ...SUITES.map((suite) => suite.name)];
  const guess = closest(name, names);
  throw new UsageError(
    `there is no suite ${name}`,
    guess === undefined ? `there are: ${names.join(", ")}, or a file that ends with .json` : `did you mean ${guess}?`,
  );
}

function narrowed(suite: Suite, { time, memory, only }: Options): Suite {
  const names = new Set(suite.tasks.map(({ model }) => model.name));
  const unknown = only?.find((one) => !names.has(one));
  if (unknown !== undefined)
    throw new UsageError(`the suite has no model ${unknown}`, `there are: ${[...names].join(", ")}`);
  const tasks = suite.tasks.filter(({ model }) => only?.includes(model.name) ?? true);
  return { ...suite, tasks, seconds: time ?? suite.seconds, memory: memory ?? suite.memory };
}

async function reportSuite(suite: Suite, journal: Journal, options: Options, context: Context): Promise<void> {
  const report = new SuiteReport(suite, journal);
  if (options.markdown !== undefined) await context.writeFile(options.markdown, report.markdown());
  if (options.csv !== undefined) await context.writeFile(options.csv, report.csv());
  if (options.html !== undefined) await context.writeFile(options.html, report.html());
  if (options.json === true) {
    const runs = suite.tasks.flatMap(({ model, search, seed }) => journal.run(model.name, search.search, seed) ?? []);
    context.json({ tool: "tracehound", version: VERSION, suite: suite.name, runs });
  } else context.out(report.markdown());
}

async function reportPapers(
  choice: PapersChoice,
  suite: Suite,
  journal: Journal,
  options: Options,
  context: Context,
): Promise<void> {
  const pages = paperPages(choice, journal, context);
  const all = pages.map(({ markdown }) => markdown).join("\n");
  if (options.out !== undefined) {
    for (const { paper, markdown, plots } of pages) {
      await context.writeFile(`${options.out}/${paper.name}.md`, markdown);
      for (const { file, svg } of plots) await context.writeFile(`${options.out}/${file}`, svg);
    }
  }
  if (options.markdown !== undefined) await context.writeFile(options.markdown, all);
  if (options.csv !== undefined) await context.writeFile(options.csv, new SuiteReport(suite, journal).csv());
  if (options.html !== undefined) {
    const pictures = pages.flatMap(({ plots }) => plots.map(({ svg }) => svg));
    await context.writeFile(
      options.html,
      htmlPage("The papers' tables beside ours", all.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ""), pictures),
    );
  }
  if (options.json === true) {
    context.json({
      tool: "tracehound",
      version: VERSION,
      suite: "papers",
      papers: chosenPapers(choice).map(({ paper }, at) => ({
        paper: paper.name,
        claims: pages[at]!.judgements.map(({ claim, verdict, ours, theirs }) => ({
          claim: claim.text,
          verdict,
          ours: ours.words,
          paper: theirs.words,
        })),
      })),
      runs: suite.tasks.flatMap(({ model, search, seed }) => journal.run(model.name, search.search, seed) ?? []),
    });
  } else context.out(all);
}

async function peers(files: readonly string[], options: Options, context: Context): Promise<ExitCode> {
  const { only, time: seconds = 120 } = options;
  if (options.markdown !== undefined) await context.ensureWritable([options.markdown]);
  const rows = await comparePeers({ files, seconds, ...(only === undefined ? {} : { only }) }, context);
  if (options.markdown !== undefined) await context.writeFile(options.markdown, peersMarkdown(rows));
  if (options.json === true) context.json({ tool: "tracehound", version: VERSION, suite: "peers", rows });
  else context.out(peersMarkdown(rows));
  return context.signal.aborted ? EXIT.unknown : EXIT.satisfied;
}

async function diff(files: readonly string[], options: Options, context: Context): Promise<ExitCode> {
  if (files.length !== 2)
    throw new UsageError("diff compares two files of runs", "tracehound bench diff before.jsonl after.jsonl");
  const [before, after] = await Promise.all(files.map((file) => runsIn(file, context)));
  const found = differences(before!, after!);
  if (options.json === true) context.json({ tool: "tracehound", version: VERSION, differences: found });
  else if (found.length === 0) context.out(`${before!.length} runs: the same counts, no rate beyond noise\n`);
  else {
    for (const { model, search, seed, what, before: was, after: is } of found) {
      context.out(`${model} ${search}${seed === 1 ? "" : ` seed ${seed}`}: ${what} ${was} -> ${is}\n`);
    }
  }
  return found.length === 0 ? EXIT.satisfied : EXIT.violated;
}

/** What is known of each: a run that was made again counts once. */
async function runsIn(path: string, context: Context): Promise<readonly Run[]> {
  const runs = new Map<string, Run>();
  const lines = new TextDecoder().decode(await context.readFile(path)).split("\n");
  for (const run of lines.map(readLine).filter(isRun)) {
    const before = runs.get(keyOf(run));
    runs.set(keyOf(run), before === undefined ? run : better(before, run));
  }
  if (runs.size === 0) throw new BadInput(`${path} has no runs: it must be a file that --runs has written`);
  return [...runs.values()];
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
