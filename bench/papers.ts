// The CE paper's tables 1 to 5 (Wehrle and Kupferschmid 2010) for the families whose automata are known, Fischer and
// Towers of Hanoi: ours, and beneath it what the paper prints. Each run is one command with limits of time and memory. The
// Hanoi model is the nearest known one, not the identical one, so compare its growth, not its digits.
//
//   npm run bench -- papers [--tables 1,2,3,4,5,exact] [--sizes F5,F10,F15,H3,H4,H5,H6] [--seconds 30] [--memory 2000]
//                           [--abstraction extra-lu] [--keep runs.jsonl]

import { parseArgs } from "node:util";
import { type Cell, mean, median, printHead, printRow } from "./measure.ts";
import { ACCESSES, EXPLORED, METHODS, type Method, type Printed, SUMMARY } from "./papers/ce-numbers.ts";
import { type Run, Runs, type Solved } from "./papers/runs.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "F5,F10,F15,H3,H4,H5,H6" },
    tables: { type: "string", default: "1,2,3,4,5,exact" },
    seconds: { type: "string", default: "30" },
    memory: { type: "string", default: "2000" },
    abstraction: { type: "string", default: "extra-lu" },
    keep: { type: "string" },
  },
});
const sizes = values.sizes.split(",");
const tables = values.tables.split(",");
const runs = new Runs({
  seconds: Number(values.seconds),
  memory: Number(values.memory),
  abstraction: values.abstraction,
  keep: values.keep,
});

const isBlind = (order: string): boolean => order === "bfs" || order === "dfs";
const methodsOf = (order: string): readonly Method[] => METHODS.filter((method) => !isBlind(order) || method !== "ut");
const cell = (run: Run, inBrackets: keyof Solved = "length"): string =>
  isSolved(run) ? `${run.explored} (${run[inBrackets]})` : `– (${run.because})`;
const isSolved = (run: Run): run is Solved => run.because === undefined;
const theirs = ([explored, length]: Printed = [""]): Cell =>
  length === undefined ? explored : `${explored} (${length})`;
const row = (...cells: Cell[]): void => printRow(cells);
const head = (...cells: Cell[]): void => printHead(cells);

function explored(table: number, order: keyof typeof EXPLORED): void {
  const methods = methodsOf(order);
  console.log(`\nTable ${table}, ${order}: explored states (trace length)\n`);
  head("", ...methods);
  for (const size of sizes) {
    row(size, ...methods.map((method) => cell(runs.run(size, `${method}-${order}`))));
    row("paper", ...methods.map((_, at) => theirs(EXPLORED[order][size]?.[at])));
  }
}

const short = (number: number): string => (Number.isNaN(number) ? "" : String(Math.round(number * 10) / 10));

/** Averages over the instances that every method of the order solves, as in the paper. */
function summary(): void {
  console.log(
    `\nTable 4: averages over what all methods of an order solve, of ${sizes.join(", ")}; paper: of its 27 files\n`,
  );
  head(
    "",
    "explored, average",
    "median",
    "trace, average",
    "solved",
    "paper: average",
    "median",
    "trace",
    "solved of 27",
  );
  for (const [order, paper] of Object.entries(SUMMARY)) {
    const methods = methodsOf(order);
    const solved = (size: string, method: Method): boolean => isSolved(runs.run(size, `${method}-${order}`));
    const common = sizes.filter((size) => methods.every((method) => solved(size, method)));
    for (const [at, method] of methods.entries()) {
      const of = common.map((size) => runs.run(size, `${method}-${order}`)).filter(isSolved);
      const explored = of.map((run) => run.explored);
      row(
        `${method}-${order}`,
        short(mean(explored)),
        short(median(explored)),
        short(mean(of.map(({ length }) => length))),
        `${sizes.filter((size) => solved(size, method)).length} of ${sizes.length}`,
        ...paper[at]!,
      );
    }
  }
}

/** Averages over the solved instances of a family: pushed and popped states per queue, switches of ICB. */
function accesses(): void {
  const queues = ["q0", "q1", "q2", "q3", "q4", "q5", "q6"];
  console.log("\nTable 5: states pushed / popped per queue, context switches; averages over what is solved\n");
  head("", ...queues.map((queue) => `CE ${queue}`), "UT q0", "UT q1", "ICB_P", "ICB_I", "prunable");
  for (const [order, families] of Object.entries(ACCESSES)) {
    for (const [family, paper] of Object.entries(families)) {
      const solved = (method: Method): Solved[] =>
        sizes
          .filter((size) => size.startsWith(family))
          .map((size) => runs.run(size, `${method}-${order}`))
          .filter(isSolved);
      const access = (of: readonly Solved[], queue: number): string => {
        const average = (what: "pushed" | "popped"): number =>
          Math.floor(mean(of.map((run) => run.queues[queue]?.[what] ?? 0)));
        return of.length === 0 ? "" : `${average("pushed")}/${average("popped")}`;
      };
      const ce = solved("ce");
      const ut = isBlind(order) ? undefined : solved("ut");
      const switches = (method: Method): string => short(mean(solved(method).map((run) => run.contextSwitches)));
      const prunable = short(mean(ce.map((run) => run.prunable)));
      row(
        `${family}, ${order}`,
        ...queues.map((_, queue) => access(ce, queue)),
        ...[0, 1].map((queue) => (ut === undefined ? "n/a" : access(ut, queue))),
        ...[switches("icb-p"), switches("icb-i"), prunable],
      );
      row("paper", ...paper.ce, ...paper.ut, ...paper.icb, 0);
    }
  }
}

/** Iterative context bounding with duplicates by state and last context, which the paper's numbers lie nearer to. */
function exact(): void {
  const CONTEXTS = { "icb-p": "process", "icb-i": "interference" };
  const ORDERS = {
    bfs: { open: "fifo()", h: undefined },
    dU: { open: "best(h)", h: "distance(combine=sum)" },
    hL: { open: "best(h)", h: "hL()" },
  };
  console.log(
    "\nICB: explored states (context switches), by state and by state and last context; the paper's explored\n",
  );
  head("", ...Object.keys(ORDERS).flatMap((order) => [`${order}, by state`, "exact", "paper"]));
  for (const size of sizes) {
    for (const [method, contexts] of Object.entries(CONTEXTS)) {
      const cells = Object.entries(ORDERS).flatMap(([order, { open, h }]) => {
        const search = `eager(icb(${open}, contexts=${contexts}, exact=true))`;
        const both = [
          runs.run(size, `${method}-${order}`),
          runs.run(size, h === undefined ? search : `let(h, ${h}, ${search})`),
        ];
        const paper =
          EXPLORED[order as keyof typeof ORDERS][size]?.[METHODS.indexOf(method as keyof typeof CONTEXTS)]?.[0] ?? "";
        return [...both.map((run) => cell(run, "contextSwitches")), paper];
      });
      row(`${size} ${method}`, ...cells);
    }
  }
}

const PRINTERS: Readonly<Record<string, () => void>> = {
  1: () => explored(1, "dU"),
  2: () => explored(2, "hL"),
  3: () => explored(3, "bfs"),
  4: summary,
  5: accesses,
  exact,
};
for (const table of tables) PRINTERS[table]?.();
runs.end();
