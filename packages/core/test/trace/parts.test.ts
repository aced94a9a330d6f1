// Parts of timing that mutants found untested, each by itself: from a point back through assignments, equal clocks in
// linear programs, where loops begin, when states agree; and runs that only one of these parts can time.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, traceOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { type ConcreteState, createConcreteSemantics } from "../../src/semantics/index.ts";
import {
  durationOf,
  judgeTrace,
  networkToIntermediate,
  participantsOf,
  readTraceJson,
  readXtr,
  replay,
  resolveXtr,
  symbolicRun,
  type Trace,
  traceToDot,
  traceToJson,
  traceToText,
  traceToUppaalXml,
  traceToXtr,
} from "../../src/trace/index.ts";
import { comesBack, loopBehindPremise } from "../../src/trace/replay/judge-loop.ts";
import { before } from "../../src/trace/timing/backward-points.ts";
import { equal } from "../../src/trace/timing/by-linear-program.ts";
import { timeByZones } from "../../src/trace/timing/by-zones.ts";
import { rational, rationalToString, universe } from "../../src/zone/index.ts";
import { ask, load } from "../check/ask.ts";

describe("a point before assignments", () => {
  const dim = 4;
  const assignment = fc.record({
    row: fc.integer({ min: 1, max: 3 }),
    source: fc.integer({ min: 0, max: 3 }),
    value: fc.integer({ min: 0, max: 5 }),
  });

  it("leads to the point behind them, whatever is copied where", () => {
    fc.assert(
      fc.property(
        fc.array(assignment, { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }),
        (assignments, values) => {
          const apply = (point: readonly number[]): number[] => {
            const after = [...point];
            for (const { row, source, value } of assignments) after[row] = after[source]! + value;
            return after;
          };
          const after = apply([0, ...values]);
          const found = before(
            universe(dim),
            dim,
            assignments,
            after.map((value) => rational(value)),
          );
          expect(apply(found.map((value) => Number(rationalToString(value))))).toEqual(after);
        },
      ),
    );
  });
});

it("clocks are equal where both differences are at most 0, constants included", () => {
  const value = (constant: number, ...variables: number[]) => ({
    coefficients: new Map(variables.map((variable) => [variable, 1] as const)),
    constant,
  });
  const asked = equal([value(0), value(2, 0)], [value(0), value(5, 1)], (row) => row > 0);
  expect(asked).toEqual([
    {
      coefficients: new Map([
        [0, 1],
        [1, -1],
      ]),
      bound: 3,
      strict: false,
    },
    {
      coefficients: new Map([
        [0, -1],
        [1, 1],
      ]),
      bound: -3,
      strict: false,
    },
  ]);
});

it("a loop begins behind the premise, with a whole turn", () => {
  const start = { kind: "and", parts: [] } as const;
  const behind = (from: number, premise = true) =>
    loopBehindPremise(3, 2, { from, avoid: start, ...(premise && { start }) });
  expect(loopBehindPremise(3, 2, undefined)).toBe(3);
  expect([behind(9, false), behind(0), behind(2), behind(3), behind(4), behind(5)]).toEqual([3, 3, 3, 5, 5, 7]);
});

it("states agree in all clocks where nothing is known of what clocks are compared with", () => {
  const state = (...clocks: number[]): ConcreteState =>
    ({ locations: [0], cells: [1], clocks: clocks.map((clock) => rational(clock)) }) as unknown as ConcreteState;
  expect(comesBack(state(1, 2), state(1, 2), undefined)).toBe(true);
  expect(comesBack(state(1, 2), state(1, 3), undefined)).toBe(false);
  expect(comesBack(state(1, 2), { ...state(1, 2), cells: Int32Array.of(2) } as never, undefined)).toBe(false);
});

const process = (body: string, declarations = "clock x, y;"): string =>
  `${declarations} process P() { ${body} } system P;`;

