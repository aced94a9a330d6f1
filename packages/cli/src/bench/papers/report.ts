// Ours beside the paper's: a table per measure, the solved, averages over what all solve, and the claims judged on both.

import { isSolved, type Journal, NO_LIMITS } from "../journal.ts";
import { head, mean, median, row, short } from "../report/statistics.ts";
import {
  type Claim,
  modelsOf,
  type Paper,
  type PaperColumn,
  type PaperTable,
  type Printed,
  type PrintedCell,
} from "./paper.ts";

/** What stands in a cell: of one run, the best of several, or the mean of several. */
export interface Cell {
  readonly explored: number;
  readonly generated?: number;
  readonly length?: number;
  readonly seconds?: number;
}

/** "not run" and "not solved" are not the same. */
export type Found = Cell | "unsolved" | undefined;

export class PaperReport {
  readonly paper: Paper;
  readonly printed: Printed;
  private readonly journal: Journal;
  private readonly quick: boolean;

  constructor(paper: Paper, printed: Printed, journal: Journal, quick: boolean) {
    this.paper = paper;
    this.printed = printed;
    this.journal = journal;
    this.quick = quick;
  }

  ours(instance: string, { searches, seeds = [1] }: PaperColumn): Found {
    const options = searches.map((search) => this.averaged(instance, search, seeds));
    const cells = options.filter((one) => typeof one === "object");
    if (cells.length > 0) return cells.reduce((best, one) => (one.explored < best.explored ? one : best));
    return options.includes("unsolved") ? "unsolved" : undefined;
  }

  /** The seconds that were not enough, where that was less than the limit. */
  private tried(instance: string, { searches, seeds = [1] }: PaperColumn): number | undefined {
    const tries = modelsOf(instance, this.quick).flatMap(({ name }) =>
      searches.flatMap((search) => seeds.map((seed) => this.journal.run(name, search, seed, NO_LIMITS))),
    );
    return tries.find((run) => run !== undefined && !isSolved(run))?.seconds;
  }

  /** Over the seeds and, for R, over the systems; unsolved as soon as one is. */
  private averaged(instance: string, search: string, seeds: readonly number[]): Found {
    const runs = modelsOf(instance, this.quick).flatMap(({ name }) =>
      seeds.map((seed) => this.journal.run(name, search, seed)),
    );
    const known = runs.filter((run) => run !== undefined).filter(({ verdict }) => verdict !== "failed");
    if (known.some((run) => !isSolved(run))) return "unsolved";
    if (known.length < runs.length) return undefined;
    const lengths = known.flatMap(({ length }) => length ?? []);
    return {
      explored: mean(known.map((run) => run.explored)),
      generated: mean(known.map((run) => run.generated)),
      ...(lengths.length === 0 ? {} : { length: mean(lengths) }),
      seconds: mean(known.map((run) => run.cpuSeconds)),
    };
  }

  /** Undefined where the paper has no such row; its tables leave out rows that nothing solves. */
  theirs(table: PaperTable, instance: string, column: PaperColumn): Found {
    const rows = this.printed.tables[table.theirs?.table ?? table.id];
    const name = `${instance}${table.theirs?.suffix ?? ""}`;
    const cell: PrintedCell | undefined = rows?.[name]?.[column.id];
    if (cell === undefined) return undefined;
    const [explored, seconds, length] = cell ?? [];
    if (typeof explored !== "number") return "unsolved";
    const isLength = this.paper.name !== "predicates" && typeof length === "number";
    return { explored, ...(isLength ? { length } : {}), ...(typeof seconds === "number" ? { seconds } : {}) };
  }

  markdown(tables: readonly PaperTable[]): string {
    return tables
      .filter(({ columns }) => columns.length > 0)
      .map((table) => this.table(table))
      .join("\n");
  }

