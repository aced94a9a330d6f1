// `sup`, `inf`, `bounds` and fastest traces, with strictness and infinity.

import { describe, expect, it } from "vitest";
import { type TermBounds, traceOf } from "../../src/check/index.ts";
import { durationOf } from "../../src/trace/index.ts";
import { rationalToString } from "../../src/zone/index.ts";
import { ask } from "./ask.ts";

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
