// Random runs against closed forms, on the models that were written for it (they lie beside the project): within four
// standard errors, and exactly where there is nothing to vary. `npm run hunt -- closed-forms` does the same with
// 100,000 runs each.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadModel } from "../../src/lang/load.ts";
import type { QueryOf } from "../../src/network/index.ts";
import { CLOSED_FORMS, deviationOf, withQuery } from "../../src/testing/closed-forms.ts";

/** Asked by hand: the file need not have it. */
function questionIn(content: string, text: string): QueryOf<"statistical"> {
  const { network } = loadModel({ name: "model.xml", content: withQuery(content, text) });
  if (network === null) throw new Error("the model cannot be read");
  const [query] = network.queries;
  if (query === undefined || !("question" in query)) throw new Error(`${text} is no statistical query`);
  return query;
}

const folder = new URL("../../../../../shared/smc-cases/", import.meta.url);
const present = existsSync(folder);
if (!present) console.log("shared/smc-cases is not here: random runs are not compared with closed forms");

describe.runIf(present)("random runs meet closed forms", () => {
  it.each(CLOSED_FORMS.map((row) => [`${row.file} ${row.query}`, row] as const))("%s", (_name, row) => {
    const query = questionIn(readFileSync(new URL(`${row.file}.xml`, folder), "utf8"), row.query);
    const found = deviationOf(query, row.value, row.within === undefined ? 5000 : 10, 7);
    if (row.exact) expect(found.estimate).toBe(row.value);
    else if (row.within !== undefined) expect(Math.abs(found.estimate - row.value)).toBeLessThan(row.within);
    else expect(Math.abs(found.errors)).toBeLessThan(4);
  });
});
