// What the parser says about faulty texts: where, what, and what to do; all faults of a text in one go.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SYNTAX_CODES } from "../../../src/diagnostics/codes-syntax.ts";
import { CODES } from "../../../src/diagnostics/index.ts";
import {
  type ParseInput,
  parseDeclarations,
  parseExpressionLabel,
  parseParameters,
  parseSelect,
  parseSync,
  parseSystem,
  parseUpdate,
} from "../../../src/lang/uppaal/parse.ts";
import { faults } from "./helpers.ts";

const guard = (input: ParseInput) => parseExpressionLabel(input, "guard");
const invariant = (input: ParseInput) => parseExpressionLabel(input, "invariant");

describe("faults of labels", () => {
  it.each([
    ["x = 5", "1:1 TH1011 a guard cannot assign to anything (write `==` to compare: `x == …`)"],
    ["a && (x = 5) && b", "1:7 TH1011 a guard cannot assign to anything (write `==` to compare: `x == …`)"],
    [
      "x => 5",
      "1:3 TH1012 `=>` is an operator of the old (3.x) syntax only (write `>=` for greater or equal, `imply` for an implication)",
    ],
    ["x =< 5", "1:3 TH1012 `=<` is an operator of the old (3.x) syntax only (write `<=` for less or equal)"],
    ["x < 5, y > 3", "1:6 TH1015 unexpected `,` after the guard (join conditions with `&&`)"],
    ["x < 5;", "1:6 TH1015 unexpected `;` after the guard (a label has no `;`; join conditions with `&&`)"],
    ["f(a; b)", "1:4 TH1001 expected `)` to close the call, found `;`"],
    ["a[1", "1:2 TH1017 this `[` is never closed (a `]` is missing to close the index)"],
    ["a &&", "1:5 TH1001 expected an expression, found the end of the text (something is missing after `&&`)"],
    ["a && & b", "1:6 TH1001 expected an expression, found `&` (`&&` or `and` joins conditions)"],
    ["a ? b", "1:6 TH1001 expected `:` between the two branches of `? :`, found the end of the text"],
    ["forall i : T) x", "1:8 TH1001 expected `(` after `forall`, found `i` (write `forall (i : T) …`)"],
    ["2147483648", "1:1 TH1005 2147483648 does not fit into 32 bits (integers lie between -2147483648 and 2147483647)"],
    [
      "-2147483649",
      "1:2 TH1005 2147483649 does not fit into 32 bits (integers lie between -2147483648 and 2147483647)",
    ],
    [
      "größe > 1",
      "1:1 TH1002 `größe` has letters that names cannot have (names are made of the letters a–z and A–Z, digits and `_`)",
    ],
    ["a @@ b", "1:3 TH1002 `@@` does not belong to the language"],
    ["a /* b", "1:3 TH1003 this comment is not closed (end it with `*/`)"],
    ['f("abc)', '1:3 TH1004 this string is not closed (end it with `"` on the same line)'],
    ["state > 1", "1:1 TH1008 `state` is a keyword and cannot stand in an expression"],
    ["a + int", "1:5 TH1008 `int` is a keyword and cannot stand in an expression"],
  ])("guard: %s", (text, fault) => {
    expect(faults(guard, text)[0]).toBe(fault);
  });

  it("go on after a comparison that assigns", () => {
    expect(faults(invariant, "x = 5 && (")).toEqual([
      "1:11 TH1001 expected an expression, found the end of the text (something is missing after `(`)",
    ]);
    expect(faults(invariant, "x = 5")).toEqual([
      "1:1 TH1011 an invariant cannot assign to anything (write `==` to compare: `x == …`)",
    ]);
  });

  it("cover the other labels", () => {
    expect(faults(parseSelect, "i int")).toEqual([
      "1:3 TH1001 expected `:` between the name and its type, found `int` (write `i : T`)",
    ]);
    expect(faults(parseSync, "c! d")).toEqual(["1:4 TH1015 unexpected `d` after the synchronisation"]);
    expect(faults(parseUpdate, "x = 1; y = 2")).toEqual([
      "1:6 TH1015 unexpected `;` after the update (separate updates with `,`)",
    ]);
    expect(faults(parseParameters, "int a; int b")).toEqual([
      "1:6 TH1001 expected `,` between parameters, found `;` (`;` is the old (3.x) syntax)",
    ]);
    expect(faults(parseParameters, "int")).toEqual([
      "1:4 TH1001 expected the name of a parameter, found the end of the text",
    ]);
  });
});

