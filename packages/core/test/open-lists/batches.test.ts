// Batches and beams: their order, their counts, and what counts as incomplete.

import { describe, expect, it } from "vitest";
import { BatchOpenList } from "../../src/open-lists/batch.ts";
import { BeamByBeamOpenList } from "../../src/open-lists/beam-by-beam.ts";
import { FifoOpenList, type OpenList } from "../../src/open-lists/index.ts";
import type { OpenNode } from "../../src/search-context/index.ts";

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
