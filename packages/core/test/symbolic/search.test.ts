// Questions answered by decision diagrams: the same answers as breadth first, with traces as short, which are replayed
// like any other; counts in closed form; and refusals by name.

import { describe, expect, it } from "vitest";
import { checkQueries, configure, exploreSets, strategies } from "../../src/index.ts";
import { stillEnvironment as environment } from "../../src/limits/index.ts";
import type { Network, Query } from "../../src/network/index.ts";
import { seededChoices } from "../../src/testing/choices.ts";
import { onWholeNumbers, query, randomNetwork, randomTarget } from "../../src/testing/index.ts";
import { talkativeNetwork } from "../../src/testing/talkative-network.ts";
import { load } from "../check/ask.ts";
import { familyModel } from "./family-model.ts";

/** Those that find shortest traces, and those that only find some. */
const SPECS = [
  "saturate()",
  "symbolic()",
  "symbolic(order=chaining)",
  "symbolic(direction=backward)",
  "symbolic(direction=both)",
  "bdda(distance(combine=max))",
  "bdda(hL())",
  "seta(distance(combine=max))",
  "seta(pdb())",
  "adda(distance(combine=max))",
];
const OTHERS = ["symbolic(hints=auto)", 'symbolic(hints=["0", "1"])', "symbolic(density=0.5)", "seta(distance())"];

async function ask(network: Network, asked: Query, spec: string) {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return (await checkQueries({ network, options: { strategy: strategy.value }, environment }, [asked]))[0]!;
}

describe("searches by decision diagrams", () => {
  it("answer as breadth-first search does, with traces as short", async () => {
    let found = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { network, target } = talkativeNetwork(seededChoices(seed));
      const asked = query("E<>", target, 1);
      const truth = await ask(network, asked, "bfs");
      // Each seed by some of them; the hunt `set-searches` asks all.
      for (const spec of [...SPECS, ...OTHERS].filter((_, at) => at % 4 === seed % 4)) {
        const { verdict } = await ask(network, asked, spec);
        expect(verdict.kind, `seed ${seed}, ${spec}`).toBe(truth.verdict.kind);
        if (verdict.kind === "unknown" || truth.verdict.kind === "unknown") continue;
        expect(verdict.evidence.kind).toBe(truth.verdict.evidence.kind);
        if (verdict.evidence.kind !== "trace" || truth.verdict.evidence.kind !== "trace") continue;
        found++;
        const { length } = verdict.evidence.trace.steps;
        const shortest = truth.verdict.evidence.trace.steps.length;
        expect(length, `seed ${seed}, ${spec}`).toBeGreaterThanOrEqual(shortest);
        if (!OTHERS.includes(spec)) expect(length, `seed ${seed}, ${spec}`).toBe(shortest);
      }
    }
    expect(found).toBeGreaterThan(6);
  });

  // Ways back held more than time and steps lead to; the search ended as a bug of ours.
  it.each([
    [143, "unknown"],
    [221, "violated"],
  ])("go forwards where a way back cannot be walked (%i)", async (seed, kind) => {
    const choices = seededChoices(seed);
    const network = onWholeNumbers(randomNetwork(choices).network);
    const asked = query("E<>", randomTarget(network, choices), 1);
    expect((await ask(network, asked, "symbolic(direction=backward)")).verdict.kind).toBe(kind);
  });

  it("count what has a closed form", async () => {
    const states = async (network: Network) => (await exploreSets(network, {}, environment)).symbolic?.states;
    expect(await states(familyModel("philosophers", 50))).toBe(String(3n ** 50n - 1n));
    expect(await states(familyModel("hanoi", 8, "hold"))).toBe(String(9 ** 8));
    expect(await states(familyModel("arbiter", 4))).toBe("4755070719");
  });

  it("meet what fails in an initial state", async () => {
    const { network } = load("int n; process P() { state a { 2 / n <= 1 }; init a; } system P;");
    const { diagnostic, because } = await exploreSets(network, {}, environment);
    expect([because, diagnostic?.code]).toEqual(["model-fault", "TH6003"]);
  });

  it("refuse what they cannot do by name", async () => {
    const { network } = load(
      "clock x, y; process P() { state a; init a; trans a -> a { guard x - y > 1; }; } system P;",
    );
    const { diagnostic, because } = await exploreSets(network, {}, environment);
    expect(because).toBe("not-supported");
    expect(diagnostic?.message).toContain("differences of clocks");
  });
});
