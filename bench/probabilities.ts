// Graphs and equations of public PRISM models (`../shared/data/prism`), up to a million states: transitions per second
// while the graph is built, and one sweep of value iteration beside the same loop in C (`cc -O2`), over the same rows.
//
//   npm run bench -- probabilities [MODEL…]

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModel, type Network } from "@tracehound/core";
import { GraphExploration } from "../packages/core/src/check/probability/exploration.ts";
import { setUpEngine } from "../packages/core/src/check/setup/engines.ts";
import type { GraphEngine } from "../packages/core/src/engine/index.ts";
import { type ExplicitModel, explicitModel, Graph, quietHost } from "../packages/core/src/probabilistic/index.ts";
import { BackwardSteps } from "../packages/core/src/probabilistic/kernel/backward-steps.ts";
import { cpuSeconds, printHead, printRow } from "./measure.ts";
import { SHARED } from "./places.ts";

const FOLDER = join(SHARED, "data/prism");

/** Models with their constants. */
const INSTANCES: readonly (readonly [file: string, constants: string])[] = [
  ["brp.prism", "N=64,MAX=5"],
  ["crowds.prism", "TotalRuns=5,CrowdSize=10"],
  ["egl.prism", "N=5,L=8"],
  ["nand.prism", "N=20,K=4"],
  ["nand.prism", "N=40,K=1"],
  ["herman.9.prism", ""],
  ["oscillators.6-10-0.1-1.prism", "mu=0.1,lambda=1.0"],
  ["cluster.prism", "N=128,T=1,t=1"],
  ["embedded.prism", "MAX_COUNT=300,T=12"],
  ["kanban.prism", "t=4"],
  ["fms.prism", "n=5"],
  ["polling.8.prism", "T=16"],
  ["tandem.prism", "c=511,T=1,t=1"],
  ["consensus.2.prism", "K=1000"],
  ["csma.3-2.prism", ""],
  ["firewire_dl.prism", "delay=36,deadline=800"],
  ["rabin.3.prism", ""],
  ["wlan.2.prism", "COL=0"],
  ["zeroconf.prism", "N=20,K=6,reset=false"],
];

const C_LOOP = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static int n, nc, nt, *choices, *rows, *target; static double *p, *x, *y;
static void *get(FILE *f, size_t size, size_t count) { void *m = malloc(size * count + 8); if (fread(m, size, count, f) != count) exit(1); return m; }
int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "rb"); int *head = get(f, 4, 4); n = head[0]; nc = head[1]; nt = head[2]; int sweeps = head[3];
  choices = get(f, 4, n + 1); rows = get(f, 4, nc + 1); target = get(f, 4, nt); p = get(f, 8, nt);
  x = malloc(8 * n); y = malloc(8 * n); for (int s = 0; s < n; s++) x[s] = s % 2;
  clock_t start = clock();
  for (int k = 0; k < sweeps; k++) {
    for (int s = 0; s < n; s++) {
      double best = -1e308;
      for (int c = choices[s]; c < choices[s + 1]; c++) {
        double sum = 0;
        for (int at = rows[c]; at < rows[c + 1]; at++) sum += p[at] * x[target[at]];
        if (sum > best) best = sum;
      }
      y[s] = best;
    }
    double *z = x; x = y; y = z;
  }
  printf("%.9f %.17g\\n", (double)(clock() - start) / CLOCKS_PER_SEC / sweeps, x[0]);
}
`;

const wanted = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "sweeps-"));
const program = compiledLoop();
printHead([
  "model",
  "constants",
  "states",
  "transitions",
  "read s",
  "build s",
  "M transitions/s",
  "second time",
  "sweep ms",
  "C ms",
  "ratio",
]);
for (const [file, constants] of INSTANCES) {
  if ((wanted.length > 0 && !wanted.some((part) => file.includes(part))) || !existsSync(join(FOLDER, file))) continue;
  printRow(measured(file, constants));
}
rmSync(scratch, { recursive: true });

function measured(file: string, constants: string): (string | number)[] {
  const before = cpuSeconds();
  const given = new Map(
    constants.split(",").flatMap((word) => (word === "" ? [] : [word.split("=") as [string, string]])),
  );
  const { network, diagnostics } = loadModel(
    { name: file, content: readFileSync(join(FOLDER, file)) },
    { constants: given, lints: false },
  );
  if (network === null) throw new Error(diagnostics[0]!.message);
  const setup = setUpEngine(network as Network, [], [], "auto", { graph: true, engine: "auto" });
  if (!setup.ok) throw new Error(setup.diagnostics[0]!.message);
  let engine = setup.value.create() as GraphEngine;
  const read = cpuSeconds() - before;
  const started = cpuSeconds();
  let model = built(network, engine);
  const build = cpuSeconds() - started;
  const transitions = model.target.length;
  // Small graphs are finished before the platform has compiled anything.
  engine = setup.value.create() as GraphEngine;
  const once = cpuSeconds();
  model = built(network, engine);
  const again = cpuSeconds() - once;
  const sweeps = Math.max(5, Math.min(2_000, Math.round(4e7 / Math.max(1, transitions))));
  const own = sweepSeconds(model, sweeps);
  const other = program === undefined ? Number.NaN : cSeconds(program, model, sweeps);
  return [
    file,
    constants,
    model.states,
    transitions,
    read.toFixed(2),
    build.toFixed(2),
    (transitions / build / 1e6).toFixed(2),
    (transitions / again / 1e6).toFixed(2),
    (1000 * own).toFixed(3),
    (1000 * other).toFixed(3),
    (own / other).toFixed(2),
  ];
}

function built(network: Network, engine: GraphEngine): ExplicitModel {
  const graph = new Graph(network, engine);
  const exploration = new GraphExploration(graph);
  while (exploration.step() === "running");
  return explicitModel(graph, exploration.order);
}

function sweepSeconds(model: ExplicitModel, sweeps: number): number {
  const start = Float64Array.from({ length: model.states }, (_, state) => state % 2);
  const host = { ...quietHost, emittedAfter: 0 };
  const back = new BackwardSteps(model, start, { optimum: "max" }, host);
  // The platform optimises what it has seen a few times.
  for (let k = 0; k < 3; k++) back.advance();
  const before = cpuSeconds();
  for (let k = 0; k < sweeps; k++) back.advance();
  return (cpuSeconds() - before) / sweeps;
}

function compiledLoop(): string | undefined {
  const [source, program] = [join(scratch, "loop.c"), join(scratch, "loop")];
  writeFileSync(source, C_LOOP);
  return spawnSync("cc", ["-O2", "-o", program, source]).status === 0 ? program : undefined;
}

function cSeconds(
  program: string,
  { states, choices, transitions, target, probability }: ExplicitModel,
  sweeps: number,
): number {
  const file = join(scratch, "matrix");
  const head = Int32Array.of(states, transitions.length - 1, target.length, sweeps);
  const parts = [head, choices, transitions, target, probability];
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))));
  return Number(spawnSync(program, [file], { encoding: "utf8" }).stdout.split(" ")[0]);
}
