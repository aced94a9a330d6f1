// The printer's laws: what it prints reads as the same tree, printing twice changes nothing, no comment is lost.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expr } from "../../../src/lang/uppaal/ast.ts";
import { findComments } from "../../../src/lang/uppaal/comments.ts";
import {
  formatDeclarations,
  formatExpression,
  formatLabel,
  formatSystem,
} from "../../../src/lang/uppaal/format/format.ts";
import { parseDeclarations, parseSystem } from "../../../src/lang/uppaal/parse.ts";
import { expression, good, inputOf, withoutSpans } from "./helpers.ts";

// ---------------------------------------------------------------------------------------------- random trees

const span = { block: 0, start: 0, end: 0 };
const name = fc.constantFrom("a", "b", "x1", "P", "exit");
// biome-ignore format: words in rows
const binaryOps = [
  "**", "*", "/", "%", "+", "-", "<<", ">>", "<?", ">?", "<", "<=", ">=", ">", "==", "!=", "&", "^", "|",
];
const allOps = [...binaryOps, "&&", "||", "imply", "xor"] as const;
const assignOps = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="] as const;
const type = { prefixes: [], base: { kind: "named", name: "T" }, span } as const;

const { tree } = fc.letrec<{ tree: Expr }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    name.map((text): Expr => ({ kind: "name", name: text, span })),
    fc.oneof(fc.nat(100), fc.constant(-2147483648)).map((value): Expr => ({ kind: "number", value, span })),
    fc.double({ min: 0, noNaN: true }).map((value): Expr => ({ kind: "double", value, span })),
    fc.boolean().map((value): Expr => ({ kind: "bool", value, span })),
    fc
      .tuple(fc.constantFrom(...allOps), tie("tree"), tie("tree"))
      .map(([op, left, right]): Expr => ({ kind: "binary", op, left, right, span }) as Expr),
    fc
      .tuple(fc.constantFrom("-" as const, "+" as const, "!" as const), tie("tree"))
      .map(([op, operand]): Expr => ({ kind: "unary", op, operand, span })),
    fc
      .tuple(fc.constantFrom("++" as const, "--" as const), fc.boolean(), tie("tree"))
      .map(([op, prefix, target]): Expr => ({ kind: "step", op, prefix, target, span })),
    fc
      .tuple(fc.constantFrom(...assignOps), tie("tree"), tie("tree"))
      .map(([op, target, value]): Expr => ({ kind: "assign", op, target, value, span })),
    fc
      .tuple(tie("tree"), tie("tree"), tie("tree"))
      .map(([condition, then, otherwise]): Expr => ({ kind: "conditional", condition, then, otherwise, span })),
    fc.tuple(tie("tree"), tie("tree")).map(([base, index]): Expr => ({ kind: "index", base, index, span })),
    fc.tuple(tie("tree"), name).map(([base, field]): Expr => ({ kind: "field", base, field, fieldSpan: span, span })),
    fc
      .tuple(tie("tree"), fc.array(tie("tree"), { maxLength: 3 }))
      .filter(([callee, args]) => !(callee.kind === "name" && callee.name === "exit" && args.length === 0))
      .map(([callee, args]): Expr => ({ kind: "call", callee, args, span })),
    tie("tree").map((clock): Expr => ({ kind: "rate", clock, span })),
    fc
      .tuple(fc.constantFrom("forall" as const, "exists" as const, "sum" as const), tie("tree"))
      .map(([op, body]): Expr => ({ kind: "quantifier", op, name: "i", nameSpan: span, type, body, span })),
  ),
}));

describe("printed expressions", () => {
  it("read as the same tree", () => {
    fc.assert(
      fc.property(tree, (expr) => {
        expect(withoutSpans(expression(formatExpression(expr)))).toEqual(withoutSpans(expr));
      }),
      { numRuns: 1000 },
    );
  });

  it("have no parentheses that could go", () => {
    for (const text of [
      "a + b * c",
      "(a + b) * c",
      "a - (b - c)",
      "a - b - c",
      "!(a && b) || c",
      "(forall (i : T) a[i]) && b",
      "b && forall (i : T) a[i] || c",
      "!forall (i : T) a",
      "-(-2147483648)".replace("(", " ").replace(")", ""),
      "a ? b : c ? d : e",
      "(a ? b : c) ? d : e",
      "a = b = c",
      "(a = b) + c",
      "(a imply b) imply c".replace(/[()]/g, ""),
      "a imply (b imply c)",
      "x' == 1 && y <= 3",
      "- -x + +y",
      "f(a, b)[i].c++",
    ]) {
      expect(formatExpression(expression(text))).toBe(text);
    }
  });
});

