// Estimates from abstractions: the tables of both papers with ours beside, and one table of all estimates over families
// and the models beside the project. The figures are drawn by `tracehound bench papers --paper merge`.
//
//   npm run bench -- abstraction-estimates [merge | predicates | all | portfolio] [--seconds 20] [--models A_3,md5-jop]
//   … all [--searches astar] [--estimates "pdb(doll);cegar(2000)"]: some cells of the table

import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { printHead, printRow } from "./measure.ts";
import { linesOf } from "./papers/lines.ts";
import { ERROR_MODELS } from "./places.ts";
import { loadNetwork, runSearch, type SearchRun } from "./search-run.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "20" },
    models: { type: "string", default: "" },
    searches: { type: "string", default: "greedy,astar" },
    estimates: { type: "string" },
  },
});
const [what = "all"] = positionals;
const seconds = Number(values.seconds);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

if (what === "portfolio") portfolio();
if (what === "merge") mergeTables();
if (what === "predicates") predicateTables();
if (what === "all") allEstimates();

// ------------------------------------------------------------------------------------------------ tables

function shown({ status, explored, generated, length }: SearchRun): string {
  return status === "found" ? `${explored} / ${generated} (${length})` : `${status} after ${explored}`;
}

/** Those that `--models` names, else all. */
function chosen(all: readonly string[]): readonly string[] {
  const only = values.models.split(",").filter((name) => name !== "");
  return only.length === 0 ? all : all.filter((name) => only.includes(basename(name, ".xml")));
}

/** Popped / generated (length); the paper's "explored" is close to our generated, its length 2n + 1. */
function mergeTables(): void {
  /** Explored with N = 50 and with N = 100. */
  const paper = {
    greedy: `
      A_2 | 53 | 46
      A_3 | 174 | 187
      A_4 | 1.5e5 | 10633
      A_5 | 7619 | 10673
      A_6 | 4.3e5 | 5.2e5
      H_4 | 1283 | 711
      H_5 | 6497 | 6368
      H_6 | 1.1e5 | 63403
      H_7 | 7.4e5 | 7.5e5
      H_4 forward-no | 1283 | 711
      H_5 forward-no | 6497 | 6368
      H_6 forward-no | 1.1e5 | 63403
      H_7 forward-no | 7.4e5 | 7.5e5
    `,
    astar: `
      A_2 | 215 | 46
      A_3 | 32106 | 20658
      A_4 |  |
      H_4 | 3876 | 3348
      H_5 | 52348 | 48361
      H_6 | 540286 | 516242
      H_7 | 5.4e6 | 5.3e6
    `,
  };
  for (const [search, printed] of Object.entries(paper)) {
    print("");
    const both = (n: number): string[] => [`paper ${n}`, `merge(${n})`, `merge(${n}, ties=index)`];
    printHead([search, ...both(50), ...both(100), "build s"]);
    for (const [name, fifty, hundred] of linesOf(printed) as [string, string, string][]) {
      const model = loadNetwork(name);
      const run = (spec: string): SearchRun => runSearch(model, `${search}(${spec})`, { seconds });
      const small = ["merge(50)", "merge(50, ties=index)"].map(run);
      const large = ["merge(100)", "merge(100, ties=index)"].map(run);
      const built = [...small, ...large].map(({ build }) => build?.seconds?.toFixed(2)).join(", ");
      printRow([name, fifty, ...small.map(shown), hundred, ...large.map(shown), built]);
    }
  }
}

