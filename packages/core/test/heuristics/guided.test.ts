// Searches that people guide by expressions of their own: what is small comes first, hints restrict where a search goes
// first, and neither ever costs an answer.

import { describe, expect, it } from "vitest";
import { readSearch } from "../../src/answer/index.ts";
import { type CheckResult, checkQueries } from "../../src/check/index.ts";
import type { Diagnostic } from "../../src/diagnostics/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { load } from "../check/ask.ts";
import { askGuided } from "./ask-guided.ts";

const stairs = `
const int TOP = 40;
int[0,60] x; int[0,60] y;
int steps[2] = {1, 2};
int rest(int from) { return TOP - from; }
process P() {
  clock c;
  state low, high;
  init low;
  trans low -> low { guard x < 60; assign x++; },
    low -> low { guard y < 60; assign y++; },
    low -> high { guard x == TOP; };
}
p = P();
system p;
`;

const search = (spec: string, question = "E<> p.high", model = stairs): Promise<CheckResult | Diagnostic> =>
  askGuided(model, question, spec);

async function explored(spec: string): Promise<number> {
  const result = await search(spec);
  if ("message" in result) throw new Error(result.message);
  expect(result.verdict.kind).toBe("satisfied");
  return result.statistics.explored;
}

describe("expr", () => {
  it("goes straight where the expression points, with constants, functions and locations of the model", async () => {
    expect(await explored("bfs")).toBeGreaterThan(800);
    expect(await explored('greedy(expr("rest(x) + y + (p.low ? steps[1] : 0)"))')).toBe(42);
    // Negative values order like others.
    expect(await explored('eager(tiebreaking([expr("y"), expr("-x")]))')).toBeLessThan(110);
  });

  it("never cuts: a false claim of the user loses nothing, and a proof is a proof", async () => {
    expect(await explored('greedy(expr("x"))')).toBeGreaterThan(42);
    const proof = await search('astar(expr("1000 * x"))', "E<> p.high && y > x && x > 40");
    expect(proof).toMatchObject({ verdict: { kind: "violated" } });
    const long = await search('astar(expr("-x"))');
    expect(long).toMatchObject({ verdict: { kind: "satisfied" } });
  });

  it("puts states last in which the expression fails", async () => {
    expect(await explored('greedy(expr("steps[x]"))')).toBeGreaterThan(40);
    expect(await explored('greedy(expr("100 / (40 - x)"))')).toBeGreaterThan(40);
  });

  it.each([
    ['greedy(expr("rst(x)"))', "nothing is called `rst` here"],
    ['greedy(expr("p.c"))', "a clock cannot guide a search"],
    ['greedy(expr("x = 1"))', "a query must not change anything"],
    ['greedy(expr(" "))', "the expression is empty"],
    ['greedy(expr("x +"))', "expected an expression"],
  ])("%s says what is wrong, at its place", async (spec, message) => {
    const problem = (await search(spec)) as Diagnostic;
    expect(problem.message).toContain(message);
    expect(problem.span).toBeDefined();
  });

  it("is refused where nobody has read it", async () => {
    const loaded = load(stairs);
    const query = loaded.compileQuery("E<> p.high");
    const asked = readSearch('greedy(expr("x"))');
    if (!query.ok || !asked.ok) throw new Error("cannot be read");
    const { network, value } = query;
    const options = { strategy: asked.value.strategy };
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [value]);
    expect(result).toMatchObject({ verdict: { kind: "unknown", because: "not-supported" } });
  });
});

describe("hints", () => {
  it("restrict where the search goes first", async () => {
    const plain = await explored("eager(best(g, ties=oldest))");
    const hinted = await explored('eager(tiebreaking([hints(["y == 0"]), g], ties=oldest))');
    expect(hinted).toBeLessThan(plain / 10);
    expect(await explored('eager(tiebreaking([hints(["y == 0 && x > 5", "y == 0"]), g]))')).toBeLessThan(plain / 10);
  });

  it("lose nothing: behind the last come all other states", async () => {
    expect(await explored('eager(tiebreaking([hints(["x == 0"]), g]))')).toBeGreaterThan(42);
  });
});

describe("edges", () => {
  const sides = `
    int[0,40] x; int[0,40] y;
    process Up(const int[0,1] side) { state low, high; init low;
      trans low -> low { guard side == 0 && x < 40; assign x++; }, low -> low { guard side == 1 && y < 40; assign y++; },
        low -> high { guard side == 0 && x == 40; }; }
    A = Up(0); B = Up(1); system A, B;`;
  const counted = async (spec: string, question = "E<> A.high"): Promise<number> => {
    const result = await search(spec, question, sides);
    if ("message" in result) throw new Error(result.message);
    expect(result.verdict.kind).toBe("satisfied");
    return result.statistics.explored;
  };

  it("restrict which steps the first rounds take", async () => {
    expect(await counted("bfs")).toBeGreaterThan(800);
    expect(await counted('eager(tiebreaking([edges(["A: * -> *"]), g]))')).toBe(42);
    expect(await counted('eager(tiebreaking([edges(["A: low -> low", "Up: low -> high"]), g]))')).toBe(42);
  });

  it("lose nothing, and a wrong hint costs time only", async () => {
    expect(await counted('eager(tiebreaking([edges(["B: * -> *"]), g]))')).toBeGreaterThan(42);
    expect(await counted('eager(tiebreaking([edges(["B: * -> *"]), g]))', "E<> A.high && y == 7")).toBeGreaterThan(40);
  });

  it.each([
    ['eager(best(edges(["A low high"])))', "names no edges"],
    ['eager(best(edges(["A: low -> hihg"])))', "the model has no edge `A: low -> hihg`"],
    ['eager(best(edges(["C: * -> *"])))', "the model has no edge `C: * -> *`"],
  ])("%s says what is wrong", async (spec, message) => {
    const result = await search(spec, "E<> A.high", sides);
    const told = "message" in result ? result.message : JSON.stringify(result.verdict);
    expect(told).toContain(message);
  });
});
