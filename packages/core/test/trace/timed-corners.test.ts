// Corners of timing that mutants found untested: loops that have a period and loops that have none, stopwatches with
// strict bounds and infinite runs, clocks that are set to values or copied, several ways to a target, several pieces of
// one state.

import { describe, expect, it } from "vitest";
import { type CheckOptions, traceOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import {
  durationOf,
  judgeTrace,
  readTraceJson,
  readXtr,
  replay,
  resolveXtr,
  type Trace,
  traceToJson,
  traceToXtr,
} from "../../src/trace/index.ts";
import { rational, toNumber } from "../../src/zone/index.ts";
import { ask, load } from "../check/ask.ts";

async function traceFor(model: string, query: string, options: CheckOptions = {}): Promise<Trace> {
  const { verdict } = await ask(model, query, options);
  const trace = traceOf(verdict);
  if (trace === undefined) throw new Error(`there is no trace: ${verdict.kind}`);
  return trace;
}
const process = (body: string, declarations = "clock x, y;"): string =>
  `${declarations} process P() { ${body} } system P;`;

describe("a loop", () => {
  const loopOf = async (body: string, query: string, declarations?: string) =>
    (await traceFor(process(body, declarations), query)).loop;

  it("lets a unit of time pass where it can, else something, else nothing", async () => {
    const loop = (invariant: string) => `state a { ${invariant} }; init a; trans a -> a { assign x = 0; };`;
    expect(await loopOf(loop("x <= 2"), "E[] P.a")).toMatchObject({
      repeats: "exactly",
      time: "diverges",
      period: rational(1),
    });
    const short = await loopOf(loop("x < 1"), "E[] P.a");
    expect(short).toMatchObject({ repeats: "exactly", time: "diverges" });
    expect(toNumber(short!.period!)).toBeLessThanOrEqual(1);
    expect(await loopOf(loop("x <= 0"), "E[] P.a")).toMatchObject({ time: "stands still", period: rational(0) });
  });

  it("begins with the clock values it comes back to", async () => {
    // y has to be 2 where x is 0, whatever the stem did.
    const body = `state a { x <= 3 }, b { y <= 3 }; init a;
      trans a -> b { guard x >= 2; assign x = 0; }, b -> b { guard y == 3 && x == 1; assign x = 0, y = 2; };`;
    const { loop } = await traceFor(process(body), "LTL-some: [] (P.a or P.b)", { runs: "infinite" });
    expect(loop).toMatchObject({ turns: 1, repeats: "exactly", period: rational(1) });
  });

  it("lets clocks grow that are only asked whether they are large", async () => {
    const body = "state a { x <= 1 }; init a; trans a -> a { guard x == 1 && y >= 3; assign x = 0; };";
    const stem = `${body.replace("trans", "trans a -> a { guard x == 1 && y < 3; assign x = 0; },")}`;
    expect(await loopOf(stem, "E[] P.a")).toMatchObject({ repeats: "exactly", time: "diverges" });
  });

  it("that has no period is shown three times, and its time converges", async () => {
    const body = "state a { x < 1 }; init a; trans a -> a { guard y > 0; assign y = 0; };";
    const trace = await traceFor(process(body), "E[] P.a");
    expect(trace.loop).toMatchObject({ turns: 3, repeats: "with changing delays", time: "converges" });
    expect(trace.steps).toHaveLength(trace.loop!.start + 3);
  });

  it("that has no period behind a stem", async () => {
    const body = `state s { x <= 1 }, a { x < 1 }; init s;
      trans s -> a { guard x == 1; assign x = 0, y = 0; }, a -> a { guard y > 0; assign y = 0; };`;
    const { loop } = await traceFor(process(body), "E[] not P.a or x < 1");
    expect(loop).toMatchObject({ turns: 3, repeats: "with changing delays", time: "converges" });
    expect(loop!.start).toBeGreaterThan(0);
  });

  it("that has no period is timed so that it can go on, where one more turn does not tell", async () => {
    // In every turn A happens within the first unit, B within the second; A is earlier than B was in the turn before,
    // and B not later than A was (which C tells the next turn). If A does not wait at all, there is one more turn and
    // no other.
    const body = `clock a, b, c; state l0 { x <= 3 }, l1 { x <= 3 }, l2 { x <= 3 }, l3 { x <= 3 }; init l0;
      trans l0 -> l1 { guard x <= 1 && b < 2; assign a = 0; },
        l1 -> l2 { guard x >= 1 && x <= 2 && c <= 2; assign b = 0; },
        l2 -> l3 { guard a == 2; assign c = 0; }, l3 -> l0 { guard x == 3; assign x = 0; };`;
    const { loop, steps } = await traceFor(process(body), "LTL-some: [] (P.l0 or not P.l0)", { runs: "infinite" });
    // y is neither set nor bounded: it does not tell what becomes of time.
    expect(loop).toMatchObject({ turns: 3, repeats: "with changing delays", time: "unknown" });
    const waits = steps.slice(loop!.start).filter(({ transition }) => transition.edges[0]!.edge === 0);
    expect(waits.every(({ delay }) => delay.n > 0n)).toBe(true);
  });

  it("with clocks that are compared with each other comes back in all of them", async () => {
    const body = "state a { x <= 2 }; init a; trans a -> a { guard x - y <= 0 && x >= 1; assign x = 0, y = 0; };";
    expect(await loopOf(body, "E[] P.a")).toMatchObject({ repeats: "exactly", time: "diverges" });
  });

  it("behind a premise, and with its turns told", async () => {
    const body =
      "state a { x <= 2 }, b { x <= 2 }; init a; trans a -> b { guard x >= 1; assign x = 0; }, b -> b { guard x >= 1; assign x = 0; };";
    const { network, compileQuery } = load(process(body));
    const query = compileQuery("P.b --> y < 0");
    if (!query.ok) throw new Error("the query is fine");
    const trace = await traceFor(process(body), "P.b --> y < 0");
    expect(trace.loop).toMatchObject({ repeats: "exactly", turns: 1 });
    const read = readTraceJson(network, JSON.stringify(traceToJson(network, trace)));
    if ("problem" in read) throw new Error(read.problem);
    expect(read.loop).toEqual({ start: trace.loop!.start, turns: 1 });
    expect(judgeTrace(network, query.value, read).ok).toBe(true);
  });
});

describe("stopwatches", () => {
  const stopped = (invariant: string, more: string): string =>
    process(`state a { x' == 0 && ${invariant} }, b, c; init a; trans ${more};`);

  it("keep strict bounds strict", async () => {
    const trace = await traceFor(
      stopped("y <= 9", "a -> b { guard y > 1 && y < 2; }, b -> c { guard x > 0 && x < 1; }"),
      "E<> P.c",
    );
    const [first, second] = trace.steps.map(({ delay }) => toNumber(delay));
    expect([first! > 1 && first! < 2, second! > 0 && second! < 1]).toEqual([true, true]);
  });

  it("are timed through loops, premises and what must not hold", async () => {
    const loop = stopped("y <= 2", "a -> a { guard y >= 1; assign y = 0; }");
    expect((await traceFor(loop, "E[] P.a")).loop).toMatchObject({ repeats: "exactly" });
    expect((await traceFor(loop, "E[] y <= 1")).loop).toMatchObject({ repeats: "exactly" });
    expect((await traceFor(loop, "y >= 1 --> P.b")).end).toBe("loop");
    const ending = stopped("y <= 2", "a -> b { guard y >= 1; }");
    expect((await traceFor(ending, "E[] x <= 0 or P.b")).end).toBe("unbounded-delay");
    expect((await traceFor(ending, "A<> y >= 1 && P.a && x >= 1")).end).toBe("unbounded-delay");
  });
});

describe("moments", () => {
  const lasts = async (body: string, query: string): Promise<number> =>
    toNumber(durationOf(await traceFor(process(body), query)));

  it("know what clocks were set to, and copied from", async () => {
    expect(
      await lasts("state a, b, c; init a; trans a -> b { assign x = 2; }, b -> c { guard x >= 5; };", "E<> P.c"),
    ).toBe(3);
    expect(
      await lasts(
        "state a, b, c; init a; trans a -> b { guard y >= 1; assign x = y + 3; }, b -> c { guard x >= 5; };",
        "E<> P.c",
      ),
    ).toBe(2);
    expect(
      await lasts(
        "state a, b, c; init a; trans a -> b { guard y >= 4; assign x = y - 3; }, b -> c { guard x >= 5; };",
        "E<> P.c",
      ),
    ).toBe(8);
  });

  it("take the earliest of several ends, an attained one before one that is only approached", async () => {
    const body = "state a, b; init a; trans a -> b { };";
    expect(await lasts(body, "E<> P.b && (x >= 5 || y >= 3)")).toBe(3);
    expect(await lasts(body, "E<> P.b && (x >= 3 || y >= 5)")).toBe(3);
    expect(await lasts(body, "E<> P.b && (x > 3 || y >= 3)")).toBe(3);
    expect(await lasts(body, "E<> P.b && x > 3")).toBeGreaterThan(3);
  });
});

it("a fault may lie in the state behind a step", () => {
  const { network } = load(
    "clock x; int a[2]; int[0,2] n; process P() { state s, t { x <= a[n] }; init s; trans s -> s { assign n = 2; }, s -> t { }; } system P;",
  );
  const ends = (edges: readonly number[]): boolean => {
    const path = { initial: 0, transitions: edges.map((edge) => ({ edges: [{ edge, select: [] }] })) };
    const delays = [...edges, 0].map(() => rational(0));
    return replay(network, { path, goal: { kind: "fault" }, frameSize: 0 }, delays).ok;
  };
  expect([ends([]), ends([0])]).toEqual([false, true]);
});

it("a state in several pieces is one state of an `.xtr` file", async () => {
  const model = `clock x; urgent chan u; process P() { state a, b; init a; trans a -> b { guard x >= 2; sync u!; }, a -> b { guard x <= 1; }; }
    process Q() { state c; init c; trans c -> c { sync u?; }; } system P, Q;`;
  const { network } = load(model);
  const trace = await traceFor(model, "E<> P.b");
  const run = readXtr(network, traceToXtr(network, trace));
  if ("problem" in run) throw new Error(run.problem);
  expect(resolveXtr(network, run)).toHaveLength(1);
});

it("events of TChecker's files are labels", () => {
  const content = "system:s\nevent:go\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b\nedge:P:a:b:go\n";
  const { network } = loadModel({ name: "m.tck", content }, { lints: false });
  const path = { initial: 0, transitions: [{ edges: [{ edge: 0, select: [] }] }] };
  const goal = { kind: "target", formula: { kind: "and", parts: [] } } as const;
  const outcome = replay(network!, { path, goal, frameSize: 0 }, [rational(0), rational(0)]);
  if (!outcome.ok) throw new Error(outcome.problem);
  expect(traceToJson(network!, outcome.trace).steps[0]!.edges[0]).toMatchObject({ label: "go" });
});