/** Like Tables 2 and 3 of the predicate paper, and the series over rounds of its section 5. */
function predicateTables(): void {
  const models = chosen(["F_5", "F_10", "F_5 A", "M_1", "M_2", "M_3", "N_1", "N_2", "N_3", "C_1", "C_2", "C_3", "C_4"]);
  const table = (title: string, specs: readonly string[]): void => {
    print(`\n${title}: build s / popped / generated (length)\n`);
    printHead(["", ...specs]);
    for (const name of models) {
      const model = loadNetwork(name);
      const cells = specs.map((spec) => {
        const run = runSearch(model, `greedy(${spec})`, { seconds });
        return `${run.build?.seconds?.toFixed(2)}${run.build?.cut ? "*" : ""} / ${shown(run)}`;
      });
      printRow([name, ...cells]);
    }
  };
  table(
    "From syntax",
    ["1", "2", "3", "4", "all"].map((split) => `predicates(split=${split}, combine=sum)`),
  );
  table(
    "From refinement, split=3",
    ["0", "1", "4", "7", "auto"].map((rounds) => `predicates(refinement, rounds=${rounds}, split=3, combine=sum)`),
  );
  print("\nThe series over rounds, split=3: predicates, estimate of the initial state, popped");
  for (const name of chosen(["C_4", "M_2", "N_2"])) {
    const model = loadNetwork(name);
    const series = Array.from({ length: 11 }, (_, rounds) => {
      const spec = `greedy(predicates(refinement, rounds=${rounds}, split=3, combine=sum))`;
      const { build, first, explored, status } = runSearch(model, spec, { seconds });
      return `${rounds}: ${build?.predicates}, ${first}, ${explored}${status === "found" ? "" : ` (${status})`}`;
    });
    print(`${name} ${series.join("; ")}`);
  }
}

/** Explored, build, search, length, memory: every estimate on families and on the models beside the project, as CSV. */
function allEstimates(): void {
  const families = ["A_3", "A_4", "H_5", "H_6 forward-no", "R_7 seed 1", "F_10", "F_10 A", "M_2", "N_2", "C_4"];
  const shared = existsSync(ERROR_MODELS) ? readdirSync(ERROR_MODELS).filter((name) => name.endsWith(".xml")) : [];
  if (shared.length === 0) process.stderr.write("(the models beside the project are not here: families only)\n");
  const all = [...families, ...shared.sort().map((name) => join(ERROR_MODELS, name))];
  const models = chosen(all);
  const estimates = values.estimates?.split(";") ?? [
    "blind()",
    "distance(combine=max)",
    "hL()",
    "hU()",
    "merge(50)",
    "merge(100)",
    "predicates()",
    "predicates(refinement, split=3)",
    "pdb()",
    "pdb(doll)",
    "cegar(2000)",
    "perimeter(2, hU())",
    "max([merge(50), hL()])",
  ];
  print("model,search,estimate,status,explored,generated,build s,search s,length,engine MB,abstraction MB");
  for (const name of models) {
    const model = loadNetwork(name);
    for (const search of values.searches.split(",")) {
      for (const spec of estimates) {
        if (search === "astar" && /hU/.test(spec)) continue;
        const run = runSearch(model, `${search}(${spec})`, { seconds });
        const built = run.build?.seconds ?? 0;
        const label = basename(name, ".xml");
        const memory = [run.memoryMB, (run.build?.memoryBytes ?? 0) / 1e6].map((mb) => mb.toFixed(1));
        const times = [built, run.seconds - built].map((s) => s.toFixed(2));
        const row = [
          label,
          search,
          `"${spec}"`,
          run.status,
          run.explored,
          run.generated,
          ...times,
          run.length,
          ...memory,
        ];
        print(row.join());
      }
    }
  }
}

/** Members that might join the default portfolio, each alone, on sizes and seeds that nothing was tuned on. */
function portfolio(): void {
  const models = [
    "A_7",
    "H_8",
    "R_8 seed 9",
    "R_8 seed 10",
    "R_8 seed 11",
    "R_8 seed 12",
    "F_20",
    "M_4",
    "N_4",
    "C_6",
    "leader 6",
    "gossip 5",
    "csmacd 15",
    "train-gate 9",
    "ring 12",
    "milner 12",
    "fddi 9",
    "job-shop 4",
  ];
  const members = ["bfs", "greedy(hU(broadcast=each))", "greedy(merge(50))", "greedy(pdb())"];
  printHead(["model", ...members.map((member) => `\`${member}\``)]);
  for (const name of models) {
    const model = loadNetwork(name);
    const cells = members.map((member) => {
      const { status, explored, seconds: spent } = runSearch(model, member, { seconds });
      return `${status === "found" ? explored : status} / ${spent.toFixed(1)} s`;
    });
    printRow([name, ...cells]);
  }
}
