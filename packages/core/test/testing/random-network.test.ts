import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { featuresOf } from "../../src/analysis/features.ts";
import type { Conjunct, Network } from "../../src/network/network.ts";
import {
  expectedAnswers,
  listedChoices,
  randomNetwork,
  randomQueries,
  randomTrial,
  seededChoices,
} from "../../src/testing/index.ts";

const NETWORKS = 400;

/** What `featuresOf` does not tell: kinds of guards and of data. */
function shapesOf(network: Network): string[] {
  const guards: Conjunct[] = network.edges.flatMap(({ guard }) => [...guard]);
  const invariants = network.processes.flatMap(({ locations }) => locations.flatMap(({ invariant }) => invariant));
  const shapes = new Set<string>();
  for (const conjunct of guards) shapes.add(conjunct.kind === "data" ? "data guards" : `clock guards ${conjunct.op}`);
  if (invariants.some(({ kind }) => kind === "clock")) shapes.add("clock invariants");
  if (network.edges.some(({ update }) => update.length > 0)) shapes.add("updates");
  if (network.vectors.some(({ participants }) => participants.length > 2)) shapes.add("vectors of three");
  return [...shapes];
}

describe("random networks", () => {
  it("use every feature of the core in at least one of twenty", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < NETWORKS; seed++) {
      const { network } = randomNetwork(seededChoices(seed));
      for (const name of [...featuresOf(network), ...shapesOf(network)]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const wanted = [
      "binary-channels",
      "broadcast",
      "urgent-channels",
      "channel-arrays",
      "synchronisation-vectors",
      "weak-synchronisation",
      "channel-priorities",
      "process-priorities",
      "urgent-locations",
      "committed",
      "diagonals",
      "strict-constraints",
      "stopwatches",
      "clock-updates",
      "clock-copies",
      "clock-arrays",
      "data-dependent-clock-bounds",
      "variables",
      "arrays",
      "meta",
      "functions",
      "select",
      "quantifiers",
      "update-hooks",
      "data guards",
      "clock guards <",
      "clock guards <=",
      "clock guards ==",
      "clock guards >=",
      "clock guards >",
      "clock invariants",
      "updates",
      "vectors of three",
    ];
    const rare = wanted.filter((name) => (counts.get(name) ?? 0) < NETWORKS / 20);
    expect(rare.map((name) => `${name}: ${counts.get(name) ?? 0}`)).toEqual([]);
  });

  it("have queries of which at least a fifth is satisfied and a fifth is not, kind by kind", () => {
    const satisfied = new Map<string, number>();
    let judged = 0;
    for (let seed = 0; seed < 100; seed++) {
      const trial = randomTrial(seed);
      const expected = expectedAnswers(trial);
      if (expected === undefined) continue;
      judged++;
      for (const [k, answer] of expected.answers.entries()) {
        const kind = `${k} ${trial.queries[k]!.kind}`;
        satisfied.set(kind, (satisfied.get(kind) ?? 0) + (answer ? 1 : 0));
      }
    }
    expect(judged).toBeGreaterThan(80);
    for (const count of satisfied.values()) {
      expect(count / judged).toBeGreaterThan(0.2);
      expect(count / judged).toBeLessThan(0.8);
    }
  });

  it("are the same for the same seed, plain for the least choices, and plain data always", () => {
    expect(randomNetwork(seededChoices(7)).network).toEqual(randomNetwork(seededChoices(7)).network);
    const { network, features } = randomNetwork(listedChoices([]));
    expect([...features]).toEqual([]);
    expect(network.processes.length).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 200 }), (numbers) => {
        const random = randomNetwork(listedChoices(numbers)).network;
        expect(JSON.parse(JSON.stringify(random))).toEqual(random);
        expect(randomQueries(random, listedChoices(numbers)).length).toBe(6);
      }),
      { numRuns: 50 },
    );
  });
});
