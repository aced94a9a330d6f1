// `explore --json` against TChecker's counts, through the command line, on small models that lie beside the project.

import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { haveTchecker, tcheckerModels, tcheckerRows } from "../../core/test/tchecker-table.ts";
import { tracehound } from "./run.ts";

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  covreach: [],
  reach: ["--subsumption", "equality"],
  "aLU-covreach": ["--abstraction", "alu"],
};
const small = tcheckerRows.filter(
  ({ visited, labels, algorithm }) => visited <= 2_000 && labels.length === 0 && Object.hasOwn(OPTIONS, algorithm),
);

describe.runIf(haveTchecker)("explore --json", () => {
  it.each(small)("$file, $algorithm", async ({ file, algorithm, visited, stored, transitions }) => {
    const path = fileURLToPath(new URL(file, tcheckerModels));
    const { code, stdout } = await tracehound(["explore", path, "--json", ...OPTIONS[algorithm]!]);
    expect(code).toBe(0);
    const { tool, statistics } = JSON.parse(stdout);
    expect(tool).toBe("tracehound");
    expect(statistics).toMatchObject({ explored: visited, stored: stored ?? visited, transitions });
    expect(statistics).toHaveProperty("covered");
    expect(statistics).toHaveProperty("deadlocks");
  });
});
