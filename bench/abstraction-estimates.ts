// Estimates from abstractions: the figures of the distance-preserving paper redrawn from our runs (6, 7 and 8), the tables
// of both papers with ours beside, and one table of all estimates over families and the models beside the project.
//
//   npm run bench -- abstraction-estimates [figures | valley | merge | predicates | all | portfolio]
//                                          [--seconds 20] [--repeats 3] [--into FOLDER] [--models A_3,md5-jop]

import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { configure, type Formula, heuristics, type Network, type StateId } from "@tracehound/core";
import { chooseAbstraction, type DiscreteView } from "@tracehound/core/testing";
import { seekingEngine } from "./engines.ts";
import { mean, printHead, printRow, unwrap } from "./measure.ts";
import { linesOf } from "./papers/lines.ts";
import { ERROR_MODELS } from "./places.ts";
import { loadNetwork, runSearch, type SearchRun } from "./search-run.ts";
import { type Line, lineChart, type Point } from "./svg-lines.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "20" },
    repeats: { type: "string", default: "3" },
    into: { type: "string", default: "docs/papers/figures" },
    models: { type: "string", default: "" },
  },
});
const [what = "all"] = positionals;
const seconds = Number(values.seconds);
const repeats = Array.from({ length: Number(values.repeats) });
const folder = values.into;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

if (what === "figures") figures();
if (what === "valley") valley();
if (what === "portfolio") portfolio();
if (what === "merge") mergeTables();
if (what === "predicates") predicateTables();
if (what === "all") allEstimates();

// ------------------------------------------------------------------------------------------------ figures

function figures(): void {
  mkdirSync(folder, { recursive: true });
  const hanoi = wholeGraph("H_3 forward-no");
  const figure6 = lines(hanoi, {
    "near first (ranked)": "merge(40)",
    "far first (ranked)": "merge(40, refine=far)",
    "near first (declared)": "merge(40, order=declared)",
    "far first (declared)": "merge(40, order=declared, refine=far)",
  });
  save("figure-6", "Mean relative error by distance, H_3 forward-no, N = 40", "distance to the error", figure6);
  const arbiter = wholeGraph("A_2");
  const specs = {
    "ranked, fewest labels": "merge(20)",
    "ranked, first pair": "merge(20, ties=index)",
    declared: "merge(20, order=declared)",
  };
  save("figure-7", "Mean relative error by distance, A_2, N = 20", "distance to the error", lines(arbiter, specs));
  for (const [name, spec] of Object.entries(specs)) {
    print(`A_2, N = 20, ${name}: mean relative error ${(100 * meanError(arbiter, spec)).toFixed(1)} %`);
  }
}

const lines = (graph: WholeGraph, specs: Readonly<Record<string, string>>): Line[] =>
  Object.entries(specs).map(([name, spec]) => ({ name, points: errors(graph, spec) }));

/** Figure 8: the whole CPU time of A* over N. */
function valley(): void {
  mkdirSync(folder, { recursive: true });
  const bounds = [5, 10, 20, 40, 60, 80, 120, 200, 400];
  const lines = [1, 2, 3, 4, 5, 6].map((seed) => {
    const name = `R_8 seed ${seed}`;
    const model = loadNetwork(name);
    const points = bounds.map((N): Point => {
      const runs = repeats.map(() => runSearch(model, `astar(merge(${N}))`, { seconds }).seconds);
      return [N, Math.min(...runs)];
    });
    const best = points.reduce((a, b) => (b[1] < a[1] ? b : a));
    print(`${name}: CPU s ${points.map(([N, s]) => `${N}: ${s.toFixed(2)}`).join(", ")}; least at ${best[0]}`);
    return { name, points };
  });
  writeFileSync(
    `${folder}/figure-8.svg`,
    lineChart({ title: "A* over N, six random systems", x: "N", y: "CPU seconds", lines }),
  );
}

function save(name: string, title: string, x: string, shares: readonly Line[]): void {
  const percent = shares.map(({ name: label, points }) => {
    return { name: label, points: points.map(([distance, error]): Point => [distance, 100 * error]) };
  });
  writeFileSync(`${folder}/${name}.svg`, lineChart({ title, x, y: "error in %", lines: percent }));
  for (const { name: label, points } of percent) {
    const exact = points.findIndex(([, error]) => error > 1e-9);
    const peak = points.reduce((a, b) => (b[1] > a[1] ? b : a));
    print(`${name}, ${label}: exact below ${points[exact]?.[0] ?? "∞"}, peak ${peak[1].toFixed(0)} % at ${peak[0]}`);
  }
}

