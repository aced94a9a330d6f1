// Persistent sets under the provisos of the survey's section 6, in searches that expand states in an order of their
// own: what they keep, what they do not, what becomes of them without the proviso, and where they are refused.

import { describe, expect, it } from "vitest";
import { type CheckOptions, strategies } from "../../src/check/index.ts";
import { createReferenceEngine, type GraphEngine, type StateId } from "../../src/engine/index.ts";
import type { Network } from "../../src/network/index.ts";
import { C2cEngine, persistentSets } from "../../src/reduction/index.ts";
import { configure } from "../../src/spec/index.ts";
import { inLocation, NetworkBuilder } from "../../src/testing/index.ts";
import { ask } from "../check/ask.ts";

/** A process that goes round in circles, and one that takes a step that somebody asks for. */
function circling(): Network {
  const model = new NetworkBuilder();
  const p = model.process("P");
  const [a, b] = [p.location("a"), p.location("b")];
  p.edge(a, b);
  p.edge(b, a);
  const q = model.process("Q");
  q.edge(q.location("u"), q.location("v"));
  return model.build();
}

const TWO =
  "process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; } P1 = P(); P2 = P(); P3 = P(); system P1, P2, P3;";

function configured(spec: string) {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return strategy.value;
}

function engineOf(network: Network): GraphEngine {
  return createReferenceEngine(network, { targets: [], abstraction: "none", subsumption: "equality", bounds: null });
}

/** The last states first, as a search does that follows one way to its end. */
function seen(engine: C2cEngine): string[] {
  const stack: StateId[] = [];
  const states: string[] = [];
  engine.initial();
  stack.push(engine.insert(0, -1, 0));
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    states.push(String(Array.from(engine.view(state).locations)));
    stack.push(...Array.from(engine.expandAll(state, 0)));
  }
  return states.sort();
}

describe("C2c in directed search", () => {
  it("puts no step off for ever, and would without the proviso", () => {
    const network = circling();
    const target = inLocation(1, 1);
    const sets = persistentSets(network, target);
    expect(seen(new C2cEngine(engineOf(network), sets))).toEqual(["0,0", "0,1", "1,0", "1,1"]);
    const engine = engineOf(network);
    engine.initial();
    let at = engine.intern(0, -1);
    const met = new Set<StateId>();
    while (!met.has(at)) {
      met.add(at);
      const view = { locations: Array.from(engine.view(at).locations), cells: [] };
      const chosen = sets.choose(view, engine.expand(at))!;
      expect(chosen).toHaveLength(1);
      at = engine.intern(chosen[0]!, at);
    }
    // Q is never moved: all that the sets alone leave is P's circle.
    expect(met.size).toBe(2);
  });

  it("opens a state again that is reached at less cost, under another number", () => {
    const engine = new C2cEngine(engineOf(circling()), { choose: () => undefined });
    engine.initial();
    const first = engine.insert(0, -1, 5);
    const again = engine.initial().count && engine.insert(0, -1, 3);
    expect([first, again, engine.alive(first), engine.alive(again)]).toEqual([0, 1, false, true]);
    engine.initial();
    expect(engine.insert(0, -1, 3)).toBe(-1);
  });

  it.each(["bfs", "dfs", "greedy(hU())", "astar(hL())", "wastar(hU())", "lazy(best(hU()))", "kbest(2, hU())"])(
    "answers by %s as without, and leaves out states",
    async (spec) => {
      const strategy = configured(spec);
      for (const query of ["E<> P1.c && P2.c", "E<> P1.b && P2.c && P1.a", "E<> deadlock", "A[] not P3.c"]) {
        const [whole, fewer] = [
          await ask(TWO, query, { por: "off", strategy }),
          await ask(TWO, query, { por: "c2c", strategy }),
        ];
        expect([query, fewer.verdict.kind]).toEqual([query, whole.verdict.kind]);
        expect(fewer.statistics.reduction!.left).toBeGreaterThan(0);
      }
    },
  );

  it.each<[string, string, CheckOptions, RegExp]>([
    ["clocks", `clock x; ${TWO.replace("a -> b { }", "a -> b { guard x > 1; }")}`, {}, /clocks/],
    ["a search that forgets", TWO, { strategy: configured("idastar(hL())") }, /forgets/],
    ["a search that compares lengths", TWO, { strategy: configured("bnb(hL())") }, /lengths/],
    ["a shortest trace", TWO, { optimal: "steps" }, /lengths/],
  ])("is refused because of %s", async (_, model, options, reason) => {
    const { verdict } = await ask(model, "E<> P1.c && P2.b", { por: "c2c", ...options });
    expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
    expect(verdict.kind === "unknown" && verdict.diagnostic?.message).toMatch(reason);
  });

  it("is refused where a deadlock is one target among others", async () => {
    const { verdict } = await ask(TWO, "E<> deadlock or P1.c", { por: "c2c" });
    expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
  });
});
