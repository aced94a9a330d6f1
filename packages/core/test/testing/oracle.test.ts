import { describe, expect, it } from "vitest";
import type { Formula, Query } from "../../src/network/network.ts";
import {
  all,
  apart,
  cell,
  clockIs,
  copyClock,
  createOracle,
  DEADLOCK,
  data,
  holds,
  inLocation,
  leadsTo,
  local,
  NetworkBuilder,
  not,
  num,
  onEvent,
  op,
  query,
  rate,
  receive,
  reset,
  send,
  set,
  when,
} from "../../src/testing/index.ts";
import { OracleRegions } from "../../src/testing/oracle/regions.ts";

function answers(model: NetworkBuilder, ...queries: Query[]): boolean[] {
  const oracle = createOracle(model.build(), queries);
  return queries.map((each) => oracle.answer(each));
}
const possibly = (formula: Formula): Query => query("E<>", formula);

describe("regions", () => {
  it("two clocks up to 1 have the 18 regions of the textbook", () => {
    const time = new OracleRegions(1, false);
    const seen = new Set<string>();
    const walk = (moment: ReturnType<typeof time.start>): void => {
      if (seen.has(time.key(moment))) return;
      seen.add(time.key(moment));
      walk(time.next(moment).moment);
      for (const clock of [0, 1]) walk(time.assign(moment, clock, undefined, 0)!);
    };
    walk(time.start([0, 0]));
    // 4 corners, 9 open segments and rays, 5 open areas: resets and time reach them all.
    expect(seen.size).toBe(18);
  });

  it("time alternates between whole numbers and the stretches between them, then stays beyond", () => {
    const time = new OracleRegions(1, false);
    let moment = time.start([0]);
    const met: string[] = [];
    for (let k = 0; k < 5; k++) {
      const later = time.next(moment);
      met.push(`${later.lasts ? "~" : ""}${time.key(later.moment)}`);
      moment = later.moment;
    }
    expect(met).toEqual(["~0.1", "1.0", "~2.0", "~2.0", "~2.0"]);
  });

  it("with diagonals, far clocks keep their differences", () => {
    const time = new OracleRegions(3, true);
    let moment = time.start([0, 2]);
    for (let k = 0; k < 60; k++) moment = time.next(moment).moment;
    expect(time.compare(moment, 1, 0, 2)).toBe(0);
    expect(time.compare(moment, 0, undefined, 3)).toBe(1);
  });
});

