// Models on which an estimate was wrong once: `estimates.json` says what it must be in the initial state; null:
// infinite.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { estimate } from "../heuristics/estimate.ts";

interface Expectation {
  readonly query: string;
  readonly heuristic: string;
  readonly value: number | null;
}

const here = dirname(fileURLToPath(import.meta.url));
const folders = readdirSync(here).filter((name) => existsSync(join(here, name, "estimates.json")));

describe.each(folders)("%s", (name) => {
  const read = (file: string): string => readFileSync(join(here, name, file), "utf8");
  const expected = JSON.parse(read("estimates.json")) as readonly Expectation[];

  it.each(expected)("$heuristic of $query", ({ query, heuristic, value }) => {
    expect(estimate(heuristic, read("model.xta"), {}, query)).toBe(value ?? Number.POSITIVE_INFINITY);
  });
});
