// Query files: formulas with comments and expected answers.

import { describe, expect, it } from "vitest";
import { parseQueryFile, readExpectation } from "../../../src/lang/uppaal/parse.ts";
import { faults, good } from "./helpers.ts";

const read = (text: string) => good(parseQueryFile, text);

describe("query files", () => {
  it("hold a query per line with the comments before it", () => {
    const items = read(`//This file was generated from (Academic) UPPAAL 4.1.20 (rev. 1), December 2022

/*
No deadlock
*/
A[] not deadlock

// two
// lines
E<> a && \\
    b // why
E[] c /* x
y */ && d
//NO_QUERY

/*
Only a note
*/
//NO_QUERY
/* EXPECT:T,2 s,10 MB */
sup: a
`);
    expect(items.map(({ query, comment, text }) => [query?.kind, comment, text.split("\n").length])).toEqual([
      ["A[]", "No deadlock", 1],
      ["E<>", "two\nlines", 2],
      ["E[]", "", 2],
      [undefined, "", 1],
      [undefined, "Only a note", 1],
      ["sup", "", 1],
    ]);
    expect(items[5]!.expectation).toEqual({ outcome: "satisfied" });
    expect(items[1]!.span.start).toBeGreaterThan(0);
  });

  it("mark unreadable queries and go on", () => {
    expect(faults(parseQueryFile, "E<> (\nA[] true\nfoo")).toEqual([
      "1:6 TH1001 expected an expression, found the end of the text (something is missing after `(`)",
      expect.stringContaining("3:1 TH1019"),
    ]);
    expect(faults(parseQueryFile, "/* open")).toEqual(["1:1 TH1003 this comment is not closed (end it with `*/`)"]);
  });

  it("accept Windows line ends and paths with slashes", () => {
    const items = read('E<> a\r\nE<> b \\\r\n && c\r\nsaveStrategy("a//b", S)\r\n');
    expect(items.map(({ query }) => query?.kind)).toEqual(["E<>", "E<>", "extension"]);
  });

  it("keep a trailing comment", () => {
    expect(read("E<> a\n/* the end */")).toMatchObject([{ text: "E<> a" }, { query: null, comment: "the end" }]);
  });
});

describe("expectations", () => {
  it.each([
    ["T", { outcome: "satisfied" }],
    ["SAT, 3 ms", { outcome: "satisfied" }],
    ["1 GB, F", { outcome: "violated" }],
    ["UNSAT", { outcome: "violated" }],
    ["MT", { outcome: "maybe-satisfied" }],
    ["MF", { outcome: "maybe-violated" }],
    ["ERROR", { outcome: "error" }],
    ["42", { outcome: "value", value: "42" }],
    ["-1.5, 2 s", { outcome: "value", value: "-1.5" }],
    ["2 s", undefined],
  ])("%s", (text, expected) => {
    expect(readExpectation(text)).toEqual(expected);
  });
});
