// The CE paper's tables 1 to 5 (Wehrle and Kupferschmid 2010) for the families whose automata are known, Fischer and
// Towers of Hanoi: ours, and beneath it what the paper prints. Each run is one command with limits of time and memory. The
// Hanoi model is the nearest known one, not the identical one, so compare its growth, not its digits.
//
//   npm run bench -- papers [--tables 1,2,3,4,5,exact] [--sizes F5,F10,F15,H3,H4,H5,H6] [--seconds 30] [--memory 2000]
//                           [--abstraction extra-lu] [--keep runs.jsonl]

import { ACCESSES, EXPLORED, METHODS, SUMMARY } from "./papers/ce-numbers.js";
import { Runs } from "./papers/runs.js";

const options = new Map();
for (let at = 2; at < process.argv.length; at += 2)
  options.set(process.argv[at].replace(/^--/, ""), process.argv[at + 1]);
const sizes = (options.get("sizes") ?? "F5,F10,F15,H3,H4,H5,H6").split(",");
const tables = (options.get("tables") ?? "1,2,3,4,5,exact").split(",");
const runs = new Runs({
  seconds: Number(options.get("seconds") ?? 30),
  memory: Number(options.get("memory") ?? 2000),
  abstraction: options.get("abstraction") ?? "extra-lu",
  keep: options.get("keep"),
});

const isBlind = (order) => order === "bfs" || order === "dfs";
const methodsOf = (order) => METHODS.filter((method) => !isBlind(order) || method !== "ut");
const cell = ({ explored, length, because }) => (because === undefined ? `${explored} (${length})` : `– (${because})`);
const theirs = ([explored, length] = [""]) => (length === undefined ? explored : `${explored} (${length})`);
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells) => {
  row(...cells);
  console.log(`|${cells.map(() => "---").join("|")}|`);
};

function explored(table, order) {
  const methods = methodsOf(order);
  console.log(`\nTable ${table}, ${order}: explored states (trace length)\n`);
  head("", ...methods);
  for (const size of sizes) {
    row(size, ...methods.map((method) => cell(runs.run(size, `${method}-${order}`))));
    row("paper", ...methods.map((_, at) => theirs(EXPLORED[order][size]?.[at])));
  }
}

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
const short = (number) => (Number.isNaN(number) ? "" : String(Math.round(number * 10) / 10));

/** Averages over the instances that every method of the order solves, as in the paper. */
function summary() {
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
    const solved = (size, method) => runs.run(size, `${method}-${order}`).because === undefined;
    const common = sizes.filter((size) => methods.every((method) => solved(size, method)));
    for (const [at, method] of methods.entries()) {
      const of = common.map((size) => runs.run(size, `${method}-${order}`));
      const explored = of.map((run) => run.explored);
      row(
        `${method}-${order}`,
        short(mean(explored)),
        short(median(explored)),
        short(mean(of.map(({ length }) => length))),
        `${sizes.filter((size) => solved(size, method)).length} of ${sizes.length}`,
        ...paper[at],
      );
    }
  }
}

/** Averages over the solved instances of a family: pushed and popped states per queue, switches of ICB. */
function accesses() {
  const queues = ["q0", "q1", "q2", "q3", "q4", "q5", "q6"];
  console.log("\nTable 5: states pushed / popped per queue, context switches; averages over what is solved\n");
  head("", ...queues.map((queue) => `CE ${queue}`), "UT q0", "UT q1", "ICB_P", "ICB_I", "prunable");
  for (const [order, families] of Object.entries(ACCESSES)) {
    for (const [family, paper] of Object.entries(families)) {
      const solved = (method) =>
        sizes
          .filter((size) => size.startsWith(family))
          .map((size) => runs.run(size, `${method}-${order}`))
          .filter(({ because }) => because === undefined);
      const access = (of, queue) => {
        const average = (what) => Math.floor(mean(of.map((run) => run.queues[queue]?.[what] ?? 0)));
        return of.length === 0 ? "" : `${average("pushed")}/${average("popped")}`;
      };
      const ce = solved("ce");
      const ut = isBlind(order) ? undefined : solved("ut");
      const switches = (method) => short(mean(solved(method).map((run) => run.contextSwitches)));
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
function exact() {
  const CONTEXTS = { "icb-p": "process", "icb-i": "interference" };
  const ORDERS = { bfs: ["fifo()"], dU: ["best(h)", "distance(combine=sum)"], hL: ["best(h)", "hL()"] };
  console.log(
    "\nICB: explored states (context switches), by state and by state and last context; the paper's explored\n",
  );
  head("", ...Object.keys(ORDERS).flatMap((order) => [`${order}, by state`, "exact", "paper"]));
  for (const size of sizes) {
    for (const [method, contexts] of Object.entries(CONTEXTS)) {
      const cells = Object.entries(ORDERS).flatMap(([order, [open, h]]) => {
        const search = `eager(icb(${open}, contexts=${contexts}, exact=true))`;
        const both = [
          runs.run(size, `${method}-${order}`),
          runs.run(size, h === undefined ? search : `let(h, ${h}, ${search})`),
        ];
        const paper = EXPLORED[order][size]?.[METHODS.indexOf(method)]?.[0] ?? "";
        return [...both.map((run) => cell({ ...run, length: run.contextSwitches })), paper];
      });
      row(`${size} ${method}`, ...cells);
    }
  }
}

const PRINTERS = {
  1: () => explored(1, "dU"),
  2: () => explored(2, "hL"),
  3: () => explored(3, "bfs"),
  4: summary,
  5: accesses,
  exact,
};
for (const table of tables) PRINTERS[table]?.();
runs.end();
