// TChecker's counts, to the digit, on the smaller of its own example files: states visited, stored and transitions,
// with inclusion, with equality, with subsumption by simulation and in local time.

import { describe, expect, test } from "vitest";
import { haveTchecker, readTcheckerModel, tcheckerRows } from "../tchecker-table.ts";
import { engineFor, exploreAll } from "./explore.ts";

const LARGEST = 4000;
const SETTINGS = {
  covreach: ["extra-lu", "inclusion"],
  reach: ["extra-lu", "equality"],
  "aLU-covreach": ["alu", "inclusion"],
  concur19: ["local-time", "inclusion"],
} as const;

const rows = tcheckerRows.filter(
  ({ labels, visited, algorithm }) => labels.length === 0 && visited <= LARGEST && algorithm in SETTINGS,
);

describe.runIf(haveTchecker)("TChecker's counts", () => {
  for (const { file, algorithm, visited, transitions, stored } of rows) {
    test(`${file}, ${algorithm}`, () => {
      const [abstraction, subsumption] = SETTINGS[algorithm as keyof typeof SETTINGS];
      const engine = engineFor(readTcheckerModel(file), abstraction, subsumption);
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
