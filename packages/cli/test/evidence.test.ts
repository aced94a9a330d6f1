// Evidence that somebody else wrote: forged certificates and traces that were believed once, and lassos that said more
// than is so. Each is a case that had a wrong answer.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Outcome, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

type Files = Readonly<Record<string, string | object>>;

async function folderWith(files: Files): Promise<string> {
  const cwd = scratchFolder();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return cwd;
}

async function run(args: readonly string[], files: Files): Promise<Outcome & { cwd: string }> {
  const cwd = await folderWith(files);
  return { ...(await tracehound(args, { cwd })), cwd };
}

const LABELLED = `system:labelled
clock:1:x
event:e
process:P
location:P:l0{initial: : invariant:x<=2}
location:P:l1{labels:bad}
location:P:l2{labels:never}
edge:P:l0:l1:e{provided:x>=1}
edge:P:l1:l2:e{provided:x<1}
`;
const CYCLE = "process P() { state a, b, c; init a; trans a -> b { }, b -> a { }, b -> c { }, c -> c { }; } system P;";

describe("a forged certificate", () => {
  const states = [
    { locations: [0], cells: [], zones: [[[1, 0, 2, 0]]] },
    { locations: [1], cells: [], zones: [[[0, 1, -1, 0]]] },
  ];
  const head = { format: "tracehound-certificate", formatVersion: 1, model: "m", abstraction: "alu" };

  it("that proves another question than it names is refused", async () => {
    const forged = { ...head, query: "E<> label(bad)", labels: ["never"], states };
    const { code, both } = await run(["verify", "m.tck", "c.json"], { "m.tck": LABELLED, "c.json": forged });
    expect([code, both]).toEqual([10, "error: the labels ask `E<> label(never)`, the query is `E<> label(bad)`\n"]);
  });

  it("is proved for the question it is about, with labels or without", async () => {
    for (const labels of [{ labels: ["never"] }, {}]) {
      const honest = { ...head, query: "E<> label(never)", ...labels, states };
      const { code, both } = await run(["verify", "m.tck", "c.json"], { "m.tck": LABELLED, "c.json": honest });
      expect([code, both]).toEqual([0, expect.stringContaining("proved: 2 discrete states")]);
    }
  });

  it("with bounds that no zone can hold is not proved", async () => {
    const model = "clock x, y; process P() { state a, b; init a; trans a -> b { guard x>=3 && y<=2; }; } system P;";
    const zone = [
      [1, 0, 500000000, 0],
      [0, 1, -500000000, 0],
      [2, 1, 400000000, 0],
      [1, 2, -4, 0],
    ];
    const forged = { ...head, query: "E<> P.b", states: [{ locations: [0], cells: [], zones: [zone] }] };
    const { code, stdout } = await run(["verify", "m.xta", "c.json"], { "m.xta": model, "c.json": forged });
    expect([code, stdout]).toEqual([1, expect.stringContaining("not proved")]);
  });
});

describe("a forged trace", () => {
  const head = { format: "tracehound-trace", formatVersion: 1, model: "m", steps: [], finalDelay: 0 };

  it("that ends before the label it was asked for is refused", async () => {
    const cut = { ...head, query: "E<> label(bad)", end: "target", length: 0 };
    const { code, stdout } = await run(["replay", "m.tck", "t.json"], { "m.tck": LABELLED, "t.json": cut });
    expect([code, stdout]).toEqual([
      1,
      "the trace is no run of the model: step 0: the target does not hold at the end\n",
    ]);
  });

  it("of a liveness query that it does not answer is refused", async () => {
    const wrong = { ...head, query: "E[] P.c", end: "unbounded-delay" };
    const { code, stdout } = await run(["replay", "m.xta", "t.json"], { "m.xta": CYCLE, "t.json": wrong });
    expect([code, stdout]).toEqual([
      1,
      "the trace is no run of the model: step 0: what must not hold holds on the way\n",
    ]);
  });

  it("with a query that does not compile, or none that a run answers, is refused", async () => {
    for (const [query, code] of [
      ["E<> P.nowhere", 10],
      ["sup: P.a", 1],
    ] as const) {
      const files = { "m.xta": CYCLE, "t.json": { ...head, query, end: "target" } };
      expect((await run(["replay", "m.xta", "t.json"], files)).code).toBe(code);
    }
  });

  it("of version 1, with whole states, is still read", async () => {
    const state = { locations: { P: "b" }, variables: {}, clocks: {} };
    const edges = [{ process: "P", edge: 0, select: [], from: "a", to: "b" }];
    const old = { ...head, query: "E<> P.b", length: 1, end: "target", steps: [{ delay: 0, time: 0, edges, state }] };
    const replayed = (trace: object) => run(["replay", "m.xta", "t.json"], { "m.xta": CYCLE, "t.json": trace });
    expect((await replayed(old)).code).toBe(0);
    const elsewhere = { ...state, locations: { P: "c" } };
    expect((await replayed({ ...old, steps: [{ delay: 0, edges, state: elsewhere }] })).code).toBe(1);
    expect((await replayed({ ...old, formatVersion: 3 })).code).toBe(10);
  });
});

