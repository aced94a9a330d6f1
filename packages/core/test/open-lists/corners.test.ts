// Corners that mutants of the lists found untested: orders and counts of batches and beams, whose turn it is, what counts
// as incomplete, what defaults are, and every reason why pruning by contexts is refused.

import { describe, expect, it } from "vitest";
import { strategies } from "../../src/check/index.ts";
import type { Heuristic, Problem } from "../../src/heuristics/index.ts";
import type { Network } from "../../src/network/index.ts";
import { AlternationOpenList } from "../../src/open-lists/alternation.ts";
import { BatchOpenList } from "../../src/open-lists/batch.ts";
import { BeamByBeamOpenList } from "../../src/open-lists/beam-by-beam.ts";
import { BestOpenList, type BestOptions } from "../../src/open-lists/best.ts";
import { whyPruningIsUnsound } from "../../src/open-lists/context.ts";
import { IcbOpenList, switchTest } from "../../src/open-lists/icb.ts";
import { FifoOpenList, type OpenList, openLists } from "../../src/open-lists/index.ts";
import { Levels } from "../../src/open-lists/levels.ts";
import type { OpenListConfig } from "../../src/open-lists/open-list.ts";
import { PreferredOpenList } from "../../src/open-lists/preferred.ts";
import { whyNotInside } from "../../src/open-lists/traits.ts";
import { TypeBasedOpenList } from "../../src/open-lists/type-based.ts";
import type { OpenNode, SearchContext } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { ask, load } from "../check/ask.ts";

const node = (depth: number): OpenNode => ({ parent: -1, depth, cost: depth });

const fifo = (): OpenList => new FifoOpenList();

function filled(list: OpenList, depths: readonly number[]): OpenList {
  for (const [state, depth] of depths.entries()) list.push(state, node(depth));
  return list;
}

const popped = (list: OpenList, count: number): (number | undefined)[] =>
  Array.from({ length: count }, () => list.pop());

describe("a batch", () => {
  it("comes out in the order of the list it was drawn from, and before what came later", () => {
    const list = filled(new BatchOpenList(fifo, 2, false), [0, 0, 0]);
    expect(list.pop()).toBe(0);
    list.push(3, node(0));
    expect(popped(list, 4)).toEqual([1, 2, 3, undefined]);
    expect(list.queues).toMatchObject([{ pushed: 4, popped: 4 }]);
    expect(list.incomplete).toBe(false);
    expect(list.prunable).toBe(0);
  });

  it("as a beam drops the others, and only then is incomplete", () => {
    const list = filled(new BatchOpenList(fifo, 2, true), [0, 0]);
    expect(popped(list, 3)).toEqual([0, 1, undefined]);
    expect(list.incomplete).toBe(false);
    filled(list, [0, 0, 0]);
    expect(popped(list, 3)).toEqual([0, 1, undefined]);
    expect([list.incomplete, list.size]).toEqual([true, 0]);
  });

  it("is incomplete when its list is, and prunes what its list prunes", () => {
    const inner = Object.assign(new FifoOpenList(), { incomplete: true, prunable: 5 });
    const list = filled(new BatchOpenList(() => inner, 2, false), [0]);
    list.pop();
    expect([list.incomplete, list.prunable]).toEqual([true, 5]);
  });
});

describe("beam by beam", () => {
  it("takes k of the deepest layer in their order, then the next k, then the layer above", () => {
    const list = filled(new BeamByBeamOpenList(fifo, 2), [0, 1, 1, 1]);
    expect(list.pop()).toBe(1);
    list.push(4, node(2));
    expect(popped(list, 5)).toEqual([2, 4, 3, 0, undefined]);
    expect(list.queues).toMatchObject([{ pushed: 5, popped: 5 }]);
  });

  it("prunes what its layers prune", () => {
    const list = filled(new BeamByBeamOpenList(() => Object.assign(new FifoOpenList(), { prunable: 3 }), 1), [0]);
    expect(list.prunable).toBe(3);
  });
});

