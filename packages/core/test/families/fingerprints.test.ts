// Every family and size is a model of its own: what the reference says of them is so, and no two rows are the same.

import { describe, expect, it } from "vitest";
import { statisticsOf } from "../../src/analysis/statistics.ts";
import { checkQueries } from "../../src/check/index.ts";
import { type Fingerprint, fingerprints } from "../../src/families/fingerprints.ts";
import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { searches } from "../../src/search/index.ts";

const bfs = searches.get("bfs")!.configure({}, "bfs");

function networkOf({ family, variant, size }: Fingerprint) {
  const from = families.find(({ name }) => name === family)!;
  const content = generateModel(from, { size, variant, correct: false, seed: 1 }, "xta");
  return loadModel({ name: "model.xta", content }).network!;
}

const named = fingerprints.map((one): [string, Fingerprint] => [`${one.family} ${one.variant} ${one.size}`, one]);

describe("fingerprints", () => {
  it("name every family and variant of the papers' sizes, each once", () => {
    const models = new Set(fingerprints.map(({ family, variant, size }) => `${family} ${variant} ${size}`));
    expect(models.size).toBe(fingerprints.length);
    const kinds = (rows: readonly { readonly family: string; readonly variant: string }[]): string[] =>
      [...new Set(rows.map(({ family, variant }) => `${family} ${variant}`))].sort();
    const there = families.flatMap(({ name, variants }) =>
      variants.map((one) => ({ family: name, variant: one.name })),
    );
    expect(kinds(fingerprints)).toEqual(kinds(there));
    expect(fingerprints.filter(({ family }) => family === "tram")).toHaveLength(20);
    expect(fingerprints.filter(({ family }) => family === "mutex")).toHaveLength(12);
  });

  it("are all different", () => {
    const seen = fingerprints.map(({ family, processes, clocks, variables, shortest, explored, variant, size }) => {
      // Where breadth-first search was not run, sizes of one family differ in their text.
      const unsearched = explored === undefined ? [family, variant, size] : [];
      return JSON.stringify([processes, clocks, variables, shortest, explored, ...unsearched]);
    });
    expect(seen.filter((one, at) => seen.indexOf(one) !== at)).toEqual([]);
  });

  it.each(named)("%s has as many processes, clocks and variables as it says", (_, row) => {
    const { processes, clocks, variables } = statisticsOf(networkOf(row));
    expect([processes, clocks, variables.length]).toEqual([row.processes, row.clocks, row.variables]);
  });

  it.each(named.filter(([, { explored = Number.POSITIVE_INFINITY }]) => explored <= 50_000))(
    "%s: shortest trace and explored states",
    async (_, row) => {
      const network = networkOf(row);
      const options = { search: bfs, abstraction: "extra-lu", por: "off" } as const;
      const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [network.queries[0]!]);
      const { verdict, statistics } = result!;
      const trace =
        verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace : undefined;
      expect([trace?.steps.length, statistics.explored]).toEqual([row.shortest, row.explored]);
    },
  );

  // Dierks' mutual exclusion and the tramway: the papers' own numbers.
  it.each([
    ["mutex", "M", [47, 50, 50, 53]],
    ["mutex", "N", [49, 52, 52, 55]],
    ["tram", "C", [54, 54, 54, 55, 56]],
    ["tram", "S", [54, 54, 54, 55, 56]],
  ])("%s %s: traces within a fifth of the papers'", (family, variant, lengths) => {
    for (const [at, length] of lengths.entries()) {
      const row = fingerprints.find((one) => one.family === family && one.variant === variant && one.size === at + 1)!;
      expect(Math.abs(row.shortest! - length)).toBeLessThanOrEqual(0.2 * length);
    }
  });
});