describe("a lasso", () => {
  const ZENO = `clock x, y;
process P() { state a { x < 1 }; init a; trans a -> a { guard y > 0; assign y = 0; }; }
system P;`;

  it("whose delays have to shrink says so, everywhere", async () => {
    const args = ["check", "m.xta", "-q", "E[] P.a", "--trace", "t.json"];
    const { code, stdout, cwd } = await run(args, { "m.xta": ZENO });
    expect(code).toBe(0);
    expect(stdout).toContain("satisfied: here is a witness: a loop whose time converges (a Zeno run)");
    expect(stdout).toContain("each time with other delays; shown: 3 turns; time converges (a Zeno run)");
    const { loop, loopStart } = JSON.parse(await readFile(join(cwd, "t.json"), "utf8"));
    expect(loop).toEqual({ start: loopStart, turns: 3, repeats: "with changing delays", time: "converges" });
    expect((await tracehound(["replay", "m.xta", "t.json"], { cwd })).code).toBe(0);
  });

  it("that was believed with equal delays is refused when it claims to repeat", async () => {
    const step = { delay: 0.25, edges: [{ process: "P", edge: 0, select: [] }] };
    const lasso = { query: "E[] P.a", end: "loop", loopStart: 1, steps: [step, step] };
    const files = { "m.xta": ZENO, "t.json": { ...lasso, loop: { start: 1, turns: 1, repeats: "exactly" } } };
    const { code, stdout } = await run(["replay", "m.xta", "t.json"], files);
    expect([code, stdout]).toEqual([
      1,
      "the trace is no run of the model: step 0: loop.repeats is not what the file says\n",
    ]);
  });

  it("that repeats has its period", async () => {
    const model = `clock x;
process P() { state a { x <= 3 }, b { x <= 5 }; init a; trans a -> b { guard x >= 2; }, b -> a { guard x >= 4; assign x = 0; }; }
system P;`;
    const { stdout } = await run(["check", "m.xta", "-q", "E[] x <= 5", "--json"], { "m.xta": model });
    const { loop, steps } = JSON.parse(stdout).results[0].trace;
    expect(loop).toEqual({ start: 0, turns: 1, repeats: "exactly", time: "diverges", period: 4 });
    expect(steps).toHaveLength(2);
  });
});

