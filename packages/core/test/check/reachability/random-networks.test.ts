// Random networks against brute force: every kind of query, every abstraction, two search orders. Definite answers
// must be right; traces were replayed by the check itself; proofs become certificates that verify, and certificates
// that lost a state are refused. A bench run does tens of thousands of these.

import { describe, expect, it } from "vitest";
import { certificateToText, readCertificate, verifyCertificate } from "../../../src/certificate/index.ts";
import { type CheckResult, certificateOf, checkQueries } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Network, Query } from "../../../src/network/index.ts";
import { searches } from "../../../src/search/index.ts";
import { livelyNetwork, type Oracle, oracleWithin, randomQueries, seededChoices } from "../../../src/testing/index.ts";

const NETWORKS = 120;

/** With stopwatches the oracle walks a grid, which misses runs: only what it reaches is certain. */
function isCertain(oracle: Oracle, query: Query, expected: boolean): boolean {
  return oracle.exact || (query.kind === "E<>" && expected) || (query.kind === "A[]" && !expected);
}

function inspectCertificate(network: Network, { query, proof }: CheckResult): void {
  const made = certificateOf(network, proof!, { model: "random", query: query.text });
  const certificate = readCertificate(certificateToText(made));
  if ("problem" in certificate) throw new Error(certificate.problem);
  expect(verifyCertificate(network, query, certificate)).toMatchObject({ ok: true });
  // No stored state covers another, so the proof needs each of them; only by simulation may one make up for another.
  if (certificate.abstraction === "alu" || certificate.states.length === 0) return;
  const states = certificate.states.slice(1);
  expect(verifyCertificate(network, query, { ...certificate, states }).ok).toBe(false);
}

describe("random networks", () => {
  it.each([0, 1, 2])("batch %i", async (batch) => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = batch * NETWORKS; seed < (batch + 1) * NETWORKS; seed += 10) {
      const { network, features } = livelyNetwork(seededChoices(seed));
      const queries = randomQueries(network, seededChoices(seed + 1_000_000), features.has("diagonals"));
      const oracle = oracleWithin(network, queries, 4_000);
      if (oracle === undefined) continue;
      for (const abstraction of ["auto", "extra-lu", "extra-m"] as const) {
        const search = searches.get(abstraction === "auto" ? "rdfs" : "bfs")!.configure({ seed }, "");
        const context = { network, options: { abstraction, search }, environment: stillEnvironment };
        for (const result of await checkQueries(context, queries)) {
          const { query, verdict } = result;
          counts[verdict.kind]++;
          if (verdict.kind === "unknown") continue;
          const expected = oracle.answer(query);
          if (!isCertain(oracle, query, expected)) continue;
          expect([seed, query.kind, abstraction, verdict.kind === "satisfied"]).toEqual([
            seed,
            query.kind,
            abstraction,
            expected,
          ]);
          if (result.proof !== undefined) inspectCertificate(network, result);
        }
      }
    }
    const all = counts.satisfied + counts.violated + counts.unknown;
    expect(counts.satisfied / all).toBeGreaterThan(0.2);
    expect(counts.violated / all).toBeGreaterThan(0.2);
  });
});