describe("alternation", () => {
  it("goes round", () => {
    const lists = [fifo(), fifo(), fifo()];
    const turns = new AlternationOpenList(lists);
    for (const [at, list] of lists.entries()) for (let i = 0; i < 3; i++) list.push(10 * at + i, node(0));
    expect(popped(turns, 9)).toEqual([0, 10, 20, 1, 11, 21, 2, 12, 22]);
  });

  it("passes by what is empty, one list at a time", () => {
    const lists = [fifo(), fifo(), fifo()];
    for (const [at, list] of lists.slice(1).entries()) for (let i = 0; i < 2; i++) list.push(10 * at + i, node(0));
    expect(popped(new AlternationOpenList(lists), 5)).toEqual([0, 10, 1, 11, undefined]);
  });

  it("is incomplete when all lists are", () => {
    const list = (incomplete: boolean): OpenList => Object.assign(new FifoOpenList(), { incomplete });
    const of = (...flags: readonly boolean[]): unknown => new AlternationOpenList(flags.map(list)).incomplete;
    expect([of(true, false), of(false, false), of(true, true)]).toEqual([false, false, true]);
  });
});

describe("best first", () => {
  const key = (_state: number, { depth }: OpenNode): number => depth;
  const equal = (options: BestOptions): (number | undefined)[] =>
    popped(filled(new BestOpenList(() => 0, options), Array(20).fill(0)), 20);
  const ascending = Array.from({ length: 20 }, (_, k) => k);

  it("knows the least key that waits", () => {
    const list = new BestOpenList(key);
    expect(list.least).toBe(Number.POSITIVE_INFINITY);
    expect(filled(list, [3, 2, 4])).toMatchObject({ least: 2 });
  });

  it("draws among equals at random where that is asked, by the seed", () => {
    expect([equal({ ties: "oldest" }), equal({})]).toEqual([ascending, [...ascending].reverse()]);
    const drawn = equal({ ties: "random" });
    expect([...drawn].sort((a, b) => a! - b!)).toEqual(ascending);
    for (const other of [ascending, [...ascending].reverse(), equal({ ties: "random", seed: 2 })]) {
      expect(drawn).not.toEqual(other);
    }
    expect(equal({ ties: "random", seed: 1 })).toEqual(drawn);
  });

  it("by types: a rare one comes as often as a common one", () => {
    let rareFirst = 0;
    for (let seed = 0; seed < 40; seed++) {
      const list = filled(new TypeBasedOpenList([key], seed), [...Array(99).fill(0), 1]);
      if (list.pop() === 99) rareFirst++;
    }
    expect(rareFirst).toBeGreaterThan(9);
  });

  it("keeps what never reaches the target unless it may drop it", () => {
    const kept = (options?: BestOptions) => filled(new BestOpenList(() => Infinity, options), [0, 1]).size;
    expect([kept(), kept({ safe: false }), kept({ safe: true })]).toEqual([2, 2, 0]);
  });

  it("levels are counted from the one that the latest state came from", () => {
    class Below extends Levels {
      push(state: number, at: OpenNode): void {
        this.pushAt(this.current + at.depth, state, at);
      }
    }
    const list = new Below(fifo);
    list.push(0, node(1));
    expect(list.pop()).toBe(0);
    list.push(1, node(0));
    list.push(2, node(1));
    expect([popped(list, 3), list.contextSwitches]).toEqual([[1, 2, undefined], 3]);
    expect(list.queues.map(({ popped: times }) => times)).toEqual([0, 2, 1]);
  });

  it("counts no switch before there was one, and none for what comes first", () => {
    const context = { last: { remember() {}, of() {} }, common: (_of: object, make: () => unknown) => make() };
    const inside = { ...context, problem: { network: load("process P() { state a; init a; } system P;").network } };
    const icb = new IcbOpenList(fifo, inside as unknown as SearchContext, { contexts: "process", n: 0 });
    expect(icb.contextSwitches).toBe(0);
    const heuristic = { preference: () => () => false } as unknown as Heuristic;
    const list = filled(new PreferredOpenList(fifo, inside as unknown as SearchContext, heuristic), [0]);
    expect([list.pop(), list.contextSwitches]).toEqual([0, 0]);
  });
});

