// A state that a larger one has swallowed while it waited is not expanded any more, by no search and no engine.

import { describe, expect, it } from "vitest";
import { ask } from "../check/ask.ts";
import { searchOf } from "./runs.ts";

/** The first edge leads to a part of the zone that the second leads to. */
const MODEL = `clock x;
process P() { state a, b, c, d; init a;
trans a -> b { guard x >= 1; }, a -> b { }, b -> c { guard x <= 3; }, c -> d { guard x > 9 && x < 9; }; }
system P;`;

describe("a swallowed state", () => {
  it.each(["bfs", "dfs", "greedy(blind())", "astar(blind())", "lazy(fifo())"])("is left alone by %s", async (spec) => {
    for (const engine of ["reference", "auto"] as const) {
      for (const abstraction of ["extra-lu", "alu"] as const) {
        const { verdict, statistics } = await ask(MODEL, "E<> P.d", { search: searchOf(spec), engine, abstraction });
        expect([verdict.kind, statistics.explored, statistics.stored]).toEqual(["violated", 3, 3]);
      }
    }
  });
});
