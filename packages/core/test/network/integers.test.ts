// Constants are folded as values are computed: operator by operator the same, and no value where the model would fail.

import { describe, expect, it } from "vitest";
import { applyBinary } from "../../src/network/integers.ts";
import { OPERATIONS } from "../../src/semantics/evaluate/arithmetic.ts";
import { ModelFault } from "../../src/semantics/index.ts";

const EDGES = [-2147483648, -40, -33, -32, -31, -8, -1, 0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 46341, 2147483647];

const computed = (op: keyof typeof OPERATIONS, a: number, b: number): number | null => {
  try {
    return OPERATIONS[op](a, b, undefined);
  } catch (error) {
    if (error instanceof ModelFault) return null;
    throw error;
  }
};

describe.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])("%s", (op) => {
  it("is folded as it is computed", () => {
    for (const a of EDGES) {
      for (const b of EDGES) {
        const folded = applyBinary(op, a, b);
        // A negative exponent is left to be computed.
        if (op === "**" && b < 0 && folded === null) continue;
        expect([a, b, folded]).toEqual([a, b, computed(op, a, b)]);
      }
    }
  });
});
