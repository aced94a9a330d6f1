// Projections and best-first search decide what looking at every state of the product decides.

import { describe, expect, it } from "vitest";

import { errorIsReachable, type RandomSystem } from "../../src/families/random-reachability.ts";
import { MersenneTwister } from "../../src/families/random-source.ts";

describe("the error of a random system", () => {
  it("is found reachable exactly where breadth-first search reaches it", () => {
    const answers = Array.from({ length: 400 }, (_, seed) => {
      const system = smallSystem(new MersenneTwister(seed + 1));
      const expected = reachedBreadthFirst(system);
      expect(errorIsReachable(system), `seed ${seed + 1}`).toBe(expected);
      return expected;
    });
    expect(answers.filter(Boolean).length).toBeGreaterThan(50);
    expect(answers.filter((answer) => !answer).length).toBeGreaterThan(50);
  });
});

/** Two to five processes of two to four states: often the error is missed by little. */
function smallSystem(random: MersenneTwister): RandomSystem {
  const count = 2 + random.below(4);
  const sizes = Array.from({ length: count }, () => 2 + random.below(3));
  const actions = Array.from({ length: 2 * count }, () => {
    const first = random.below(count);
    return [first, (first + 1 + random.below(count - 1)) % count] as const;
  });
  const edges = sizes.map((size, process) => {
    const own = actions.flatMap((pair, action) => (pair.includes(process) ? [action] : []));
    return Array.from({ length: own.length === 0 ? 0 : 4 * size }, () => {
      return [random.below(size), own[random.below(own.length)]!, random.below(size)] as const;
    });
  });
  return { sizes, actions, edges };
}

function reachedBreadthFirst({ sizes, actions, edges }: RandomSystem): boolean {
  const error = sizes.map((size) => size - 1).join();
  const queue = [sizes.map(() => 0)];
  const seen = new Set([queue[0]!.join()]);
  for (const state of queue) {
    for (const [action, [first, second]] of actions.entries()) {
      for (const [from, by, to] of edges[first]!) {
        if (by !== action || from !== state[first]) continue;
        for (const [otherFrom, otherBy, otherTo] of edges[second]!) {
          if (otherBy !== action || otherFrom !== state[second]) continue;
          const next = state.map((at, process) => (process === first ? to : process === second ? otherTo : at));
          if (seen.has(next.join())) continue;
          seen.add(next.join());
          queue.push(next);
        }
      }
    }
  }
  return seen.has(error);
}
