// Whatever the text, reading ends, throws nothing, and reports within bounds: random characters, random tokens, and
// real texts with pieces cut out, doubled and swapped. What reads without faults is printed and read again.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findComments } from "../../../src/lang/uppaal/comments.ts";
import { formatDeclarations } from "../../../src/lang/uppaal/format/format.ts";
import { formatXta } from "../../../src/lang/uppaal/format/xta.ts";
import * as parse from "../../../src/lang/uppaal/parse.ts";
import { TOKEN_TEXT } from "../../../src/lang/uppaal/tokens.ts";
import { inputOf, withoutSpans } from "./helpers.ts";

type Reader = (input: parse.ParseInput) => unknown;
const READERS: Record<string, Reader> = {
  declarations: parse.parseDeclarations,
  parameters: parse.parseParameters,
  guard: (input) => parse.parseExpressionLabel(input, "guard"),
  rate: (input) => parse.parseExpressionLabel(input, "rate"),
  select: parse.parseSelect,
  sync: parse.parseSync,
  update: parse.parseUpdate,
  system: parse.parseSystem,
  query: parse.parseQuery,
  queries: parse.parseQueryFile,
  xta: (input) => parse.parseXta({ ...input, syntax: "auto" }),
};

function readAll(text: string): void {
  for (const read of Object.values(READERS)) {
    for (const syntax of ["new", "old"] as const) {
      const input = inputOf(text, syntax);
      read(input);
      expect(input.sink.list.length).toBeLessThanOrEqual(200);
      for (const { span, message } of input.sink.list) {
        expect(message).not.toMatch(/undefined|null|\.$/);
        const { start, end } = span!;
        if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`${start}–${end}: ${message}`);
      }
    }
  }
}

const SAMPLE = `// sample
const int N = 3;
typedef struct { int x; bool y[2]; } rec;
chan priority a < default < b;
int f(int x, rec &r) {
    int i = 0;
    if (x > 0) { return r.x; } else i++;
    while (i < N && forall (k : int[0,2]) r.y[k]) { i += 1; }
    for (i = 0; i < 3; i++) { do x--; while (x > 0); }
    for (j : int[0,1]) { assert j >= 0; }
    return x ? 1 : 2;
}
process P(const int id, chan &c) {
    clock x;
    state A { x <= 5 && x' == 1; 3:2 }, B;
    commit B;
    init A;
    trans A -> B { select i : int[0,3]; guard x >= i; sync c!; assign x = 0, f(1, r); probability 3; }, -> A { };
}
P1 = P(1, a);
system P1;
progress { x; y : z; }
gantt { G(i : T): a -> 1; }
query { /* EXPECT:T */ E<> P1.A imply deadlock }
`;

const word = fc.constantFrom(
  ...TOKEN_TEXT,
  "x",
  "T",
  "3",
  '"s"',
  "/*",
  "*/",
  "//",
  "\n",
  "\\\n",
  "E",
  "A",
  "U",
  ":=",
  "99999999999",
);
const tokens = fc.array(word, { maxLength: 60 }).map((list) => list.join(" "));
const noise = fc.string({ unit: "binary", maxLength: 120 });

/** A text with pieces cut out, doubled, swapped or replaced. */
function mutated(text: string): fc.Arbitrary<string> {
  const position = fc.nat(text.length);
  const change = fc.tuple(position, fc.nat(30), fc.constantFrom("cut", "double", "insert", "swap"), word);
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let result = text;
    for (const [from, length, kind, inserted] of changes) {
      const piece = result.slice(from, from + length);
      const [before, after] = [result.slice(0, from), result.slice(from + length)];
      if (kind === "cut") result = before + after;
      else if (kind === "double") result = before + piece + piece + after;
      else if (kind === "insert") result = `${before} ${inserted} ${piece}${after}`;
      else result = before + after.slice(0, length) + piece + after.slice(length);
    }
    return result;
  });
}

describe("any text", () => {
  it("of characters is read without throwing", () => {
    fc.assert(fc.property(noise, readAll), { numRuns: 150 });
  });
  it("of tokens is read without throwing", () => {
    fc.assert(fc.property(tokens, readAll), { numRuns: 250 });
  });
  it("near a model is read without throwing, and printed faithfully when it has no faults", () => {
    fc.assert(
      fc.property(mutated(SAMPLE), (text) => {
        readAll(text);
        const input = inputOf(text);
        const document = parse.parseXta(input);
        if (input.sink.errors > 0 || document === null) return;
        const printed = formatXta(document, input.sources);
        const again = inputOf(printed);
        const reread = parse.parseXta(again);
        expect(again.sink.list.filter(({ severity }) => severity === "error")).toEqual([]);
        const kept = ({ name: _, texts: _texts, templates, ...rest }: NonNullable<typeof document>) =>
          withoutSpans({
            ...rest,
            templates: templates.map(({ declarations, edges }) => [declarations, edges.length]),
          });
        expect(kept(reread!)).toEqual(kept(document));
        expect(formatXta(reread!, again.sources)).toBe(printed);
        const comments = (of: string): number => findComments(of.split(/\bquery\b/)[0]!).length;
        expect(comments(printed)).toBe(comments(text));
      }),
      { numRuns: 150 },
    );
  });
  it("comes to an end when everything is wrong", () => {
    for (const text of ["} ".repeat(10_000), "int a = ; ".repeat(5_000), "{ ( [ ".repeat(300), "/* ".repeat(20_000)]) {
      readAll(text);
    }
  });
});

const MODELS = join(import.meta.dirname, "../../../../../../shared/models");
const present = existsSync(MODELS);
if (!present) console.info("no ../shared/models: its declarations are not printed and mutated in this run");

describe.runIf(present)("real declarations", () => {
  const files = present ? readdirSync(MODELS, { recursive: true, encoding: "utf8" }) : [];
  const texts = files
    .filter((name) => name.endsWith(".xml"))
    .flatMap((name) => [
      ...readFileSync(join(MODELS, name), "utf8").matchAll(/<declaration>([\s\S]*?)<\/declaration>/g),
    ])
    .map(([, text]) => text!.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&"));

  it("are printed without loss, and printing is stable", () => {
    for (const text of texts) {
      const print = (source: string) => {
        const input = inputOf(source);
        const declarations = parse.parseDeclarations(input);
        expect(input.sink.list).toEqual([]);
        return {
          tree: withoutSpans(declarations),
          printed: formatDeclarations(declarations, { text: source, block: 0 }),
        };
      };
      const first = print(text);
      const second = print(first.printed);
      expect(second.tree).toEqual(first.tree);
      expect(second.printed).toBe(first.printed);
      expect(findComments(first.printed).length).toBe(findComments(text).length);
    }
  });

  it("survive mutation", () => {
    const long = texts.filter((text) => text.length > 300 && text.length < 8000);
    fc.assert(
      fc.property(fc.constantFrom(...long).chain(mutated), (text) => {
        const input = inputOf(text);
        parse.parseDeclarations(input);
        expect(input.sink.list.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 250 },
    );
  });
});
