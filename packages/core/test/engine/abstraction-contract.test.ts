// One contract per feature that makes LU-abstraction unsound: a model, a target that cannot be reached, clock bounds
// that ignore the feature (with which it is "reached"), and ours. In each, something is certain about a clock that
// nobody compares from the other side, so naive bounds forget it; the feature then asks whether it is *not* so.

import { describe, expect, it } from "vitest";
import {
  analyseClockBounds,
  boundsByVector,
  type ClockBounds,
  COVERED,
  createAbstraction,
  createReferenceEngine,
  type Purpose,
} from "../../src/engine/index.ts";
import type { Formula, Network, Query } from "../../src/network/index.ts";
import { LivenessSearch } from "../../src/search/index.ts";
import { createSymbolicSemantics } from "../../src/semantics/index.ts";
import {
  all,
  apart,
  clockIs,
  copyClock,
  createOracle,
  DEADLOCK,
  inLocation,
  NetworkBuilder,
  onEvent,
  query,
  receive,
  reset,
  send,
  when,
} from "../../src/testing/index.ts";

function boundsOf(network: Network, purpose: Purpose): ClockBounds {
  const result = analyseClockBounds(network, purpose);
  if (!result.ok) throw new Error(result.diagnostics[0]!.message);
  return result.value;
}

/** Is the target met in the zone graph with these bounds? */
function reaches(network: Network, formula: Formula, bounds: ClockBounds): boolean {
  const targets = [{ formula, frameSize: 0 }];
  const options = {
    targets,
    abstraction: "extra-lu",
    subsumption: "inclusion",
    bounds: boundsByVector(bounds),
  } as const;
  const engine = createReferenceEngine(network, options);
  const queue: number[] = [];
  const { count } = engine.initial();
  for (let k = 0; k < count; k++) queue.push(engine.insert(k, -1, 0));
  for (const state of queue) {
    if (state === COVERED || !engine.alive(state)) continue;
    if (engine.satisfies(state, 0)) return true;
    queue.push(...engine.expandAll(state, 0));
  }
  return false;
}

/** The target is out of reach: the oracle says so, our bounds say so, the naive ones do not. */
function expectContract(network: Network, formula: Formula, naive: (asked: Query) => ClockBounds): void {
  const asked = query("E<>", formula);
  expect(createOracle(network, [asked]).answer(asked)).toBe(false);
  expect(reaches(network, formula, boundsOf(network, { queries: [asked] }))).toBe(false);
  expect(reaches(network, formula, naive(asked))).toBe(true);
}

/** A process that is in `known` only with x ≥ 5, and goes on from there as `rest` says. */
function afterFive(model: NetworkBuilder, x: number) {
  const p = model.process("P");
  p.location("start");
  const known = p.location("known");
  p.edge(0, known, { guard: [when(x, ">=", 5)] });
  return { p, known };
}

/** Bounds that leave priorities out are not enough. */
function expectNeedsPriorities(network: Network, target: Formula): void {
  const flat = { ...network, hasPriorities: false };
  expectContract(network, target, (asked) => boundsOf(flat, { queries: [asked] }));
}

