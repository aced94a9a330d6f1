// Explored, stored and transition counts against TChecker's, to the digit, on the models that lie beside the
// project. `covreach` rows are breadth first with inclusion, `reach` rows without.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkQueries, exploreNetwork } from "../../../src/check/index.ts";
import { DiagnosticSink, Sources } from "../../../src/diagnostics/index.ts";
import { labelsQuery, readTchecker } from "../../../src/lang/tchecker/index.ts";
import type { Network } from "../../../src/network/index.ts";
import { stillEnvironment } from "../../../src/search/index.ts";

interface Row {
  readonly file: string;
  readonly labels: readonly string[];
  readonly algorithm: "covreach" | "reach" | "aLU-covreach" | "concur19";
  readonly reachable: boolean;
  readonly visited: number;
  readonly transitions: number;
  readonly stored?: number;
}

const models = new URL("../../../../../../shared/models/", import.meta.url);
const list = new URL("expected-tchecker.json", models);
const present = existsSync(list);
if (!present) console.info("../shared/models is not here: TChecker's counts are not compared");
const rows: Row[] = present ? JSON.parse(readFileSync(list, "utf8")).tchecker : [];
/** Larger ones are for a bench run. */
const small = rows.filter(({ visited }) => visited <= 4_000);
const ABSTRACTIONS = {
  covreach: "extra-lu",
  reach: "extra-lu",
  "aLU-covreach": "alu",
  concur19: "local-time",
} as const;

function read(file: string): Network {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const network = readTchecker(readFileSync(new URL(file, models), "utf8"), file, sources, sink);
  if (network === null) throw new Error(sink.list.map(({ message }) => message).join("; "));
  return network;
}

describe.runIf(present)("TChecker's counts", () => {
  for (const { file, algorithm, visited, stored, transitions } of small.filter(({ labels }) => labels.length === 0)) {
    it(`${file}, ${algorithm}`, async () => {
      const { statistics, because } = await exploreNetwork(
        read(file),
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
      const network = read(file);
      const query = labelsQuery(network, labels);
      if (!query.ok) throw new Error("no such labels");
      const abstraction = ABSTRACTIONS[algorithm];
      const context = { network, options: { abstraction }, environment: stillEnvironment } as const;
      const [result] = await checkQueries(context, [query.value]);
      expect(result!.verdict.kind).toBe(reachable ? "satisfied" : "violated");
    });
  }
});
