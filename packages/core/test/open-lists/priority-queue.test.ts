// Buckets and heap hand out the same states in the same order, whatever the keys are.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BestOpenList, type Ties } from "../../src/open-lists/index.ts";
import type { OpenNode } from "../../src/search-context/index.ts";

const node = (depth: number): OpenNode => ({ parent: -1, depth, cost: 0 });

describe.each<Ties>(["newest", "oldest"])("ties to the %s", (ties) => {
  const small = fc.nat(4);
  const odd = fc.constantFrom(0.5, -3, 4095, 4096, 1e9, Number.POSITIVE_INFINITY);

  it.each([
    ["small numbers", small],
    ["numbers that fit no bucket", fc.oneof({ weight: 8, arbitrary: small }, { weight: 1, arbitrary: odd })],
  ])("agree on %s", (_name, number) => {
    const commands = fc.array(fc.option(fc.tuple(number, number), { nil: undefined }), { maxLength: 80 });
    fc.assert(
      fc.property(commands, fc.boolean(), (all, two) => {
        const keysOf = (state: number) => all[state]!;
        const keys = [(state: number) => keysOf(state)[0], (state: number) => keysOf(state)[1]];
        const lists = [true, false].map((heap) => new BestOpenList(two ? keys : keys[0]!, { ties, heap }));
        for (const [state, command] of all.entries()) {
          const [a, b] = lists.map((list) => {
            if (command === undefined) return [list.pop(), list.size, list.least];
            list.push(state, node(0));
            return [list.size, list.least];
          });
          expect(a).toEqual(b);
        }
        const drained = lists.map((list) => Array.from(all, () => list.pop()));
        expect(drained[0]).toEqual(drained[1]);
      }),
    );
  });
});
