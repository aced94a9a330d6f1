// Writes the tables of RESULTS.md that come from `bench/baselines`.
//
//   npm run bench -- results

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBaselines } from "./baseline-tables.ts";
import { ROOT } from "./places.ts";

const BENCH = join(ROOT, "bench");

const results = join(BENCH, "RESULTS.md");
writeFileSync(
  results,
  withBaselines(readFileSync(results, "utf8"), (file) => readFileSync(join(BENCH, "baselines", file), "utf8")),
);
console.log(`${results} has the tables of the runs in ${join(BENCH, "baselines")}`);
