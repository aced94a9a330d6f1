// Steps of random walks per second of processor time, from the initial state and towards nothing, so that they never
// end: the public models with errors, and the leader election with a pool of messages. Every rate is measured in a
// process of its own.
//
//   npm run bench -- walks [MODEL …] [--seconds 2] [--seed 1]
//   npm run bench -- walks [MODEL …] --beside FOLDER [--rounds 2]
//
// FOLDER is another clone of this repository after `npx tsc -b packages/core`: both are measured by turns, the better
// of the rounds counts for each, and the ratio is that of now to then.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cpuSeconds, median, printHead, printRow } from "./measure.ts";
import { generate } from "./models.ts";
import { ERROR_MODELS, ROOT } from "./places.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "2" },
    beside: { type: "string" },
    /** For the processes that measure: the clone and the choice. */
    build: { type: "string" },
    choice: { type: "string" },
  },
});
const CHOICES = ["rlc", "ret"] as const;
const NOWROOT = { formula: { kind: "data", condition: { kind: "constant", value: 0 } }, frameSize: 0 } as const;

interface Measured {
  readonly processes: number;
  readonly stepsPerSecond: number;
  readonly milliseconds: number;
}

if (values.build !== undefined) {
  process.stdout.write(JSON.stringify(await measure(values.build, positionals[0]!)));
} else {
  const models = positionals.length > 0 ? positionals : [...sharedModels(), "pool-5"];
  if (values.beside === undefined) alone(models);
  else compare(models, resolve(values.beside));
}

function sharedModels(): string[] {
  if (!existsSync(ERROR_MODELS)) return [];
  return readdirSync(ERROR_MODELS)
    .filter((name) => name.endsWith(".xml"))
    .map((name) => join(ERROR_MODELS, name));
}

function alone(models: readonly string[]): void {
  printHead(["model", "processes", ...CHOICES.flatMap((choice) => [`${choice}: steps per second`, "first step (ms)"])]);
  for (const model of models) {
    const [rlc, ret] = CHOICES.map((choice) => inItsOwnProcess(ROOT, model, choice));
    const cells = [rlc!, ret!].flatMap((one) => [inThousands(one.stepsPerSecond), one.milliseconds]);
    printRow([basename(model, ".xml"), rlc!.processes, ...cells]);
  }
}

function compare(models: readonly string[], beside: string): void {
  const ratios = CHOICES.map((): number[] => []);
  printHead(["model", "processes", ...CHOICES.flatMap((choice) => [`${choice} then`, `${choice} now`, ""])]);
  for (const model of models) {
    let processes = 0;
    const cells = CHOICES.flatMap((choice, at) => {
      let [then, now] = [0, 0];
      for (let round = 0; round < Number(values.rounds); round++) {
        then = Math.max(then, inItsOwnProcess(beside, model, choice).stepsPerSecond);
        const ours = inItsOwnProcess(ROOT, model, choice);
        now = Math.max(now, ours.stepsPerSecond);
        processes = ours.processes;
      }
      ratios[at]!.push(now / then);
      return [inThousands(then), inThousands(now), `${(now / then).toFixed(1)} ×`];
    });
    printRow([basename(model, ".xml"), processes, ...cells]);
  }
  printRow(["median", "", ...ratios.flatMap((all) => ["", "", `${median(all).toFixed(2)} ×`])]);
}

function inThousands(rate: number): string {
  return Math.round(rate).toLocaleString("en");
}

function inItsOwnProcess(build: string, model: string, choice: string): Measured {
  const own = ["walks", model, "--build", build, "--choice", choice];
  const args = [`${ROOT}bench/dist/run.js`, ...own];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...args, "--seconds", values.seconds, "--seed", values.seed],
    { encoding: "utf8" },
  );
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

/** By the library of that clone; the two modules have been where they are since before the first baseline. */
async function measure(build: string, model: string): Promise<Measured> {
  const load = (path: string) => import(pathToFileURL(join(build, "packages/core/dist", path)).href);
  const { loadModel } = (await load("index.js")) as typeof import("@tracehound/core");
  const { RandomWalk } = (await load("walk/index.js")) as typeof import("../packages/core/src/walk/index.ts");
  const pool = /^pool-(\d+)$/.exec(model)?.[1];
  const content =
    pool === undefined ? readFileSync(model, "utf8") : generate("leader", { size: Number(pool), variant: "pool" });
  const { network } = loadModel({ name: basename(model), content }, { lints: false });
  if (network === null) throw new Error(`${model} cannot be read`);
  const begun = cpuSeconds();
  const choice = values.choice as (typeof CHOICES)[number];
  const walk = new RandomWalk(network, NOWROOT, { choice, seed: Number(values.seed), depth: 256 });
  walk.step();
  const start = cpuSeconds();
  let steps = 0;
  // Looking at the clock takes as long as many steps.
  for (let block = 64; cpuSeconds() - start < Number(values.seconds); block = Math.min(2 * block, 1 << 14)) {
    const end = steps + block;
    for (; steps < end; steps++) walk.step();
  }
  return {
    processes: network.processes.length,
    stepsPerSecond: steps / (cpuSeconds() - start),
    milliseconds: Math.round(1000 * (start - begun)),
  };
}
