// Files that somebody made up: each says something that no run shows.

import { describe, expect, it } from "vitest";
import { judgeTrace, readTraceJson } from "../../src/trace/index.ts";
import { load } from "../check/ask.ts";

const step = (delay: number | string) => ({ delay, edges: [{ process: "P", edge: 0 }] });

function judged(model: string, file: object | string): string {
  const loaded = load(model);
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const run = readTraceJson(loaded.network, text);
  if ("problem" in run) return run.problem;
  const query = loaded.compileQuery(run.query!);
  if (!query.ok) return query.diagnostics[0]!.message;
  const result = judgeTrace(query.network, query.value, run);
  return result.ok ? "fine" : result.problem;
}

describe("the turns of a loop with changing delays", () => {
  // All turns together take at most five units, and each takes some time.
  const zeno = `clock x, y; process P() { state a { x <= 5 }; init a; trans a -> a { guard y > 0; assign y = 0; }; } system P;`;
  const lasso = (query: string, ...delays: (number | string)[]) =>
    judged(zeno, { query, end: "loop", loop: { start: 1, turns: 2 }, steps: delays.map(step) });

  it("have to leave room for those that follow", () => {
    expect(lasso("E[] P.a", 1, 1, 1)).toBe("fine");
    expect(lasso("E[] P.a", 1, 1, "299/100")).toBe("fine");
    expect(lasso("E[] P.a", 1, 1, 3)).toBe("the loop cannot be taken for ever from where it has come to");
  });

  it("have to leave room for them before what is to be avoided", () => {
    expect(lasso("E[] x < 3", 1, 1, 0.5)).toBe("fine");
    expect(lasso("E[] x <= 3", 1, 1, 0.5)).toBe("fine");
    expect(lasso("E[] x <= 3", 1, 1, 1)).toBe("the loop cannot be taken for ever from where it has come to");
  });

  it("may begin with clocks that no zone could hold", () => {
    const idle = `clock x, y, z; process P() { state s, a { x <= 5 }; init s;
      trans s -> a { assign x = 0, y = 0; }, a -> a { guard y > 0 && z > 7; assign y = 0; }; } system P;`;
    const turn = { delay: 1, edges: [{ process: "P", edge: 1 }] };
    const file = (first: string) => ({
      query: "E[] true",
      end: "loop",
      loop: { start: 1, turns: 2 },
      steps: [step(first), turn, turn],
    });
    expect(judged(idle, file("8"))).toBe("fine");
    expect(judged(idle, file("123456789012345"))).toBe("fine");
  });
});

describe("a forged file", () => {
  const ticking = `clock x; process P() { state a { x <= 4 }; init a; trans a -> a { guard x == 4; assign x = 0; }; } system P;`;
  const loop = (query: string) =>
    judged(ticking, { query, end: "loop", loop: { start: 0, turns: 1 }, steps: [step(4)] });

  it("about clocks in a temporal formula is not judged by the states that steps lead to", () => {
    expect(loop("LTL: [] not P.a")).toBe("fine");
    // x is 0 behind every step, and 3 in between.
    expect(loop("LTL: <> x >= 3")).toBe("the run does not satisfy the temporal formula");
    expect(loop("LTL: [] x < 3")).toBe("fine");
    expect(loop("LTL: [] (x < 4 -> X x < 4)")).toContain("cannot be judged");
  });

  it("about clocks has to keep its letters in the turns that follow", () => {
    const zeno = `clock x, y; process P() { state a { x <= 5 }; init a; trans a -> a { guard y > 0; assign y = 0; }; } system P;`;
    const turns = (query: string, ...delays: (number | string)[]) =>
      judged(zeno, { query, end: "loop", loop: { start: 1, turns: 2 }, steps: delays.map(step) });
    expect(turns("LTL: <> x > 3", 1, 1, 0.5)).toBe("fine");
    // The next turn cannot stay below 3 any more, whatever the two that are shown did.
    expect(turns("LTL: <> x > 3", 1, 1, 1)).toBe("the loop cannot be taken for ever from where it has come to");
    expect(turns("LTL: <> x > 1", 1, 1, 0.5)).toBe("the run does not satisfy the temporal formula");
  });

  it("that says one thing twice says nothing", () => {
    const file = (text: string) => judged(ticking, text);
    expect(file('{ "query": "E<> P.a", "steps": [] }')).toBe("fine");
    expect(file('{ "query": "E<> false", "query": "E<> P.a", "steps": [] }')).toBe(
      "`query` is said twice of the same thing",
    );
    expect(file('{ "steps": [], "query": "E<> P.a", "\\u0073teps" : [] }')).toBe(
      "`steps` is said twice of the same thing",
    );
    // The same key of two things, or in a text, is not.
    expect(
      file('{ "query": "E<> P.a", "model": "\\"query\\": {", "steps": [], "initial": { "clocks": { "x": 0 } } }'),
    ).toBe("fine");
  });

  it("with an endless number is refused in few words", () => {
    const long = { query: "E<> P.a", steps: [], finalDelay: `1${"0".repeat(5000)}` };
    expect(judged(ticking, long)).toBe("a delay of 10000000000000000000… (5001 characters) is not allowed here");
  });
});
