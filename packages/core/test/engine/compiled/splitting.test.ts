// Features that cut zones into pieces, one small model each, on both engines: what is told apart is really there, and
// combinations that the clocks rule out are not tried one by one.

import { describe, expect, it } from "vitest";
import type { Network } from "../../../src/network/index.ts";
import {
  apart,
  compareEngines,
  copyClock,
  DEADLOCK,
  NetworkBuilder,
  num,
  onEvent,
  rate,
  receive,
  reset,
  send,
  set,
  when,
} from "../../../src/testing/index.ts";

/** The number of states that both engines find, under several abstractions. */
function statesOf(network: Network): number[] {
  const targets = [{ formula: DEADLOCK, frameSize: 0 }];
  return (["extra-lu", "extra-m", "alu", "none"] as const).map((abstraction) => {
    const outcome = compareEngines(network, { abstraction, subsumption: "inclusion", targets, stepwise: true });
    if (outcome.kind !== "agreed") throw new Error(JSON.stringify(outcome));
    return outcome.states;
  });
}

describe("both engines agree on", () => {
  it("twenty receivers whose clocks are equal: all join, or none", () => {
    const model = new NetworkBuilder();
    const b = model.channel("b", { broadcast: true });
    const sender = model.process("S");
    sender.location("ready");
    sender.edge(0, sender.location("sent"), { sync: send(b) });
    for (let k = 0; k < 20; k++) {
      const x = model.clock(`x${k}`);
      const r = model.process(`R${k}`);
      r.location("waiting");
      // An interval is subtracted; a single bound has an opposite.
      const guard = k % 2 === 0 ? [when(x, ">=", 3)] : [when(x, ">=", 3), when(x, "<=", 5)];
      r.edge(0, r.location("joined"), { sync: receive(b), guard });
    }
    // Before 3, from 3 to 5, after 5.
    expect(statesOf(model.build())).toEqual([4, 4, 4, 4]);
  });

  it("a weak participant that may join until 2", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const [e, f] = [model.event("e"), model.event("f")];
    const p = model.process("P");
    p.location("start");
    p.edge(0, p.location("done"), { sync: onEvent(e) });
    const q = model.process("Q");
    q.location("idle");
    q.edge(0, q.location("joined"), { sync: onEvent(f), guard: [when(x, "<=", 2)], update: [reset(x)] });
    model.vectors.push({
      participants: [
        { process: 0, event: e, weak: false },
        { process: 1, event: f, weak: true },
      ],
    });
    expect(statesOf(model.build())).toEqual([3, 3, 3, 3]);
  });

  it("time that stops when an urgent receiver is ready", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const u = model.channel("u", { urgent: true });
    const p = model.process("P");
    p.location("ready");
    p.edge(0, p.location("done"), { sync: send(u), guard: [when(y, ">=", 1)] });
    const r = model.process("R");
    r.location("waiting", { invariant: [when(x, "<=", 7)] });
    r.edge(0, r.location("served"), { sync: receive(u), guard: [when(x, ">=", 3), when(x, "<=", 5)] });
    r.edge(0, 0, { guard: [when(x, ">=", 1)], update: [reset(y)] });
    for (const count of statesOf(model.build())) expect(count).toBeGreaterThan(2);
  });

  it("clocks that are compared, one of which stands still now and then", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const p = model.process("P");
    p.location("runs");
    p.location("stands", { rates: [rate(y, 0)], invariant: [when(x, "<=", 4)] });
    p.location("end");
    p.edge(0, 1, { guard: [when(x, ">=", 2)], update: [reset(x)] });
    p.edge(1, 0, { guard: [apart(x, y, "<=", 1)] });
    p.edge(1, 2, { guard: [apart(x, y, ">", 1)] });
    for (const abstraction of ["extra-lu", "extra-m", "none"] as const) {
      const comparison = { abstraction, subsumption: "inclusion", limit: 40, stepwise: true } as const;
      const outcome = compareEngines(model.build(), comparison);
      expect(outcome).toMatchObject({ kind: "agreed" });
    }
  });

  it("clocks that are set back: allowed by the guard, failing in part, failing always", () => {
    for (const guard of [">=", ">", "<"] as const) {
      const model = new NetworkBuilder();
      const [x, y] = [model.clock("x"), model.clock("y")];
      const p = model.process("P");
      p.location("a", { invariant: [when(y, "<=", 3)] });
      p.location("b", { invariant: [when(x, "<=", 4)] });
      p.edge(0, 1, { guard: [when(y, guard, guard === ">" ? 0 : 1)], update: [copyClock(x, y, -1), reset(y)] });
      p.edge(1, 0, { guard: [when(x, ">=", 2)], update: [reset(x)] });
      for (const stepwise of [true, false]) {
        const outcome = compareEngines(model.build(), { abstraction: "alu", subsumption: "inclusion", stepwise });
        if (outcome.kind !== "agreed") throw new Error(JSON.stringify(outcome));
        expect(outcome.compiled.faults.length > 0).toBe(guard !== ">=");
      }
    }
  });

  it("a step that fails where a clock may stand: the steps behind it are not lost", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const v = model.int("v", 0, 1, 0);
    const p = model.process("P");
    p.location("a", { rates: [rate(x, 0)] });
    p.location("b");
    p.edge(0, 1);
    p.edge(0, 1, { update: [set(v, num(5), 0, 1)] });
    p.edge(0, 1, { update: [set(v, num(1), 0, 1)] });
    for (const stepwise of [true, false]) {
      const outcome = compareEngines(model.build(), { abstraction: "alu", subsumption: "inclusion", stepwise });
      expect(outcome).toMatchObject({ kind: "agreed", states: 3 });
    }
  });

  it("a step that is blocked from 4 to 6, and a network without clocks", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const low = model.process("L");
    low.location("start");
    low.edge(0, low.location("late"), { guard: [when(x, ">=", 2)] });
    const high = model.process("H");
    high.priority = 1;
    high.location("idle");
    high.edge(0, high.location("gone", { invariant: [when(x, "<=", 6)] }), { guard: [when(x, ">=", 4)] });
    for (const count of statesOf(model.build())) expect(count).toBeGreaterThan(3);

    const plain = new NetworkBuilder();
    for (const priority of [0, 1, 1]) {
      const p = plain.process(`P${priority}`);
      p.priority = priority;
      p.location("a");
      p.edge(0, p.location("b"));
    }
    // The two of higher priority first, in either order.
    expect(statesOf(plain.build())).toEqual([5, 5, 5, 5]);
  });
});
