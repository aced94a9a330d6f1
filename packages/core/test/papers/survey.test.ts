// Edelkamp, Schuppan, Bošnački, Wijs, Fehnker and Aljazzar 2008, "Survey on directed model checking": the examples and
// definitions of its sections 3 and 4.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type CostAlgebra,
  dearestStep,
  fuzzy,
  narrowestStep,
  probabilities,
  sums,
  tuple,
} from "../../src/search/costs/cost-algebra.ts";
import { ask, verdict } from "../check/ask.ts";
import { askGuided } from "../heuristics/ask-guided.ts";
import { estimate } from "../heuristics/estimate.ts";
import { questionOf, refusalOf, runSearch, searchOf } from "../search/runs.ts";

describe("section 3, cost algebras", () => {
  it.each([
    [sums, Number.POSITIVE_INFINITY, 0],
    [narrowestStep, 0, Number.POSITIVE_INFINITY],
    [probabilities, 0, 1],
    [fuzzy, 0, 1],
    [dearestStep, Number.POSITIVE_INFINITY, 0],
  ] as [CostAlgebra<number>, number, number][])("$name has the survey's 0 and 1", ({ zero, one }, worst, best) => {
    expect([zero, one]).toEqual([worst, best]);
  });

  it("min before plus is not isotone: (4,2) < (3,1), but (4,2) × (3,1) = (3,3) > (3,2) = (3,1) × (3,1)", () => {
    type Pair = readonly [number, number];
    const times = ([a, c]: Pair, [b, d]: Pair): Pair => [Math.min(a, b), c + d];
    const isLess = ([a, c]: Pair, [b, d]: Pair): boolean => a > b || (a === b && c < d);
    expect(isLess([4, 2], [3, 1])).toBe(true);
    expect([times([4, 2], [3, 1]), times([3, 1], [3, 1])]).toEqual([
      [3, 3],
      [3, 2],
    ]);
    expect(isLess(times([3, 1], [3, 1]), times([4, 2], [3, 1]))).toBe(true);
    expect(() => tuple(narrowestStep, sums)).toThrow(/isotone/);
  });

  it("plus before min is isotone, over all costs up to 4", () => {
    const { times, compare } = tuple(sums, narrowestStep);
    const costs = [1, 2, 3, 4].flatMap((a) => [1, 2, 3, 4].map((c) => [a, c] as const));
    for (const a of costs) {
      for (const b of costs.filter((one) => compare(a, one) <= 0)) {
        for (const c of costs) {
          expect(compare(times(a, c), times(b, c))).toBeLessThanOrEqual(0);
          expect(compare(times(c, a), times(c, b))).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  // Three ways of price 4 to the last location; the narrowest steps are 1, 3 and 2 wide. A fourth is wide and dear.
  const ROADS = `meta int[0, 9] price; meta int[0, 9] width;
process P() { state s, a, b, c, d, t; init s; trans
    s -> a { assign price = 2, width = 5; }, a -> t { assign price = 2, width = 1; },
    s -> b { assign price = 3, width = 4; }, b -> t { assign price = 1, width = 3; },
    s -> c { assign price = 1, width = 2; }, c -> t { assign price = 3, width = 9; },
    s -> d { assign price = 3, width = 9; }, d -> t { assign price = 3, width = 9; }; }
A = P(); system A;`;

  it.each([
    ['tuple([sum("price"), min("width")])', "(4, 3)"],
    ['min("width")', "9"],
    ['sum("price")', "4"],
  ])("%s of the best way is %s", async (cost, best) => {
    for (const search of [`dijkstra(cost=${cost})`, `astar(hL(), cost=${cost})`, `bnb(hL(), cost=${cost})`]) {
      expect((await ask(ROADS, "E<> A.t", { search: searchOf(search) })).statistics.cost).toBe(best);
    }
  });

  it("refuses the survey's counterexample", () => {
    const question = questionOf(ROADS, "E<> A.t");
    expect(refusalOf('dijkstra(cost=tuple([min("width"), sum("price")]))', question)).toMatch(/isotone/);
  });
});

describe("section 3, estimates", () => {
  const MODEL = `bool v, w; int[0, 5] n;
process P() { state p0, p1, p2; init p0; trans p0 -> p1 { }, p1 -> p2 { }, p2 -> p0 { assign v = true; }; }
process Q() { state q0, q1; init q0; trans q0 -> q1 { assign w = true, n = 3; }; }
system P, Q;`;
  const of = (spec: string, target: string, moved = {}): number => estimate(spec, MODEL, moved, `E<> ${target}`);

  it.each([
    ["v", 1],
    ["!v", 0],
    ["v && w", 2],
    ["v || w", 1],
    ["!(v || w)", 0],
    ["!(v && w)", 0],
    ["(v && w) || !v", 0],
    ["(v && w) || P.p1", 1],
  ])("H_f of %s is %i", (target, value) => {
    expect(of("formula()", target)).toBe(value);
  });

  it("with the best of the parts instead of their product H_f stays consistent", () => {
    expect(of("formula(combine=max)", "v && w")).toBe(1);
  });

  it("the FSM distance adds up how far each process is from its dangerous location", () => {
    expect(of("distance()", "P.p2 && Q.q1")).toBe(3);
    expect(of("distance()", "P.p2 && Q.q1", { P: "p2" })).toBe(1);
    expect(of("distance(combine=max)", "P.p2 && Q.q1")).toBe(2);
  });

  it("the Hamming distance counts what differs", () => {
    expect(of("hamming()", "P.p2 && Q.q1 && n == 3")).toBe(3);
  });
});

describe("section 4, safety", () => {
  // A long corridor beside a short one: depth-first search takes the long one.
  const CORRIDORS = `process P() { state s, a, b, c, d, e, t; init s;
    trans s -> t { }, s -> a { }, a -> b { }, b -> c { }, c -> d { }, d -> e { }, e -> t { }; }
A = P(); system A;`;
  const question = questionOf(CORRIDORS, "E<> A.t");

  it("bounded search, IDA*, branch and bound, thresholds and A* agree on the shortest trace", () => {
    for (const spec of ["idastar(hL())", "bnb(hL())", "threshold(hL())", "astar(hL())", "bfs", "bounded(1, dfs)"]) {
      expect([spec, runSearch(spec, question).length]).toEqual([spec, 1]);
    }
  });

  it("memory-limited searches do, too", () => {
    for (const spec of ["frontier(hL())", "bfhs(hL())", "sma(hL(), states=50)", "beam-stack(2, hL())"]) {
      expect([spec, runSearch(spec, question).length]).toEqual([spec, 1]);
    }
  });

  it("fig. 1: where the abstraction has no way to an error there is none, and nothing is searched", async () => {
    const SAFE = "process P() { state s, t; init s; } A = P(); system A;";
    expect(await verdict(SAFE, "E<> A.t", { search: searchOf("astar(hL())") })).toBe("violated");
    const { statistics } = await ask(SAFE, "E<> A.t", { search: searchOf("astar(hL())") });
    expect(statistics.explored).toBeLessThanOrEqual(1);
  });
});

describe("docs/papers/survey.md", () => {
  const page = readFileSync(new URL("../../../../docs/papers/survey.md", import.meta.url), "utf8");
  const cells = [...page.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
  const specs = [...new Set(cells)].filter((text) => /^([a-z-]+\(.*\)|bfs|dfs|ut-hU)$/.test(text));
  const forStates = specs.filter((spec) => !/^(ndfs|recorded|couvreur|walk)/.test(spec));
  const MODEL = `meta int[0, 100] price; int[0, 1] x;
process P() { state s, a, b, t; init s; trans
    s -> a { assign price = 20; }, a -> t { assign price = 20, x = 1; },
    s -> b { assign price = 30; }, b -> t { assign price = 10, x = 1; }, t -> s { assign price = 5, x = 0; }; }
process Q() { state q, r; init q; trans q -> r { assign price = 1; }, r -> q { assign price = 2; }; }
A = P(); B = Q(); system A, B;`;

  it("names as many searches as there are algorithms", () => {
    expect(forStates.length).toBeGreaterThan(45);
  });

  it.each(forStates)("%s finds the target", async (spec) => {
    expect(await askGuided(MODEL, "E<> A.t && B.r", spec)).toMatchObject({ verdict: { kind: "satisfied" } });
  });
});
