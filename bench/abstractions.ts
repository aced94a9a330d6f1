// The three abstractions for reachability on the TChecker files beside the project: states explored, ours beside
// TChecker's own three algorithms (run live where TCK_REACH names a tck-reach, else the counts that lie with the
// models), and the CPU time of local time, whole commands. "refused": the model shares clocks or variables, or the
// like.
//
//   TCK_REACH=…/tck-reach npm run bench -- abstractions [--seconds 60] [--only csmacd_10,fddi_10]

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CheckStatistics } from "@tracehound/core";
import { printHead, printRow, timed } from "./measure.ts";
import { COMMAND, SHARED_MODELS } from "./places.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" }, only: { type: "string" } } });
const seconds = Number(values.seconds);
const only = values.only?.split(",");
const nameOf = (file: string): string => file.replace(/^.*\/|\.tck$/g, "");
const tck = process.env.TCK_REACH;

/** Ours, and TChecker's name for the same. */
const PAIRS = [
  { ours: "extra-lu", theirs: "covreach" },
  { ours: "alu", theirs: "aLU-covreach" },
  { ours: "local-time", theirs: "concur19" },
] as const;

/** What one tool did with one file; without `visited`, `text` says why not. */
interface Run {
  readonly text: string;
  readonly visited?: number;
  readonly cpu?: number;
}

/** A run of TChecker whose count lies with the models. */
interface Recorded {
  readonly file: string;
  readonly algorithm: string;
  readonly visited: number;
  readonly labels: readonly string[];
}

function ours(file: string, abstraction: string): Run {
  const command = `timeout ${seconds + 20} node "${COMMAND}" explore "${file}" --abstraction ${abstraction} --time ${seconds} --json`;
  const { stdout, cpu } = timed(command);
  const { because, statistics } = JSON.parse(stdout) as { because?: string; statistics: CheckStatistics };
  if (because === undefined) return { visited: statistics.explored, text: String(statistics.explored), cpu };
  return { text: because === "not-supported" ? "refused" : because };
}

function theirs(file: string, recorded: readonly Recorded[], algorithm: string): Run {
  if (tck === undefined || !existsSync(tck)) {
    const row = recorded.find((one) => one.algorithm === algorithm);
    return row === undefined ? { text: "–" } : { visited: row.visited, text: String(row.visited) };
  }
  const { stdout, status, cpu } = timed(`timeout ${seconds + 20} "${tck}" -a ${algorithm} -s bfs "${file}"`);
  const visited = Number(/^VISITED_STATES (\d+)/m.exec(stdout)?.[1]);
  if (status === 0 && visited > 0) return { visited, text: String(visited), cpu };
  return { text: status === 124 ? "time" : "refused" };
}

const best = (list: readonly Run[]): number =>
  Math.min(...list.map(({ visited }) => visited ?? Number.POSITIVE_INFINITY));

const table = join(SHARED_MODELS, "expected-tchecker.json");
if (!existsSync(table)) console.log("the models beside the project are not here; nothing to measure");
else {
  const all = JSON.parse(readFileSync(table, "utf8")) as { tchecker: readonly Recorded[] };
  const recorded = all.tchecker.filter(({ labels }) => labels.length === 0);
  const pairs = PAIRS.flatMap((pair) => [pair.ours, pair.theirs]);
  printHead(["model", ...pairs, "best", "CPU s, local time", "concur19", "ratio"]);
  for (const file of new Set(recorded.map((one) => one.file))) {
    if (only !== undefined && !only.includes(nameOf(file))) continue;
    const path = join(SHARED_MODELS, file);
    const rows = recorded.filter((one) => one.file === file);
    const mine = PAIRS.map((pair) => ours(path, pair.ours));
    // What we refuse because it would not be sound is shown, but not compared with.
    const other = PAIRS.map((pair, k): Run => {
      const run = theirs(path, rows, pair.theirs);
      return mine[k]!.text === "refused" && run.visited !== undefined ? { text: `(${run.text})` } : run;
    });
    const verdict = best(mine) < best(other) ? "fewer" : best(mine) === best(other) ? "equal" : "MORE";
    const [mineCpu, otherCpu] = [mine[2]!.cpu, other[2]!.cpu];
    printRow([
      nameOf(file),
      ...PAIRS.flatMap((_, k) => [mine[k]!.text, other[k]!.text]),
      verdict,
      mineCpu?.toFixed(2) ?? "–",
      otherCpu?.toFixed(2) ?? "–",
      mineCpu === undefined || otherCpu === undefined ? "–" : `${(otherCpu / mineCpu).toFixed(1)} ×`,
    ]);
  }
}
