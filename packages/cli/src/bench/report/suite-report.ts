// What a suite comes to: tables in Markdown, every run as CSV, and one page with the plots: who explores how much, who
// solves how many in how much time.

import { isSolved, type Journal, type Run } from "../journal.ts";
import type { Suite, Task } from "../suite.ts";
import { type Plot, plotSvg } from "./plot.ts";
import { head, mean, median, row, short } from "./statistics.ts";

interface Column {
  readonly name: string;
  readonly search: string;
}

export class SuiteReport {
  private readonly suite: Suite;
  private readonly journal: Journal;
  private readonly models: readonly string[];
  private readonly columns: readonly Column[];
  private readonly seeds: readonly number[];

  constructor(suite: Suite, journal: Journal) {
    this.suite = suite;
    this.journal = journal;
    const unique = <T>(of: (task: Task) => T): T[] => [...new Set(suite.tasks.map(of))];
    this.models = unique(({ model }) => model.name);
    this.seeds = unique(({ seed }) => seed);
    const names = new Map(suite.tasks.map(({ search }) => [search.name, search.search]));
    this.columns = [...names].map(([name, search]) => ({ name, search }));
  }

  private runs(model: string, { search }: Column): Run[] {
    return this.seeds.flatMap((seed) => this.journal.run(model, search, seed) ?? []);
  }

  private solved(column: Column): Run[] {
    return this.models.flatMap((model) => this.runs(model, column).filter(isSolved));
  }

  markdown(): string {
    const { name, seconds, memory, abstraction } = this.suite;
    const lines = [
      `# ${name}`,
      "",
      `At most ${seconds} s and ${memory} MB per run, abstraction ${abstraction}${this.seeds.length > 1 ? `, means over seeds ${this.seeds.join(", ")}` : ""}. Explored states (trace length); the fewest in bold.`,
      "",
      head(["", ...this.columns.map((column) => `\`${column.name}\``)]),
      ...this.models.map((model) => row([model, ...this.cells(model)])),
      "",
      "Over what all of them solve:",
      "",
      head(["", "solved", "explored, mean", "median", "length, mean", "CPU seconds, mean", "median"]),
      ...this.summary().map(({ column, solved, explored, length, seconds: time }) =>
        row([
          `\`${column}\``,
          `${solved} of ${this.models.length * this.seeds.length}`,
          ...[mean(explored), median(explored), mean(length)].map(short),
          ...[mean(time), median(time)].map((value) => (Number.isNaN(value) ? "–" : value.toFixed(2))),
        ]),
      ),
      ...this.failures(),
    ];
    return `${lines.join("\n")}\n`;
  }

  /** What ended without an answer, and why if that is known. */
  private failures(): string[] {
    const failed = this.models.flatMap((model) =>
      this.columns.flatMap((column) => this.runs(model, column).filter(({ verdict }) => verdict === "failed")),
    );
    if (failed.length === 0) return [];
    return [
      "",
      "Ended without an answer (the same command tries again):",
      "",
      ...failed.map(({ model, search, message }) => `- ${model}, \`${search}\`: ${message ?? "no word of why"}`),
    ];
  }

  private cells(model: string): string[] {
    const explored = this.columns.map((column) => {
      const runs = this.runs(model, column);
      return runs.length > 0 && runs.every(isSolved) ? mean(runs.map((run) => run.explored)) : Number.POSITIVE_INFINITY;
    });
    const best = Math.min(...explored);
    return this.columns.map((column, at) => {
      const runs = this.runs(model, column);
      if (runs.length === 0) return "";
      const failed = runs.find((run) => !isSolved(run));
      if (failed !== undefined) return `– (${failed.because ?? failed.verdict})`;
      const lengths = runs.flatMap(({ length }) => length ?? []);
      const text = `${short(explored[at]!)}${lengths.length === 0 ? "" : ` (${short(mean(lengths))})`}`;
      return explored[at] === best ? `**${text}**` : text;
    });
  }

  /** Means and medians over the models that every search solves. */
  summary() {
    const common = this.models.filter((model) =>
      this.columns.every((column) => {
        const runs = this.runs(model, column);
        return runs.length > 0 && runs.every(isSolved);
      }),
    );
    return this.columns.map((column) => {
      const runs = common.flatMap((model) => this.runs(model, column));
      return {
        column: column.name,
        solved: this.solved(column).length,
        explored: runs.map((run) => run.explored),
        length: runs.flatMap(({ length }) => length ?? []),
        seconds: runs.map((run) => run.cpuSeconds),
      };
    });
  }

