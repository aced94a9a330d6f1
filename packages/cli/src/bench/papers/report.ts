// Ours beside the paper's: a table per measure, the solved, and averages over what all solve.

import { isSolved, type Journal, NO_LIMITS, type Run } from "../journal.ts";
import { head, mean, median, numberOf, row, short } from "../report/statistics.ts";
import { modelsOf, type Paper, type PaperColumn, type PaperTable, type Printed, type PrintedCell } from "./paper.ts";
import { resourcesTable } from "./resources.ts";

/** What stands in a cell: of one run, the best of several, or the mean of several. */
export interface Cell {
  readonly explored: number;
  readonly generated?: number;
  readonly length?: number;
  readonly seconds?: number;
  /** Seconds that the longest of several was in need of: never more than it was given. */
  readonly slowest?: number;
  readonly memoryMB?: number;
  readonly buildSeconds?: number;
  /** Least and most of several seeds. */
  readonly spread?: readonly [number, number];
  /** What the paper prints, sign by sign. */
  readonly printed?: Readonly<Partial<Record<"states" | "length" | "seconds" | "memory" | "build", string>>>;
}

/** Not solved, but tried for less than the limit only. */
export interface Tried {
  readonly seconds: number;
  /** It had explored so many states, so that it would explore more to the end. */
  readonly explored: number;
  readonly generated: number;
  /** What it ran out of, as it stands in a cell: "> 60 s". */
  readonly cut: string;
}

/** "not run" and "not solved" are not the same. */
export type Found = Cell | "unsolved" | undefined;

export class PaperReport {
  readonly paper: Paper;
  readonly printed: Printed;
  /** The limit per run. */
  readonly seconds: number;
  private readonly journal: Journal;
  private readonly quick: boolean;

  constructor(
    paper: Paper,
    printed: Printed,
    journal: Journal,
    { quick, seconds }: { readonly quick: boolean; readonly seconds: number },
  ) {
    this.paper = paper;
    this.printed = printed;
    this.journal = journal;
    this.quick = quick;
    this.seconds = seconds;
  }

  ours(instance: string, { searches, seeds = [1] }: PaperColumn): Found {
    const options = searches.map((search) => this.averaged(instance, search, seeds));
    const cells = options.filter((one) => typeof one === "object");
    if (cells.length > 0) return cells.reduce((best, one) => (one.explored < best.explored ? one : best));
    return options.every((one) => one === "unsolved") ? "unsolved" : undefined;
  }

  /** What is known of a cell that is neither solved nor given up: none of its searches came to an end in that time. */
  tried(instance: string, { searches, seeds = [1] }: PaperColumn): Tried | undefined {
    const tries = searches.flatMap((search) => this.triedBy(instance, search, seeds) ?? []);
    if (tries.length === 0) return undefined;
    const least = (of: (one: Tried) => number): number => Math.min(...tries.map(of));
    // A search that nobody tried may be quick.
    return {
      seconds: least((one) => one.seconds),
      explored: tries.length < searches.length ? 0 : least((one) => one.explored),
      generated: tries.length < searches.length ? 0 : least((one) => one.generated),
      cut: tries.map(({ cut }) => cut).sort()[0]!,
    };
  }

  private triedBy(instance: string, search: string, seeds: readonly number[]): Tried | undefined {
    const runs = modelsOf(instance, this.quick, this.paper.variants).flatMap(({ name }) =>
      seeds.map((seed) => this.journal.run(name, search, seed, NO_LIMITS)),
    );
    const isOpen = (run: Run | undefined): run is Run => run !== undefined && run.verdict === "unknown";
    const open = runs.filter(isOpen);
    if (open.length === 0) return undefined;
    return {
      seconds: Math.max(...open.map(({ seconds }) => seconds)),
      explored: mean(runs.map((run) => run?.explored ?? 0)),
      generated: mean(runs.map((run) => run?.generated ?? 0)),
      cut: open.some(({ because }) => because !== "memory")
        ? `> ${Math.max(...open.map(({ seconds }) => seconds))} s`
        : `> ${Math.max(...open.map(({ memory }) => memory))} MB`,
    };
  }

