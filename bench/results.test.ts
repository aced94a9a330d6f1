// RESULTS.md says what the runs in `bench/baselines` say.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withBaselines } from "./baseline-tables.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

it("is written from the baselines", () => {
  const text = read("RESULTS.md");
  expect(withBaselines(text, (file) => read(`baselines/${file}`))).toBe(text);
});