  private table(table: PaperTable): string {
    const { columns, instances } = table;
    const rows = instances.flatMap((instance) => {
      const ours = columns.map((column) => this.ours(instance, column));
      const theirs = columns.map((column) => this.theirs(table, instance, column));
      const tried = columns.map((column) => this.tried(instance, column));
      if (ours.every((one) => one === undefined) && tried.every((one) => one === undefined)) return [];
      const printed = theirs.some((one) => one !== undefined) ? [row(["*paper*", ...boldest(theirs, false)])] : [];
      const cells = boldest(ours, table.printsGenerated ?? false).map((cell, at) =>
        cell === "" && tried[at] !== undefined ? `> ${tried[at]} s` : cell,
      );
      return [row([instance, ...cells]), ...printed];
    });
    const title = table.id.startsWith("figure")
      ? `Runs of figure ${table.id.slice(7)}`
      : /^\d/.test(table.id)
        ? `Table ${table.id}`
        : "Remark";
    if (rows.length === 0) return `### ${title}: ${table.title}\n\nNot run yet.\n`;
    const unit = table.printsGenerated === true ? "explored / generated (length)" : "explored (length)";
    const lines = [
      `### ${title}: ${table.title}`,
      "",
      `${unit}${table.lengths === undefined ? "" : `; the paper's lengths are ${table.lengths}`}. Best in bold; –: out of time or memory; > 4 s: not solved in that time and not tried for longer; empty: not run.`,
      "",
      head(["", ...columns.map(({ label }) => label)]),
      ...rows,
      "",
      this.summary(table),
    ];
    return `${lines.join("\n")}\n`;
  }

  /** Solved, and means and medians over what every column solves: ours, and the paper's over the same rows. */
  private summary(table: PaperTable): string {
    const { columns, instances } = table;
    const run = instances.filter((instance) => columns.some((column) => this.ours(instance, column) !== undefined));
    const common = run.filter((instance) =>
      columns.every(
        (column) =>
          typeof this.ours(instance, column) === "object" && typeof this.theirs(table, instance, column) === "object",
      ),
    );
    const all =
      common.length > 0
        ? common
        : run.filter((instance) => columns.every((column) => typeof this.ours(instance, column) === "object"));
    const cells = (column: PaperColumn, whose: "ours" | "theirs"): Cell[] =>
      all
        .map((instance) => (whose === "ours" ? this.ours(instance, column) : this.theirs(table, instance, column)))
        .filter((one): one is Cell => typeof one === "object");
    const count = (column: PaperColumn, whose: "ours" | "theirs"): string => {
      const found = run.map((instance) =>
        whose === "ours" ? this.ours(instance, column) : this.theirs(table, instance, column),
      );
      const asked = whose === "ours" ? found.filter((one) => one !== undefined).length : run.length;
      return `${found.filter((one) => typeof one === "object").length} of ${asked}`;
    };
    const line = (column: PaperColumn, whose: "ours" | "theirs"): string[] => {
      const of = cells(column, whose);
      const lengths = of.flatMap(({ length }) => length ?? []);
      return [
        count(column, whose),
        short(mean(of.map((one) => one.explored))),
        short(median(of.map((one) => one.explored))),
        short(mean(lengths)),
      ];
    };
    return [
      `Solved of the rows above; means and medians over the ${all.length} that all solve${common.length > 0 ? ", ours and the paper's" : ""}.`,
      "",
      head(["", "solved", "explored, mean", "median", "length", "paper: solved", "mean", "median", "length"]),
      ...columns.map((column) => row([column.label, ...line(column, "ours"), ...line(column, "theirs")])),
      "",
    ].join("\n");
  }

  /** One line per claim: the words, our count, the paper's count. */
  judged(): readonly Judgement[] {
    return this.paper.claims.map((claim) => this.judge(claim));
  }

  private judge(claim: Claim): Judgement {
    const table = this.paper.tables.find(({ id }) => id === claim.table)!;
    // The paper is held to the rows that were run, too; to all of them while there are none.
    const isKnown = (instance: string) => (column: PaperColumn) => this.ours(instance, column) !== undefined;
    // Who solves most is seen on rows that everybody tried.
    const run = table.instances.filter((instance) =>
      claim.rule.kind === "less" ? table.columns.some(isKnown(instance)) : table.columns.every(isKnown(instance)),
    );
    const same = { ...table, instances: run.length > 0 ? run : table.instances };
    const rows = table.instances.length;
    const ours = this.tally(claim, same, rows, (instance, column) => this.ours(instance, column));
    const printed = this.tally(claim, same, rows, (instance, column) => this.theirs(table, instance, column));
    const theirs = claim.theirs === undefined ? printed : { ...printed, words: claim.theirs };
    return { claim, ours, theirs, verdict: verdictOf(ours) };
  }

