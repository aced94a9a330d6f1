import { describe, expect, it } from "vitest";
import { jsonPieces } from "../src/report/json-pieces.ts";

const many = Array.from({ length: 3000 }, (_, index) => ({
  index,
  lines: "a\nb",
  none: undefined,
  empty: {},
  list: [],
}));

describe("JSON in pieces", () => {
  it.each([
    ["a number", 7],
    ["nothing", null],
    ["an empty object", {}],
    ["an object", { a: [1, { b: '\n"' }], c: undefined, d: [] }],
    ["a long list", many],
    ["a long list below others", { results: [{ trace: { steps: many, after: 1 } }, {}], last: undefined }],
    ["a long list with holes in it", [...Array.from({ length: 1500 }, () => undefined), new Date(0), [], {}]],
  ])("is what stringify gives: %s", (_, value) => {
    expect([...jsonPieces(value)].join("")).toBe(JSON.stringify(value, null, 2));
  });

  it("is never one string when it is long", () => {
    const long = { steps: Array.from({ length: 5000 }, () => "x".repeat(1000)) };
    const pieces = [...jsonPieces(long)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1.1e6);
  });
});
