import { describe, expect, it } from "vitest";
import { check, explain, load, ModelError, simulate } from "../src/library/index.ts";

const content = "process P() { clock x; state a, b; init a; trans a -> b { guard x > 1; }; } system P;";
const model = load({ name: "p.xta", content });

describe("the library", () => {
  it("answers the model's own questions", async () => {
    const asked = load({ name: "q.xta", content: `${content}\nquery { E<> P.b }` });
    expect(asked.questions.map(({ text }) => text)).toEqual(["E<> P.b"]);
    expect(await check(asked).results).toMatchObject([{ question: "E<> P.b", verdict: "satisfied" }]);
  });

  it("is unknown when a signal was given", async () => {
    const stop = new AbortController();
    stop.abort();
    const results = await check(model, { questions: ["A[] not deadlock"], signal: stop.signal }).results;
    expect(results).toMatchObject([{ verdict: "unknown", because: "interrupted" }]);
  });

  it("tells of each result, in order, also to who comes late", async () => {
    const run = check(model, { questions: ["E<> P.b", "E<> P.a"] });
    await run.results;
    const seen: string[] = [];
    for await (const event of run) if (event.kind === "result") seen.push(event.result.question);
    expect(seen).toEqual(["E<> P.b", "E<> P.a"]);
  });

  it("measures terms, and says why", async () => {
    const results = await check(model, { questions: ["sup: P.x", "E<> P.b and P.x < 1"], why: true }).results;
    expect(results[0]!.values).toEqual([{ term: "P.x", value: "infinity" }]);
    expect(results[1]!.why![0]).toContain("missing: P.x < 1");
  });

  it.each([
    ["a question with an unknown name", () => check(model, { questions: ["E<> P.c"] })],
    ["a search that there is not", () => check(model, { search: "magic()" })],
    ["a question to explain", () => explain(model, ["E<>"])],
    ["a model without processes", () => load({ name: "x.xta", content: "int n;" })],
  ])("refuses %s with what is wrong", (_, attempt) => {
    expect(attempt).toThrow(ModelError);
  });

  it("knows only models of its own", () => {
    expect(() => simulate({ ...model })).toThrow(TypeError);
  });

  it("walks by exact delays", () => {
    const walk = simulate(model);
    expect(walk.take(0, 1)).toBe(false);
    expect(walk.take(7)).toBe(false);
    expect(() => walk.wait("soon")).toThrow(RangeError);
    expect(walk.wait("1/3") && walk.take(0, "7/6")).toBe(true);
    expect(walk.run).toMatchObject({ length: 1, steps: [{ delay: 1.5 }] });
    expect(walk.undo() && walk.undo()).toBe(true);
    expect(walk.undo()).toBe(false);
  });
});
