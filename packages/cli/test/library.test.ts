import { describe, expect, it } from "vitest";
import { check, explain, load, ModelError, SettingError, simulate } from "../src/library/index.ts";

const content = "process P() { clock x; state a, b; init a; trans a -> b { guard x > 1; }; } system P;";
const model = load({ name: "p.xta", content });

describe("the library", () => {
  it("answers the model's own questions", async () => {
    const asked = load({ name: "q.xta", content: `${content}\nquery { E<> P.b }` });
    expect(asked.questions.map(({ text }) => text)).toEqual(["E<> P.b"]);
    expect(await check(asked).results).toMatchObject([{ question: "E<> P.b", verdict: "satisfied" }]);
  });

  it("says of every step what it is: channel, edges, selections, what changes, and the whole state where it is asked for", async () => {
    const lines = `chan go[2]; int n;
      process S() { state a, b; init a; trans a -> b { select i : int[0, 1]; sync go[i]!; assign n := i + 1; }; }
      process R() { clock x; state c, d; init c; trans c -> d { guard x > 1; sync go[1]?; }; } system S, R;`;
    const settings = { questions: ["E<> R.d"], search: "bfs" };
    const run = (await check(load({ name: "go.xta", content: lines }), settings).results)[0]!.run!;
    expect(run.steps).toEqual([
      {
        delay: 1.5,
        time: 1.5,
        channel: "go[1]",
        edges: [
          { process: "S", edge: 0, select: [1], from: "a", to: "b", label: "go[1]!" },
          { process: "R", edge: 0, select: [], from: "c", to: "d", label: "go[1]?" },
        ],
        changes: { locations: { S: "b", R: "d" }, variables: { n: 2 } },
      },
    ]);
    expect(run).toMatchObject({ length: 1, duration: 1.5, initial: { locations: { S: "a", R: "c" } }, finalDelay: 0 });
    const whole = (await check(load({ name: "go.xta", content: lines }), { ...settings, states: true }).results)[0]!;
    expect(whole.run!.steps[0]!.state).toEqual({
      locations: { S: "b", R: "d" },
      variables: { n: 2 },
      clocks: { "R.x": 1.5 },
    });
  });

  it("is unknown when a signal was given", async () => {
    const stop = new AbortController();
    stop.abort();
    const results = await check(model, { questions: ["A[] not deadlock"], signal: stop.signal }).results;
    expect(results).toMatchObject([{ verdict: "unknown", because: "interrupted" }]);
  });

  it("ends when nobody listens any more", async () => {
    const wraps = ["a", "b", "c", "d"].map((name) => `s -> s { assign ${name} = (${name} + 1) % 1000; }`);
    const vast = load({
      name: "vast.xta",
      content: `int[0, 999] a, b, c, d; process P() { state s; init s; trans ${wraps.join(", ")}; } system P;`,
    });
    const run = check(vast, { questions: ["E<> a == 1", "A[] not deadlock", "E<> a == 2"], search: "bfs" });
    for await (const event of run) if (event.kind === "result") break;
    expect(await run.results).toMatchObject([
      { verdict: "satisfied" },
      { verdict: "unknown", because: "interrupted" },
      { verdict: "unknown", because: "interrupted" },
    ]);
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

  it.each<[string, unknown, string]>([
    ["seconds", Number.NaN, "`seconds` takes a number of at least 0, not NaN"],
    ["seconds", "10", '`seconds` takes a number of at least 0, not "10"'],
    ["seed", -1, "`seed` takes a whole number of at least 0, not -1"],
    ["search", 7, "`search` takes a text, not 7"],
    ["questions", "E<> P.b", '`questions` takes a list of texts, not "E<> P.b"'],
    ["questions", [null], "`questions` takes a list of texts, not a list"],
    ["optimal", "length", '`optimal` takes "steps", "time" or "cost", not "length"'],
    ["signal", {}, "`signal` takes an AbortSignal, not an object"],
    ["why", 1, "`why` takes true or false, not 1"],
    ["second", 1, "there is no setting `second`: did you mean `seconds`?"],
  ])("names the setting %s when it is %s", (setting, value, message) => {
    expect(() => check(model, { [setting]: value })).toThrow(expect.objectContaining({ setting, message }));
  });

  it.each<[string, () => unknown]>([
    ["a model that is not from load()", () => simulate({ ...model })],
    ["nothing instead of a model", () => check(undefined as never)],
    ["settings that are none", () => check(model, null as never)],
    ["a question instead of a list", () => explain(model, "E<> P.b" as never)],
    ["a source that is a text", () => load("lamp.xta" as never)],
    ["a source without content", () => load({ name: "lamp.xta" } as never)],
    ["an option that is no number", () => simulate(model).take("first" as never)],
    ["a delay that is no time", () => simulate(model).wait("soon")],
    ["a delay below 0", () => simulate(model).wait(-1)],
    ["a delay that is a date", () => simulate(model).take(0, new Date() as never)],
  ])("refuses %s", (_, attempt) => {
    expect(attempt).toThrow(SettingError);
  });

  it("has a result for a question of the model that cannot be read", async () => {
    const faulty = load({ name: "f.xta", content: `${content}\nquery { E<> P.c }\nquery { E<> P.b }` });
    expect(await check(faulty).results).toMatchObject([
      { question: "E<> P.c", verdict: "unknown", problem: { code: "TH4004", line: 2 } },
      { question: "E<> P.b", verdict: "satisfied" },
    ]);
  });

  it("finds the fastest run", async () => {
    const [result] = await check(model, { questions: ["E<> P.b"], optimal: "time" }).results;
    expect(result).toMatchObject({ verdict: "satisfied", run: { length: 1 } });
  });

  it("walks by exact delays", () => {
    const walk = simulate(model);
    expect(walk.take(0, 1)).toBe(false);
    expect(walk.take(7)).toBe(false);
    expect(walk.wait("1/3") && walk.take(0, "7/6")).toBe(true);
    expect(walk.run).toMatchObject({ length: 1, steps: [{ delay: 1.5 }] });
    expect(walk.undo() && walk.undo()).toBe(true);
    expect(walk.undo()).toBe(false);
  });
});
