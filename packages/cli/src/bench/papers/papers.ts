// `bench papers`: the suite that all chosen tables need, and one page per paper.

import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isSolved, type Journal, NO_LIMITS, type Run } from "../journal.ts";
import { type Plot, plotSvg } from "../report/plot.ts";
import type { Suite, Task } from "../suite.ts";
import { cePaper } from "./ce.ts";
import { overallJudgements } from "./ce-claims.ts";
import { accessesTable, averagesTable } from "./ce-summary.ts";
import { claimsMarkdown, type Judgement, judgedClaims } from "./claims.ts";
import { type DrawnFigure, drawFigures } from "./figures.ts";
import { mergePaper, planningPaper, predicatesPaper } from "./others.ts";
import { isQuick, modelsOf, type Paper, type PaperTable, printedOf, searchChoice } from "./paper.ts";
import { PaperReport } from "./report.ts";

export const PAPERS: readonly Paper[] = [cePaper, mergePaper, planningPaper, predicatesPaper];

export interface PapersChoice {
  readonly paper?: string;
  readonly table?: readonly string[];
  readonly quick: boolean;
  readonly only?: readonly string[];
  readonly seconds: number;
  readonly memory: number;
}

/**
 * Limits of their own, stated with the tables: the largest instance of the one configuration that solves everything.
 */
const OWN_SECONDS: Readonly<Record<string, number>> = { "H9 ce-hU": 600 };

export function chosenPapers({
  paper,
  table,
}: PapersChoice): readonly { paper: Paper; tables: readonly PaperTable[] }[] {
  const papers = PAPERS.filter(({ name }) => paper === undefined || name === paper);
  if (papers.length === 0)
    throw new UsageError(`there is no paper ${paper}`, `there are: ${PAPERS.map(({ name }) => name).join(", ")}`);
  const unknown = table?.find((id) => papers.every((one) => tablesNamed(one, id).length === 0));
  if (unknown !== undefined) {
    const there = papers.map(({ name, tables }) => `${tables.map(({ id }) => id).join(", ")} of ${name}`);
    throw new UsageError(`there is no table ${unknown}`, `there are: ${there.join("; ")}`);
  }
  return papers
    .map((one) => {
      const wanted = table?.flatMap((id) => tablesNamed(one, id)) ?? one.tables;
      return { paper: one, tables: one.tables.filter((each) => wanted.includes(each)) };
    })
    .filter(({ tables }) => tables.length > 0);
}

/** `--table 4` means all that table 4 is made of. */
function tablesNamed(paper: Paper, id: string): readonly PaperTable[] {
  if (paper === cePaper && id === "4") return paper.tables;
  if (paper === cePaper && id === "5") return paper.tables.filter((one) => ["1", "2", "3"].includes(one.id));
  return paper.tables.filter((one) => one.id === id || one.id.startsWith(`${id}-`));
}

/** What all chosen tables need; a row that none of them has is told. */
export function papersSuite(choice: PapersChoice): Suite {
  const { only } = choice;
  const rows = new Set(chosenPapers(choice).flatMap(({ tables }) => tables.flatMap(({ instances }) => instances)));
  const absent = only?.find((instance) => !rows.has(instance));
  if (absent !== undefined)
    throw new UsageError(`these tables have no row ${absent}`, `there are: ${[...rows].join(", ")}`);
  const suite = suiteOf(choice);
  if (suite.tasks.length > 0 || only === undefined) return suite;
  throw new UsageError("that leaves nothing to run", "look at --only, --table and --quick");
}

function suiteOf(choice: PapersChoice): Suite {
  const { quick, only, seconds, memory } = choice;
  const tasks = new Map<string, Task>();
  for (const { paper, tables } of chosenPapers(choice)) {
    for (const { instances, columns, id } of tables) {
      const rows = instances.filter(
        (instance) => (!quick || isQuick(instance)) && (only === undefined || only.includes(instance)),
      );
      for (const instance of id.startsWith("figure") && quick ? [] : rows) {
        for (const model of modelsOf(instance, quick, paper.variants)) {
          for (const { searches, seeds = [1] } of columns) {
            for (const search of searches) {
              for (const seed of seeds) {
                const own = OWN_SECONDS[`${model.name} ${search}`];
                const key = JSON.stringify([model.name, search, seed]);
                tasks.set(key, {
                  model,
                  search: searchChoice(search),
                  seed,
                  ...(own === undefined ? {} : { seconds: Math.max(own, seconds) }),
                });
              }
            }
          }
        }
      }
    }
  }
  return { name: "papers", tasks: [...tasks.values()], seconds, memory, abstraction: "extra-lu", por: "off" };
}

export interface PaperPage {
  readonly paper: Paper;
  readonly markdown: string;
  readonly plots: readonly { readonly file: string; readonly svg: string }[];
  readonly judgements: readonly Judgement[];
}

