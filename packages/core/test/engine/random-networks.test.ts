// The whole of `check` against the oracle, on random networks: every answer must be the oracle's, whatever the
// abstraction, what is reached must be what the oracle reaches, and every "cannot happen" must come with a certificate
// that verifies, and that does not once it lost a state. Each network is explored once for all of these. A failure
// names the seed; `randomTrial(seed)` makes the network again. Long runs: npm run hunt -- answers.

import { describe, expect, it } from "vitest";
import { certificateToText, readCertificate, verifyCertificate } from "../../src/certificate/index.ts";
import { type AbstractionChoice, type CheckResult, certificateOf, checkQueries } from "../../src/check/index.ts";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../src/engine/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";
import { expectedAnswers, type Judgement, judge, randomTrial, reachedDiscrete } from "../../src/testing/index.ts";

const NETWORKS = 36;
/** Networks take turns at these; all are asked with what `auto` chooses, too. */
const ABSTRACTIONS = ["extra-lu", "extra-m", "alu"] as const;

type Expected = NonNullable<ReturnType<typeof expectedAnswers>>;

/** What is wrong with the answers; the judgements are counted. */
function inspectAnswers(
  { oracle, answers }: Expected,
  results: readonly CheckResult[],
  counts: Record<Judgement, number>,
): string[] {
  return results.flatMap(({ query, verdict }, k) => {
    const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
    const judgement = judge(oracle, query, answers[k]!, answered);
    counts[judgement]++;
    if (judgement === "wrong") return [`query ${k} (${query.kind}): ${verdict.kind}, but not so`];
    const isOpen = oracle.exact && verdict.kind === "unknown" && verdict.because !== "not-supported";
    return isOpen ? [`query ${k} (${query.kind}): unknown, ${verdict.because}`] : [];
  });
}

/** Verified as they are, and refused without a state that they need; yields how many there are. */
function inspectCertificates(network: Network, results: readonly CheckResult[], named: string): number {
  const initial = network.processes.map((process) => process.initial[0]!).join();
  const proven = results.filter(({ proof }) => proof !== undefined);
  for (const { query, proof } of proven) {
    const made = certificateOf(network, proof!, { model: "random", query: query.text });
    const certificate = readCertificate(certificateToText(made));
    if ("problem" in certificate) throw new Error(certificate.problem);
    expect(verifyCertificate(network, query, certificate), named).toMatchObject({ ok: true });
    const { abstraction, states } = certificate;
    if (states.length === 0) continue;
    const started = states.filter(({ locations }) => locations.join() !== initial);
    const isWhole = started.length === states.length;
    const damaged = { ...certificate, states: started };
    expect(verifyCertificate(network, query, damaged).ok, `${named}, without its start`).toBe(isWhole);
    // No stored state covers another, so the proof needs each of them; only by simulation may one make up for another.
    if (abstraction === "alu") continue;
    const shorter = { ...certificate, states: states.slice(1) };
    expect(verifyCertificate(network, query, shorter).ok, `${named}, without a state`).toBe(false);
  }
  return proven.length;
}

/** Has the reference engine the oracle's locations and values? Stopwatches are no matter of the oracle's. */
function inspectReached(network: Network, { oracle }: Expected, abstraction: (typeof ABSTRACTIONS)[number]): void {
  const chosen = chooseAbstraction(network, [], abstraction);
  if (!chosen.ok || !oracle.exact) return;
  const bounds = boundsByVector(chosen.value.bounds);
  const engine = createReferenceEngine(network, { targets: [], abstraction, subsumption: "inclusion", bounds });
  expect([...(reachedDiscrete(engine) ?? [])].sort()).toEqual([...oracle.discreteStates()].sort());
}

describe("random networks", () => {
  it("have the oracle's answers, its states, and certificates that verify", async () => {
    const none = { right: 0, wrong: 0, unknown: 0, undecided: 0 };
    const counts = { chosen: { ...none }, named: none };
    let certificates = 0;
    for (let seed = 0; seed < NETWORKS; seed++) {
      const trial = randomTrial(seed);
      const expected = expectedAnswers(trial);
      if (expected === undefined) continue;
      const { network, queries } = trial;
      const own = ABSTRACTIONS[seed % ABSTRACTIONS.length]!;
      // The engines are held against each other elsewhere (`compiled/agreement.test.ts`), step by step.
      const asked: readonly { abstraction: AbstractionChoice; engine: "auto" | "reference" }[] = [
        { abstraction: "auto", engine: "auto" },
        { abstraction: own, engine: "reference" },
      ];
      for (const options of asked) {
        const named = `seed ${seed}, ${options.abstraction}`;
        const results = await checkQueries({ network, options, environment: stillEnvironment }, queries);
        expect([
          named,
          ...inspectAnswers(expected, results, counts[options.abstraction === "auto" ? "chosen" : "named"]),
        ]).toEqual([named]);
        certificates += inspectCertificates(network, results, named);
      }
      inspectReached(network, expected, own);
    }
    // Only stopwatches may leave questions open; an abstraction that is asked for by name may be refused.
    const { right, unknown, undecided } = counts.chosen;
    expect(right).toBeGreaterThan(0.9 * (right + unknown + undecided));
    expect(counts.named.right).toBeGreaterThan(0.7 * right);
    expect(certificates).toBeGreaterThan(NETWORKS);
  });
});