async function traceFor(model: string, query: string, options: CheckOptions = {}): Promise<Trace> {
  const { verdict } = await ask(model, query, options);
  const trace = traceOf(verdict) ?? (verdict.kind === "unknown" ? verdict.trace : undefined);
  if (trace === undefined)
    throw new Error(`no trace: ${verdict.kind}${verdict.kind === "unknown" ? verdict.because : ""}`);
  return trace;
}

describe("with stopwatches", () => {
  const stopped = "clock x, y, s; int[0,1] n; urgent chan now;";
  const delays = ({ steps }: Trace): string[] => steps.map(({ delay }) => rationalToString(delay));

  it("strict bounds are kept with half of the room there is", async () => {
    const model = process("state a { s' == 0 }, b; init a; trans a -> b { guard x > 1; };", stopped);
    expect(delays(await traceFor(model, "E<> P.b"))).toEqual(["3/2"]);
    const narrow = process("state a { s' == 0 && x < 2 }, b; init a; trans a -> b { guard x > 1; };", stopped);
    expect(delays(await traceFor(narrow, "E<> P.b"))).toEqual(["5/4"]);
  });

  it("a premise about clocks is waited for", async () => {
    const model = process("state a { s' == 0 }, b; init a; trans a -> b { guard y <= 5; };", stopped);
    const trace = await traceFor(model, "P.a && x >= 3 --> x < 0");
    expect(Number(rationalToString(durationOf(trace)))).toBeGreaterThanOrEqual(3);
  });

  it("a loop comes back to clocks that were set to values", async () => {
    const body = `state i, a { s' == 0 && x <= 4 }; urgent i; init i;
      trans i -> a { assign x = 1; }, a -> a { guard x >= 4; assign x = 1; };`;
    const { loop } = await traceFor(process(body, "clock x, s;"), "E[] x <= 4");
    expect(loop).toMatchObject({ repeats: "exactly", time: "diverges", period: rational(3) });
  });

  it("a fault is reached in time", async () => {
    const body = "state a { s' == 0 }, b; init a; trans a -> b { guard x >= 2; assign n = n + 5; };";
    const trace = await traceFor(process(body, stopped), "E<> P.b && n > 0");
    expect([trace.end, rationalToString(trace.finalDelay)]).toEqual(["fault", "2"]);
  });

  it("no time passes where something urgent is possible, and some before", async () => {
    const model = `${stopped}
      process P() { state a { s' == 0 }, b, c; init a; trans a -> b { guard x >= 2; sync now!; }, a -> c { guard x >= 1; }; }
      process Q() { state q; init q; trans q -> q { sync now?; }; } system P, Q;`;
    expect(delays(await traceFor(model, "E<> P.b"))).toEqual(["2"]);
    expect(delays(await traceFor(model, "E<> P.c && x >= 1"))).toEqual(["1"]);
    const { verdict } = await ask(model, "E<> P.a && x > 2");
    expect(verdict.kind).toBe("unknown");
  });
});

it("a premise may begin in the middle of a delay", async () => {
  const model = process(
    "state a { x <= 5 }, b { y <= 2 }, c; init a; trans a -> b { guard x >= 4; assign y = 0; }, b -> c { };",
  );
  const trace = await traceFor(model, "P.a && x >= 3 --> P.c && y < 0");
  expect(trace.steps[0]!.transition.edges[0]!.edge).toBe(0);
  const from = await traceFor(model, "x >= 7 --> P.c && y < 0");
  expect(Number(rationalToString(durationOf(from)))).toBeGreaterThanOrEqual(7);
});

it.each([
  ["x > 1", "y > 1"],
  ["x > 1 && x < 2", "y > 1 && y < 3"],
  ["x >= 1 && x < 3", "y > 2"],
  ["x == 2", "y >= 2 && y < 4"],
])("a loop that sets two clocks in turn has a period: %s, %s", async (one, two) => {
  const body = `state a { x <= 4 && y <= 4 }, b { x <= 4 && y <= 4 }; init a;
    trans a -> b { guard ${one}; assign x = 0; }, b -> a { guard ${two}; assign y = 0; };`;
  const { loop } = await traceFor(process(body), "LTL-some: [] (P.a or P.b)", { runs: "infinite" });
  expect(loop).toMatchObject({ repeats: "exactly", time: "diverges" });
});

