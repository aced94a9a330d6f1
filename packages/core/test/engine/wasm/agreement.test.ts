// The compiled engine against its oracle on random networks over the whole language.

import { describe, expect, it } from "vitest";
import { randomNetwork, randomTarget, seededChoices } from "../../../src/testing/index.ts";
import { type Comparison, compareEngines } from "./agreement.ts";

const SETTINGS: [string, Comparison][] = [
  ["extra-lu, inclusion", { abstraction: "extra-lu", subsumption: "inclusion" }],
  ["extra-lu, inclusion, step by step", { abstraction: "extra-lu", subsumption: "inclusion", stepwise: true }],
  ["extra-lu, depth as cost", { abstraction: "extra-lu", subsumption: "inclusion", costs: true }],
  ["extra-lu, 32 bits", { abstraction: "extra-lu", subsumption: "inclusion", laneBits: 32 }],
  ["extra-lu, equality", { abstraction: "extra-lu", subsumption: "equality", stepwise: true }],
  ["extra-m", { abstraction: "extra-m", subsumption: "inclusion" }],
  ["alu", { abstraction: "alu", subsumption: "inclusion" }],
  ["alu, step by step, depth as cost", { abstraction: "alu", subsumption: "inclusion", stepwise: true, costs: true }],
  ["no abstraction", { abstraction: "none", subsumption: "inclusion", limit: 40 }],
];
const NETWORKS = Number(process.env["NETWORKS"] ?? 80);

describe.each(SETTINGS)("compiled and reference engine agree, %s", (_name, comparison) => {
  it(`on ${NETWORKS} random networks`, () => {
    const refused = new Map<string, number>();
    let compared = 0;
    for (let seed = 0; seed < NETWORKS; seed++) {
      const { network } = randomNetwork(seededChoices(seed));
      const targets = [0, 1].map((n) => ({
        formula: randomTarget(network, seededChoices(7000 + 2 * seed + n)),
        frameSize: 4,
      }));
      if (seed % 4 === 0) targets.push({ formula: { kind: "deadlock" }, frameSize: 0 });
      const outcome = compareEngines(network, { ...comparison, targets });
      if (outcome.kind === "unsupported") refused.set(outcome.feature, (refused.get(outcome.feature) ?? 0) + 1);
      else compared++;
      if (outcome.kind === "different") expect.fail(`seed ${seed}: ${outcome.where}`);
    }
    if (process.env["NETWORKS"] !== undefined) console.log(compared, "compared; refused:", Object.fromEntries(refused));
    expect(compared).toBeGreaterThan(NETWORKS / 4);
  });
});
