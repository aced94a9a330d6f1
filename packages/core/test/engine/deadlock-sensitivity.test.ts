// Where clocks decide about deadlock: one small model per kind of location, and random networks whose answers under
// these bounds are held against the oracle.

import { describe, expect, it } from "vitest";
import { Intervals } from "../../src/analysis/intervals.ts";
import { deadlockSensitivity } from "../../src/engine/clock-bounds/deadlock.ts";
import { analyseClockBounds, boundsByVector, COVERED, createReferenceEngine } from "../../src/engine/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import {
  all,
  createOracle,
  DEADLOCK,
  data,
  NetworkBuilder,
  num,
  query,
  randomNetwork,
  randomTarget,
  reset,
  seededChoices,
  when,
} from "../../src/testing/index.ts";

const guardsOf = (network: Network) => deadlockSensitivity(network, new Intervals(network)).guards;

describe("locations where clocks decide about deadlock", () => {
  it("none in Fischer's protocol: data alone decides", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    const free = data(num(0));
    const [idle, request] = [p.location("idle"), p.location("request", { invariant: [when(x, "<=", 2)] })];
    const [wait, critical] = [p.location("wait"), p.location("critical")];
    p.edge(idle, request, { guard: [free], update: [reset(x)] });
    p.edge(request, wait, { guard: [when(x, "<=", 2)], update: [reset(x)] });
    p.edge(wait, critical, { guard: [free, when(x, ">", 2)] });
    p.edge(critical, idle);
    expect(guardsOf(model.build())).toEqual([[false, false, false, false]]);
  });

  it("a guard that closes, an invariant behind a step, an invariant without a way out", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    const names = ["closes", "narrow", "stuck", "opens", "end"];
    const invariants: Record<string, number> = { narrow: 3, stuck: 4, opens: 4 };
    for (const name of names) {
      const limit = invariants[name];
      p.location(name, limit === undefined ? {} : { invariant: [when(x, "<=", limit)] });
    }
    p.edge(0, 1, { guard: [when(x, "<=", 1)] });
    p.edge(1, 2, { guard: [when(x, ">", 3)] });
    p.edge(2, 3, { guard: [when(x, ">=", 5)], update: [reset(x)] });
    p.edge(3, 4, { guard: [when(x, ">=", 4)] });
    const { guards, invariants: behind } = deadlockSensitivity(model.build(), new Intervals(model.build()));
    expect(guards).toEqual([[true, true, true, false, false]]);
    // The last one is where a step from a sensitive location leads to.
    expect(behind).toEqual([[true, true, true, true, false]]);
  });

  it("a hard location elsewhere, and a committed one that may be stuck", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("late");
    p.location("free");
    p.edge(0, 1, { guard: [when(x, ">=", 1)] });
    p.edge(1, 0);
    const q = model.process("Q");
    q.location("hurry", { urgent: true });
    q.edge(0, 0, { guard: [when(x, "<=", 1)] });
    expect(guardsOf(model.build())).toEqual([[true, false], [true]]);
    q.location("stuck", { committed: true });
    expect(guardsOf(model.build())).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});

/** Is the target met in the zone graph under the bounds that were made for it? */
function reaches(network: Network, formula: Formula, abstraction: "extra-lu" | "alu"): boolean {
  const bounds = analyseClockBounds(network, { queries: [query("E<>", formula, 4)] });
  if (!bounds.ok) throw new Error(bounds.diagnostics[0]!.message);
  const targets = [{ formula, frameSize: 4 }];
  const options = { targets, abstraction, subsumption: "inclusion", bounds: boundsByVector(bounds.value) } as const;
  const engine = createReferenceEngine(network, options);
  const { count } = engine.initial();
  const queue = Array.from({ length: count }, (_, k) => engine.insert(k, -1, 0));
  for (const state of queue) {
    if (state === COVERED || !engine.alive(state)) continue;
    if (engine.satisfies(state, 0)) return true;
    queue.push(...engine.expandAll(state, 0));
  }
  return false;
}

it("random networks: the answers are the oracle's", () => {
  let compared = 0;
  for (let seed = 0; compared < 20; seed++) {
    const { network } = randomNetwork(seededChoices(seed));
    if (guardsOf(network).flat().every(Boolean)) continue;
    compared++;
    const formula = seed % 2 === 0 ? DEADLOCK : all(DEADLOCK, randomTarget(network, seededChoices(seed + 5)));
    const asked = query("E<>", formula, 4);
    const expected = createOracle(network, [asked]).answer(asked);
    expect([seed, reaches(network, formula, "extra-lu")]).toEqual([seed, expected]);
    expect([seed, reaches(network, formula, "alu")]).toEqual([seed, expected]);
  }
});
