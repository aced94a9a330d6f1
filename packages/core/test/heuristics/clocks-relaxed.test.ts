// clocks=relaxed: guards and targets that no clock value met in a location satisfies.

import { describe, expect, it } from "vitest";
import { estimate } from "./estimate.ts";

const NEVER = Number.POSITIVE_INFINITY;

const model = (trans: string, target: string, states = "s { x <= 5 }, t, u { x >= 0 }"): string => `
clock x, total;
process P() { state ${states}; init s; trans ${trans}; }
system P;
query { E<> ${target} }
`;

describe("clocks=relaxed", () => {
  it.each([
    ["a guard above the invariant", "s -> t { guard x >= 6; }", "P.t", NEVER, 1],
    ["a guard that the invariant allows", "s -> t { guard x >= 5; }", "P.t", 1, 1],
    [
      "a clock that is never reset does not get smaller",
      "s -> t { guard x >= 4; }, t -> u { guard x <= 3; }",
      "P.u",
      NEVER,
      2,
    ],
    ["unless it is reset", "s -> t { guard x >= 4; assign x = 0; }, t -> u { guard x <= 3; }", "P.u", 2, 2],
    [
      "the target's own constraint",
      "s -> t { guard total >= 9; }, s -> u { assign x = 0; }",
      "P.t && total <= 8",
      NEVER,
      1,
    ],
    ["the target's constraint where it can hold", "s -> t { guard total >= 5; }", "P.t && total <= 8", 1, 1],
  ])("%s", (_, trans, target, relaxed, ignored) => {
    expect(estimate("hL(clocks=relaxed)", model(trans, target))).toBe(relaxed);
    expect(estimate("hU(clocks=relaxed)", model(trans, target))).toBe(relaxed);
    expect(estimate("hL()", model(trans, target))).toBe(ignored);
  });

  it("knows that another process may reset a shared clock", () => {
    const shared = (reset: string): string => `
      clock x;
      process P() { state s, t, u; init s; trans s -> t { guard x >= 4; }, t -> u { guard x <= 3; }; }
      process Q() { state q; init q; trans q -> q { ${reset} }; }
      system P, Q;
      query { E<> P.u }`;
    expect(estimate("hL(clocks=relaxed)", shared("assign x = 0;"))).toBe(2);
    expect(estimate("hL(clocks=relaxed)", shared(""))).toBe(NEVER);
  });
});

describe("clocks=elapsed", () => {
  /** Every round through `busy` takes a minute; `late` is where one has been there already. */
  const model = (bound: number, from: string): string => `
    clock x, total;
    process P() {
      state free, called, busy { x <= 60 }, late, done; init free;
      trans free -> called { assign x = 0; }, called -> busy { }, busy -> late { guard x == 60; },
            late -> called { assign x = 0; }, late -> done { }, free -> done { };
    }
    system P;
    query { E<> P.${from} && total <= ${bound} }`;

  it.each([
    ["late", 60, "free", 3],
    ["late", 59, "free", NEVER],
    // In `called` x may be 60 already, so that nothing need be waited for.
    ["late", 60, "called", 2],
    ["done", 0, "free", 1],
    ["done", 60, "late", 1],
    ["done", 59, "late", NEVER],
    ["busy", 60, "late", 2],
    ["called", 59, "late", NEVER],
  ])("to %s within %i, from %s", (target, bound, at, expected) => {
    expect(estimate("hL(clocks=elapsed)", model(bound, target), { P: at })).toBe(expected);
    const ignored = estimate("hL()", model(bound, target), { P: at });
    expect(ignored).toBeLessThan(NEVER);
    if (expected !== NEVER) expect(ignored).toBe(expected);
  });

  it("does not count on clocks that others set, nor on those that stand still", () => {
    const other = (trans: string, states = "q"): string => `
      clock x, total;
      process P() { state s, t; init s; trans s -> t { guard x >= 5; }; }
      process Q() { state ${states}; init q; trans ${trans}; }
      system P, Q;
      query { E<> P.t && total <= 4 }`;
    expect(estimate("hL(clocks=elapsed)", other("q -> q { }"))).toBe(NEVER);
    expect(estimate("hL(clocks=elapsed)", other("q -> q { assign x = 3; }"))).toBe(1);
    expect(estimate("hL(clocks=elapsed)", other("q -> q { assign total = 0; }"))).toBe(1);
    expect(estimate("hL(clocks=elapsed)", other("q -> q { }", "q { total' == 0 }"))).toBe(1);
  });
});