  csv(): string {
    const fields = [
      "verdict",
      "because",
      "explored",
      "generated",
      "stored",
      "length",
      "cpuSeconds",
      "memoryMB",
    ] as const;
    const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = this.models.flatMap((model) =>
      this.columns.flatMap((column) =>
        this.runs(model, column).map((run) =>
          [model, column.name, String(run.seed), ...fields.map((field) => String(run[field] ?? ""))]
            .map(quoted)
            .join(","),
        ),
      ),
    );
    return `${["model", "search", "seed", ...fields].join(",")}\n${lines.join("\n")}\n`;
  }

  plots(): Plot[] {
    const [first, second] = this.columns;
    const times = (column: Column): number[] =>
      this.solved(column)
        .map((run) => Math.max(run.cpuSeconds, 0.01))
        .sort((a, b) => a - b);
    const plots: Plot[] = [
      {
        title: "Solved over time",
        x: "CPU seconds per run",
        y: "solved",
        log: "x",
        series: this.columns.map((column) => ({
          name: column.name,
          line: "steps",
          points: [[0.01, 0], ...times(column).map((time, at): [number, number] => [time, at + 1])],
        })),
      },
      {
        title: "Cactus: CPU seconds in all for the n easiest",
        x: "n",
        y: "CPU seconds",
        series: this.columns.map((column) => {
          let sum = 0;
          return {
            name: column.name,
            line: "steps",
            points: [[0, 0], ...times(column).map((time, at): [number, number] => [at + 1, (sum += time)])],
          };
        }),
      },
    ];
    if (first === undefined || second === undefined) return plots;
    const points = this.models.flatMap((model): [number, number][] => {
      const [a, b] = [this.runs(model, first)[0], this.runs(model, second)[0]];
      return a !== undefined && b !== undefined && isSolved(a) && isSolved(b) ? [[a.explored, b.explored]] : [];
    });
    const scatter: Plot = {
      title: `Explored: ${first.name} against ${second.name}`,
      x: first.name,
      y: second.name,
      log: "both",
      diagonal: true,
      series: [{ name: "models", points }],
    };
    return points.length > 0 ? [scatter, ...plots] : plots;
  }

  html(): string {
    return htmlPage(this.suite.name, this.markdown(), this.plots().map(plotSvg));
  }
}

/** One file, nothing loaded from anywhere. */
export function htmlPage(title: string, markdown: string, pictures: readonly string[]): string {
  const style =
    ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}" +
    "table{border-collapse:collapse;margin:1rem 0;font-size:13px}td,th{border:1px solid #8884;padding:.2rem .5rem;text-align:left}" +
    ".n{text-align:right}svg{max-width:100%;margin:1rem 1rem 1rem 0}";
  return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(title)}</title><style>${style}</style>\n${htmlOf(markdown)}\n${pictures.join("\n")}</html>\n`;
}

/** Of the Markdown that we write: headings, paragraphs, lists, tables, bold, code, links, pictures. */
function htmlOf(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== "")
    .map((block) => {
      const heading = /^(#+) (.*)$/s.exec(block);
      if (heading !== null) return `<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`;
      if (block.startsWith("|")) return tableOf(block);
      if (block.startsWith("- ")) {
        return `<ul>${block
          .split(/\n- /)
          .map((item) => `<li>${inline(item.replace(/^- /, ""))}</li>`)
          .join("")}</ul>`;
      }
      return `<p>${inline(block)}</p>`;
    })
    .join("\n");
}

function tableOf(block: string): string {
  const rows = block.split("\n").map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
  // Columns of numbers, which may be bold, missing, or a limit that was not enough.
  const isNumeric = rows[0]!.map(
    (_, at) => at > 0 && rows.slice(2).every((one) => /^(\**[\d–>].{0,30}|)$/.test(one[at] ?? "")),
  );
  const cells = (tag: string, values: readonly string[]): string =>
    `<tr>${values.map((value, at) => `<${tag}${isNumeric[at] === true ? ' class="n"' : ""}>${inline(value)}</${tag}>`).join("")}</tr>`;
  return `<table>${cells("th", rows[0]!)}${rows
    .slice(2)
    .map((one) => cells("td", one))
    .join("")}</table>`;
}

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const inline = (text: string): string =>
  escapeText(text)
    .replaceAll(/!\[([^\]]*)\]\(([^)]*)\)/g, '<img alt="$1" src="$2">')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replaceAll(/(^|\s)\*([^*\s][^*]*)\*(?=\s|$)/g, "$1<i>$2</i>")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>");
