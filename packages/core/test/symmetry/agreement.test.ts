// Answers with symmetry are those without, in both engines; runs are replayed before they are shown.

import { describe, expect, it } from "vitest";
import type { CheckOptions } from "../../src/check/index.ts";
import { ask } from "../check/ask.ts";
import { gate, pairs, plainFischer, scalarFischer } from "./models.ts";

const TWO = "forall (i : pid_t) forall (j : pid_t) P(i).cs && P(j).cs imply i == j";

const ROWS: readonly [string, string, string][] = [
  ["Fischer, scalar", scalarFischer(4), `A[] ${TWO}`],
  ["Fischer, scalar, weakened", scalarFischer(4, "x >= 2"), `A[] ${TWO}`],
  ["Fischer, scalar, one named", scalarFischer(4), "E<> P(2).cs"],
  ["Fischer, integers", plainFischer(4), "E<> P(1).cs && P(2).cs"],
  ["Fischer, integers, weakened", plainFischer(4, "x >= 2"), "E<> P(1).cs && P(3).cs"],
  ["Fischer, integers, late", plainFischer(3), "E<> id == 0 && P(1).A && P(2).A && P(3).x >= 5"],
  ["gate", gate(3), "A[] not deadlock"],
  ["gate, two crossing", gate(3), "E<> exists (i : id_t) exists (j : id_t) i != j && Train(i).Cross && Train(j).Cross"],
  ["gate, full", gate(3), "E<> len == 3 && forall (i : id_t) Train(i).Stop || Train(i).Appr || Train(i).Cross"],
  ["pairs", pairs(3), "E<> waiting == 3 && exists (i : id_t) Client(i).busy"],
  ["pairs, never", pairs(3), "E<> waiting == 0 && forall (i : id_t) wants[i]"],
];

describe("symmetry changes no answer", () => {
  it.each(ROWS)("%s", async (_, model, query) => {
    const plain = await ask(model, query, { symmetry: "off" });
    for (const engine of ["compiled", "reference"] as const) {
      const options: CheckOptions = { symmetry: "auto", ...(engine === "reference" ? { engine } : {}) };
      const { verdict, statistics } = await ask(model, query, options);
      expect([verdict.kind, statistics.engine]).toEqual([plain.verdict.kind, engine]);
      expect(statistics.symmetry).toBeDefined();
      if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") {
        expect(statistics.stored).toBeLessThan(plain.statistics.stored);
        continue;
      }
      // Breadth first: as short as without.
      const { evidence } = plain.verdict as typeof verdict;
      expect(verdict.evidence.trace.steps.length).toBe(evidence.kind === "trace" ? evidence.trace.steps.length : -1);
    }
  });
});