describe("the oracle on models solved by hand", () => {
  it("guards, invariants and strictness", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    const [a, b, c, d] = [
      p.location("a", { invariant: [when(x, "<=", 2)] }),
      p.location("b"),
      p.location("c"),
      p.location("d"),
    ];
    p.edge(a, b, { guard: [when(x, ">=", 2)] });
    p.edge(a, c, { guard: [when(x, ">", 2)] });
    p.edge(a, d, { guard: [when(x, ">", 1), when(x, "<", 2)] });
    expect(answers(model, ...[b, c, d].map((l) => possibly(inLocation(0, l))))).toEqual([true, false, true]);
  });

  it("Zeno-free convergence needs regions: y is reset again and again strictly between x's whole numbers", () => {
    // Each round makes the distance shrink: any fixed grid would run out of points.
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const n = model.int("n", 0, 5);
    const p = model.process("P");
    p.location("a", { invariant: [when(x, "<=", 1)] });
    p.location("b", { invariant: [when(y, "<=", 1)] });
    p.edge(0, 1, { guard: [when(x, "==", 1)], update: [reset(x)] });
    p.edge(1, 0, { guard: [when(y, ">", 0), when(y, "<", 1), when(x, ">", 0)], update: [reset(y)] });
    p.edge(0, 0, {
      guard: [data(op("<", cell(n), num(5))), when(y, "<", 1)],
      update: [set(n, op("+", cell(n), num(1)), 0, 5)],
    });
    expect(answers(model, possibly(holds(op("==", cell(n), num(5)))))).toEqual([true]);
  });

  it("binary and broadcast synchronisation, committed and urgent locations", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const [c, b] = [model.channel("c"), model.channel("b", { broadcast: true })];
    const sender = model.process("S");
    sender.location("0");
    sender.location("1", { committed: true });
    sender.location("2", { urgent: true });
    sender.edge(0, 1, { sync: send(c) });
    sender.edge(1, 2, { sync: send(b), update: [reset(x)] });
    const other = model.process("R");
    other.location("0");
    other.location("1");
    other.location("2");
    other.edge(0, 1, { sync: receive(c) });
    other.edge(1, 2, { sync: receive(b) });
    other.edge(1, 0);
    const both = (s: number, r: number): Formula => all(inLocation(0, s), inLocation(1, r));
    expect(
      answers(
        model,
        possibly(both(1, 1)),
        possibly(both(1, 0)), // R may not leave on its own while S is committed
        possibly(both(2, 2)),
        possibly(both(2, 1)), // R has to receive
        possibly(all(inLocation(0, 2), clockIs(x, ">", 0))),
        possibly(DEADLOCK),
      ),
    ).toEqual([true, false, true, false, false, true]);
  });

  it("broadcast receivers with clock guards stay out only when their guard fails", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const b = model.channel("b", { broadcast: true });
    const s = model.process("S");
    s.location("0");
    s.location("1");
    s.edge(0, 1, { sync: send(b) });
    const r = model.process("R");
    r.location("0");
    r.location("1");
    r.edge(0, 1, { sync: receive(b), guard: [when(x, ">=", 2)] });
    const alone = all(inLocation(0, 1), inLocation(1, 0));
    expect(answers(model, possibly(all(alone, clockIs(x, "<", 2))))).toEqual([true]);
    // Time goes on after the step, so "x ≥ 2 alone" is reached by waiting; without waiting it is not:
    const urgentAfter = model.processes[0]!;
    urgentAfter.locations[1] = { ...urgentAfter.locations[1]!, urgent: true };
    expect(answers(model, possibly(all(alone, clockIs(x, ">=", 2))))).toEqual([false]);
  });

  it("urgent channels stop time on entering the guard", () => {
    const make = (strict: boolean): NetworkBuilder => {
      const model = new NetworkBuilder();
      const x = model.clock("x");
      const u = model.channel("u", { urgent: true });
      const s = model.process("S");
      s.location("0");
      s.edge(0, 0, { sync: send(u), guard: [when(x, strict ? ">" : ">=", 2)] });
      const r = model.process("R");
      r.location("0");
      r.location("1");
      r.edge(0, 1, { sync: receive(u) });
      return model;
    };
    const still = inLocation(1, 0);
    const ask = [possibly(all(still, clockIs(0, ">", 2))), possibly(inLocation(1, 1)), query("A<>", inLocation(1, 1))];
    expect(answers(make(false), ...ask)).toEqual([false, true, true]);
    // With x > 2 time stops at 2 for good, before the step is enabled: a time lock.
    expect(answers(make(true), ...ask)).toEqual([false, false, false]);
  });

  it("priorities disable what is lower, where the higher is enabled", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const high = model.channel("high", { broadcast: true, priority: 1 });
    const p = model.process("P");
    for (const name of ["0", "1", "2"]) p.location(name);
    p.edge(0, 1, { sync: send(high), guard: [when(x, ">=", 1)] });
    p.edge(0, 2);
    const entered = (l: number, c: Formula): Query => possibly(all(inLocation(0, l), c));
    p.locations[2] = { ...p.locations[2]!, urgent: true };
    expect(answers(model, entered(2, clockIs(x, "<", 1)), entered(2, clockIs(x, ">=", 1)))).toEqual([true, false]);
  });

  it("vectors with weak participants", () => {
    const model = new NetworkBuilder();
    const e = model.event("e");
    const n = model.int("n", 0, 1);
    const p = model.process("P");
    p.location("0");
    p.location("1");
    p.edge(0, 1, { sync: onEvent(e) });
    const q = model.process("Q");
    q.location("0");
    q.location("1");
    q.edge(0, 1, { sync: onEvent(e), guard: [data(op("==", cell(n), num(1)))] });
    const r = model.process("R");
    r.location("0");
    r.edge(0, 0, { update: [set(n, num(1), 0, 1)] });
    model.vectors.push({
      participants: [
        { process: 0, event: e, weak: false },
        { process: 1, event: e, weak: true },
      ],
    });
    const at = (a: number, b: number, v: number): Query =>
      possibly(all(inLocation(0, a), inLocation(1, b), holds(op("==", cell(n), num(v)))));
    expect(answers(model, at(1, 0, 0), at(1, 1, 1), at(0, 1, 1), at(1, 1, 0))).toEqual([true, true, false, false]);
  });

  it("selects, arrays by index, functions, meta variables, copies and values of clocks", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const meta = model.variable("m", { kind: "int", min: 0, max: 9 }, 0, true);
    const n = model.int("n", 0, 9);
    model.functions.push({
      name: "twice",
      parameters: [{ name: "k", cell: 0, size: 1, kind: "value" }],
      frameSize: 1,
      returns: 1,
      body: [{ kind: "return", value: op("*", local(0), num(2)) }],
    });
    const p = model.process("P");
    for (const name of ["0", "1", "2"]) p.location(name, { urgent: true });
    p.edge(0, 1, {
      selects: [{ name: "i", min: 1, max: 3 }],
      update: [
        set(meta, { kind: "call", function: 0, arguments: [{ kind: "value", value: local(0) }] }, 0, 9),
        set(n, cell(meta), 0, 9),
        reset(x, local(0)),
        copyClock(y, x, 1),
      ],
    });
    p.edge(1, 2, { guard: [apart(y, x, "==", 1), when(y, "==", 4)] });
    const nIs = (k: number): Formula => holds(op("==", cell(n), num(k)));
    const asked = [
      possibly(all(inLocation(0, 1), nIs(2), clockIs(x, "==", 1))),
      possibly(all(inLocation(0, 2), nIs(6))),
      possibly(all(inLocation(0, 2), nIs(4))),
      possibly(holds(op("!=", cell(meta), num(0)))),
    ];
    expect(answers(model, ...asked)).toEqual([true, true, false, false]);
  });

  it("liveness: loops, unbounded delay, time locks and deadlocks are maximal paths", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("a", { invariant: [when(x, "<=", 3)] });
    p.location("b");
    p.edge(0, 1, { guard: [when(x, ">=", 1)] });
    const inA = inLocation(0, 0);
    expect(
      answers(
        model,
        query("A<>", inLocation(0, 1)), // time may run to x = 3, where the step is still possible
        query("E[]", inA),
        query("E[]", not(clockIs(x, ">", 4))), // b lets time pass for ever
        query("E[]", not(clockIs(x, "<", 0))),
        leadsTo(all(inA, clockIs(x, ">", 2)), inLocation(0, 1)),
        leadsTo(inLocation(0, 1), inA),
        query("E<>", DEADLOCK),
      ),
    ).toEqual([true, false, false, true, true, false, true]);
    // A self-loop without time is an infinite path.
    p.edge(0, 0);
    expect(answers(model, query("A<>", inLocation(0, 1)))).toEqual([false]);
  });

  it("stopwatches on a grid", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const p = model.process("P");
    p.location("a", { invariant: [when(y, "<=", 2)], rates: [rate(x, 0)] });
    p.location("b", { invariant: [when(y, "<=", 4)] });
    p.edge(0, 1, { guard: [when(y, "==", 2)] });
    const oracle = createOracle(model.build(), []);
    expect(oracle.exact).toBe(false);
    expect(oracle.reaches(all(inLocation(0, 1), clockIs(x, "==", 2), clockIs(y, "==", 4)))).toBe(true);
    expect(oracle.reaches(clockIs(x, ">", 2))).toBe(false);
  });

  it("between the points of a grid nobody is deadlocked who could act there", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("a", { rates: [rate(x, 0)] });
    p.location("b", { invariant: [when(x, "<", 1)] });
    p.edge(0, 1, {});
    p.edge(1, 1, {});
    expect(createOracle(model.build(), []).reaches(DEADLOCK)).toBe(false);
  });
});