describe("a certificate", () => {
  /** Two counters, and a target that an estimate sees to be out of reach behind most states. */
  const COUNTERS = `int[0,3] n = 0; clock x;
process P() { state a { x <= 2 }, b; init a; trans a -> a { guard n < 3 && x >= 1; assign n = n + 1, x = 0; }, a -> b { guard n == 3 && x == 0; assign n = 0; }; }
process Q() { state idle, gone; init idle; trans idle -> gone { guard n == 2; }; }
system P, Q;`;
  const QUERY = "E<> P.b and Q.gone and n == 1";

  it.each([
    "bfs",
    "dfs",
    "greedy(hU())",
    "greedy(hL())",
    "astar(hL())",
    "greedy(distance())",
    "idastar(hL())",
    "frontier(h=hL())",
    "beam-stack(k=8, h=hL())",
    "portfolio([walk(), greedy(hL())])",
  ])("of an answer by %s verifies", async (search) => {
    const args = ["check", "m.xta", "-q", QUERY, "--search", search, "--certificate", "c.json"];
    const { code, cwd, stderr } = await run(args, { "m.xta": COUNTERS });
    expect([code, stderr]).toEqual([1, expect.stringContaining("certificate of query 1 written to c.json")]);
    const { code: verified, stdout } = await tracehound(["verify", "m.xta", "c.json"], { cwd });
    expect([verified, stdout]).toEqual([0, expect.stringContaining("steps checked")]);
  });

  it("needs no states where the locations that processes can visit are proof enough", async () => {
    const idle = Array.from(
      { length: 12 },
      (_, p) => `process:P${p}
location:P${p}:l0{initial:}
location:P${p}:l1
edge:P${p}:l0:l1:a
edge:P${p}:l1:l0:a
`,
    );
    const model = `system:s\nevent:a\n${idle.join("")}process:Q\nlocation:Q:q0{initial:}\nlocation:Q:q1{labels:never}\n`;
    const args = ["check", "m.tck", "--labels", "never", "--search", "greedy(hL())", "--certificate", "c.json"];
    const { code, cwd } = await run(args, { "m.tck": model });
    expect(code).toBe(1);
    const text = await readFile(join(cwd, "c.json"), "utf8");
    expect((await tracehound(["verify", "m.tck", "c.json"], { cwd })).stdout).toContain("proved: 25 locations");
    await writeFile(join(cwd, "c.json"), text.replace(/\[\s*0,\s*1\s*\]/, "[0]"));
    expect((await tracehound(["verify", "m.tck", "c.json"], { cwd })).stdout).toContain(
      "P0 may visit l1, which is not listed",
    );
  });

  it("finds the fault that an estimate had cut off", async () => {
    const model = `int a[2]; int i = 5; int[0,10] n = 0;
process P() { state s, dead, dead2, t; init s;
trans s -> dead { }, dead -> dead2 { guard a[i] == 1; }, s -> s { guard n < 3; assign n = n + 1; }, s -> t { guard n == 9; }; }
system P;`;
    const args = ["check", "m.xta", "-q", "E<> P.t", "--search", "greedy(hL())", "--certificate", "c.json", "--json"];
    const { code, stdout } = await run(args, { "m.xta": model });
    expect([code, JSON.parse(stdout).results[0].because]).toEqual([10, "model-fault"]);
  });

  it("is refused by name for what it cannot be about", async () => {
    const queries = ["-q", "A<> P.c", "-q", "LTL: F true"];
    const { stderr } = await run(["check", "m.xta", ...queries, "--certificate", "c.json"], { "m.xta": CYCLE });
    expect(stderr).toContain(
      "no certificate of query 2: certificates are about E<>, A[], E[], A<> and -->, not about LTL",
    );
  });

  it("shows what must happen, and is refused once it says that less is left to do", async () => {
    const model =
      "clock x; process P() { state a { x <= 3 }, b { x <= 5 }, c; init a; trans a -> b { guard x >= 1; }, b -> c { guard x >= 5; }, c -> c { assign x = 0; }; } system P;";
    const files = { "m.xta": model };
    for (const query of ["A<> P.c", "E[] not P.c", "P.a --> P.c"]) {
      const { stderr, cwd } = await run(["check", "m.xta", "-q", query, "--certificate", "c.json"], files);
      expect(stderr).toContain("certificate of query 1 written");
      expect((await tracehound(["verify", "m.xta", "c.json"], { cwd })).stdout).toContain("proved: ");
      const text = await readFile(join(cwd, "c.json"), "utf8");
      await writeFile(join(cwd, "c.json"), text.replace(/"ranks":\[\d+/, '"ranks":[-1'));
      const { code, stdout } = await tracehound(["verify", "m.xta", "c.json"], { cwd });
      expect([query, code, stdout]).toEqual([query, 1, expect.stringContaining("smaller rank")]);
    }
  });
});

it("a number that JSON does not have is a word", async () => {
  const model = `dtmc module m x : [0..2]; [] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); endmodule rewards true : 1; endrewards`;
  const asked = ["R=? [ F x=1 ]", "P=? [ F x=1 ] / P=? [ F x=7 ]"].flatMap((query) => ["-q", query]);
  const { code, stdout } = await run(["check", "m.prism", ...asked, "--json"], { "m.prism": model });
  const { results } = JSON.parse(stdout);
  expect([code, results.map(({ quantity }: { quantity: object }) => quantity)]).toEqual([
    0,
    [
      { kind: "reward", lower: "infinity", upper: "infinity", estimate: "infinity", proven: true },
      { kind: "value", lower: "infinity", upper: "infinity", estimate: "infinity", proven: true },
    ],
  ]);
});
