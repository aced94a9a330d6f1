// `sup`, `inf`, `bounds` and fastest traces, with strictness and infinity.

import { describe, expect, it } from "vitest";
import { measuredTerms, type TermBounds, traceOf } from "../../../src/check/index.ts";
import { durationOf } from "../../../src/trace/index.ts";
import { rationalToString } from "../../../src/zone/index.ts";
import { ask } from "../ask.ts";

const MODEL = `
clock x, y, t;
int[0,9] n = 2;
process P() {
  state a { x <= 7 }, b { x < 100 }, c;
  init a;
  trans a -> b { guard x > 3; assign y := 0, n := n + 5; },
        a -> b { guard x > 6; assign y := 0, n := 0; },
        b -> c { guard y >= 2; };
}
system P;`;

async function measured(query: string): Promise<readonly TermBounds[]> {
  const { verdict } = await ask(MODEL, query);
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "values") throw new Error(JSON.stringify(verdict));
  return verdict.evidence.values;
}

describe("sup, inf and bounds", () => {
  it("data", async () => {
    expect(await measured("sup: n, n + 1")).toEqual([
      { term: "n", upper: { value: 7, strict: false } },
      { term: "n + 1", upper: { value: 8, strict: false } },
    ]);
    expect(await measured("bounds: n")).toEqual([
      { term: "n", lower: { value: 0, strict: false }, upper: { value: 7, strict: false } },
    ]);
  });

  it("clocks, with strictness", async () => {
    expect(await measured("sup{P.a}: x")).toEqual([{ term: "x", upper: { value: 7, strict: false } }]);
    expect(await measured("sup{P.b}: x")).toEqual([{ term: "x", upper: { value: 100, strict: true } }]);
    expect(await measured("inf{P.b}: x")).toEqual([{ term: "x", lower: { value: 3, strict: true } }]);
    expect(await measured("inf{P.c}: t")).toEqual([{ term: "t", lower: { value: 5, strict: true } }]);
  });

  it("no bound, and no state", async () => {
    expect(await measured("sup: t")).toEqual([{ term: "t", upper: { value: Infinity, strict: true } }]);
    expect(await measured("sup{P.c && n == 1}: x")).toEqual([{ term: "x" }]);
  });

  it("a clock that only a loop lets grow", async () => {
    const loop = `
      clock x, t;
      process P() {
        state a { x <= 3 }, b { x <= 3 };
        init a;
        trans a -> b { guard x >= 2; assign x := 0; }, b -> a { guard x >= 1; assign x := 0; };
      }
      system P;`;
    const grown = async (query: string) => {
      const { verdict } = await ask(loop, query);
      return verdict.kind !== "unknown" && verdict.evidence.kind === "values"
        ? verdict.evidence.values[0]?.upper
        : verdict;
    };
    expect(await grown("sup: t")).toEqual({ value: Infinity, strict: true });
    expect(await grown("sup{P.b}: t")).toEqual({ value: Infinity, strict: true });
    expect(await grown("sup: x")).toEqual({ value: 3, strict: false });
    expect(await grown("sup{t <= 70 && P.b}: t")).toEqual({ value: 70, strict: false });
  });

  it("differences of clocks", async () => {
    expect(await measured("sup: x - y")).toEqual([{ term: "x - y", upper: { value: 7, strict: false } }]);
    expect(await measured("inf{P.b}: x - y")).toEqual([{ term: "x - y", lower: { value: 3, strict: true } }]);
  });
});

