// Whose turn it is in lists of lists, and which state comes first.

import { describe, expect, it } from "vitest";
import type { Heuristic } from "../../src/heuristics/index.ts";
import { AlternationOpenList } from "../../src/open-lists/alternation.ts";
import { BestOpenList, type BestOptions } from "../../src/open-lists/best.ts";
import { IcbOpenList } from "../../src/open-lists/icb.ts";
import { FifoOpenList, type OpenList } from "../../src/open-lists/index.ts";
import { Levels } from "../../src/open-lists/levels.ts";
import { PreferredOpenList } from "../../src/open-lists/preferred.ts";
import { TypeBasedOpenList } from "../../src/open-lists/type-based.ts";
import type { OpenNode, SearchContext } from "../../src/search-context/index.ts";
import { load } from "../check/ask.ts";

const node = (depth: number): OpenNode => ({ parent: -1, depth, cost: depth });

const fifo = (): OpenList => new FifoOpenList();

function filled(list: OpenList, depths: readonly number[]): OpenList {
  for (const [state, depth] of depths.entries()) list.push(state, node(depth));
  return list;
}

const popped = (list: OpenList, count: number): (number | undefined)[] =>
  Array.from({ length: count }, () => list.pop());

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
