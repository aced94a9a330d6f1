// A zone may carry more than bounds: here what the steps to it cost, as a third kind of zone graph beside global and
// local time. The engine stores, covers, swallows, rebuilds and encodes such zones without knowing what they carry, and
// a search by least cost finds what Dijkstra's algorithm finds on the same graph.

import { describe, expect, it } from "vitest";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import { boundsByVector } from "../../src/engine/clock-bounds.ts";
import { createAbstraction } from "../../src/engine/reference/abstraction.ts";
import { ReferenceEngine } from "../../src/engine/reference/reference-engine.ts";
import { GlobalTime, type ZoneGraph } from "../../src/engine/reference/zone-graph.ts";
import type { Network } from "../../src/network/index.ts";
import { livelyNetwork, seededChoices } from "../../src/testing/index.ts";

/** Every edge has its price. */
const priceOf = (edges: readonly { readonly edge: number }[]): number =>
  edges.reduce((sum, { edge }) => sum + 1 + 3 * (edge % 2), 0);

function pricedEngine(network: Network): ReferenceEngine {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) throw new Error("every network has it");
  const bounds = boundsByVector(chosen.value.bounds);
  const options = { targets: [], abstraction: "extra-lu", subsumption: "inclusion", bounds } as const;
  return new ReferenceEngine(network, options, (semantics) => {
    const inner = new GlobalTime(semantics, createAbstraction("extra-lu", "inclusion", bounds, semantics.dim));
    const size = inner.size + 1;
    const split = (zone: Int32Array): [Int32Array, number] => [zone.slice(0, -1), zone.at(-1)!];
    const join = (zone: Int32Array, cost: number): Int32Array => {
      const whole = new Int32Array(zone.length + 1);
      whole.set(zone);
      whole[zone.length] = cost;
      return whole;
    };
    const lift =
      (work: (discrete: never, zone: Int32Array) => Int32Array) =>
      (discrete: never, whole: Int32Array): Int32Array => {
        const [zone, cost] = split(whole);
        return join(work(discrete, zone), cost);
      };
    const priced: ZoneGraph = {
      dim: inner.dim,
      size,
      initial: () => inner.initial().map(({ discrete, zone }) => ({ discrete, zone: join(zone, 0) })),
      successors(discrete, whole) {
        const [zone, cost] = split(whole);
        const { steps, faults } = inner.successors(discrete, zone);
        const paid = steps.map((step) => ({ ...step, zone: join(step.zone, cost + priceOf(step.transition.edges)) }));
        return { steps: paid, faults };
      },
      settle(discrete, whole) {
        const [zone, cost] = split(whole);
        return inner.settle(discrete, zone).map((piece) => join(piece, cost));
      },
      covers: (a, b, discrete) => a.at(-1)! <= b.at(-1)! && inner.covers(split(a)[0], split(b)[0], discrete),
      unpack: lift((discrete, zone) => inner.unpack(discrete, zone)),
      compress: lift((discrete, zone) => inner.compress(discrete, zone)),
      plain: (whole) => split(whole)[0],
      valuations: (discrete, whole) => inner.valuations(discrete, split(whole)[0]),
      leastCost: (whole) => whole.at(-1)!,
    };
    return priced;
  });
}

/** Least costs by location vector, states expanded in the order of what they cost. */
function leastCosts(engine: ReferenceEngine, most: number): Map<string, number> | undefined {
  const open: number[] = [];
  const least = new Map<string, number>();
  const push = (state: number): void => {
    if (state < 0) return;
    open.push(state);
    const key = engine.view(state).locations.join();
    least.set(key, Math.min(least.get(key) ?? Number.POSITIVE_INFINITY, engine.leastCostOf(state)));
  };
  const { count } = engine.initial();
  for (let i = 0; i < count; i++) push(engine.insert(i, -1, 0));
  for (let explored = 0; open.length > 0; explored++) {
    if (explored > most) return undefined;
    const at = open.reduce((best, id, i) => (engine.leastCostOf(id) < engine.leastCostOf(open[best]!) ? i : best), 0);
    const [state] = open.splice(at, 1);
    if (!engine.alive(state!)) continue;
    for (const id of engine.expandAll(state!, 0)) push(id);
  }
  return least;
}

/** The same with every zone told apart and nothing covered but by equal zones at lower cost. */
function byDijkstra(network: Network, most: number): Map<string, number> | undefined {
  const plain = new ReferenceEngine(network, {
    targets: [],
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  const costs: number[] = [];
  const open: number[] = [];
  const push = (state: number, cost: number): void => {
    if (cost >= (costs[state] ?? Number.POSITIVE_INFINITY)) return;
    costs[state] = cost;
    open.push(state);
  };
  const { count } = plain.initial();
  for (let i = 0; i < count; i++) push(plain.intern(i, -1), 0);
  for (let explored = 0; open.length > 0; explored++) {
    if (explored > most) return undefined;
    const at = open.reduce((best, id, i) => (costs[id]! < costs[open[best]!]! ? i : best), 0);
    const [state] = open.splice(at, 1);
    const steps = plain.expand(state!);
    const prices = Array.from({ length: steps.count }, (_, ordinal) => priceOf(steps.transition(ordinal).edges));
    for (const [ordinal, id] of plain.internAll(state!).entries()) push(id, costs[state!]! + prices[ordinal]!);
  }
  const least = new Map<string, number>();
  for (const [state, cost] of costs.entries()) {
    const key = plain.view(state).locations.join();
    least.set(key, Math.min(least.get(key) ?? Number.POSITIVE_INFINITY, cost));
  }
  return least;
}

describe("a zone that carries a cost", () => {
  it("is reached at the least cost, as Dijkstra's algorithm finds it", () => {
    let compared = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      if (network.clocks.length === 0) continue;
      const expected = byDijkstra(network, 300);
      if (expected === undefined) continue;
      const found = leastCosts(pricedEngine(network), 5000);
      expect([seed, new Map([...found!].sort())]).toEqual([seed, new Map([...expected].sort())]);
      if (expected.size > 3) compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it("is encoded and decoded with its cost, and a swallowed one is rebuilt with it", () => {
    const { network } = livelyNetwork(seededChoices(3));
    const engine = pricedEngine(network);
    engine.initial();
    engine.insert(0, -1, 0);
    const ids = [0, ...engine.expandAll(0, 0)];
    const bytes = new Uint8Array(1 << 16);
    for (const id of ids) {
      const other = pricedEngine(network);
      const again = other.decode(bytes.subarray(0, engine.encode(id, bytes)));
      expect(other.leastCostOf(again)).toBe(engine.leastCostOf(id));
      engine.release(id);
      expect(engine.leastCostOf(id)).toBe(other.leastCostOf(again));
    }
  });
});