export function paperPages(choice: PapersChoice, journal: Journal, context: Context): PaperPage[] {
  const pages: PaperPage[] = [];
  for (const { paper, tables } of chosenPapers(choice)) {
    const printed = printedOf(paper.name);
    const report = new PaperReport(paper, printed, journal, choice);
    // They take seconds of work, which nobody waits for after Ctrl-C.
    const figures = context.signal.aborted ? [] : drawFigures(tables, journal, context);
    const judgements = [
      ...judgedClaims(report),
      ...(paper === cePaper ? overallJudgements(paper.tables, journal) : []),
      ...figures.map(({ judgement }) => judgement),
    ];
    const plots = tables.flatMap((table) => {
      const plot = scatterOf(report, table);
      return plot === undefined ? [] : [{ file: `${paper.name}-${table.id}.svg`, svg: plotSvg(plot) }];
    });
    const markdown = [
      `# ${paper.title}`,
      "",
      printed.citation,
      "",
      `Ours: at most ${choice.seconds} s of processor time and ${choice.memory} MB per run, abstraction extra-lu, no partial-order reduction${choice.quick ? ", the smaller instances only (`--quick`)" : ""}. Theirs: ${printed.machine}.`,
      "",
      coverage(suiteOf({ ...choice, paper: paper.name }), journal),
      "",
      provenance(suiteOf({ ...choice, paper: paper.name }), journal),
      "",
      ...paper.remarks.map((remark) => `- ${remark}`),
      "",
      "## Claims",
      "",
      claimsMarkdown(judgements),
      "## Tables",
      "",
      report.markdown(tables),
      ...(paper === cePaper
        ? [averagesTable(paper.tables, printed, journal), accessesTable(paper.tables[0]!.instances, printed, journal)]
        : []),
      ...(figures.length === 0 ? [] : ["## Figures", "", ...figures.flatMap(figureMarkdown)]),
      ...(plots.length === 0
        ? []
        : ["## Plots", "", ...plots.flatMap(({ file }) => [`![ours against the paper's, ${file}](${file})`, ""])]),
    ].join("\n");
    pages.push({ paper, markdown: `${markdown.trimEnd()}\n`, plots: [...plots, ...figures], judgements });
  }
  return pages;
}

/** How much of it was run: what a reader must know before reading on. */
function coverage({ tasks }: Suite, journal: Journal): string {
  const made = tasks.flatMap(({ model, search, seed }): { run: Run; isEnd: boolean }[] => {
    const run = journal.run(model.name, search.search, seed, NO_LIMITS);
    const isEnd = journal.run(model.name, search.search, seed) !== undefined;
    return run === undefined || run.verdict === "failed" ? [] : [{ run, isEnd }];
  });
  const solved = made.filter(({ run }) => isSolved(run)).length;
  const ended = made.filter(({ run, isEnd }) => isEnd && !isSolved(run)).length;
  const short = made.length - solved - ended;
  const words = [
    `${solved} were solved`,
    `${ended} came to these limits`,
    ...(short > 0 ? [`${short} were tried for less time only, in vain`] : []),
    ...(made.length < tasks.length ? [`${tasks.length - made.length} were not made`] : []),
  ];
  return `**Of ${tasks.length} runs, ${words.join(", ")}.**`;
}

/** Which builds made the runs: those of older code are told by their commit. */
function provenance({ tasks }: Suite, journal: Journal): string {
  const byCommit = new Map<string, Set<string>>();
  const runs = new Map<string, number>();
  const withModel = new Set<string>();
  for (const { model, search, seed } of tasks) {
    const run = journal.run(model.name, search.search, seed, NO_LIMITS);
    if (run === undefined) continue;
    const commit = run.commit ?? "unknown";
    runs.set(commit, (runs.get(commit) ?? 0) + 1);
    if (run.input !== undefined) withModel.add(`\`${commit}\``);
    byCommit.set(commit, (byCommit.get(commit) ?? new Set()).add(/^[A-Z]+/.exec(model.name)![0]));
  }
  if (runs.size === 0) return "";
  const words = [...byCommit].map(
    ([commit, letters]) => `\`${commit}\` ${runs.get(commit)} (${[...letters].sort().join(", ")})`,
  );
  const noted = withModel.size === 0 ? "no commit" : [...withModel].sort().join(" and ");
  return `Runs by commit, with the families they are of: ${words.join("; ")}. Lines of ${noted} have a fingerprint of the model, and the tool noted their commit; of all others it is the one that added the line, which need not be the one that was built.`;
}

const figureMarkdown = ({ title, file, words }: DrawnFigure): string[] => {
  return [`### ${title}`, "", `![${title}](${file})`, "", ...words.flatMap((line) => [line, ""])];
};

/** Explored states, the paper's against ours; a point per row and column. */
function scatterOf(report: PaperReport, table: PaperTable): Plot | undefined {
  const series = table.columns.map((column) => ({
    name: column.label,
    points: table.instances.flatMap((instance): [number, number][] => {
      const [ours, theirs] = [report.ours(instance, column), report.theirs(table, instance, column)];
      return typeof ours === "object" && typeof theirs === "object" ? [[theirs.explored, ours.explored]] : [];
    }),
  }));
  if (series.every(({ points }) => points.length === 0)) return undefined;
  return {
    title: `${report.paper.name}, table ${table.id}: explored states`,
    x: "the paper's",
    y: "ours",
    log: "both",
    diagonal: true,
    series,
  };
}