  private tally(
    { rule }: Claim,
    { columns, instances }: PaperTable,
    rows: number,
    look: (instance: string, column: PaperColumn) => Found,
  ): Tally {
    const column = (id: string): PaperColumn => columns.find((one) => one.id === id)!;
    const solved = (one: PaperColumn): number =>
      instances.filter((instance) => typeof look(instance, one) === "object").length;
    if (rule.kind === "solves-most") {
      const counts = columns.map(solved);
      const [best, least, own] = [Math.max(...counts), Math.min(...counts), solved(column(rule.column))];
      // Where everybody solves everything that was tried, nothing is known of who solves most.
      const open = best === 0 || (least === instances.length && instances.length < rows);
      return {
        holds: own === best ? 1 : 0,
        of: open ? 0 : 1,
        words: `${own} of ${instances.length} solved, the most is ${best}`,
      };
    }
    if (rule.kind === "outliers") {
      const ratios = instances.flatMap((instance): number[] => {
        const [left, right] = [look(instance, column(rule.left)), look(instance, column(rule.right))];
        return typeof left === "object" && typeof right === "object" ? [left.explored / right.explored] : [];
      });
      const far = ratios.filter((ratio) => Math.max(ratio, 1 / ratio) >= rule.factor).length;
      return {
        holds: far > 0 ? 1 : 0,
        of: ratios.length === 0 ? 0 : 1,
        words: `${far} of ${ratios.length} rows differ by a factor of ${rule.factor} or more`,
      };
    }
    let [holds, of, equal] = [0, 0, 0];
    for (const instance of instances) {
      const letters = /^[A-Z]+/.exec(instance)![0];
      if (
        rule.on !== undefined &&
        rule.on !== letters &&
        !(rule.on.length > 1 && letters.length === 1 && rule.on.includes(letters))
      )
        continue;
      const [left, right] = [look(instance, column(rule.left)), look(instance, column(rule.right))];
      if (left === undefined || right === undefined) continue;
      const [a, b] = [left, right].map((one) =>
        one === "unsolved" ? Number.POSITIVE_INFINITY : (one[rule.of] ?? Number.NaN),
      );
      if (Number.isNaN(a!) || Number.isNaN(b!) || (a === b && a === Number.POSITIVE_INFINITY)) continue;
      if (a === b) equal++;
      else of++;
      if (a! < b!) holds++;
    }
    if (of === 0 && equal > 0) return { holds: 0, of: equal, words: `no difference in ${equal}` };
    return { holds, of, words: of === 0 ? "nothing to compare" : `${holds} of ${of}` };
  }
}

interface Tally {
  readonly holds: number;
  readonly of: number;
  readonly words: string;
}

export interface Judgement {
  readonly claim: Pick<Claim, "text" | "reason">;
  readonly ours: Tally;
  readonly theirs: Tally;
  readonly verdict: "holds" | "holds mostly" | "holds in part" | "does not hold" | "not run";
}

/** Of a claim that is judged on more than the rows of one table; `theirs` is what the paper says. */
export function judged(
  text: string,
  { holds, of, ours, theirs }: { holds: number; of: number; ours: string; theirs: string },
): Judgement {
  const tally = { holds, of, words: ours };
  return { claim: { text }, ours: tally, theirs: { holds: 1, of: 1, words: theirs }, verdict: verdictOf(tally) };
}

function verdictOf({ holds, of }: Pick<Tally, "holds" | "of">): Judgement["verdict"] {
  if (of === 0) return "not run";
  const share = holds / of;
  if (share === 1) return "holds";
  if (share >= 0.75) return "holds mostly";
  return share >= 0.4 ? "holds in part" : "does not hold";
}

export function claimsMarkdown(judgements: readonly Judgement[]): string {
  const reason = ({ claim, verdict }: Judgement): string =>
    claim.reason !== undefined && (verdict === "does not hold" || verdict === "holds in part")
      ? ` (${claim.reason}.)`
      : "";
  return [
    "| claim | verdict | ours | the paper on these rows |",
    "|---|---|---|---|",
    ...judgements.map((one) =>
      row([one.claim.text, `**${one.verdict}**${reason(one)}`, one.ours.words, one.theirs.words]),
    ),
    "",
  ].join("\n");
}

function boldest(found: readonly Found[], generated: boolean): string[] {
  const best = Math.min(...found.map((one) => (typeof one === "object" ? one.explored : Number.POSITIVE_INFINITY)));
  return found.map((one) => {
    if (one === undefined) return "";
    if (one === "unsolved") return "–";
    const states =
      generated && one.generated !== undefined
        ? `${short(one.explored)} / ${short(one.generated)}`
        : short(one.explored);
    const text = `${states}${one.length === undefined ? "" : ` (${short(one.length)})`}`;
    return one.explored === best && found.length > 1 ? `**${text}**` : text;
  });
}
