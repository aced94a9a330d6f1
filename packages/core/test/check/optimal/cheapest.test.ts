// `--optimal cost` against a Dijkstra of its own on random priced automata, and what is refused by name.

import { describe, expect, it } from "vitest";
import { leastCost, pricedText, randomPriced } from "../../../src/testing/index.ts";
import { ask } from "../ask.ts";

describe("the cheapest run", () => {
  it("costs what Dijkstra says", async () => {
    let reached = 0;
    for (let seed = 0; seed < 60; seed++) {
      const automaton = randomPriced(seed);
      const least = leastCost(automaton);
      const goal = `E<> P.l${automaton.locations.length - 1}`;
      const { verdict, optimum } = await ask(pricedText(automaton), goal, { optimal: "cost" });
      expect([verdict.kind, optimum?.best], `automaton ${seed}`).toEqual(
        least === undefined ? ["violated", undefined] : ["satisfied", least],
      );
      if (least === undefined) continue;
      expect(optimum).toEqual({ objective: "cost", best: least, lower: least, proven: true, attained: true });
      const zones = await ask(pricedText(automaton), goal, { optimal: "cost", space: "zones" });
      expect(zones.optimum, `automaton ${seed} by zones`).toEqual(optimum);
      reached++;
    }
    expect(reached).toBeGreaterThan(20);
  });

  const model = (invariant: string, update: string, more = ""): string =>
    `int n = 2; ${more} process P() { clock x; state a { x <= 5 && ${invariant} }, b; init a;
     trans a -> b { guard x >= 2; assign ${update}; }; } system P;`;
  const asked = async (xta: string): Promise<string> => {
    const { verdict, optimum } = await ask(xta, "E<> P.b", { optimal: "cost" });
    return optimum === undefined
      ? `${verdict.kind === "unknown" ? verdict.diagnostic?.message : ""}`
      : `${optimum.best}`;
  };
  it.each([
    ["rates and prices read data", model("cost' == n", "cost += 3 * n"), "10"],
    ["`cost++` costs one", model("cost' == 0", "cost++"), "1"],
    ["an edge may pay twice", model("cost' == 1", "cost += 1, cost += n"), "5"],
    [
      "time in a scaled model costs as much",
      `process P() { clock x; state a { cost' == 3 }, b; init a; trans a -> b { guard x >= 200000; }; } system P;`,
      "600000",
    ],
    [
      "a clock of that name is time",
      `clock cost; process P() { clock x; state a, b; init a; trans a -> b { guard x >= 2; }; } system P;`,
      "2",
    ],
  ])("%s", async (_, xta, said) => {
    expect(await asked(xta)).toBe(said);
  });

  const NOT = "not supported by `--optimal cost`:";
  it.each([
    ["negative rates", model("cost' == -1", "n = 0"), `${NOT} a negative rate of cost`],
    ["negative prices", model("cost' == 1", "cost += -1"), `${NOT} a negative price`],
    ["prices that turn negative", model("cost' == 1", "cost += 1 - n"), "costs only grow: a price of -1 was met"],
    ["other changes", model("cost' == 1", "cost = 3"), `${NOT} \`cost\` set otherwise`],
    [
      "what the step changes",
      model("cost' == 1", "n = 3, cost += n"),
      `${NOT} \`cost += e\` where the step itself may change e`,
    ],
    ["functions", model("cost' == 1", "pay()", "void pay() { cost += 2; }"), `${NOT} \`cost += e\` inside a function`],
    [
      "strict bounds",
      model("cost' == 1 && x < 5", "cost += 2"),
      `${NOT} strict bounds of clocks: costs are added up in whole units of time only`,
    ],
    [
      "models without",
      "process P() { state a, b; init a; trans a -> b { }; } system P;",
      `${NOT} the model says nothing about costs`,
    ],
    [
      "guards",
      model("cost' == 1 && cost <= 3", "n = 1"),
      "the model uses `cost` as a number, which symbolic analysis does not support",
    ],
  ])("%s are refused by name", async (_, xta, said) => {
    expect(await asked(xta)).toBe(said);
  });
});

describe("the front of time and cost", () => {
  it("has every best compromise, cheapest first", async () => {
    const xta = `process P() { clock x; state a { x <= 0 }, slow { x <= 9 }, middle { x <= 6 && cost' == 1 }, fast { x <= 3 && cost' == 4 },
      worse { x <= 9 && cost' == 2 }, b; init a;
      trans a -> slow { assign cost += 2; }, a -> middle { }, a -> fast { }, a -> worse { }, slow -> b { guard x >= 9; },
      middle -> b { guard x >= 6; }, fast -> b { guard x >= 3; }, worse -> b { guard x >= 7; }; } system P;`;
    const front = [
      { time: 9, cost: 2, proven: true },
      { time: 6, cost: 6, proven: true },
      { time: 3, cost: 12, proven: true },
    ];
    const fastest = await ask(xta, "E<> P.b", { optimal: "time", front: "cost" });
    expect([fastest.front, fastest.optimum?.best]).toEqual([front, 3]);
    const cheapest = await ask(xta, "E<> P.b", { optimal: "cost", front: "cost" });
    expect([cheapest.front, cheapest.optimum?.best]).toEqual([front, 2]);
  });
});
