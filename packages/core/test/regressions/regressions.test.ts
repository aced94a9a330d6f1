// Every folder here is a model on which something was wrong once: its opening comment tells the story, `expected.json`
// what must be answered, with which search.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { verdict } from "../check/ask.ts";
import { searchOf } from "../search/runs.ts";

interface Expectation {
  readonly query: string;
  readonly search: string;
  readonly verdict: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(folders.map(({ name }) => name))("%s", (name) => {
  const read = (file: string): string => readFileSync(join(here, name, file), "utf8");
  const expected = JSON.parse(read("expected.json")) as readonly Expectation[];

  it.each(expected)("$query by $search", async ({ query, search, verdict: answer }) => {
    expect(await verdict(read("model.xta"), query, { search: searchOf(search) })).toBe(answer);
  });
});
