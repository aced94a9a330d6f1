// Explored, stored and transition counts against TChecker's, to the digit, on the models that lie beside the
// project. `covreach` rows are breadth first with inclusion, `reach` rows without.

import { describe, expect, it } from "vitest";
import { checkQueries, exploreNetwork } from "../../../src/check/index.ts";
import { labelsQuery } from "../../../src/lang/tchecker/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { haveTchecker, readTcheckerModel, tcheckerRows } from "../../tchecker-table.ts";

/** Larger ones are for a bench run. */
const small = tcheckerRows.filter(({ visited }) => visited <= 4_000);
const ABSTRACTIONS = {
  covreach: "extra-lu",
  reach: "extra-lu",
  "aLU-covreach": "alu",
  concur19: "local-time",
} as const;

describe.runIf(haveTchecker)("TChecker's counts", () => {
  for (const { file, algorithm, visited, stored, transitions } of small.filter(({ labels }) => labels.length === 0)) {
    it(`${file}, ${algorithm}`, async () => {
      const { statistics, because } = await exploreNetwork(
        readTcheckerModel(file),
        {
          abstraction: ABSTRACTIONS[algorithm],
          subsumption: algorithm === "reach" ? "equality" : "inclusion",
        },
        stillEnvironment,
      );
      expect(because).toBeUndefined();
      expect({
        visited: statistics.explored,
        stored: statistics.stored,
        transitions: statistics.transitions,
      }).toEqual({ visited, stored: stored ?? visited, transitions });
    });
  }

  for (const { file, labels, algorithm, reachable } of small.filter(({ labels }) => labels.length > 0)) {
    it(`${file}, labels ${labels.join(",")}, ${algorithm}`, async () => {
      const network = readTcheckerModel(file);
      const query = labelsQuery(network, labels);
      if (!query.ok) throw new Error("no such labels");
      const abstraction = ABSTRACTIONS[algorithm];
      const context = { network, options: { abstraction }, environment: stillEnvironment } as const;
      const [result] = await checkQueries(context, [query.value]);
      expect(result!.verdict.kind).toBe(reachable ? "satisfied" : "violated");
    });
  }
});
