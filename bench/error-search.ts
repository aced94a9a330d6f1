// The public models with errors (`../shared/models/uppaal-models/error-search`), with no option but a time limit: how
// long until a replayed trace is there, which member of the portfolio found it, and how long it is.
//
//   npm run bench -- error-search [--seed N] [--time SECONDS] [--only TEXT]

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { type Cell, firstAnswer, printHead, printRow } from "./measure.ts";
import { COMMAND, ERROR_MODELS } from "./places.ts";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, time: { type: "string" }, only: { type: "string", default: "" } },
});

if (!existsSync(ERROR_MODELS)) process.stdout.write("the models of ../shared are not here: nothing to measure\n");
else {
  process.stdout.write(`seed ${values.seed}, ${cpus().length} cores, node ${process.version}\n\n`);
  printHead(["model", "seconds", "answered by", "length"]);
  const models = readdirSync(ERROR_MODELS).filter((name) => name.endsWith(".xml") && name.includes(values.only));
  for (const name of models) printRow([name, ...(await measure(name))]);
}

/** Seconds from start to end of the process, who answered, and how many transitions the trace has. */
async function measure(name: string): Promise<Cell[]> {
  const limit = values.time ?? (name.startsWith("Herschel") ? "600" : "60");
  const start = performance.now();
  const asked = ["check", join(ERROR_MODELS, name), "--query", "1", "--seed", values.seed];
  const args = [COMMAND, ...asked, "--time", limit, "--json"];
  // Exit codes other than 0 are answers too, and come with what was printed.
  const output = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 }).catch(
    (failure: { stdout: string; stderr: string }) => failure,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!output.stdout) return [seconds, `failed: ${output.stderr.split("\n").at(-2)}`, "–"];
  const { verdict, because, trace, statistics } = firstAnswer(output.stdout);
  const answer = verdict === "satisfied" ? (statistics.answeredBy ?? "") : `not found: ${because}`;
  return [seconds, answer, trace?.length ?? "–"];
}