/** Mean of (distance − estimate) / distance over all states of each distance. */
function errors(graph: WholeGraph, spec: string): Point[] {
  const byDistance = new Map<number, number[]>();
  for (const { distance, error } of errorsOf(graph, spec)) {
    byDistance.set(distance, [...(byDistance.get(distance) ?? []), error]);
  }
  return [...byDistance].sort(([a], [b]) => a - b).map(([distance, all]): Point => [distance, mean(all)]);
}

const meanError = (graph: WholeGraph, spec: string): number => mean(errorsOf(graph, spec).map(({ error }) => error));

/** How much of its distance an estimate misses, for every state from which there is a way. */
function errorsOf({ problem, states, distances }: WholeGraph, spec: string): { distance: number; error: number }[] {
  const heuristic = unwrap(configure(heuristics, spec)).create({ ...problem });
  return states.flatMap((state, at) => {
    const distance = distances[at]!;
    if (distance === 0 || distance === Number.POSITIVE_INFINITY) return [];
    return [{ distance, error: (distance - heuristic.estimate(state)) / distance }];
  });
}

interface WholeGraph {
  readonly problem: { readonly network: Network; readonly target: Formula; readonly frameSize: number };
  readonly states: readonly DiscreteView[];
  readonly distances: readonly number[];
}

/** All reachable states of an untimed model with their distances to the target. */
function wholeGraph(name: string): WholeGraph {
  const { network, target, query } = loadNetwork(name);
  const engine = seekingEngine(network, target, unwrap(chooseAbstraction(network, [query], "extra-lu")));
  const numbers = new Map<number, number>();
  const ids: StateId[] = [];
  const states: DiscreteView[] = [];
  const enter = (id: StateId): number => {
    const discrete = engine.discreteOf(id);
    const known = numbers.get(discrete);
    if (known !== undefined) return known;
    const number = states.length;
    numbers.set(discrete, number);
    ids.push(id);
    const { locations, cells } = engine.view(id);
    states.push({ locations: Int32Array.from(locations), cells: Int32Array.from(cells) });
    return number;
  };
  engine.initial();
  enter(engine.insert(0, -1, 0));
  const incoming: number[][] = [];
  let cost = 0;
  for (let head = 0; head < ids.length; head++) {
    const id = ids[head]!;
    const { count } = engine.expand(id);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      engine.expand(id);
      // Costs fall, so that nothing is covered and every candidate says where it leads.
      const to = enter(engine.insert(ordinal, id, --cost));
      (incoming[to] ??= []).push(head);
    }
  }
  const distances = states.map(() => Number.POSITIVE_INFINITY);
  const queue = [...states.keys()].filter((at) => engine.satisfies(ids[at]!, 0));
  for (const at of queue) distances[at] = 0;
  for (const at of queue) {
    for (const from of incoming[at] ?? []) {
      if (distances[from] !== Number.POSITIVE_INFINITY) continue;
      distances[from] = distances[at]! + 1;
      queue.push(from);
    }
  }
  return { problem: { network, target: target.formula, frameSize: target.frameSize }, states, distances };
}

// ------------------------------------------------------------------------------------------------ tables

function shown({ status, explored, generated, length }: SearchRun): string {
  return status === "found" ? `${explored} / ${generated} (${length})` : `${status} after ${explored}`;
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
  const models = ["F_5", "F_10", "F_5 A", "M_1", "M_2", "M_3", "N_1", "N_2", "N_3", "C_1", "C_2", "C_3", "C_4"];
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
  print("\nThe series over rounds on C_4, split=3: predicates, estimate of the initial state, popped");
  const model = loadNetwork("C_4");
  for (let rounds = 0; rounds <= 10; rounds++) {
    const run = runSearch(model, `greedy(predicates(refinement, rounds=${rounds}, split=3, combine=sum))`, { seconds });
    print(`${rounds}: ${run.build?.predicates}, ${run.first}, ${run.explored}`);
  }
}

/** Explored, build, search, length, memory: every estimate on families and on the models beside the project, as CSV. */
function allEstimates(): void {
  const only = values.models.split(",").filter((name) => name !== "");
  const families = ["A_3", "A_4", "H_5", "H_6 forward-no", "R_7 seed 1", "F_10", "F_10 A", "M_2", "N_2", "C_4"];
  const shared = existsSync(ERROR_MODELS) ? readdirSync(ERROR_MODELS).filter((name) => name.endsWith(".xml")) : [];
  if (shared.length === 0) process.stderr.write("(the models beside the project are not here: families only)\n");
  const all = [...families, ...shared.sort().map((name) => join(ERROR_MODELS, name))];
  const models = only.length === 0 ? all : all.filter((name) => only.includes(basename(name, ".xml")));
  const estimates = [
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
    for (const search of ["greedy", "astar"]) {
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
