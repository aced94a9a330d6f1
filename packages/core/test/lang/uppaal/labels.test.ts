// Labels of locations and edges, in the new and the old syntax.

import { describe, expect, it } from "vitest";
import { formatExpression, formatSelect, formatSync, formatUpdate } from "../../../src/lang/uppaal/format/format.ts";
import {
  type ExpressionRole,
  isReservedName,
  type ParseInput,
  parseExpressionLabel,
  parseParameters,
  parseSelect,
  parseSync,
  parseUpdate,
} from "../../../src/lang/uppaal/parse.ts";
import { faults, good } from "./helpers.ts";

const label = (role: ExpressionRole) => (input: ParseInput) => parseExpressionLabel(input, role)!;

describe("labels", () => {
  it.each(
    Object.entries({
      send: { "c!": "c", "s.c!": "s.c", "// why\nc!": "c" },
      receive: {
        "c?": "c",
        "c[i][j + 1] ?": "c[i][j + 1]",
        "c[a ? 1 : 2]?": "c[a ? 1 : 2]",
        "(b ? c : d)?": "b ? c : d",
      },
      csp: { c: "c" },
    }),
  )("syncs that %s", (direction, channels) => {
    for (const [text, channel] of Object.entries(channels)) {
      const sync = good(parseSync, text)!;
      expect([sync.direction, formatExpression(sync.channel)]).toEqual([direction, channel]);
      expect(formatSync(sync).replace(/[!?]$/, "")).toBe(channel);
    }
  });

  it("select", () => {
    const bindings = good(parseSelect, "i:int[0,N-1], j : id_t");
    expect(formatSelect(bindings)).toBe("i : int[0,N - 1], j : id_t");
    expect(good(parseSelect, " ")).toEqual([]);
  });

  it("update", () => {
    expect(formatUpdate(good(parseUpdate, "x:=0, i++, f(a), b = c = 2"))).toBe("x = 0, i++, f(a), b = c = 2");
    expect(good(parseUpdate, "// nothing")).toEqual([]);
    expect(good(parseSync, "")).toBeNull();
  });

  it("invariants, rates and weights", () => {
    expect(formatExpression(good(label("invariant"), "x<=5&&x'==0"))).toBe("x <= 5 && x' == 0");
    expect(good(label("rate"), "1:1000")).toMatchObject({ kind: "extension", feature: "exponential rates" });
    expect(formatExpression(good(label("weight"), "w[i]"))).toBe("w[i]");
  });

  it("in the old syntax", () => {
    expect(formatExpression(good(label("guard"), "x=<5, y=>3, z==1", "old"))).toBe("x <= 5 && y >= 3 && z == 1");
    expect(formatExpression(good(label("invariant"), "x<5", "old"))).toBe("x < 5");
    expect(good(parseParameters, "clock x, y; const n; int[0,3] &v; chan c", "old")).toMatchObject([
      { name: "x", reference: true },
      { name: "y", reference: true },
      { name: "n", reference: false, type: { prefixes: ["const"], base: { kind: "int" } } },
      { name: "v", reference: true },
      { name: "c", reference: true },
    ]);
    expect(faults(label("guard"), "x=<5, y", "new").length).toBeGreaterThan(0);
  });

  it("tell keywords from names", () => {
    expect(["state", "int", "switch"].map(isReservedName)).toEqual([true, true, false]);
    expect(["A", "query", "exit", "rate", "location"].map(isReservedName)).toEqual([false, false, false, false, false]);
  });
});
