// Corners that mutants of the lists found untested: orders and counts of batches and beams, whose turn it is, what counts
// as incomplete, what defaults are, and every reason why pruning by contexts is refused.

import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/heuristics/index.ts";
import type { Network } from "../../src/network/index.ts";
import { AlternationOpenList } from "../../src/open-lists/alternation.ts";
import { BatchOpenList } from "../../src/open-lists/batch.ts";
import { BeamByBeamOpenList } from "../../src/open-lists/beam-by-beam.ts";
import { whyPruningIsUnsound } from "../../src/open-lists/context.ts";
import { switchTest } from "../../src/open-lists/icb.ts";
import { FifoOpenList, type OpenList, openLists } from "../../src/open-lists/index.ts";
import type { OpenListConfig } from "../../src/open-lists/open-list.ts";
import { whyNotInside } from "../../src/open-lists/traits.ts";
import type { OpenNode } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "../check/ask.ts";

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

  it("is incomplete when all lists are", () => {
    const list = (incomplete: boolean): OpenList => Object.assign(new FifoOpenList(), { incomplete });
    const of = (...flags: readonly boolean[]): unknown => new AlternationOpenList(flags.map(list)).incomplete;
    expect([of(true, false), of(false, false), of(true, true)]).toEqual([false, false, true]);
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

  it("what stands in their place inside others", () => {
    const problem = { network: load("process P() { state a; init a; } system P;").network } as unknown as Problem;
    expect(whyNotInside(traits("fifo()"), problem)).toBeUndefined();
    expect(whyNotInside(traits("icb(fifo(), exact=true)"), problem)).toContain("outermost");
    const timed = {
      network: load("clock x; process P() { state a; init a; } system P;").network,
    } as unknown as Problem;
    expect(whyNotInside(traits("context(fifo(), prune=true)"), timed)).toBe("the model has clocks");
  });

  it("a switch of processes is one where nobody goes on", () => {
    const { network } = load(`chan c; process P() { state a; init a; trans a -> a { sync c!; }; }
      process Q() { state a; init a; trans a -> a { sync c?; }; } process R() { state a; init a; trans a -> a { }; }
      system P, Q, R;`);
    const isSwitch = switchTest(network, { contexts: "process", n: 0 });
    expect([isSwitch([0, 1], [1]), isSwitch([0, 1], [2]), isSwitch([0], [0, 1])]).toEqual([false, true, false]);
  });
});
