// Side by side with other tools, in one run, CPU time of whole commands: TChecker's `tck-reach` (its path in TCK_REACH)
// on the TChecker files beside the project, and SPIN's unreduced search (Debian packages spin and gcc) on the dining
// philosophers. What is not installed is said to be missing.
//
//   TCK_REACH=…/tck-reach npm run bench -- peers

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tracehound = join(root, "packages/cli/bin/tracehound.js");
const models = join(root, "../shared/models/tchecker");
const folder = mkdtempSync(join(tmpdir(), "tracehound-peers-"));

/** Runs a command and yields its output with the processor seconds that it took. */
function timed(command, options = {}) {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `time -p ${command}`], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  const seconds = (name) => Number(new RegExp(`^${name} ([0-9.]+)$`, "m").exec(stderr)?.[1] ?? Number.NaN);
  return { stdout, status, cpu: seconds("user") + seconds("sys") };
}

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const ratio = (theirs, ours) => `${(theirs / ours).toFixed(1)} ×`;

function explore(model) {
  const { stdout, cpu } = timed(`node "${tracehound}" explore "${model}" --json`);
  return { ...JSON.parse(stdout).statistics, cpu };
}

const tck = process.env.TCK_REACH;
if (tck === undefined || !existsSync(tck)) console.log("TChecker: TCK_REACH names no tck-reach; not measured\n");
else if (!existsSync(models)) console.log("TChecker: the models beside the project are not here; not measured\n");
else {
  row(["model", "explored", "TChecker's", "CPU s", "TChecker's", "ratio", "MB", "TChecker's"]);
  row(Array(8).fill("---"));
  for (const name of ["fischer_9", "csmacd_10"]) {
    const file = join(models, `${name}.tck`);
    const ours = explore(file);
    const { stdout, cpu } = timed(`"${tck}" -a covreach -s bfs "${file}"`);
    const theirs = (key) => Number(new RegExp(`^${key} (\\d+)`, "m").exec(stdout)?.[1]);
    const memory = (theirs("MEMORY_MAX_RSS") / 1000).toFixed(0);
    row([
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
  spawnSync("node", [tracehound, "generate", "philosophers", "--size", String(PHILOSOPHERS), "-o", model]);
  const ours = explore(model);
  spawnSync("bash", ["-c", "spin -a philosophers.pml && gcc -O2 -DNOREDUCE -DSAFETY -DMEMLIM=16000 -o pan pan.c"], {
    cwd: folder,
  });
  const { stdout, cpu } = timed("./pan -m10000000 -E -w24", { cwd: folder });
  const stored = Number(/([0-9.e+]+) states, stored/.exec(stdout)?.[1]);
  row(["model", "stored", "SPIN's", "CPU s", "SPIN's", "ratio"]);
  row(Array(6).fill("---"));
  row([`philosophers ${PHILOSOPHERS}`, ours.stored, stored, ours.cpu.toFixed(2), cpu.toFixed(2), ratio(cpu, ours.cpu)]);
}
rmSync(folder, { recursive: true, force: true });
