// The three abstractions for reachability on the TChecker files beside the project: states explored, ours beside
// TChecker's own three algorithms (run live where TCK_REACH names a tck-reach, else the counts that lie with the models),
// and the CPU time of local time, whole commands. "refused": the model shares clocks or variables, or the like.
//
//   TCK_REACH=…/tck-reach npm run bench -- abstractions [--seconds 60] [--only csmacd_10,fddi_10]

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tracehound = join(root, "packages/cli/bin/tracehound.js");
const models = join(root, "../shared/models");
const options = new Map();
for (let k = 2; k < process.argv.length; k += 2) options.set(process.argv[k].replace(/^--/, ""), process.argv[k + 1]);
const seconds = Number(options.get("seconds") ?? 60);
const only = options.get("only")?.split(",");
const nameOf = (file) => file.replace(/^.*\/|\.tck$/g, "");
const tck = process.env.TCK_REACH;

/** Ours, and TChecker's name for the same. */
const PAIRS = [
  ["extra-lu", "covreach"],
  ["alu", "aLU-covreach"],
  ["local-time", "concur19"],
];

function timed(command) {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `time -p timeout ${seconds + 20} ${command}`], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const spent = (name) => Number(new RegExp(`^${name} ([0-9.]+)$`, "m").exec(stderr)?.[1] ?? Number.NaN);
  return { stdout, status, cpu: spent("user") + spent("sys") };
}

function ours(file, abstraction) {
  const command = `node "${tracehound}" explore "${file}" --abstraction ${abstraction} --time ${seconds} --json`;
  const { stdout, cpu } = timed(command);
  const { because, statistics } = JSON.parse(stdout);
  if (because === undefined) return { visited: statistics.explored, text: String(statistics.explored), cpu };
  return { text: because === "not-supported" ? "refused" : because };
}

function theirs(file, recorded, algorithm) {
  if (tck === undefined || !existsSync(tck)) {
    const row = recorded.find((one) => one.algorithm === algorithm);
    return row === undefined ? { text: "–" } : { visited: row.visited, text: String(row.visited) };
  }
  const { stdout, status, cpu } = timed(`"${tck}" -a ${algorithm} -s bfs "${file}"`);
  const visited = Number(/^VISITED_STATES (\d+)/m.exec(stdout)?.[1]);
  if (status === 0 && visited > 0) return { visited, text: String(visited), cpu };
  return { text: status === 124 ? "time" : "refused" };
}

const best = (list) => Math.min(...list.map(({ visited }) => visited ?? Number.POSITIVE_INFINITY));
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

const table = join(models, "expected-tchecker.json");
if (!existsSync(table)) console.log("the models beside the project are not here; nothing to measure");
else {
  const recorded = JSON.parse(readFileSync(table, "utf8")).tchecker.filter(({ labels }) => labels.length === 0);
  row(["model", ...PAIRS.flat(), "best", "CPU s, local time", "concur19", "ratio"]);
  row(Array(11).fill("---"));
  for (const file of new Set(recorded.map((one) => one.file))) {
    if (only !== undefined && !only.includes(nameOf(file))) continue;
    const path = join(models, file);
    const rows = recorded.filter((one) => one.file === file);
    const mine = PAIRS.map(([name]) => ours(path, name));
    // What we refuse because it would not be sound is shown, but not compared with.
    const other = PAIRS.map(([, algorithm], k) => {
      const run = theirs(path, rows, algorithm);
      return mine[k].text === "refused" && run.visited !== undefined ? { text: `(${run.text})` } : run;
    });
    const verdict = best(mine) < best(other) ? "fewer" : best(mine) === best(other) ? "equal" : "MORE";
    const [mineCpu, otherCpu] = [mine[2].cpu, other[2].cpu];
    row([
      nameOf(file),
      ...PAIRS.flatMap((_, k) => [mine[k].text, other[k].text]),
      verdict,
      mineCpu?.toFixed(2) ?? "–",
      otherCpu?.toFixed(2) ?? "–",
      mineCpu === undefined || otherCpu === undefined ? "–" : `${(otherCpu / mineCpu).toFixed(1)} ×`,
    ]);
  }
}
