// Which dead ends are checked, and what is said of those that are not.

import { describe, expect, it } from "vitest";
import { strategies } from "../../../src/check/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { ask } from "../ask.ts";

function searching(spec: string) {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return { strategy: strategy.value };
}

/** Two thousand values three times: too many to try, but their sum is never so large. */
const SELECTS = `typedef int[-1000, 1000] v_t; int[0, 5] x;
  process P() { state a, b; init a; trans a -> b { select i : v_t, j : v_t, k : v_t; guard i + j + k > 3000; },
  a -> a { guard x < 5; assign x = x + 1; }, a -> a { guard x > 0; assign x = x - 1; }; } system P;`;

/** The only step fails. What the target speaks of does not say so. */
const FAILING = "int v = 32767; process P() { state a, b; init a; trans a -> b { assign v = v + 1; }; } system P;";

/** Who is where at the same time says it, and neither place by place nor with one process less. */
const TOGETHER = `bool turn[3] = { true, false, false };
  process P(const int i) { state no, yes; init no; trans no -> yes { guard turn[i]; },
  yes -> no { assign turn[i] = false, turn[(i + 1) % 3] = true; }; }
  P0 = P(0); P1 = P(1); P2 = P(2); system P0, P1, P2;`;

describe("a dead end", () => {
  it.each(["greedy(hU())", "greedy(hL())", "astar(hL())"])(
    "behind a guard of too many values is checked by where they lie: %s",
    async (spec) => {
      const { verdict, statistics } = await ask(SELECTS, "E<> P.b", searching(spec));
      expect([verdict.kind, statistics.deadEnds]).toEqual(["violated", { checked: 1, trusted: 0 }]);
    },
  );

  it("behind a step that fails is checked, and the verdict says that faults were not looked for", async () => {
    const { verdict, statistics } = await ask(FAILING, "A[] !P.b", searching("astar(cegar())"));
    expect(statistics.deadEnds).toEqual({ checked: 1, trusted: 0 });
    expect(verdict).toMatchObject({ kind: "satisfied", evidence: { cutOff: { canFault: true } } });
  });

  it.each(["cegar()", "pdb()", "merge(N=100)", "predicates(split=all)"])(
    "that an abstraction sees is checked by visiting what lies behind it: %s",
    async (estimate) => {
      const { verdict, statistics } = await ask(TOGETHER, "E<> P0.yes && P1.yes", searching(`greedy(${estimate})`));
      expect(verdict.kind).toBe("violated");
      expect(statistics.deadEnds?.trusted ?? 0).toBe(0);
    },
  );
});
