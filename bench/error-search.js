// The public models with errors (`../shared/models/uppaal-models/error-search`), with no option but a time limit: how
// long until a replayed trace is there, which member of the portfolio found it, and how long it is. Run from the root:
//   npm run bench -- error-search [--seed N] [--time SECONDS] [--only TEXT]

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs, promisify } from "node:util";

const folder = new URL("../../shared/models/uppaal-models/error-search/", import.meta.url);
const command = new URL("../packages/cli/bin/tracehound.js", import.meta.url).pathname;
const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, time: { type: "string" }, only: { type: "string", default: "" } },
});

if (!existsSync(folder)) process.stdout.write("the models of ../shared are not here: nothing to measure\n");
else {
  process.stdout.write(`seed ${values.seed}, ${cpus().length} cores, node ${process.version}\n\n`);
  process.stdout.write("| model | seconds | answered by | length |\n|---|---|---|---|\n");
  const models = readdirSync(folder).filter((name) => name.endsWith(".xml") && name.includes(values.only));
  for (const name of models) process.stdout.write(`| ${name} | ${(await measure(name)).join(" | ")} |\n`);
}

/** Seconds from start to end of the process, who answered, and how many transitions the trace has. */
async function measure(name) {
  const limit = values.time ?? (name.startsWith("Herschel") ? "600" : "60");
  const start = performance.now();
  const args = [
    "check",
    new URL(name, folder).pathname,
    "--query",
    "1",
    "--time",
    limit,
    "--seed",
    values.seed,
    "--json",
  ];
  const output = await promisify(execFile)(process.execPath, [command, ...args], { maxBuffer: 2 ** 30 }).catch(
    (e) => e,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!output.stdout) return [seconds, `failed: ${output.stderr.split("\n").at(-2)}`, "–"];
  const { verdict, because, trace, statistics } = JSON.parse(output.stdout).results[0];
  return [seconds, verdict === "satisfied" ? statistics.answeredBy : `not found: ${because}`, trace?.length ?? "–"];
}
