// Exploring with fewer interleavings (C2c): every location that is entered, every edge that is taken and every deadlock
// of the whole graph is there, on random networks without clocks; and without the proviso it would not be.

import { describe, expect, it } from "vitest";
import { exploreNetwork, zoneGraphToDot } from "../../src/check/index.ts";
import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import {
  explorationClaims,
  NetworkBuilder,
  SOLITARY,
  seededChoices,
  talkativeNetwork,
} from "../../src/testing/index.ts";
import { ask, load } from "../check/ask.ts";

describe("exploring with fewer interleavings", () => {
  it("keeps locations and deadlocks of random networks", () => {
    const counted = { networks: 0, smaller: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const { network } = talkativeNetwork(seededChoices(seed ^ 0x5aa5), seed % 2 === 0 ? SOLITARY : undefined);
      const claims = explorationClaims(network, 1_500);
      if (claims === undefined) continue;
      expect([seed, claims.wrong]).toEqual([seed, []]);
      counted.networks++;
      if (claims.states < claims.whole) counted.smaller++;
    }
    expect(counted.networks).toBeGreaterThan(40);
    expect(counted.smaller).toBeGreaterThan(8);
  });

  it("puts no process off for ever because another one goes round in circles", () => {
    const model = new NetworkBuilder();
    const p = model.process("P");
    const a = p.location("a");
    p.edge(a, a);
    const q = model.process("Q");
    q.edge(q.location("u"), q.location("v"));
    const network = model.build();
    expect(explorationClaims(network, 100)).toEqual({ whole: 2, states: 2, wrong: [] });
  });

  it("counts what it left out, on either engine, and is refused by name where it is not sound", async () => {
    const two =
      "process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; } P1 = P(); P2 = P(); system P1, P2;";
    for (const engine of ["auto", "reference"] as const) {
      for (const order of ["bfs", "dfs"] as const) {
        const explored = await exploreNetwork(load(two).network, { por: "on", engine, order }, stillEnvironment);
        const { statistics, readable } = explored;
        expect(zoneGraphToDot(load(two).network, readable!())).toContain("digraph");
        expect([statistics.stored, statistics.deadlocks, statistics.reduction?.left]).toEqual([5, 1, 2]);
      }
    }
    const timed = load(`clock x; ${two.replace("a -> b { }", "a -> b { guard x > 1; }")}`).network;
    const refused = await exploreNetwork(timed, { por: "on" }, stillEnvironment);
    expect([refused.because, refused.diagnostic?.code]).toEqual(["not-supported", "TH4508"]);
    const whole = await exploreNetwork(timed, { por: "auto" }, stillEnvironment);
    expect([whole.because, whole.statistics.reduction]).toEqual([undefined, undefined]);
  });
});

describe("reduction where nobody insists", () => {
  const hanoi = (size: number): string => {
    const family = families.find(({ name }) => name === "hanoi")!;
    return generateModel(family, { variant: family.variants[0]?.name ?? "", correct: false, seed: 1, size }, "xta");
  };

  it("stays off where it costs more than the states that it saves", async () => {
    const moved = [1, 2, 3, 4, 5, 6].map((disk) => `Disk${disk}.I2`).join(" && ");
    const { statistics } = await ask(hanoi(6), `E<> ${moved}`, { por: "auto" });
    expect([statistics.reduction, statistics.explored]).toEqual([undefined, 404811]);
  });

  it("stays off where steps are left out and hardly any states", async () => {
    const text = hanoi(4);
    const auto = await ask(text, "E<> deadlock", { por: "auto" });
    const on = await ask(text, "E<> deadlock", { por: "on" });
    expect(on.statistics.reduction!.left).toBeGreaterThan(0.05 * on.statistics.reduction!.possible);
    expect([auto.verdict.kind, auto.statistics.reduction]).toEqual([on.verdict.kind, undefined]);
  });
});
