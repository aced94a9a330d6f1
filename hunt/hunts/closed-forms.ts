// Random runs against closed forms, 100,000 of them per question: within four standard errors, exactly where nothing
// varies. Each seed is another set of runs; a row that is off once in a thousand seeds is chance, one that is off often
// is not.

import { existsSync, readFileSync } from "node:fs";
import { loadModel, type QueryOf } from "@tracehound/core";
import { CLOSED_FORMS, deviationOf, withQuery } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

const FOLDER = "../shared/smc-cases";
const RUNS = 100_000;

export const closedForms: Claim = {
  what: "random runs meet the closed forms of the models beside the project, within four standard errors",
  seeds: CLOSED_FORMS.length,
  inTests: 0,
  // Equations are integrated in small steps.
  secondsPerSeed: 900,
  async run(seed, seen) {
    if (!existsSync(FOLDER)) return;
    const row = CLOSED_FORMS[seed % CLOSED_FORMS.length]!;
    const content = withQuery(readFileSync(`${FOLDER}/${row.file}.xml`, "utf8"), row.query);
    const query = loadModel({ name: "model.xml", content }).network!.queries[0] as QueryOf<"statistical">;
    const { estimate, errors } = deviationOf(query, row.value, row.within === undefined ? RUNS : 10, 1 + seed);
    seen.count("questions");
    const isOff = row.exact
      ? estimate !== row.value
      : row.within === undefined
        ? Math.abs(errors) > 4
        : Math.abs(estimate - row.value) > row.within;
    if (isOff)
      seen.report(`${row.file}: ${row.query} is ${row.value}, estimated ${estimate} (${errors} standard errors)`);
  },
};