  /** Over the seeds and, for R, over the systems; unsolved as soon as one is. */
  private averaged(instance: string, search: string, seeds: readonly number[]): Found {
    const models = modelsOf(instance, this.quick, this.paper.variants);
    const bySeed = seeds.map((seed) => models.map(({ name }) => this.journal.run(name, search, seed)));
    // Of many seeds three are enough, as in the papers, where not all were run.
    const whole = bySeed.filter((made) => made.every((run) => run !== undefined));
    const runs = (whole.length >= Math.min(3, seeds.length) ? whole : bySeed).flat();
    const known = runs.filter((run) => run !== undefined).filter(({ verdict }) => verdict !== "failed");
    if (known.some((run) => !isSolved(run))) return "unsolved";
    if (known.length < runs.length) return undefined;
    const lengths = known.flatMap(({ length }) => length ?? []);
    const builds = known.flatMap(({ buildSeconds }) => buildSeconds ?? []);
    const counts = known.map((run) => run[this.paper.counts]);
    return {
      explored: mean(known.map((run) => run.explored)),
      generated: mean(known.map((run) => run.generated)),
      ...(lengths.length === 0 ? {} : { length: mean(lengths) }),
      seconds: mean(known.map((run) => run.cpuSeconds)),
      slowest: Math.max(...known.map((run) => Math.min(run.cpuSeconds, run.seconds))),
      memoryMB: mean(known.map((run) => run.memoryMB)),
      ...(builds.length === 0 ? {} : { buildSeconds: mean(builds) }),
      ...(seeds.length > 1 ? { spread: [Math.min(...counts), Math.max(...counts)] as const } : {}),
    };
  }

  /** Undefined where the paper has no such row; its tables leave out rows that nothing solves. */
  theirs(table: PaperTable, instance: string, column: PaperColumn): Found {
    const rows = this.printed.tables[table.theirs?.table ?? table.id];
    const name = `${instance}${table.theirs?.suffix ?? ""}`;
    const cell: PrintedCell | undefined = rows?.[name]?.[column.id];
    if (cell === undefined) return undefined;
    const [states, seconds, third, memory] = (cell ?? []).map((one) => one ?? undefined);
    if (states === undefined) return "unsolved";
    const isBuild = this.paper.name === "predicates";
    const [length, build] = isBuild ? [undefined, third] : [third, undefined];
    return {
      explored: numberOf(states),
      ...(length === undefined ? {} : { length: numberOf(length) }),
      ...(seconds === undefined ? {} : { seconds: numberOf(seconds) }),
      printed: {
        states: this.asPrinted(states),
        ...(length === undefined ? {} : { length: this.asPrinted(length) }),
        ...(seconds === undefined ? {} : { seconds: String(seconds) }),
        ...(memory === undefined ? {} : { memory: String(memory) }),
        ...(build === undefined ? {} : { build: String(build) }),
      },
    };
  }

  /** Large numbers of the data are those that the paper prints with an exponent. */
  private asPrinted(value: number | string): string {
    if (typeof value === "string" || value < 1e6) return String(value);
    return this.paper.name === "merge" ? value.toExponential(1).replace("+", "") : value.toExponential(1);
  }

