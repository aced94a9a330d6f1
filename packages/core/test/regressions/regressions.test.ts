// Every folder here is a model on which something was wrong once: its opening comment tells the story, `expected.json`
// what must be answered, with which search ("default": what `check` does when nobody says how).

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { defined } from "../../src/basics/defined.ts";
import {
  type CheckOptions,
  checkQueries,
  defaultStrategy,
  measuredTerms,
  type Strategy,
  strategies,
  valueText,
} from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { presets } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "../check/ask.ts";

interface Expectation {
  readonly query: string;
  readonly search: string;
  readonly symmetry?: "off" | "scalar" | "auto";
  readonly optimal?: "time" | "cost";
  readonly space?: "zones" | "ticks" | "points" | "tasks";
  /**
   * `satisfied`, `unknown: model-fault`, `satisfied: 7` for a value, `satisfied: optimal 7` for a best run that is
   * proven; a note stands in brackets behind it.
   */
  readonly verdict: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const folders = readdirSync(here, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && existsSync(join(here, entry.name, "expected.json")),
);

describe.each(folders.map(({ name }) => name))("%s", (name) => {
  const read = (file: string): string => readFileSync(join(here, name, file), "utf8");
  const expected = JSON.parse(read("expected.json")) as readonly Expectation[];

  it.each(expected)("$query by $search", async ({ query, search, verdict, ...more }) => {
    const model = ["model.xta", "model.prism"].find((file) => existsSync(join(here, name, file)))!;
    const { optimal, space, symmetry } = more;
    const options = defined({ optimal, space, symmetry });
    expect(await answerTo({ name: model, content: read(model) }, query, search, options)).toBe(verdict);
  });
});

async function answerTo(
  model: { readonly name: string; readonly content: string },
  text: string,
  search: string,
  asked: CheckOptions,
): Promise<string> {
  const { compileQuery } = model.name.endsWith(".xta") ? load(model.content) : loadModel(model);
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  // Walks have no end of their own: time passes by being looked at, and what they miss soon they miss for long.
  let looks = 0;
  const environment = { ...stillEnvironment, now: () => looks++ / 1000 };
  const limits = { seconds: search.startsWith("walk") ? 0.5 : 2 };
  const options = { strategy: strategyOf(search), limits, ...asked };
  const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
  const { verdict, optimum } = result!;
  if (optimum !== undefined) return `${verdict.kind}: ${optimum.proven ? "optimal" : "best"} ${optimum.best}`;
  const values = verdict.kind === "unknown" ? [] : measuredTerms(verdict);
  const more =
    verdict.kind === "unknown" ? [verdict.because] : values.map((value) => valueText(value, query.value.kind));
  const answer = [verdict.kind, ...more].join(": ");
  return result!.note === undefined ? answer : `${answer} (${result!.note})`;
}

function strategyOf(search: string): Strategy | ReturnType<typeof defaultStrategy> {
  if (search === "default") return defaultStrategy();
  const result = configure(strategies, search, { presets, seed: 1 });
  if (!result.ok) throw new Error(`${search}: ${result.diagnostics[0]!.message}`);
  return result.value;
}
