// What scripts rely on: the JSON of `check` and `explore`, exit codes, files that are written, and the simulator in a
// pipe.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { type Outcome, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const LAMP = `
clock x;
chan press;
int[0,3] count = 0;
process Lamp() {
  state off, low { x <= 10 }, bright;
  init off;
  trans off -> low { sync press?; assign x := 0, count := count + 1; },
        low -> bright { guard x > 1 && x < 5; sync press?; },
        low -> off { guard x >= 10; assign count := 0; },
        bright -> off { sync press?; assign count := 0; };
}
process User() { state idle; init idle; trans idle -> idle { sync press!; }; }
system Lamp, User;
`;

async function run(
  args: readonly string[],
  model = LAMP,
  input?: readonly string[],
): Promise<Outcome & { cwd: string }> {
  const cwd = scratchFolder();
  await writeFile(join(cwd, "lamp.xta"), model);
  // What is tested here is the same for every search; one that nothing depends on keeps it quick.
  const chosen = args[0] === "check" ? [...args, "--search", "bfs"] : args;
  return { ...(await tracehound(chosen, { cwd, ...defined({ input }) })), cwd };
}

describe("check --json", () => {
  it("leaves the steps of traces out where nobody wants them", async () => {
    const asked = ["check", "lamp.xta", "-q", "E<> Lamp.bright", "--json"];
    const { steps, ...summary } = JSON.parse((await run(asked)).stdout).results[0].trace;
    expect(steps).toHaveLength(summary.length);
    expect(JSON.parse((await run([...asked, "--no-steps"])).stdout).results[0].trace).toEqual(summary);
  });

  it("prints one object with everything it promises", async () => {
    const { code, stdout } = await run([
      "check",
      "lamp.xta",
      "-q",
      "E<> Lamp.bright",
      "-q",
      "E<> Lamp.low and x > 10",
      "--json",
    ]);
    expect(code).toBe(1);
    const { tool, model, search, results } = JSON.parse(stdout);
    expect([tool, model, search]).toEqual(["tracehound", "lamp.xta", "bfs"]);
    const [found, none] = results;
    expect(found).toMatchObject({
      query: "E<> Lamp.bright",
      verdict: "satisfied",
      trace: {
        length: 2,
        steps: [
          {
            delay: 0,
            edges: [
              { process: "User", edge: 0, select: [] },
              { process: "Lamp", edge: 0, select: [] },
            ],
          },
          { delay: 1.5, changes: { locations: { Lamp: "bright" } } },
        ],
      },
    });
    expect(none).toMatchObject({ verdict: "violated" });
    expect(none.trace).toBeUndefined();
    for (const name of [
      "explored",
      "generated",
      "stored",
      "transitions",
      "peakOpen",
      "contextSwitches",
      "prunable",
      "seconds",
      "cpuSeconds",
      "memoryMB",
    ]) {
      expect(typeof none.statistics[name], name).toBe("number");
    }
    expect(none.statistics.engine).toMatch(/^(reference|compiled)$/);
    expect(none.statistics.queues).toEqual([{ pushed: none.statistics.stored, popped: none.statistics.stored }]);
  });

  it("values, lassos and curves", async () => {
    const queries = ["sup{Lamp.low}: x", "bounds: count", "E[] not Lamp.bright", "simulate [<=5] { x }"];
    const { code, stdout } = await run(["check", "lamp.xta", "--json", ...queries.flatMap((query) => ["-q", query])]);
    const [sup, bounds, never, statistical] = JSON.parse(stdout).results;
    expect([sup.value, bounds.value]).toEqual([10, "[0, 1]"]);
    expect(never).toMatchObject({ verdict: "satisfied", trace: { end: "unbounded-delay" } });
    expect(statistical).toMatchObject({ verdict: "satisfied", made: 1, runs: [{ number: 0 }] });
    expect(code).toBe(0);
  });
});

describe("exit codes", () => {
  it("0 satisfied, 1 violated, 2 unknown", async () => {
    expect((await run(["check", "lamp.xta", "-q", "E<> Lamp.low"])).code).toBe(0);
    expect((await run(["check", "lamp.xta", "-q", "A[] not Lamp.low"])).code).toBe(1);
    expect((await run(["check", "lamp.xta", "-q", "A[] not deadlock", "--time", "0"])).code).toBe(2);
    expect((await run(["check", "lamp.xta", "-q", "A[] not deadlock", "--query-time", "0"])).code).toBe(2);
  });

  it("10 for a fault of the model, with the diagnostic and the trace", async () => {
    const faulty = LAMP.replace("assign x := 0, count := count + 1", "assign x := 0, count := count + 4");
    const { code, stdout, stderr } = await run(["check", "lamp.xta", "-q", "A[] not Lamp.bright"], faulty);
    expect(code).toBe(10);
    expect(stdout).toContain("unknown: the model fails while it runs");
    expect(stderr).toContain("TH6001");
    const { stdout: json } = await run(["check", "lamp.xta", "-q", "A[] not Lamp.bright", "--json"], faulty);
    expect(JSON.parse(json).results[0]).toMatchObject({
      verdict: "unknown",
      because: "model-fault",
      diagnostic: { code: "TH6001", file: "lamp.xta" },
      trace: { end: "fault", length: 0 },
    });
  });

  it("10 for a query with faults; the others keep their numbers", async () => {
    const asked = ["check", "lamp.xta", "-q", "E<> Lamp.low", "-q", "E<> Lamp.lwo", "-q", "E<> Lamp.bright"];
    const all = await run(asked);
    expect(all.code).toBe(10);
    expect(all.stdout).toContain("2. E<> Lamp.lwo\n   unknown: the query cannot be read");
    expect(all.stdout).toContain("3. E<> Lamp.bright");
    const json = JSON.parse((await run([...asked, "--json"])).stdout);
    expect(json.results).toMatchObject([
      { number: 1, verdict: "satisfied" },
      {
        number: 2,
        query: "E<> Lamp.lwo",
        verdict: "unknown",
        diagnostic: { code: "TH4004", column: 10, hint: "did you mean `low`?" },
        statistics: { explored: 0 },
      },
      { number: 3, verdict: "satisfied" },
    ]);
    const two = JSON.parse((await run([...asked, "--query", "3", "--query", "1", "--json"])).stdout);
    expect(two.results.map(({ number }: { number: number }) => number)).toEqual([1, 3]);
    const third = await run([...asked, "--query", "3", "--json"]);
    expect(third.code).toBe(0);
    expect(JSON.parse(third.stdout).results).toMatchObject([{ query: "E<> Lamp.bright" }]);
    expect((await run([...asked, "--query", "2"])).code).toBe(10);
  });

  it("takes the queries beside a model that has none", async () => {
    const cwd = scratchFolder();
    await writeFile(join(cwd, "lamp.xta"), LAMP);
    expect((await tracehound(["check", "lamp.xta"], { cwd })).code).toBe(11);
    await writeFile(join(cwd, "lamp.q"), "E<> Lamp.bright\nE<> Lamp.lwo\n");
    const { code, stdout, stderr } = await tracehound(["check", "lamp.xta"], { cwd });
    expect(stderr).toContain("queries from lamp.q");
    expect(stdout).toContain("1. E<> Lamp.bright\n   satisfied");
    expect(code).toBe(10);
  });

  it("explores a TChecker model without labels as it is told, or refuses", async () => {
    const cwd = scratchFolder();
    const shared = "system:s\nint:1:0:1:0:v\nprocess:P\nlocation:P:l{initial:}\nprocess:Q\nlocation:Q:l{initial:}\n";
    const steps = "event:a\nedge:P:l:l:a{do:v=1}\nedge:Q:l:l:a{provided:v==1}\n";
    await writeFile(join(cwd, "m.tck"), shared + steps);
    const told = ["check", "m.tck", "--json", "--abstraction"];
    const { code, stdout } = await tracehound([...told, "alu"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).statistics.abstraction).toBe("alu");
    expect((await tracehound([...told, "local-time"], { cwd })).code).toBe(12);
  });

  it("11 without queries, 12 when nothing is supported", async () => {
    expect((await run(["check", "lamp.xta"])).code).toBe(11);
    expect((await run(["check", "lamp.xta", "-q", "control: A<> Lamp.low"])).code).toBe(12);
    expect((await run(["check", "lamp.xta", "-q", "sup: x", "--abstraction", "local-time"])).code).toBe(12);
  });
});

describe("files", () => {
  it("several traces are numbered", async () => {
    const { cwd, stderr } = await run([
      "check",
      "lamp.xta",
      "-q",
      "E<> Lamp.low",
      "-q",
      "E<> Lamp.bright",
      "--trace",
      "run.json",
    ]);
    expect(stderr).toContain("trace of query 2 written to run-2.json");
    const trace = JSON.parse(await readFile(join(cwd, "run-2.json"), "utf8"));
    expect(trace).toMatchObject({
      format: "tracehound-trace",
      formatVersion: 2,
      model: "lamp.xta",
      query: "E<> Lamp.bright",
    });
    expect((await tracehound(["replay", "lamp.xta", "run-2.json", "--json"], { cwd })).code).toBe(0);
  });

  it("a trace that was changed is refused", async () => {
    const { cwd } = await run(["check", "lamp.xta", "-q", "E<> Lamp.bright", "--trace", "run.json"]);
    const text = await readFile(join(cwd, "run.json"), "utf8");
    await writeFile(join(cwd, "run.json"), text.replace('"delay":1.5', '"delay": 7'));
    const { code, stdout } = await tracehound(["replay", "lamp.xta", "run.json"], { cwd });
    expect([code, stdout]).toEqual([1, "the trace is no run of the model: step 2: the step is not possible here\n"]);
  });

  it.each([
    ["run.dot", "digraph trace"],
    ["run.mmd", "sequenceDiagram"],
    ["run.txt", "2 steps, 1.5 time units"],
  ])("%s", async (file, beginning) => {
    const { cwd } = await run(["check", "lamp.xta", "-q", "E<> Lamp.bright", "--trace", file]);
    expect(await readFile(join(cwd, file), "utf8")).toMatch(new RegExp(`^${beginning}`));
  });

  it("the zone graph is drawn", async () => {
    const { cwd, stdout } = await run(["explore", "lamp.xta", "--dot", "graph.dot", "--json"]);
    const { statistics } = JSON.parse(stdout);
    expect(statistics).toMatchObject({ explored: statistics.stored, deadlocks: 0 });
    const dot = await readFile(join(cwd, "graph.dot"), "utf8");
    expect(dot.match(/\[label=[^\]]*Lamp\./g)?.length).toBe(statistics.stored);
    expect(dot.match(/->/g)?.length).toBe(statistics.transitions);
  });
});

describe("simulate", () => {
  it("offers, takes, waits, undoes and explains", async () => {
    const commands = ["1", "d 2", "w Lamp", "2 5", "2", "u", "s", "x", "q", "1"];
    const { code, stdout } = await run(["simulate", "lamp.xta"], LAMP, commands);
    expect(code).toBe(0);
    expect(stdout).toContain("   1  User: idle -> idle  press!  after [0, inf)");
    expect(stdout).toContain("time 0: Lamp.low, count = 1");
    expect(stdout).toContain("   2  User: idle -> idle  press!  after (1, 5)");
    expect(stdout).toContain("time may pass: [0, 10]");
    expect(stdout).toContain("Lamp: low -> off: the guard of Lamp fails");
    expect(stdout).toContain("option 2 is possible after [0, 3) only");
    expect(stdout).toContain("time 2: Lamp.bright");
    expect(stdout).toContain("there is no command x");
    expect(stdout.match(/Lamp\.bright/g)).toHaveLength(1);
  });

  it("random steps depend on the seed only, and become a trace that replays", async () => {
    const commands = ["r 12", "t run.json"];
    const one = await run(["simulate", "lamp.xta", "--seed", "7"], LAMP, commands);
    const two = await run(["simulate", "lamp.xta", "--seed", "7"], LAMP, commands);
    expect(two.stdout).toBe(one.stdout);
    const { code, stdout } = await tracehound(["replay", "lamp.xta", "run.json"], { cwd: one.cwd });
    expect([code, stdout.split("\n")[2]]).toEqual([0, expect.stringMatching(/^12 steps/)]);
  });
});
