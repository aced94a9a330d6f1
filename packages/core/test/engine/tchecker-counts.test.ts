// TChecker's counts, to the digit, on the smaller of its own example files: states visited, stored and transitions,
// with inclusion, with equality, with subsumption by simulation and in local time.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DiagnosticSink, Sources } from "../../src/diagnostics/index.ts";
import { readTchecker } from "../../src/lang/tchecker/index.ts";
import type { Network } from "../../src/network/index.ts";
import { engineFor, exploreAll } from "./explore.ts";

interface Row {
  readonly file: string;
  readonly labels: readonly string[];
  readonly algorithm: string;
  readonly visited: number;
  readonly transitions: number;
  readonly stored?: number;
}

const models = new URL("../../../../../shared/models/", import.meta.url);
const table = new URL("expected-tchecker.json", models);
const present = existsSync(table);
if (!present) console.log("shared/models is not here: TChecker's counts are not compared");

const LARGEST = 4000;
const SETTINGS = {
  covreach: ["extra-lu", "inclusion"],
  reach: ["extra-lu", "equality"],
  "aLU-covreach": ["alu", "inclusion"],
  concur19: ["local-time", "inclusion"],
} as const;

function rows(): Row[] {
  if (!present) return [];
  const { tchecker } = JSON.parse(readFileSync(table, "utf8")) as { tchecker: Row[] };
  return tchecker.filter(
    ({ labels, visited, algorithm }) => labels.length === 0 && visited <= LARGEST && algorithm in SETTINGS,
  );
}

function read(file: string): Network {
  const sink = new DiagnosticSink();
  const network = readTchecker(readFileSync(new URL(file, models), "utf8"), file, new Sources(), sink);
  if (network === null) throw new Error(sink.list.map(({ message }) => message).join("; "));
  return network;
}

describe.runIf(present)("TChecker's counts", () => {
  for (const { file, algorithm, visited, transitions, stored } of rows()) {
    test(`${file}, ${algorithm}`, () => {
      const [abstraction, subsumption] = SETTINGS[algorithm as keyof typeof SETTINGS];
      const engine = engineFor(read(file), abstraction, subsumption);
      const explored = exploreAll(engine);
      expect(engine.faults).toEqual([]);
      expect({
        visited: explored,
        transitions: engine.statistics.transitions,
        stored: engine.statistics.stored,
      }).toEqual({ visited, transitions, stored: stored ?? visited });
    });
  }
});
