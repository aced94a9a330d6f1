// Whole stretches of states at a time (`expandRun`) against one state after the other: same ids, same states, same
// parents and ordinals, same statistics, also where states are short, wide, long, or have very many successors.

import { describe, expect, test } from "vitest";
import { defined } from "../../../src/basics/defined.ts";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../../src/engine/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network } from "../../../src/network/index.ts";
import { FifoOpenList } from "../../../src/open-lists/index.ts";
import { EagerSearch, ExhaustiveSearch, type Search } from "../../../src/search/index.ts";
import { compareEngines, randomNetwork, seededChoices } from "../../../src/testing/index.ts";

const options = { targets: [], abstraction: "extra-lu", subsumption: "inclusion" } as const;

/** `like`: an engine whose code it shares. */
function compiledFor(network: Network, like?: CompiledEngine): CompiledEngine | null {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return null;
  const engine = createCompiledEngine(network, { ...options, bounds: chosen.value.bounds, ...defined({ like }) });
  return engine instanceof CompiledEngine ? engine : null;
}

function finish(search: Search, most = 3000): string {
  for (let steps = 0; steps < most; steps++) {
    const status = search.step();
    if (status === "fault") return `fault: ${search.fault!.diagnostic.message}`;
    if (status !== "running") return status;
  }
  return "still running";
}

const eager = (engine: CompiledEngine): Search =>
  new EagerSearch(engine, new FifoOpenList(), { goal: () => false, cost: "none" });

function encoded(engine: CompiledEngine, state: number): Uint8Array {
  const bytes = new Uint8Array(engine.encode(state, new Uint8Array(0)));
  engine.encode(state, bytes);
  return bytes;
}

function expectSame(network: Network, most = 3000): boolean {
  const one = compiledFor(network);
  const other = one === null ? null : compiledFor(network, one);
  if (one === null || other === null) return false;
  const [slow, quick] = [eager(one), new ExhaustiveSearch(other)];
  const outcome = finish(slow, most);
  if (outcome === "still running") return false;
  expect(finish(quick)).toBe(outcome);
  const { stored, explored, transitions } = slow.statistics;
  expect(quick.statistics).toMatchObject({ stored, explored, transitions });
  if (outcome === "exhausted") expect(quick.statistics).toEqual(slow.statistics);
  for (let state = 0; state < Math.min(explored, 40); state++) {
    if (!one.alive(state)) continue;
    expect(encoded(other, state)).toEqual(encoded(one, state));
    expect([other.parentOf(state), other.ordinalOf(state)]).toEqual([one.parentOf(state), one.ordinalOf(state)]);
  }
  return true;
}

function read(content: string): Network {
  const { network, diagnostics } = loadModel({ name: "model.xta", content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return network;
}

/** The network without its clocks: constraints and assignments of clocks are left out. */
function withoutClocks(network: Network): Network {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isTimed(item)).map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strip(inner)]));
  };
  return { ...(strip(network) as Network), clocks: [] };
}

const isTimed = (item: unknown): boolean => {
  const { kind, expression, clock } = (item ?? {}) as { kind?: string; expression?: { kind: string }; clock?: unknown };
  return kind === "clock" || expression?.kind === "clock-assign" || (kind === undefined && clock !== undefined);
};

describe("runs", () => {
  test("random networks, with and without clocks", () => {
    let [timed, untimed] = [0, 0];
    for (let seed = 0; seed < 48; seed++) {
      const { network } = randomNetwork(seededChoices(seed));
      if (expectSame(network)) timed++;
      const plain = withoutClocks(network);
      if (expectSame(plain)) untimed++;
      for (const stepwise of [false, true]) {
        const outcome = compareEngines(plain, { abstraction: "extra-lu", subsumption: "inclusion", stepwise });
        if (outcome.kind === "different") expect.fail(`seed ${seed}: ${outcome.where}`);
      }
    }
    expect(timed).toBeGreaterThan(9);
    expect(untimed).toBeGreaterThan(16);
  });

  /** Counters that step by themselves and together; `bits` each. */
  const counters = (count: number, bits: number, steps: number): string => `
    typedef int[0, ${2 ** bits - 1}] value_t;
    value_t v[${count}] = { ${Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 0 : 2 ** bits - 1)).join(", ")} };
    int[0, ${steps}] left = ${steps};
    process P(const int[0, ${count - 1}] i) {
      state s, t; init s;
      trans s -> t { guard left > 0; assign left--, v[i] = v[i] ^ 5; },
            t -> s { assign v[i] = v[i] ^ ${2 ** bits - 2}; },
            s -> s { guard v[i] == 5 && left > 1; assign left = left - 2, v[(i + 1) % ${count}] = left; };
    }
    system P;`;

  test.each([
    ["one word", counters(4, 5, 9)],
    ["a narrow index", counters(5, 7, 7)],
    ["a wide index", counters(6, 8, 6)],
    ["as many bits as fit", counters(9, 6, 5)],
    ["three words", counters(9, 9, 5)],
    ["long states", counters(9, 9, 4).replace("int[0, 4] left", "int more[30]; int[0, 4] left")],
  ])("%s", (_name, text) => {
    expect(expectSame(read(text), 200_000)).toBe(true);
  });

  test("more successors than ordinals that are kept", () => {
    const text = `int[0, 70000] x; process P() { state a, b; init a;
      trans a -> b { select i : int[0, 70000]; assign x = i; }; } system P;`;
    const network = read(text);
    const engine = compiledFor(network)!;
    expect(finish(new ExhaustiveSearch(engine))).toBe("exhausted");
    expect([1, 65535, 65536, 65537, 70001].map((state) => engine.ordinalOf(state))).toEqual([
      0, 65534, 65535, 65536, 70000,
    ]);
    // The first cost moves everything; ordinals move along.
    engine.expandAll(70001, 1);
    expect(engine.ordinalOf(70001)).toBe(70000);
  });

  test("a fault in the middle of a run leaves what came before it", () => {
    const text = `int[0, 300] x; int[0, 9] y; process P() { state a; init a;
      trans a -> a { guard x < 300; assign x++; }, a -> a { guard x > 200; assign y = x - 195; }; } system P;`;
    const network = read(text);
    const engine = compiledFor(network)!;
    const chosen = chooseAbstraction(network, [], "extra-lu");
    if (!chosen.ok) throw new Error("no abstraction");
    const reference = createReferenceEngine(network, { ...options, bounds: boundsByVector(chosen.value.bounds) });
    const [quick, slow] = [new ExhaustiveSearch(engine), new ExhaustiveSearch(reference)];
    expect(finish(quick)).toBe(finish(slow));
    expect(engine.faults).toEqual(reference.faults);
    expect(quick.statistics.explored).toBe(slow.statistics.explored);
    expect(quick.statistics.stored).toBe(slow.statistics.stored);
  });
});
