// States as nodes of a graph: both engines number the same nodes in the same order, and asking again finds them.

import { describe, expect, it } from "vitest";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import { boundsByVector } from "../../src/engine/clock-bounds.ts";
import type { GraphEngine, StateId } from "../../src/engine/engine.ts";
import { createCompiledEngine, createReferenceEngine } from "../../src/engine/index.ts";
import type { Network } from "../../src/network/index.ts";
import { livelyNetwork, seededChoices } from "../../src/testing/index.ts";

function engines(network: Network): GraphEngine[] {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return [];
  const { bounds } = chosen.value;
  const common = { targets: [], abstraction: "extra-lu", subsumption: "equality" } as const;
  const compiled = createCompiledEngine(network, { ...common, bounds, graph: true });
  const reference = createReferenceEngine(network, { ...common, bounds: boundsByVector(bounds) });
  return "unsupported" in compiled ? [] : [reference, compiled];
}

/** Successors by state, breadth first, up to a few hundred states. */
function graphOf(engine: GraphEngine): StateId[][] {
  const { count } = engine.initial();
  let size = 0;
  const enter = (candidate: number, parent: StateId): StateId => {
    const id = engine.intern(candidate, parent);
    size = Math.max(size, id + 1);
    return id;
  };
  const all = (candidates: number, parent: StateId): StateId[] =>
    Array.from({ length: candidates }, (_, candidate) => enter(candidate, parent));
  const graph = [all(count, -1)];
  for (let state = 0; state < size && state < 300; state++) graph.push(all(engine.expand(state).count, state));
  return graph;
}

describe("states as nodes of a graph", () => {
  it("are the same for both engines, whatever the network", () => {
    let compared = 0;
    for (let seed = 500; seed < 540; seed++) {
      const [reference, compiled] = engines(livelyNetwork(seededChoices(seed)).network);
      if (reference === undefined || compiled === undefined) continue;
      expect([seed, graphOf(compiled)]).toEqual([seed, graphOf(reference)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("include one another for both engines alike", () => {
    let included = 0;
    for (let seed = 500; seed < 520; seed++) {
      const both = engines(livelyNetwork(seededChoices(seed)).network);
      if (both.length < 2) continue;
      for (const engine of both) graphOf(engine);
      const states = Array.from({ length: both[0]!.statistics.stored }, (_, state) => state).slice(0, 60);
      for (const a of states) {
        for (const b of states.filter((other) => both[0]!.discreteOf(other) === both[0]!.discreteOf(a))) {
          const [mine, theirs] = both.map((engine) => engine.includes(a, b));
          expect([seed, a, b, theirs]).toEqual([seed, a, b, mine]);
          if (mine && a !== b) included++;
        }
      }
    }
    expect(included).toBeGreaterThan(20);
  });

  it("are found again by what any engine encoded", () => {
    for (let seed = 540; seed < 550; seed++) {
      const both = engines(livelyNetwork(seededChoices(seed)).network);
      for (const engine of both) graphOf(engine);
      for (const [from, to] of both.length === 2 ? [both, [...both].reverse()] : []) {
        expect([seed, to!.adopt(from!, 0)]).toEqual([seed, 0]);
      }
    }
  });
});