it("a picture of a loop has all its states and leads back", async () => {
  const model =
    "process P() { state a, b, c; urgent a, b, c; init a; trans a -> b { }, b -> c { }, c -> b { }; } system P;";
  const { verdict, network } = await ask(model, "E[] P.a || P.b || P.c");
  const lines = traceToDot(network, traceOf(verdict)!).split("\n");
  const nodes = lines.filter((line) => /^ {2}s\d+ \[/.test(line));
  const arrows = lines.flatMap((line) => /^ {2}s(\d+) -> s(\d+)/.exec(line)?.slice(1).join(">") ?? []);
  expect([nodes.length, arrows]).toEqual([3, ["0>1", "1>2", "2>1"]]);
});

describe("a file", () => {
  const model = process("state a { x <= 5 }, b; init a; trans a -> b { guard x >= 2; };");

  it("that says only how far somebody walked answers no question", async () => {
    const { verdict, network } = await ask(model, "E<> P.b");
    const query = load(model).compileQuery("E<> P.b");
    if (!query.ok) throw new Error("the query is fine");
    const written = traceToJson(network, traceOf(verdict)!) as unknown as Record<string, unknown>;
    const judged = (change: object, asked?: typeof query.value) => {
      const run = readTraceJson(network, JSON.stringify({ ...written, ...change }));
      if ("problem" in run) return run.problem;
      const outcome = judgeTrace(network, asked, run);
      return outcome.ok ? outcome.trace.end : outcome.problem;
    };
    expect(judged({}, query.value)).toBe("target");
    expect(judged({ end: "stopped" }, query.value)).toBe("end is not what the file says");
    expect(judged({ end: "stopped" })).toBe("stopped");
  });

  it("that ends in a fault behind a step is believed where there is one", async () => {
    const failing = (n: number) =>
      process(`state a, b { x <= 4 / n }; init a; trans a -> b { guard x >= 2; };`, `clock x; int n = ${n};`);
    const { verdict, network } = await ask(failing(0), "E<> P.b && x > 9");
    const trace = verdict.kind === "unknown" ? verdict.trace! : traceOf(verdict)!;
    expect(trace.end).toBe("fault");
    const text = JSON.stringify(traceToJson(network, trace));
    const judged = (n: number): boolean => {
      const other = load(failing(n));
      const query = other.compileQuery("E<> P.b && x > 9");
      const run = readTraceJson(other.network, text);
      if (!query.ok || "problem" in run) return false;
      return judgeTrace(other.network, query.value, run).ok;
    };
    expect([judged(0), judged(1)]).toEqual([true, false]);
  });

  it("for UPPAAL names edges as UPPAAL does, from 1", async () => {
    const { verdict, network } = await ask(model, "E<> P.b");
    expect(traceToUppaalXml(network, traceOf(verdict)!)).toContain('edges="P.Edge1"');
  });
});

it("a premise that is over before the step leaves the delay as long as it is", async () => {
  const model = process("state a { x <= 4 }, b; init a; trans a -> b { guard x >= 4; };");
  const { steps } = await traceFor(model, "P.a && x >= 2 && x <= 3 --> x < 0");
  expect(steps.map(({ delay }) => rationalToString(delay)).slice(0, 1)).toEqual(["4"]);
});

describe("of several initial states", () => {
  const tck = `system:s
event:go
process:A
location:A:l{initial:}
location:A:m{initial:}
location:A:n{}
edge:A:l:n:go{}
edge:A:m:n:go{}
process:B
location:B:l{initial:}
edge:B:l:l:turn{}
`.replace("event:go", "event:go\nevent:turn");
  const { network } = loadModel({ name: "model.tck", content: tck }, { lints: false });
  const anything = { kind: "target", formula: { kind: "and", parts: [] } } as const;
  const from = (initial: number, taken = 0) => {
    const { options } = createConcreteSemantics(network!).options(
      createConcreteSemantics(network!).initial()[initial]!,
    );
    const path = { initial, transitions: [options[taken]!.transition] };
    const outcome = replay(network!, { path, goal: anything, frameSize: 0 }, [rational(0), rational(0)]);
    if (!outcome.ok) throw new Error(outcome.problem);
    return outcome.trace;
  };

  it("the symbolic run begins in the one that the run begins in", () => {
    for (const initial of [0, 1]) {
      const { states } = symbolicRun(network!, from(initial));
      expect([...states[0]!.discrete.locations]).toEqual([initial, 0]);
      expect(states).toHaveLength(2);
    }
  });

  it("events are the labels of steps", () => {
    expect(traceToText(network!, from(1))).toContain("go");
  });

  it("an `.xtr` file that does not say where it begins may mean each of them", () => {
    // B's step is the same from both.
    const read = readXtr(network!, traceToXtr(network!, from(1, 1)));
    if ("problem" in read) throw new Error(read.problem);
    const begins = (states: typeof read.states) => {
      const paths = resolveXtr(network!, { ...read, states });
      return "problem" in paths ? paths.problem : paths.map(({ initial }) => initial);
    };
    expect([begins(read.states), begins([])]).toEqual([[1], [0, 1]]);
  });
});

it("events that processes share are labels of all of them", () => {
  const tck = `system:s
event:go
process:A
location:A:l{initial:}
edge:A:l:l:go{}
process:B
location:B:l{initial:}
edge:B:l:l:go{}
sync:A@go:B@go
`;
  const { network } = loadModel({ name: "model.tck", content: tck }, { lints: false });
  const transition = { edges: [0, 1].map((edge) => ({ edge, select: [] })) };
  expect(participantsOf(network!, transition).map(({ label }) => label)).toEqual(["go", "go"]);
});

it("edges that are none of the network's keep their numbers in UPPAAL's tables", () => {
  // What leaves a branchpoint is a part of the edges that lead to it.
  const model = "state a, b, c; branchpoint p; init a; trans a -> p { }, p -> b { }, p -> c { }, b -> a { };";
  const { network } = load(process(model));
  expect(network.edges.map(({ fileIndex }) => fileIndex)).toEqual([0, 0, 3]);
  const lines = networkToIntermediate(network).split("\n");
  const section = (name: string) => lines.slice(lines.indexOf(name) + 1, lines.indexOf("", lines.indexOf(name)));
  const never = section("expressions").findIndex((line) => line.endsWith("::: 0"));
  const edges = section("edges").map((line) => line.split(":"));
  expect(edges.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
  expect(edges.map(([, , , guard]) => guard === `${never}`)).toEqual([false, true, true, false]);
});

it("what time must not pass, but begins where the delay does, leaves room behind it", () => {
  // The state behind the first step is left where x is 1, the moment that the urgent channel allows; it is entered
  // before.
  const { network, compileQuery } = load(`clock x; urgent chan u;
    process P() { state a { x < 1 }, b, c; init a; trans a -> b { }, b -> c { guard x >= 1; sync u!; }; }
    process Q() { state q; init q; trans q -> q { sync u?; }; } system P, Q;`);
  const query = compileQuery("E<> P.c");
  if (!query.ok || query.value.kind !== "E<>") throw new Error("no query");
  const transitions = [[0], [1, 2]].map((edges) => ({ edges: edges.map((edge) => ({ edge, select: [] })) }));
  const goal = { kind: "target", formula: query.value.formula } as const;
  const problem = { path: { initial: 0, transitions }, goal, frameSize: 0 };
  const delays = timeByZones(network, problem)!;
  expect(delays.map(rationalToString)).toEqual(["1/2", "1/2", "0"]);
  expect(replay(network, problem, delays).ok).toBe(true);
});
