// By which edges states were reached: of every state that was remembered, whatever its number, and of no other.

import { expect, it } from "vitest";
import { LastTransitions } from "../../src/search-context/last-transitions.ts";

const start = { parent: -1, depth: 0, cost: 0 };
const by = (...edges: number[]) => ({
  parent: 0,
  depth: 1,
  cost: 0,
  transition: { edges: edges.map((edge) => ({ edge, select: [] })) },
});

it("tells the last transition of states that have one", () => {
  const last = new LastTransitions();
  // Beyond what a Map holds: H9 under `ce-bfs` ended there.
  const far = 2 ** 24 + 5;
  expect(last.remember(0, start)).toBeUndefined();
  expect(last.remember(1, by(7))).toEqual([7]);
  expect(last.remember(far, by(3, 4))).toEqual([3, 4]);
  expect([0, 1, 2, far - 1, far, far + 1, -1].map((state) => last.of(state))).toEqual([
    undefined,
    [7],
    undefined,
    undefined,
    [3, 4],
    undefined,
    undefined,
  ]);
  last.remember(1, by(3, 4));
  expect(last.of(1)).toBe(last.of(far));
});