describe("clocks without bound", () => {
  const found = async (model: string, query: string) => {
    const { verdict, statistics } = await ask(model, query);
    if (verdict.kind === "unknown" || verdict.evidence.kind !== "values") throw new Error(JSON.stringify(verdict));
    const { values, early } = verdict.evidence;
    return { ...values[0], early, explored: statistics.explored };
  };
  const infinite = { value: Infinity, strict: true };

  it("are seen at once, however much there is to explore", async () => {
    const counter = `
      clock x, t; int[0,30000] n;
      process P() { state a; init a; trans a -> a { guard n < 30000; assign n := n + 1; }; }
      process Q() { clock z; state a { z <= 5 }; init a; trans a -> a { guard z >= 5; assign z := 0; }; }
      process R() { state a; init a; }
      system`;
    const inOneState = await found(`${counter} R;`, "sup: t");
    expect(inOneState).toMatchObject({ upper: infinite, early: true, explored: 1 });
    const byALoop = await found(`${counter} P, Q;`, "sup: t");
    expect(byALoop).toMatchObject({ upper: infinite, early: true });
    expect(byALoop.explored).toBeLessThan(200);
    // The lower end is known, too: a clock is never negative.
    expect(await found(`${counter} R;`, "bounds: t + 4")).toMatchObject({
      lower: { value: 4, strict: false },
      upper: infinite,
      explored: 1,
    });
  });

  it("are seen where no time passes any more", async () => {
    const waiting = `
      clock x, t;
      process P() {
        state a, b, c { x <= 1 }; commit b; init a;
        trans a -> b { assign x := 0; }, b -> c { };
      }
      system P;`;
    expect(await found(waiting, "sup{P.b}: t")).toMatchObject({ upper: infinite });
    expect(await found(waiting, "sup{P.c}: t")).toMatchObject({ upper: infinite });
    expect(await found(waiting, "sup{P.c}: x")).toMatchObject({ upper: { value: 1, strict: false } });
    expect(await found(waiting, "sup{P.c}: t - x")).toMatchObject({ upper: infinite });
    expect(await found(waiting, "inf{P.c}: x - t")).toMatchObject({ lower: { value: -Infinity, strict: true } });
  });

  it("are told from those that a reset or an invariant bounds", async () => {
    const bounded = `
      clock x, t;
      process P() {
        state a { x <= 3 && t <= 50 }; init a;
        trans a -> a { guard x >= 2; assign x := 0; }, a -> a { guard t >= 40; assign t := 0; };
      }
      system P;`;
    expect(await found(bounded, "sup: t")).toMatchObject({ upper: { value: 50, strict: false } });
    expect(await found(bounded, "sup: x")).toMatchObject({ upper: { value: 3, strict: false } });
  });
});

describe("large values", () => {
  it("are told in the model's units, whether or not they have a common divisor", async () => {
    const large = (unit: number, more: number) => `
      clock x, y;
      process P() {
        state a { x <= ${400 * unit + more} }, b { x < ${450 * unit} }; init a;
        trans a -> b { guard x > ${3 * unit}; assign y := 0; };
      }
      system P;`;
    for (const [unit, more] of [
      [1_000_000, 0],
      [1_000_000, 7],
      [1, 0],
    ] as const) {
      const model = large(unit, more);
      const one = async (query: string) => {
        const { verdict } = await ask(model, query);
        return verdict.kind === "unknown" ? verdict : measuredTerms(verdict)[0];
      };
      expect(await one("sup{P.a}: x")).toMatchObject({ upper: { value: 400 * unit + more, strict: false } });
      expect(await one("sup: x")).toMatchObject({ upper: { value: 450 * unit, strict: true } });
      expect(await one("sup{P.a}: x + 5")).toMatchObject({ upper: { value: 400 * unit + more + 5, strict: false } });
      expect(await one("inf{P.b}: x")).toMatchObject({ lower: { value: 3 * unit, strict: true } });
      expect(await one("sup{P.b}: x - y")).toMatchObject({ upper: { value: 400 * unit + more, strict: false } });
    }
  });
});

describe("fastest traces", () => {
  it("prefer two quick steps to one slow one", async () => {
    const model = `
      clock x;
      process P() {
        state a, b { x <= 2 }, goal;
        init a;
        trans a -> goal { guard x >= 9; }, a -> b { guard x >= 1; assign x := 0; }, b -> goal { guard x >= 2; };
      }
      system P;`;
    const shortest = traceOf((await ask(model, "E<> P.goal", { optimal: "steps" })).verdict)!;
    expect([shortest.steps.length, rationalToString(durationOf(shortest))]).toEqual([1, "9"]);
    const fastest = traceOf((await ask(model, "E<> P.goal", { optimal: "time" })).verdict)!;
    expect([fastest.steps.length, rationalToString(durationOf(fastest))]).toEqual([2, "3"]);
  });

  it("say so when there is no target", async () => {
    const { verdict } = await ask(MODEL, "E<> P.c and x < 2", { optimal: "time" });
    expect(verdict.kind).toBe("violated");
  });
});
