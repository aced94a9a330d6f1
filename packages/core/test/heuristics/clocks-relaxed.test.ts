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
