// Numbers in traces.

import { describe, expect, it } from "vitest";
import { exactNumber, intervalsText } from "../../src/trace/index.ts";
import { rational } from "../../src/zone/index.ts";

describe("numbers", () => {
  it("are plain where that is exact", () => {
    const big = 2n ** 53n;
    expect([rational(3, 4), rational(1, 3), rational(-5, 2)].map(exactNumber)).toEqual([0.75, "1/3", -2.5]);
    expect(
      [
        { n: big, d: 1n },
        { n: big - 1n, d: 1n },
        { n: -big, d: 1n },
        { n: 1n, d: big },
      ].map(exactNumber),
    ).toEqual([String(big), Number(big - 1n), String(-big), `1/${big}`]);
  });

  it("make intervals", () => {
    const interval = (lower: number, upper?: number, lowerStrict = false, upperStrict = false) => ({
      lower: rational(lower),
      lowerStrict,
      ...(upper === undefined ? {} : { upper: rational(upper) }),
      upperStrict,
    });
    expect(intervalsText([])).toBe("never");
    expect(intervalsText([interval(1, 1), interval(2, 3, true), interval(4, 5, false, true), interval(6)])).toBe(
      "1 or (2, 3] or [4, 5) or [6, ∞)",
    );
  });
});
