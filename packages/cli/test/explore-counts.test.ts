// `explore --json` against TChecker's counts, through the command line, on small models that lie beside the project.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";

interface Row {
  readonly file: string;
  readonly labels: readonly string[];
  readonly algorithm: string;
  readonly visited: number;
  readonly transitions: number;
  readonly stored?: number;
}

const models = new URL("../../../../shared/models/", import.meta.url);
const list = new URL("expected-tchecker.json", models);
const present = existsSync(list);
if (!present) console.info("../shared/models is not here: TChecker's counts are not compared");
const rows: Row[] = present ? JSON.parse(readFileSync(list, "utf8")).tchecker : [];
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  covreach: [],
  reach: ["--subsumption", "equality"],
  "aLU-covreach": ["--abstraction", "alu"],
};
const small = rows.filter(
  ({ visited, labels, algorithm }) => visited <= 2_000 && labels.length === 0 && Object.hasOwn(OPTIONS, algorithm),
);

describe.runIf(present)("explore --json", () => {
  it.each(small)("$file, $algorithm", async ({ file, algorithm, visited, stored, transitions }) => {
    const path = fileURLToPath(new URL(file, models));
    const { code, stdout } = await tracehound(["explore", path, "--json", ...OPTIONS[algorithm]!]);
    expect(code).toBe(0);
    const { tool, statistics } = JSON.parse(stdout);
    expect(tool).toBe("tracehound");
    expect(statistics).toMatchObject({ explored: visited, stored: stored ?? visited, transitions });
    expect(statistics).toHaveProperty("covered");
    expect(statistics).toHaveProperty("deadlocks");
  });
});
