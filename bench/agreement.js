// The compiled engine against the reference engine, state by state, on thousands of random networks: same candidates,
// same transitions, same ids, same zones byte by byte, same targets. Prints what was counted and the seeds of
// differences; ends with 1 when there are any. Networks take turns at the ways to use the seam; `--all 1` tries every
// network in every way.
//
//   npm run bench -- agreement [--from 0] [--count 10000] [--all 1]

import { compareOnRandomNetwork, ENGINE_COMPARISONS } from "@tracehound/core/testing";

const options = new Map();
for (let at = 2; at < process.argv.length; at += 2) {
  options.set(process.argv[at].replace(/^--/, ""), Number(process.argv[at + 1]));
}
const from = options.get("from") ?? 0;
const count = options.get("count") ?? 10_000;
const all = (options.get("all") ?? 0) !== 0;

const rows = ENGINE_COMPARISONS.map(({ name }) => ({ name, agreed: 0, different: 0, states: 0, refused: new Map() }));
const started = process.cpuUsage().user;
for (let seed = from; seed < from + count; seed++) {
  for (const [at, comparison] of ENGINE_COMPARISONS.entries()) {
    if (!all && at !== seed % ENGINE_COMPARISONS.length) continue;
    const row = rows[at];
    const outcome = compareOnRandomNetwork(seed, comparison);
    if (outcome.kind === "unsupported") row.refused.set(outcome.feature, (row.refused.get(outcome.feature) ?? 0) + 1);
    else row[outcome.kind]++;
    if (outcome.kind === "agreed") row.states += outcome.states;
    if (outcome.kind === "different") console.log(`DIFFERENT: seed ${seed}, ${row.name}: ${outcome.where}`);
  }
  if ((seed - from) % 500 === 499) process.stderr.write(`${seed - from + 1} networks\n`);
}

console.log("| comparison | agreed | different | states | not compiled |\n|---|---|---|---|---|");
for (const { name, agreed, different, states, refused } of rows) {
  const reasons = [...refused].map(([feature, times]) => `${feature}: ${times}`).join("; ");
  console.log(`| ${name} | ${agreed} | ${different} | ${states} | ${reasons || "–"} |`);
}
console.log(`${Math.round((process.cpuUsage().user - started) / 1e6)} s of CPU`);
process.exitCode = rows.some(({ different }) => different > 0) ? 1 : 0;
