// Tens of thousands of random networks: every query through the whole of `check`, and the reachable locations and
// values of both engines with every abstraction, held against the oracle. Prints what was counted and the seeds of
// wrong answers; ends with 1 when there are any.
//
//   npm run build && node bench/random-networks.js [--from 0] [--count 20000] [--abstractions auto,extra-lu,extra-m,alu]

import { checkQueries, featuresOf } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  expectedAnswers,
  judge,
  randomTrial,
  reachedDiscrete,
} from "@tracehound/core/testing";

const options = new Map();
for (let k = 2; k < process.argv.length; k += 2) options.set(process.argv[k].replace(/^--/, ""), process.argv[k + 1]);
const from = Number(options.get("from") ?? 0);
const count = Number(options.get("count") ?? 20_000);
const abstractions = (options.get("abstractions") ?? "auto,extra-lu,extra-m,alu").split(",");

const environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};

const judgements = { right: 0, wrong: 0, unknown: 0, undecided: 0 };
const satisfied = {};
const unknownBecause = {};
const features = {};
const add = (table, key, by = 1) => {
  table[key] = (table[key] ?? 0) + by;
};
let tooLarge = 0;
let judged = 0;
let oracleStates = 0;
const explorations = {};
let wrongExplorations = 0;
const started = performance.now();

for (let seed = from; seed < from + count; seed++) {
  const trial = randomTrial(seed);
  const expected = expectedAnswers(trial);
  if (expected === undefined) {
    tooLarge++;
    continue;
  }
  judged++;
  oracleStates += expected.oracle.states;
  for (const feature of featuresOf(trial.network)) add(features, feature);
  for (const [k, answer] of expected.answers.entries()) add(satisfied, `${k} ${trial.queries[k].kind}`, answer ? 1 : 0);
  for (const abstraction of abstractions) {
    await judgeQueries(trial, expected, abstraction);
    if (abstraction !== "auto" && expected.oracle.exact) explore(trial, expected.oracle, abstraction);
  }
  if (judged % 1000 === 0) process.stderr.write(`${judged} networks, ${judgements.wrong} wrong answers\n`);
}

async function judgeQueries(trial, expected, abstraction) {
  const context = { network: trial.network, options: { abstraction, limits: { seconds: 20 } }, environment };
  const results = await checkQueries(context, trial.queries);
  for (const [k, { query, verdict }] of results.entries()) {
    const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
    const judgement = judge(expected.oracle, query, expected.answers[k], answered);
    judgements[judgement]++;
    if (judgement === "wrong") {
      console.log(`WRONG: seed ${trial.seed}, ${abstraction}, query ${k} (${query.kind}): ${verdict.kind}`);
    }
    if (verdict.kind === "unknown") {
      const where = expected.oracle.exact ? "" : ", stopwatches";
      add(unknownBecause, `${abstraction}: ${verdict.because}${where}`);
    }
  }
}

/** Both engines, where the compiled one covers the network. */
function explore(trial, oracle, abstraction) {
  const chosen = chooseAbstraction(trial.network, [], abstraction);
  if (!chosen.ok) return;
  const { bounds } = chosen.value;
  const setup = { targets: [], abstraction, subsumption: "inclusion" };
  const reference = createReferenceEngine(trial.network, { ...setup, bounds: boundsByVector(bounds) });
  const compiled = createCompiledEngine(trial.network, { ...setup, bounds });
  const engines = "unsupported" in compiled ? [reference] : [reference, compiled];
  const states = oracle.discreteStates();
  for (const engine of engines) {
    const reached = reachedDiscrete(engine);
    if (reached === undefined) continue;
    add(explorations, engine.name);
    if (reached.size === states.size && [...reached].every((state) => states.has(state))) continue;
    wrongExplorations++;
    const what = `seed ${trial.seed}, ${engine.name}, ${abstraction}`;
    console.log(`WRONG: ${what}: reaches ${reached.size} discrete states, not ${states.size}`);
  }
}

const percent = (table) =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, `${((100 * value) / judged).toFixed(1)} %`]));
console.log({
  networks: judged,
  tooLarge,
  oracleStates,
  answers: judgements,
  explorations,
  wrongExplorations,
  seconds: Math.round((performance.now() - started) / 1000),
});
console.log("satisfied", percent(satisfied));
console.log("features", percent(features));
console.log("unknown", unknownBecause);
process.exitCode = judgements.wrong + wrongExplorations === 0 ? 0 : 1;