// ---------------------------------------------------------------------------------------------- comments

const COMMENTED = `/* header
   of the file */

// constants
const int N = 3; // three
const int  M=4;   /* four */ // really


int a, // first
    b; // second
typedef struct { // a record
  int x; /* one */
} rec; // done
int f( int x /* in */ ) { // begins
  int y; // local

  // note
  if (x>0) // positive
    y=1; // set
  // between
  else if (/* negative */ x<0) { y=2; } // two
  else { // otherwise
    // nothing
  }
  while (x > 0) { /* empty */ }
  do { x--; } // down
  while (x > 3); // until
  for (i : int[0, 3]) /* all */ { y += i; }
  return y /* the result */ ; // end
  // last
} // f
void g() {}
// the end`;

describe("printed declarations", () => {
  const print = (text: string): string => {
    const input = inputOf(text);
    const declarations = parseDeclarations(input);
    expect(input.sink.list).toEqual([]);
    return formatDeclarations(declarations, { text, block: input.block });
  };
  const read = (text: string) => withoutSpans(good(parseDeclarations, text));

  it("keep every comment once", () => {
    const printed = print(COMMENTED);
    const texts = (text: string): string[] =>
      findComments(text).map(({ start, end }) => text.slice(start, end).trimEnd());
    expect(texts(printed)).toEqual(texts(COMMENTED));
    expect(read(printed)).toEqual(read(COMMENTED));
    expect(print(printed)).toBe(printed);
  });

  it("look like this", () => {
    expect(print("const int  M=4;   // four\n\n\n\nint f(int x){if(x>0)return 1;else{return 2;}}\n")).toBe(
      `const int M = 4; // four

int f(int x) {
    if (x > 0)
        return 1;
    else {
        return 2;
    }
}
`,
    );
  });

  it("break long initialisers", () => {
    const row = Array.from({ length: 20 }, (_, i) => i + 10).join(", ");
    const text = `const int a[2][20] = {\n    {${row}},\n    {${row}}\n};\n`;
    expect(print(text.replace(/\n\s*/g, " "))).toBe(text);
    expect(print(text)).toBe(text);
  });

  it("keep comments wherever they are put", () => {
    const source =
      "const int N = 3; typedef struct { int x; } r; int f(int x) { int y = 1; if (x > 0) { y = 2; } else y = 3; " +
      "while (y > 0) y--; do { y++; } while (y < 3); for (i : r) { f(i); } for (;;) ; { ; } return y; } " +
      "before_update { a = 1 } chan priority a < b; P = T(1);";
    const tokens = source.match(/\w+|<=|\+\+|--|[^\s\w]/g)!;
    const gap = fc.constantFrom(" ", " ", " ", "\n", "\n\n", " /* c */ ", " // d\n", "\n/* e\n f */\n");
    fc.assert(
      fc.property(fc.array(gap, { minLength: tokens.length, maxLength: tokens.length }), (gaps) => {
        const text = tokens.map((token, index) => token + gaps[index]).join("");
        const printed = print(text);
        const count = (of: string): number => findComments(of).length;
        expect(count(printed)).toBe(count(text));
        expect(read(printed)).toEqual(read(text));
        expect(print(printed)).toBe(printed);
      }),
      { numRuns: 150 },
    );
  });
});

describe("printed system sections", () => {
  it("keep comments and shape", () => {
    const text = `// processes
P=T(1); // one

// run them
system P,Q<R; // done
progress { a; b:c; }
gantt { G(i:T): P.a->1, for(j:U) b->2; }
`;
    const input = inputOf(text);
    const printed = formatSystem(parseSystem(input), { text, block: 0 });
    expect(printed).toContain("// processes\nP = T(1); // one\n\n// run them\nsystem P");
    expect(findComments(printed)).toHaveLength(4);
    const strip = (of: string) => withoutSpans(good(parseSystem, of));
    expect(strip(printed)).toEqual(strip(text));
    const plain =
      "P = T(1);\nsystem P, Q < R;\nprogress {\n    a;\n    b : c;\n}\ngantt {\n    G(i : T): P.a -> 1, for (j : U) b -> 2;\n}\n";
    expect(formatSystem(good(parseSystem, plain), { text: plain, block: 0 })).toBe(plain);
  });

  it("leave commented labels alone", () => {
    expect(formatLabel(" x>1 // why ", "x > 1")).toBe("x>1 // why");
    expect(formatLabel("x>1", "x > 1")).toBe("x > 1");
  });
});