describe("faults of declarations", () => {
  it.each([
    ["int a\nint b;", ["1:5 TH1010 `;` is missing after the declaration (add `;` here)"]],
    ["void f() { return 1 }", ["1:19 TH1010 `;` is missing after `return` (add `;` here)"]],
    ["int a b;", ["1:7 TH1001 expected `;` after the declaration, found `b`"]],
    ["int 3x;", ["1:5 TH1001 expected the name of a variable, found `3`"]],
    ["int guard;", ["1:5 TH1008 `guard` is a keyword and cannot be the name of a variable (choose another name)"]],
    ["int a[3;", ["1:6 TH1017 this `[` is never closed (a `]` is missing to close the array dimension)"]],
    [
      "int[3] a;",
      [
        "1:6 TH1001 expected `,` between the bounds of the range, found `]` (write `int[lo, hi]`; a variable's dimensions stand after its name)",
      ],
    ],
    ["typedef ;", ["1:9 TH1018 expected a type, found `;`"]],
    ["x;", ["1:1 TH1001 expected a declaration, found `x` (`x` may lack its type or an initial value)"]],
    ["if (a) { }", ["1:1 TH1001 expected a declaration, found `if` (statements stand inside functions)"]],
    ["P = T;", ["1:6 TH1001 expected `(` after the template's name, found `;` (write `P = Template();`)"]],
    [
      "void f() { int a; a = 1; int b; }",
      [
        "1:26 TH1021 declarations stand before the statements of their block (move it to the start of the block, or open a new block)",
      ],
    ],
    [
      "void f() { for (int i = 0; i < 3; i++) { } }",
      [
        "1:17 TH1001 a `for` loop cannot declare its variable in the C way (declare it before the loop, or write `for (i : int[0, N - 1])`)",
      ],
    ],
    ["void f() { switch (a) { } }", ["1:12 TH1007 the language has no `switch` (write it as `if … else if …`)"]],
    ["enum E { A };", ["1:1 TH1007 the language has no `enum` (use constants and a bounded integer type)"]],
    ["system P;", ["1:1 TH1015 the system line belongs to the system section (move it to the system section)"]],
  ])("%s", (text, expected) => {
    expect(faults(parseDeclarations, text)).toEqual(expected);
  });

  it("are reported all in one go", () => {
    const text = `int a = ;
const int N 5;
int f(int x { return x; }
void g() {
    a = 1 + ;
    b = 2
    c = (3;
    if a > 1) { }
    d = 4;
}
clock x;
chan c[;
`;
    expect(faults(parseDeclarations, text).map((fault) => fault.split(" ")[0])).toEqual([
      "1:9",
      "2:13",
      "3:13",
      "5:13",
      "6:9",
      "7:11",
      "8:8",
      "12:8",
    ]);
  });

  it("have codes that are all explained", () => {
    const folder = join(import.meta.dirname, "../../../src/lang/uppaal");
    const used = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => readFileSync(join(folder, file), "utf8").match(/TH10\d\d/g) ?? []);
    const listed = Object.keys(SYNTAX_CODES).filter((code) => /TH10\d\d/.test(code));
    expect([...new Set(used)].sort()).toEqual(listed.sort());
  });

  it("have titles", () => {
    for (const text of ["int 3", "@", "/*", '"', "99999999999", "switch"]) {
      for (const fault of faults(parseDeclarations, text)) {
        const code = fault.split(" ")[1] as keyof typeof CODES;
        expect(CODES[code]?.title).toBeTruthy();
      }
    }
  });
});

describe("faults of the system section", () => {
  it.each([
    ["P = T();", ["1:9 TH1014 the system line is missing (say which processes run: `system P, Q;`)"]],
    ["system P, ;", ["1:11 TH1001 expected the name of a process, found `;`"]],
    ["system P", ["1:8 TH1010 `;` is missing after the system line (add `;` here)"]],
    [
      "system P; int a;",
      ["1:11 TH1015 unexpected `int` after the system line (declarations stand before the `system` line)"],
    ],
    ["system P; progress { a }", ["1:22 TH1010 `;` is missing after the progress measure (add `;` here)"]],
    ["system P; gantt { G: a; }", ["1:23 TH1001 expected `->` between the condition and the colour, found `;`"]],
    [
      "system P; query { E<> }",
      ["1:22 TH1001 expected an expression, found the end of the text (something is missing after `<>`)"],
    ],
  ])("%s", (text, expected) => {
    expect(faults(parseSystem, text)).toEqual(expected);
  });
});
