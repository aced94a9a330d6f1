// The whole of `check` against the oracle, on random networks: every answer must be the oracle's, whatever the
// abstraction, and every "cannot happen" must come with a certificate that verifies. A failure names the seed;
// `randomTrial(seed)` makes the network again. Long runs: npm run hunt -- answers.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyCertificate } from "../../src/certificate/index.ts";
import { type AbstractionChoice, type CheckResult, certificateOf, checkQueries } from "../../src/check/index.ts";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../src/engine/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import {
  expectedAnswers,
  type Judgement,
  judge,
  listedChoices,
  randomNetwork,
  randomQueries,
  randomTrial,
  reachedDiscrete,
  type Trial,
} from "../../src/testing/index.ts";

async function check(trial: Trial, abstraction: AbstractionChoice): Promise<CheckResult[]> {
  const { network, queries } = trial;
  return checkQueries({ network, options: { abstraction }, environment: stillEnvironment }, queries);
}

function answerOf({ verdict }: CheckResult): boolean | undefined {
  return verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
}

/** Judges all queries; yields how often which judgement was passed. Wrong answers are listed. */
async function tryOut(trial: Trial, abstraction: AbstractionChoice, wrong: string[]): Promise<Judgement[]> {
  const expected = expectedAnswers(trial);
  if (expected === undefined) return [];
  const results = await check(trial, abstraction);
  return results.map((result, k) => {
    const judgement = judge(expected.oracle, result.query, expected.answers[k]!, answerOf(result));
    const named = `seed ${trial.seed}, ${abstraction}, query ${k} (${result.query.kind})`;
    if (judgement === "wrong") wrong.push(`${named}: ${result.verdict.kind}, but not so`);
    if (judgement === "unknown" && expected.oracle.exact && result.verdict.kind === "unknown") {
      if (result.verdict.because !== "not-supported") wrong.push(`${named}: unknown, ${result.verdict.because}`);
    }
    return judgement;
  });
}

// A busy machine may take minutes for what takes seconds on an idle one.
describe("random networks", { timeout: 300_000 }, () => {
  it("have the oracle's answers", async () => {
    const wrong: string[] = [];
    const counts = { right: 0, wrong: 0, unknown: 0, undecided: 0 };
    for (let seed = 0; seed < 60; seed++) {
      for (const judgement of await tryOut(randomTrial(seed), "auto", wrong)) counts[judgement]++;
    }
    expect(wrong).toEqual([]);
    // Only stopwatches may leave questions open.
    expect(counts.right).toBeGreaterThan(0.9 * (counts.right + counts.unknown + counts.undecided));
  });

  it("have them with every abstraction", async () => {
    const wrong: string[] = [];
    for (let seed = 1000; seed < 1020; seed++) {
      for (const abstraction of ["extra-lu", "extra-m", "alu"] as const) {
        await tryOut(randomTrial(seed), abstraction, wrong);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("reach the oracle's locations and values with every abstraction", () => {
    for (let seed = 3000; seed < 3080; seed++) {
      const { network, features } = randomTrial(seed);
      const expected = features.has("stopwatches") ? undefined : expectedAnswers({ ...randomTrial(seed), queries: [] });
      if (expected === undefined) continue;
      const states = [...expected.oracle.discreteStates()].sort();
      for (const abstraction of ["extra-lu", "extra-m", "alu"] as const) {
        const chosen = chooseAbstraction(network, [], abstraction);
        if (!chosen.ok) continue;
        const bounds = boundsByVector(chosen.value.bounds);
        const engine = createReferenceEngine(network, { targets: [], abstraction, subsumption: "inclusion", bounds });
        expect([...(reachedDiscrete(engine) ?? [])].sort(), `seed ${seed}, ${abstraction}`).toEqual(states);
      }
    }
  });

  it("have certificates that verify, and that do not once they are damaged", async () => {
    let verified = 0;
    for (let seed = 2000; seed < 2040; seed++) {
      const trial = randomTrial(seed);
      for (const abstraction of ["alu", "extra-lu"] as const) {
        for (const { query, proof } of await check(trial, abstraction)) {
          if (proof === undefined) continue;
          const about = { model: "random", query: query.text };
          const certificate = certificateOf(trial.network, proof, about);
          expect(verifyCertificate(trial.network, query, certificate), `seed ${seed}`).toMatchObject({ ok: true });
          verified++;
          if (certificate.states.length === 0) continue;
          const initial = trial.network.processes.map((process) => process.initial[0]!);
          const damaged = {
            ...certificate,
            states: certificate.states.filter(({ locations }) => locations.join() !== initial.join()),
          };
          const verdict = verifyCertificate(trial.network, query, damaged);
          expect(verdict.ok, `seed ${seed}, damaged`).toBe(damaged.states.length === certificate.states.length);
        }
      }
    }
    expect(verified).toBeGreaterThan(40);
  });

  it("shrink to a small one where the answers differ", async () => {
    const numbers = fc.array(fc.nat(10_000), { minLength: 60, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(numbers, async (list) => {
        const { network, features } = randomNetwork(listedChoices(list));
        const queries = randomQueries(network, listedChoices([...list].reverse()), features.has("diagonals"));
        const wrong: string[] = [];
        await tryOut({ seed: -1, network, features, queries }, "auto", wrong);
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
