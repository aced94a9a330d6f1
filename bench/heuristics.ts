// Estimates per second (of processor time) on fixed states: those of seeded random walks from the initial state, the
// same ones before and after a change. The checksum is over all values, so that equal columns mean equal estimates.
//
//   npm run bench -- heuristics [MODEL …] [--states 200] [--seed 1] [--heuristics 'hL() hU()'] [--seconds 10]
//
// Without models: the shared ones with errors, where they are, and the leader election with a pool of messages.

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { configure, heuristics } from "@tracehound/core";
import { cpuMilliseconds, printHead, printRow, unwrap } from "./measure.ts";
import { readNetwork } from "./models.ts";
import { errorModels, fileOf, firstSought, walkedStates } from "./walked-states.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    heuristics: { type: "string", default: "hL() hU() hadd()" },
    seconds: { type: "string", default: "10" },
  },
});

printHead([
  "model",
  "heuristic",
  "first (ms), preparation included",
  "states",
  "estimates per second",
  "expansions per estimate",
  "checksum",
]);
for (const model of positionals.length > 0 ? positionals : [...errorModels(), "pool-5"]) measure(model);

function measure(model: string): void {
  const network = readNetwork(fileOf(model));
  const query = firstSought(network);
  const problem = { network, target: query.formula, frameSize: query.frameSize };
  const { states, rate } = walkedStates(network, query, { wanted: Number(values.states), seed: Number(values.seed) });
  for (const spec of values.heuristics.split(" ")) {
    const start = cpuMilliseconds();
    const heuristic = unwrap(configure(heuristics, spec)).create(problem);
    heuristic.estimate(states[0]!);
    const first = cpuMilliseconds();
    let sum = 0;
    let count = 0;
    // At least half a second, so that what is quick is measured warm: states are then gone through again.
    for (let seconds = 0; seconds < Number(values.seconds) && (count < states.length || seconds < 0.5); ) {
      const value = heuristic.estimate(states[count % states.length]!);
      if (count < states.length) sum = (Math.imul(sum, 31) + (Number.isFinite(value) ? value : -1)) | 0;
      // Looking at the clock takes as long as some estimates.
      if (++count % 16 === 0 || count < 64) seconds = (cpuMilliseconds() - first) / 1000;
    }
    const perSecond = count / ((cpuMilliseconds() - first) / 1000);
    printRow([
      basename(model).replace(".xml", ""),
      spec,
      (first - start).toFixed(0),
      count,
      perSecond < 10 ? perSecond.toFixed(2) : Math.round(perSecond).toLocaleString("en"),
      (rate / perSecond).toFixed(rate / perSecond < 10 ? 1 : 0),
      (sum >>> 0).toString(16),
    ]);
  }
}
