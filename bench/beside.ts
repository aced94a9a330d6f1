// Estimates side by side with another build: both are asked for the same states of seeded random walks, each state
// once, from the first one on, in a process of their own and by turns. So nothing is warm that would not be warm in a
// search, and what else the machine does at the time falls on both.
//
//   npm run bench -- beside ROOT [MODEL …] [--states 1500] [--seed 1] [--heuristic 'hU()'] [--rounds 3] [--seconds 30]
//
// ROOT: another clone of the repository, built (`npx tsc -b packages/core` is enough). The ratio is this build's rate
// over the other's, round by round, on the states that both get through in their time; those whose values differ are
// counted.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cpuSeconds, median, printHead, printRow } from "./measure.ts";
import { readNetwork } from "./models.ts";
import { ROOT } from "./places.ts";
import { errorModels, fileOf, firstSought, walkedStates } from "./walked-states.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: "string", default: "1500" },
    seed: { type: "string", default: "1" },
    heuristic: { type: "string", default: "hU()" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "30" },
    /** The process that asks one build: a file with what it is asked. */
    ask: { type: "string" },
  },
});

/** What one build is asked, as JSON. */
interface Question {
  readonly model: string;
  readonly content: string;
  readonly heuristic: string;
  readonly seconds: number;
  readonly states: readonly { readonly locations: readonly number[]; readonly cells: readonly number[] }[];
}

interface Asked {
  /** Processor seconds of the first estimate, preparation included; then after every so many states. */
  readonly first: number;
  readonly after: readonly number[];
  /** −1: Infinity. */
  readonly values: readonly number[];
}

/** States between two looks at the clock. */
const LAP = 50;

if (options.ask !== undefined) await answer(positionals[0]!, options.ask);
else compare();

/** Asks one build, and writes what it says. */
async function answer(root: string, file: string): Promise<void> {
  const { model, content, heuristic, seconds, states } = JSON.parse(readFileSync(file, "utf8")) as Question;
  const core = (await import(
    pathToFileURL(join(root, "packages/core/dist/index.js")).href
  )) as typeof import("@tracehound/core");
  const { network } = core.loadModel({ name: model, content }, { lints: false });
  const { formula, frameSize } = firstSought(network!);
  const configured = core.configure(core.heuristics, heuristic);
  if (!configured.ok) throw new Error(configured.diagnostics[0]!.message);
  const views = states.map(({ locations, cells }) => ({
    locations: Int32Array.from(locations),
    cells: Int32Array.from(cells),
  }));
  const begun = cpuSeconds();
  const estimate = configured.value.create({ network: network!, target: formula, frameSize });
  estimate.estimate(views[0]!);
  const start = cpuSeconds();
  const after: number[] = [];
  const values: number[] = [];
  for (const view of views) {
    const value = estimate.estimate(view);
    values.push(Number.isFinite(value) ? value : -1);
    if (values.length % LAP !== 0) continue;
    after.push(cpuSeconds() - start);
    if (after.at(-1)! > seconds) break;
  }
  process.stdout.write(JSON.stringify({ first: start - begun, after, values } satisfies Asked));
}

function compare(): void {
  const [other, ...models] = positionals;
  if (other === undefined) throw new Error("which other build? npm run bench -- beside ROOT");
  const folder = mkdtempSync(join(tmpdir(), "beside-"));
  printHead([
    "model",
    "states",
    "other (1/s)",
    "this (1/s)",
    "ratio, median (least to greatest)",
    "first, other (ms)",
    "this (ms)",
    "different values",
  ]);
  try {
    for (const model of models.length > 0 ? models : [...errorModels(), "pool-5"]) {
      compareOn(model, resolve(other), join(folder, "question.json"));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compareOn(model: string, other: string, question: string): void {
  const file = fileOf(model);
  const network = readNetwork(file);
  const { states } = walkedStates(network, firstSought(network), {
    wanted: Number(options.states),
    seed: Number(options.seed),
  });
  const plain = states.map(({ locations, cells }) => ({ locations: Array.from(locations), cells: Array.from(cells) }));
  const { heuristic, seconds } = options;
  const content = file.content.toString();
  const asked: Question = { model: file.name, content, heuristic, seconds: Number(seconds), states: plain };
  writeFileSync(question, JSON.stringify(asked));
  const rounds = Array.from({ length: Number(options.rounds) }, () => {
    const [theirs, ours] = [ask(other, question), ask(ROOT, question)];
    const laps = Math.min(theirs.after.length, ours.after.length);
    const rate = ({ after }: Asked): number => (laps * LAP) / after[laps - 1]!;
    const both = theirs.values.slice(0, ours.values.length);
    const different = both.filter((value, at) => value !== ours.values[at]).length;
    return { theirs, ours, laps, rates: [rate(theirs), rate(ours)] as const, different };
  });
  const ratios = rounds.map(({ rates: [theirs, ours] }) => ours / theirs);
  const all = (number: (round: (typeof rounds)[number]) => number): string =>
    Math.round(median(rounds.map(number))).toLocaleString("en");
  printRow([
    basename(model).replace(".xml", ""),
    LAP * Math.min(...rounds.map(({ laps }) => laps)),
    all(({ rates }) => rates[0]),
    all(({ rates }) => rates[1]),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    all(({ theirs }) => 1000 * theirs.first),
    all(({ ours }) => 1000 * ours.first),
    Math.max(...rounds.map(({ different }) => different)),
  ]);
}

/** The bundle starts itself, so that each build has a process of its own. */
function ask(root: string, question: string): Asked {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(ROOT, "bench/dist/run.js"), "beside", root, "--ask", question],
    {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (status !== 0) throw new Error(`the build in ${root} failed`);
  return JSON.parse(stdout) as Asked;
}
