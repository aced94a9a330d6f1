// What `check` does by itself, no options but a limit: the public models with errors, and members of the families that
// nothing was tuned on, at three times the size of the public ones where there are such. Processor time of the whole
// process, who answered, what the directed member's estimate said at first and at best, how long the trace is, how much
// of the time went into presenting it (making it shorter and exact), and how much elsewhere than into members:
// starting, reading, printing.
//
//   npm run bench -- default [--time SECONDS] [--only TEXT] [--seed N]

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Cell, firstAnswer, printHead, printRow, timed } from "./measure.ts";
import { generate } from "./models.ts";
import { COMMAND, ERROR_MODELS } from "./places.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    time: { type: "string", default: "60" },
    only: { type: "string", default: "" },
  },
});

/** Family, size, and the variant where it is not the first. */
const GENERATED: readonly (readonly [family: string, size: number, variant?: string])[] = [
  ["csmacd", 60],
  ["fischer", 45],
  ["milner", 300],
  ["train-gate", 600],
  ["leader", 6],
  ["leader", 5, "pool"],
  ["leader", 6, "pool"],
  ["gossip", 9],
];

process.stdout.write(
  `seed ${values.seed}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}, node ${process.version}\n\n`,
);
printHead(["model", "processor seconds", "answered by", "first", "best", "length", "presenting", "outside members"]);
const folder = mkdtempSync(join(tmpdir(), "default-"));
try {
  for (const name of existsSync(ERROR_MODELS) ? readdirSync(ERROR_MODELS) : []) {
    if (name.endsWith(".xml")) measure(name.replace(".xml", ""), join(ERROR_MODELS, name));
  }
  for (const [family, size, variant] of GENERATED) {
    const name = [family, variant, size].filter((part) => part !== undefined).join(" ");
    if (!name.includes(values.only)) continue;
    const path = join(folder, `${name.replaceAll(" ", "-")}.xml`);
    writeFileSync(path, generate(family, variant === undefined ? { size } : { size, variant }));
    measure(name, path);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function measure(name: string, path: string): void {
  if (!name.includes(values.only)) return;
  const limit = name.startsWith("Herschel") ? 2 * Number(values.time) : values.time;
  const asked = `check '${path}' --query 1 --seed ${values.seed} --time ${limit} --json`;
  const { stdout, cpu } = timed(`'${process.execPath}' '${COMMAND}' ${asked} 2>/dev/null`);
  printRow([name, cpu.toFixed(1), ...cellsOf(stdout, cpu)]);
}

function cellsOf(stdout: string, cpu: number): Cell[] {
  if (stdout === "") return ["failed", "–", "–", "–", "–", "–"];
  const { verdict, because, trace, statistics } = firstAnswer(stdout);
  const { members = [], answeredBy } = statistics;
  const [estimate] = members.flatMap(({ estimates = [] }) => estimates);
  const shown = (value: number | null | undefined): Cell => (value === undefined ? "–" : (value ?? "∞"));
  const within = members.length === 0 ? statistics.cpuSeconds : sum(members.map(({ cpuSeconds = 0 }) => cpuSeconds));
  const answer = verdict === "unknown" ? `not found: ${because}` : (answeredBy ?? "bfs").replace(/, seed.*?\)/, ")");
  const share = (seconds: number): Cell => `${Math.max(0, Math.round((100 * seconds) / cpu))} %`;
  const presenting = share(statistics.evidenceSeconds ?? 0);
  const outside = share(cpu - within);
  return [answer, shown(estimate?.first), shown(estimate?.least), trace?.length ?? "–", presenting, outside];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
