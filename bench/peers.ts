// Side by side with other tools, in one run, CPU time of whole commands: TChecker's `tck-reach` (its path in TCK_REACH)
// on the TChecker files beside the project, and SPIN's unreduced search (Debian packages spin and gcc) on the dining
// philosophers. What is not installed is said to be missing.
//
//   TCK_REACH=…/tck-reach npm run bench -- peers

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckStatistics } from "@tracehound/core";
import { printHead, printRow, timed } from "./measure.ts";
import { COMMAND, SHARED_MODELS } from "./places.ts";

const models = join(SHARED_MODELS, "tchecker");
const folder = mkdtempSync(join(tmpdir(), "tracehound-peers-"));

const ratio = (theirs: number, ours: number): string => `${(theirs / ours).toFixed(1)} ×`;

function explore(model: string): CheckStatistics & { readonly cpu: number } {
  const { stdout, cpu } = timed(`node "${COMMAND}" explore "${model}" --json`);
  const { statistics } = JSON.parse(stdout) as { statistics: CheckStatistics };
  return { ...statistics, cpu };
}

const tck = process.env.TCK_REACH;
if (tck === undefined || !existsSync(tck)) console.log("TChecker: TCK_REACH names no tck-reach; not measured\n");
else if (!existsSync(models)) console.log("TChecker: the models beside the project are not here; not measured\n");
else {
  printHead(["model", "explored", "TChecker's", "CPU s", "TChecker's", "ratio", "MB", "TChecker's"]);
  for (const name of ["fischer_9", "csmacd_10"]) {
    const file = join(models, `${name}.tck`);
    const ours = explore(file);
    const { stdout, cpu } = timed(`"${tck}" -a covreach -s bfs "${file}"`);
    const theirs = (key: string): number => Number(new RegExp(`^${key} (\\d+)`, "m").exec(stdout)?.[1]);
    const memory = (theirs("MEMORY_MAX_RSS") / 1000).toFixed(0);
    printRow([
      name,
      ours.explored,
      theirs("VISITED_STATES"),
      ours.cpu.toFixed(2),
      cpu.toFixed(2),
      ratio(cpu, ours.cpu),
      ours.memoryMB.toFixed(0),
      memory,
    ]);
  }
  console.log("");
}

const PHILOSOPHERS = 14;
if (spawnSync("spin", ["-V"]).status !== 0 || spawnSync("gcc", ["--version"]).status !== 0) {
  console.log("SPIN: spin or gcc is not installed; not measured");
} else {
  // The same protocol: take the left fork, take the right fork, put them back in that order.
  writeFileSync(
    join(folder, "philosophers.pml"),
    `#define N ${PHILOSOPHERS}
bool taken[N];
proctype Philosopher(byte i) {
  do
  :: atomic { !taken[i] -> taken[i] = true };
     atomic { !taken[(i + 1) % N] -> taken[(i + 1) % N] = true };
     taken[i] = false;
     taken[(i + 1) % N] = false
  od
}
init { atomic { byte i = 0; do :: i < N -> run Philosopher(i); i++ :: else -> break od } }
`,
  );
  const model = join(folder, "philosophers.xml");
  spawnSync("node", [COMMAND, "generate", "philosophers", "--size", String(PHILOSOPHERS), "-o", model]);
  const ours = explore(model);
  spawnSync("bash", ["-c", "spin -a philosophers.pml && gcc -O2 -DNOREDUCE -DSAFETY -DMEMLIM=16000 -o pan pan.c"], {
    cwd: folder,
  });
  const { stdout, cpu } = timed("./pan -m10000000 -E -w24", { cwd: folder });
  const stored = Number(/([0-9.e+]+) states, stored/.exec(stdout)?.[1]);
  printHead(["model", "stored", "SPIN's", "CPU s", "SPIN's", "ratio"]);
  printRow([
    `philosophers ${PHILOSOPHERS}`,
    ours.stored,
    stored,
    ours.cpu.toFixed(2),
    cpu.toFixed(2),
    ratio(cpu, ours.cpu),
  ]);
}
rmSync(folder, { recursive: true, force: true });