describe("what LU-bounds must not forget", () => {
  it("guards of broadcast receivers: who may stay out?", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const b = model.channel("b", { broadcast: true });
    const { p, known } = afterFive(model, x);
    const sent = p.location("sent");
    p.edge(known, sent, { sync: send(b) });
    const r = model.process("R");
    r.location("waiting");
    r.location("received");
    r.edge(0, 1, { sync: receive(b), guard: [when(x, ">=", 5)] });
    const network = model.build();
    const missed = all(inLocation(0, sent), inLocation(1, 0));
    const plain = { ...network, channels: [{ ...network.channels[0]!, broadcast: false }] };
    expectContract(network, missed, (asked) => boundsOf(plain, { queries: [asked] }));
  });

  it("guards of weak participants of a vector", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const e = model.event("e");
    const { p, known } = afterFive(model, x);
    const done = p.location("done");
    p.edge(known, done, { sync: onEvent(e) });
    const q = model.process("Q");
    q.location("waiting");
    q.location("joined");
    q.edge(0, 1, { sync: onEvent(e), guard: [when(x, ">=", 5)] });
    model.vectors.push({
      participants: [
        { process: 0, event: e, weak: false },
        { process: 1, event: e, weak: true },
      ],
    });
    const network = model.build();
    const participants = network.vectors[0]!.participants.map((each) => ({ ...each, weak: false }));
    const strong = { ...network, vectors: [{ participants }] };
    const missed = all(inLocation(0, done), inLocation(1, 0));
    expectContract(network, missed, (asked) => boundsOf(strong, { queries: [asked] }));
  });

  it("guards of urgent synchronisations: may time pass?", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const u = model.channel("u", { urgent: true });
    const { p, known } = afterFive(model, x);
    const pressed = p.location("pressed");
    p.edge(known, pressed, { update: [reset(y)] });
    p.edge(pressed, pressed, { sync: send(u) });
    const r = model.process("R");
    r.location("ready");
    r.location("done");
    r.edge(0, 1, { sync: receive(u), guard: [when(x, ">=", 5)] });
    const network = model.build();
    const waited = all(inLocation(0, pressed), inLocation(1, 0), clockIs(y, ">", 0));
    const lazy = { ...network, channels: [{ ...network.channels[0]!, urgent: false }] };
    expectContract(network, waited, (asked) => boundsOf(lazy, { queries: [asked] }));
  });

  it("priorities: is the higher step possible?", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const high = model.channel("high", { broadcast: true, priority: 1 });
    const { p, known } = afterFive(model, x);
    const [above, below] = [p.location("above"), p.location("below")];
    p.edge(known, above, { sync: send(high), guard: [when(x, ">=", 5)] });
    p.edge(known, below);
    expectNeedsPriorities(model.build(), inLocation(0, below));
  });

  it("priorities: the invariant behind the higher step", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const high = model.channel("high", { broadcast: true, priority: 1 });
    const p = model.process("P");
    p.location("start", { invariant: [when(x, "<=", 3)] });
    const known = p.location("known", { urgent: true });
    const above = p.location("above", { invariant: [when(x, "<=", 5)] });
    const below = p.location("below");
    p.edge(0, known);
    p.edge(known, above, { sync: send(high) });
    p.edge(known, below);
    expectNeedsPriorities(model.build(), inLocation(0, below));
  });

  it("deadlock: is nothing possible?", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("start", { invariant: [when(x, "<=", 3)] });
    p.location("known", { urgent: true });
    p.edge(0, 1);
    p.edge(1, 1, { guard: [when(x, "<=", 5)] });
    const network = model.build();
    expectContract(network, DEADLOCK, (asked) => boundsOf(network, { queries: [asked], needs: "reachability" }));
  });

  it("constants of the query", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const { known } = afterFive(model, x);
    const early = all(inLocation(0, known), clockIs(x, "<", 2));
    const network = model.build();
    expectContract(network, early, () => boundsOf(network, { queries: [] }));
  });

  it("copies between clocks hand on what is asked of the copy", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const { p, known } = afterFive(model, y);
    const [copied, wrong] = [p.location("copied"), p.location("wrong")];
    p.edge(known, copied, { update: [copyClock(x, y)] });
    p.edge(copied, wrong, { guard: [when(x, "<", 2)] });
    const network = model.build();
    const edges = network.edges.map((edge) => (edge.update.length === 0 ? edge : { ...edge, update: [reset(x)] }));
    expectContract(network, inLocation(0, wrong), (asked) => boundsOf({ ...network, edges }, { queries: [asked] }));
  });

  it("differences of clocks that are both beyond their constants", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const p = model.process("P");
    for (const name of ["start", "apart", "late", "wrong"]) p.location(name);
    p.edge(0, 1, { guard: [when(x, ">=", 1)], update: [reset(y)] });
    p.edge(1, 2, { guard: [when(y, ">=", 2)] });
    p.edge(2, 3, { guard: [apart(x, y, "<", 1)] });
    const network = model.build();
    expectContract(network, inLocation(0, 3), (asked) => ({
      ...boundsOf(network, { queries: [asked] }),
      diagonals: [],
    }));
  });

  it("liveness: does the path have to go on?", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("start", { invariant: [when(x, "<=", 3)] });
    p.location("known", { urgent: true });
    p.location("done");
    p.edge(0, 1);
    p.edge(1, 2, { guard: [when(x, "<=", 5)] });
    const network = model.build();
    const asked = query("A<>", inLocation(0, 2));
    expect(createOracle(network, [asked]).answer(asked)).toBe(true);
    const finds = (bounds: ClockBounds): string => {
      const semantics = createSymbolicSemantics(network);
      const { widen } = createAbstraction("extra-lu", "equality", boundsByVector(bounds), semantics.dim);
      const roots = semantics.initial().map(({ locations, cells, zone }) => ({
        discrete: { locations, cells },
        entry: zone,
        origin: null,
      }));
      const search = new LivenessSearch(
        { semantics, avoid: inLocation(0, 2), frameSize: 0, endsCount: true, extrapolate: widen },
        roots[Symbol.iterator](),
      );
      let status = search.step();
      while (status === "running") status = search.step();
      return status;
    };
    expect(finds(boundsOf(network, { queries: [asked] }))).toBe("exhausted");
    expect(finds(boundsOf(network, { queries: [asked], needs: "reachability" }))).toBe("found");
  });
});
