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
  /** P comes to b by way of m, which it enters as soon as Q is ready for it, at 5. */
  const urgent = (guard: string, a: string, m: string): string =>
    `urgent chan go; process P() { clock x; state a { ${a} }, m { ${m} }, b; init a;
     trans a -> m { ${guard} sync go!; assign x = 0; }, m -> b { guard x >= 3; }; }
     process Q() { clock y; state w, r; init w; trans w -> r { guard y >= 5; }, r -> r { sync go?; }; } system P, Q;`;
  const asked = async (xta: string): Promise<string> => {
    const { verdict, optimum } = await ask(xta, "E<> P.b", { optimal: "cost" });
    return optimum === undefined
      ? `${verdict.kind === "unknown" ? verdict.diagnostic?.message : ""}`
      : `${optimum.best}`;
  };
  it.each([
    ["rates and prices read data", model("cost' == n", "cost += 3 * n"), "10"],
    ["`cost++` costs one", model("cost' == 0", "cost++"), "1"],
    ["what is paid for before it changes", model("cost' == 1", "cost += 5 - n, n = 5, cost += 2"), "7"],
    ["a conditional rate", model("cost' == (n == 2 ? 3 : 1)", "n = 0"), "6"],
    [
      "who sends pays first",
      `int n = 2; chan c; process P() { state a, b; init a; trans a -> b { sync c!; assign cost += n; }; }
       process Q() { state a, b; init a; trans a -> b { sync c?; assign n = 9; }; } system P, Q;`,
      "2",
    ],
    ["what the update has changed is paid as it is then", model("cost' == 1", "n = 3, cost += n"), "5"],
    ["each payment where it stands", model("cost' == 1", "cost += n, n = 4, cost += 10 * n, n = 9"), "44"],
    [
      "who receives pays what the sender has changed",
      `int n = 2; chan c; process P() { state a, b; init a; trans a -> b { sync c?; assign cost += n; }; }
       process Q() { state a, b; init a; trans a -> b { sync c!; assign n = 9; }; } system P, Q;`,
      "9",
    ],
    [
      "of a broadcast, what receivers in front have changed",
      `int n = 2; broadcast chan c; process S() { state a; init a; trans a -> a { sync c!; assign n++; }; }
       process Q() { state a; init a; trans a -> a { sync c?; assign n = 2 * n; }; }
       process P() { state a, b; init a; trans a -> b { sync c?; assign cost += n; }; } system S, Q, P;`,
      "6",
    ],
    ["what changes before every step", model("cost' == 1", "cost += n", "before_update { n = 7 }"), "9"],
    [
      "what a function computes from the select and from what a partner of another channel writes",
      `const int S[2][2] = {{0, 4}, {7, 0}}; int[0,1] last; chan go, ready; int setup(int a, int b) { return S[a][b]; }
       process M() { clock x; int need; state a, b { x <= need }; init a;
         trans a -> b { select j : int[1,1]; sync go?; assign need = 3 + setup(last, j), cost += 10 * setup(last, j), x = 0; },
         b -> a { guard x >= need; sync ready!; assign last = 1; }; }
       process P() { state w, v, b; init w; trans w -> v { sync go!; }, v -> b { sync ready?; }; } system M, P;`,
      "40",
    ],
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
    [
      "whoever can meet on an urgent channel does not wait, though waiting is cheap",
      urgent("", "cost' == 1", "x <= 9 && cost' == 4"),
      "17",
    ],
    [
      "an urgent channel stops time even where the invariant behind it forbids the step",
      `urgent chan go; int n; process P() { clock x; state a { cost' == 1 }, m { n == 1 }, b; init a;
       trans a -> m { sync go!; }, a -> b { guard x >= 7; }; }
       process Q() { state r; init r; trans r -> r { sync go?; }; } system P, Q;`,
      "",
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
      "clocks that guard an urgent channel",
      urgent("guard x >= 1;", "cost' == 1", "cost' == 4"),
      `${NOT} guards on clocks at urgent channels`,
    ],
    ["two rates", model("cost' == 1 && cost' == 2", "n = 0"), `${NOT} \`cost' == e\` twice in a location`],
    ...["(n == 1 || cost' == 3)", "(n == 1 imply cost' == 3)", "forall (i : int[0, 1]) cost' == i"].map((rate) => [
      `rates such as ${rate}`,
      model(rate, "n = 0"),
      `${NOT} \`cost' == e\` under a quantifier or a condition`,
    ]),
    ["functions", model("cost' == 1", "pay()", "void pay() { cost += 2; }"), `${NOT} \`cost += e\` inside a function`],
    [
      "clocks that may grow for ever",
      `clock y; process P() { clock x; state a { x < 2 && cost' == 1 }, b; init a;
       trans a -> a { guard x > 1; assign x = 0; }, a -> b { guard y >= 7; }; } system P;`,
      `${NOT} strict bounds of clocks (whole units of time), the clock y, which no invariant bounds and which processes that go round do not set (priced zones)`,
    ],
    ["stopped clocks", model("cost' == 1 && x' == 0", "cost += 2"), `${NOT} clocks that are stopped`],
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

describe("a cheapest run among priced zones", () => {
  const strict = (guard: string, rate: number): string =>
    `process P() { clock x; state a { x <= 5 && cost' == ${rate} }, b; init a; trans a -> b { guard ${guard}; assign cost += 3; }; } system P;`;
  it.each([
    ["an infimum that no run attains is said", strict("x > 2", 4), 11, false],
    ["a strict bound that costs nothing is attained", strict("x > 2", 0), 3, true],
    ["what is paid then is not told to ten digits", strict("x > 1", 3), 6, false],
    [
      "a clock that a function sets in every round does not grow",
      `process P() { clock x; int[0,3] n; void next() { n++; x = 0; } state a { cost' == 2 }, b; init a;
       trans a -> a { guard x >= 200 && n < 3; assign next(); }, a -> b { guard x >= 200 && n == 3; }; } system P;`,
      1600,
      true,
    ],
    ["a strict upper bound does not hurt", strict("x < 5 && x >= 1", 2), 5, true],
  ])("%s", async (_, xta, lower, attained) => {
    const { optimum, verdict } = await ask(xta, "E<> P.b", { optimal: "cost" });
    expect(verdict.kind).toBe("satisfied");
    expect(optimum).toMatchObject({ lower, proven: true, attained });
    if (attained) expect(optimum!.best).toBe(lower);
    else expect(optimum!.best - lower).toBeGreaterThan(0);
    expect(optimum!.best - lower).toBeLessThanOrEqual(0.01);
    expect(`${optimum!.best}`.length).toBeLessThan(8);
  });

  it("who may still wait is stuck all the same", async () => {
    const xta = `process P() { clock x; state s { x <= 10 && cost' == 2 }; init s; }
      process Q() { clock y; state a { y <= 3 }, b { y <= 20 }; init a; trans a -> b { guard y >= 3; assign cost += 1; }; }
      system P, Q;`;
    expect((await ask(xta, "E<> deadlock", { optimal: "cost" })).optimum).toMatchObject({ best: 7, proven: true });
    expect((await ask(xta, "E<> deadlock", { optimal: "time" })).optimum).toMatchObject({ best: 3, proven: true });
    const ticks = await ask(xta, "E<> deadlock", { optimal: "time", space: "ticks" });
    expect(ticks.verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
  });

  it("does not go where only a closure could", async () => {
    const xta = `process P() { clock x; state a { x < 3 && cost' == 1 }, b { x <= 9 }, c; urgent b; init a;
      trans a -> b { }, b -> c { guard x >= 3; }; } system P;`;
    const { verdict } = await ask(xta, "E<> P.c", { optimal: "cost", space: "zones" });
    expect(verdict.kind).toBe("violated");
  });

  it("counts far", async () => {
    const xta = `process P() { clock x, y; state a { x <= 90001 && cost' == 3 }, b { y <= 70000 && cost' == 1 }, c; init a;
      trans a -> b { guard x >= 10007; assign y = 0; }, b -> c { guard x >= 60013 && y >= 20; assign cost += 7; }; } system P;`;
    const { optimum } = await ask(xta, "E<> P.c", { optimal: "cost" });
    expect(optimum).toMatchObject({ best: 3 * 10007 + (60013 - 10007) + 7, proven: true, attained: true });
  });
});

describe("what a model says to guide the search", () => {
  const shop = (remaining: number, more = ""): string =>
    `meta int remaining; meta int heur; int n; process P() { clock x; state a { x <= 2 && cost' == 1 }, b; init a;
     trans a -> a { guard x >= 2 && n < 9; assign x = 0, n++, remaining = ${remaining} * (9 - n), heur = 9 - n${more}; }, a -> b { guard n == 9; }; } system P;`;
  it.each(["ticks", "zones"] as const)("is used, and gives the same cost: %s", async (space) => {
    const plain = await ask(shop(0), "E<> P.b", { optimal: "cost", space });
    const guided = await ask(shop(2), "E<> P.b", { optimal: "cost", space });
    expect(guided.optimum).toEqual(plain.optimum);
    expect(guided.optimum?.best).toBe(18);
  });

  it("is refused where it promises too much", async () => {
    const { verdict } = await ask(shop(3), "E<> P.b", { optimal: "cost" });
    expect(verdict).toMatchObject({ kind: "unknown", diagnostic: { code: "TH4511" } });
  });

  it("may be set after every update", async () => {
    const hooked = `after_update { remaining = 2 * (9 - n) }\n${shop(0)}`.replace("meta int remaining;", "");
    const { optimum } = await ask(`meta int remaining; int n;\n${hooked.replace("int n;", "")}`, "E<> P.b", {
      optimal: "cost",
    });
    expect(optimum?.best).toBe(18);
  });
});

describe("the front of time and cost", () => {
  it("is refused by its own name", async () => {
    const strict = `process P() { clock x; state a { x <= 5 && cost' == 1 }, b; init a; trans a -> b { guard x > 2; }; } system P;`;
    const { verdict } = await ask(strict, "E<> P.b", { optimal: "time", front: "cost" });
    const message = "not supported by `--front cost`: strict bounds of clocks";
    expect(verdict).toMatchObject({ kind: "unknown", diagnostic: { message } });
  });

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
