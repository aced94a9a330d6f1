// The laws every open list keeps: what goes in comes out once, counted; and the order each of them promises.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BestOpenList, FifoOpenList, LifoOpenList, type OpenList, RandomOpenList } from "../../src/open-lists/index.ts";
import type { OpenNode } from "../../src/search-context/index.ts";

const node = (depth: number): OpenNode => ({ parent: -1, depth, cost: depth });
const LISTS: Readonly<Record<string, () => OpenList>> = {
  fifo: () => new FifoOpenList(),
  lifo: () => new LifoOpenList(),
  random: () => new RandomOpenList(7),
  best: () => new BestOpenList((state) => state % 5),
};

function drain(list: OpenList): number[] {
  const out: number[] = [];
  for (let state = list.pop(); state !== undefined; state = list.pop()) out.push(state);
  return out;
}

describe.each(Object.entries(LISTS))("%s", (_name, create) => {
  it("hands out everything once", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1000), { nil: undefined })), (commands) => {
        const list = create();
        const waiting: number[] = [];
        for (const command of commands) {
          if (command !== undefined) {
            list.push(command, node(0));
            waiting.push(command);
          } else {
            const state = list.pop();
            if (state === undefined) expect(waiting).toEqual([]);
            else waiting.splice(waiting.indexOf(state), 1);
          }
          expect(list.size).toBe(waiting.length);
        }
        expect(drain(list).sort()).toEqual(waiting.sort());
        const [queue] = list.queues;
        expect(queue!.pushed).toBe(queue!.popped);
      }),
    );
  });
});

describe("orders", () => {
  const fill = (list: OpenList, count: number): OpenList => {
    for (let state = 0; state < count; state++) list.push(state, node(state));
    return list;
  };

  it("fifo and lifo, over many chunks", () => {
    const ascending = Array.from({ length: 300_000 }, (_, state) => state);
    expect(drain(fill(new FifoOpenList(), 300_000))).toEqual(ascending);
    expect(drain(fill(new LifoOpenList(), 1_000))).toEqual(ascending.slice(0, 1_000).reverse());
  });

  it("best: least key, then newest (or oldest)", () => {
    expect(drain(fill(new BestOpenList((state) => state % 2), 6))).toEqual([4, 2, 0, 5, 3, 1]);
    expect(drain(fill(new BestOpenList((state) => state % 2, { ties: "oldest" }), 6))).toEqual([0, 2, 4, 1, 3, 5]);
  });

  it("a seed fixes random order", () => {
    const one = drain(fill(new RandomOpenList(3), 50));
    expect(drain(fill(new RandomOpenList(3), 50))).toEqual(one);
    expect(drain(fill(new RandomOpenList(4), 50))).not.toEqual(one);
  });
});
