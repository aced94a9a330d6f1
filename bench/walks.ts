// Steps of random walks per second of processor time, from the initial state and towards nothing, so that they never end:
// the public models with errors, and the leader election with a pool of messages.
//
//   npm run bench -- walks [MODEL …] [--seconds 1] [--seed 1]

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { RandomWalk } from "@tracehound/core/testing";
import { cpuSeconds, printHead, printRow } from "./measure.ts";
import { generate, readNetwork } from "./models.ts";
import { ERROR_MODELS } from "./places.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "1" }, seed: { type: "string", default: "1" } },
});
const CHOICES = ["rlc", "ret"] as const;
const NOWHERE = { formula: { kind: "data", condition: { kind: "constant", value: 0 } }, frameSize: 0 } as const;

printHead(["model", "processes", ...CHOICES.flatMap((choice) => [`${choice}: steps per second`, "first step (ms)"])]);
for (const model of positionals.length > 0 ? positionals : [...sharedModels(), "pool-5"]) measure(model);

function sharedModels(): string[] {
  if (!existsSync(ERROR_MODELS)) return [];
  return readdirSync(ERROR_MODELS)
    .filter((name) => name.endsWith(".xml"))
    .map((name) => join(ERROR_MODELS, name));
}

function measure(model: string): void {
  const pool = /^pool-(\d+)$/.exec(model)?.[1];
  const content =
    pool === undefined ? readFileSync(model, "utf8") : generate("leader", { size: Number(pool), variant: "pool" });
  const network = readNetwork({ name: basename(model), content });
  const cells = CHOICES.flatMap((choice) => {
    const begun = cpuSeconds();
    const walk = new RandomWalk(network, NOWHERE, { choice, seed: Number(values.seed), depth: 256 });
    walk.step();
    const start = cpuSeconds();
    let steps = 0;
    // Looking at the clock takes as long as many steps.
    for (let block = 64; cpuSeconds() - start < Number(values.seconds); block *= 2) {
      const end = steps + block;
      for (; steps < end; steps++) walk.step();
    }
    const rate = Math.round(steps / (cpuSeconds() - start));
    return [rate.toLocaleString("en"), (1000 * (start - begun)).toFixed(0)];
  });
  printRow([basename(model, ".xml"), network.processes.length, ...cells]);
}