describe("pruning by contexts", () => {
  // R waits for P alone; what Q does has nothing to do with it.
  const MODEL = `int[0,1] n; int[0,3] m;
    process P() { state a, b; init a; trans a -> b { assign n = 1; }; }
    process Q() { state a; init a; trans a -> a { guard m < 3; assign m = m + 1; }; }
    process R() { state a, b, c; init a; trans a -> b { guard n == 1; }, b -> c { guard n == 0; }; } system P, Q, R;`;
  const counted = async (spec: string): Promise<readonly number[]> => {
    const config = configure(strategies, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    const { statistics, verdict } = await ask(MODEL, "E<> R.c", { strategy: config.value, por: "off" });
    expect(verdict.kind).toBe("violated");
    return [statistics.stored, statistics.prunable];
  };

  it("leaves out what does not profit, also inside of others, and counts it", async () => {
    const [all, none] = await counted("eager(fifo())");
    expect([all, none]).toEqual([12, 0]);
    const pruned = await counted("eager(context(fifo(), prune=true))");
    expect(pruned[0]).toBeLessThan(all!);
    expect(pruned[1]).toBeGreaterThan(0);
    for (const around of ["context(%)", "alternation([fifo(), %])", "alternation([%, fifo()])", "icb(%)"]) {
      expect((await counted(`eager(${around.replace("%", "context(fifo(), prune=true)")})`))[0]).toBe(pruned[0]);
    }
    const deferred = await counted("eager(context(fifo()))");
    expect([deferred[0], deferred[1]! > 0]).toEqual([all, true]);
  });

  it("contexts of interference join edges that touch the same, where states are told apart by them", async () => {
    // Two edges do the same: one context of size 1, two of size 0.
    const twice = MODEL.replace(
      "trans a -> b { assign n = 1; };",
      "trans a -> b { assign n = 1; }, a -> b { assign n = 1; };",
    );
    const stored = async (n: number): Promise<number> => {
      const config = configure(strategies, `eager(icb(fifo(), contexts=interference, n=${n}, exact=true))`);
      if (!config.ok) throw new Error(config.diagnostics[0]!.message);
      return (await ask(twice, "E<> R.c", { strategy: config.value, por: "off" })).statistics.stored;
    };
    expect(await stored(0)).toBeGreaterThan(await stored(1));
  });
});

describe("pruning by contexts is refused", () => {
  const model = (declarations: string, location = ""): Network =>
    load(`${declarations} process P() { state a, b; ${location} init a; trans a -> b { }; } system P;`).network;
  const plain = model("");

  it.each<[string, Network, string | undefined]>([
    ["for nothing", plain, undefined],
    ["for clocks", model("clock x;"), "clocks"],
    ["for committed locations", model("", "commit b;"), "committed locations"],
    ["for urgent locations", model("", "urgent b;"), "urgent locations"],
    ["for urgent channels", model("chan d; urgent chan c;"), "urgent channels"],
    ["for broadcast channels", model("chan d; broadcast chan c;"), "broadcast channels"],
    ["for weak synchronisation", weakly(plain, [false, true]), "weak synchronisation"],
    ["not for strong synchronisation", weakly(plain, [false, false]), undefined],
    ["for priorities", { ...plain, hasPriorities: true }, "priorities"],
  ])("%s", (_name, network, reason) => {
    expect(whyPruningIsUnsound(network)).toBe(reason === undefined ? undefined : `the model has ${reason}`);
  });

  function weakly(network: Network, weak: readonly boolean[]): Network {
    const strong = { participants: [{ weak: false }] };
    return { ...network, vectors: [strong, { participants: weak.map((is) => ({ weak: is })) }] } as unknown as Network;
  }
});

describe("what lists say of themselves", () => {
  const traits = (spec: string): OpenListConfig => {
    const config = configure(openLists, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    return config.value;
  };

  it("their promises", () => {
    expect(traits("fifo()")).toMatchObject({ shortestFirst: true, cheapestFirst: false, prunes: false });
    expect(traits("preferred(fifo(), hU())")).toMatchObject({ needsTransitions: true, prunes: false });
    expect(traits("context(fifo(), prune=true)").prunes).toBe(true);
  });

  it("who comes shortest first", () => {
    const shortest = (spec: string): unknown => traits(spec).shortestFirst;
    expect(["best(g)", "best(hU())", "tiebreaking([g, hU()])", "tiebreaking([hU(), g])"].map(shortest)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("their defaults, and the least they take", () => {
    const defaultOf = (name: string, parameter: string): string | undefined =>
      openLists.get(name)!.params[parameter]!.defaultText;
    expect([defaultOf("batch", "k"), defaultOf("beam-by-beam", "k")]).toEqual(["10", "10"]);
    expect([defaultOf("context", "n"), defaultOf("icb", "n")]).toEqual(["0", "2"]);
    expect(["batch(fifo(), k=1)", "batch(fifo(), k=0)"].map((spec) => configure(openLists, spec).ok)).toEqual([
      true,
      false,
    ]);
  });

  it("estimates from tables are no use for useless transitions", () => {
    const problem = { network: load("process P() { state a; init a; } system P;").network } as unknown as Problem;
    expect(traits("useless(fifo(), cegar())").refusal?.(problem)).toContain("tables");
    expect(traits("useless(fifo(), hU())").refusal?.(problem)).toBeUndefined();
  });

  it.each([
    ["best(hU())", 0],
    ["best(hU(cache=8))", 2],
    ["tiebreaking([g, hU()])", 0],
    ["tiebreaking([g, hU(cache=8)])", 2],
    ["tiebreaking([hL(), hU(cache=8)])", 2],
    ["tiebreaking([hU(cache=8), hL()])", 2],
  ] as const)(
    "what never reaches the target is dropped where all that is looked at is safe: %s keeps %i",
    (spec, kept) => {
      // Of a state that `hU` calls dead `hL` knows nothing.
      const estimatesOf = ({ spec: h }: { spec: string }) => ({ of: () => (h.startsWith("hU") ? Infinity : 3) });
      const list = filled(traits(spec).create({ estimatesOf } as unknown as SearchContext), [0, 1]);
      expect(list.size).toBe(kept);
      expect(popped(list, 3).filter((state) => state !== undefined)).toHaveLength(kept);
    },
  );

  it("what stands in their place inside others", () => {
    const problem = { network: load("process P() { state a; init a; } system P;").network } as unknown as Problem;
    expect(whyNotInside(traits("fifo()"), problem)).toBeUndefined();
    expect(whyNotInside(traits("icb(fifo(), exact=true)"), problem)).toContain("outermost");
    const timed = {
      network: load("clock x; process P() { state a; init a; } system P;").network,
    } as unknown as Problem;
    expect(whyNotInside(traits("context(fifo(), prune=true)"), timed)).toBe("the model has clocks");
  });

  it("a switch of processes is one where not the same ones go on", () => {
    const { network } = load(`chan c; process P() { state a; init a; trans a -> a { sync c!; }; }
      process Q() { state a; init a; trans a -> a { sync c?; }; } process R() { state a; init a; trans a -> a { }; }
      system P, Q, R;`);
    const isSwitch = switchTest(network, { contexts: "process", n: 0 });
    expect([isSwitch([0, 1], [1]), isSwitch([0, 1], [2]), isSwitch([0], [0, 1])]).toEqual([true, true, true]);
    expect([isSwitch([0, 1], [1, 0]), isSwitch([2], [2])]).toEqual([false, false]);
  });
});