  /** Also where it was tried for less than the limit only: such rows are shown, and counted. */
  private wasRun(instance: string, column: PaperColumn): boolean {
    return this.ours(instance, column) !== undefined || this.tried(instance, column) !== undefined;
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
      if (!columns.some((column) => this.wasRun(instance, column))) return [];
      const printed = theirs.some((one) => one !== undefined) ? [row(["*paper*", ...boldest(theirs, "explored")])] : [];
      const cells = boldest(ours, this.paper.counts).map((cell, at) =>
        (cell === "" || cell === "–") && tried[at] !== undefined ? tried[at].cut : cell,
      );
      return [row([`${instance}${isVacuous(ours) ? "°" : ""}`, ...cells]), ...printed];
    });
    const title = table.id.startsWith("figure")
      ? `Runs of figure ${table.id.slice(7)}`
      : /^\d/.test(table.id)
        ? `Table ${table.id}`
        : "Remark";
    if (rows.length === 0) return `### ${title}: ${table.title}\n\nNot run yet.\n`;
    const unit =
      this.paper.counts === "generated"
        ? "explored / generated (length), best by what is generated"
        : "explored (length), best by what is explored";
    const lines = [
      `### ${title}: ${table.title}`,
      "",
      `${unit}${table.lengths === undefined ? "" : `; the paper's lengths are ${table.lengths}`}; in bold. > n s, > n MB: not solved with so much, and not tried with more; [least – most] of the seeds that were run, three to five; °: all columns are the same, the row says nothing; –: the paper's ran out of time or memory; empty: not run, or not in the paper.`,
      "",
      head(["", ...columns.map(({ label }) => label)]),
      ...rows,
      "",
      this.summary(table),
      resourcesTable(this, table),
    ];
    return `${lines.join("\n")}\n`;
  }

  /** Solved, and means and medians over what every column solves: ours, and the paper's over the same rows. */
  private summary(table: PaperTable): string {
    const { columns, instances } = table;
    const run = instances.filter((instance) => columns.some((column) => this.wasRun(instance, column)));
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
    const isPrinted = run.some((instance) =>
      columns.some((column) => this.theirs(table, instance, column) !== undefined),
    );
    const cells = (column: PaperColumn, whose: "ours" | "theirs"): Cell[] =>
      all
        .map((instance) => (whose === "ours" ? this.ours(instance, column) : this.theirs(table, instance, column)))
        .filter((one): one is Cell => typeof one === "object");
    const count = (column: PaperColumn, whose: "ours" | "theirs"): string => {
      const found = run.map((instance) =>
        whose === "ours" ? this.ours(instance, column) : this.theirs(table, instance, column),
      );
      const open = whose === "ours" ? found.filter((one) => one === undefined).length : 0;
      const solved = `${found.filter((one) => typeof one === "object").length} of ${run.length}`;
      return open === 0 ? solved : `${solved}, ${open} open`;
    };
    const line = (column: PaperColumn, whose: "ours" | "theirs"): string[] => {
      // Means of the paper over other rows than ours say nothing.
      const of = whose === "theirs" && common.length === 0 ? [] : cells(column, whose);
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
      head([
        ...["", "solved", "explored, mean", "median", "length"],
        ...(isPrinted ? ["paper: solved", "mean", "median", "length"] : []),
      ]),
      ...columns.map((column) =>
        row([column.label, ...line(column, "ours"), ...(isPrinted ? line(column, "theirs") : [])]),
      ),
      "",
    ].join("\n");
  }
}

/** Nothing depends on what the columns vary. */
function isVacuous(found: readonly Found[]): boolean {
  const cells = found.filter((one) => typeof one === "object");
  const same = (of: (one: Cell) => number | undefined): boolean => new Set(cells.map(of)).size === 1;
  return cells.length > 1 && cells.length === found.length && same((one) => one.explored) && same((one) => one.length);
}

function boldest(found: readonly Found[], by: "explored" | "generated"): string[] {
  const count = (one: Cell): number => one[by] ?? one.explored;
  const best = Math.min(...found.map((one) => (typeof one === "object" ? count(one) : Number.POSITIVE_INFINITY)));
  return found.map((one) => {
    if (one === undefined) return "";
    if (one === "unsolved") return "–";
    const spread = one.spread === undefined ? "" : ` [${short(one.spread[0])} – ${short(one.spread[1])}]`;
    const states =
      by === "generated" && one.generated !== undefined
        ? `${short(one.explored)} / ${short(one.generated)}${spread}`
        : (one.printed?.states ?? `${short(one.explored)}${spread}`);
    const text = `${states}${one.length === undefined ? "" : ` (${one.printed?.length ?? short(one.length)})`}`;
    return count(one) === best && found.length > 1 ? `**${text}**` : text;
  });
}
