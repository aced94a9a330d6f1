// Types, array dimensions and initialisers. No symbol table is needed: a lone name is a type wherever a type is
// expected, and what a lone name means as an array dimension is left to name resolution.

import { defined } from "../../../basics/defined.ts";
import type { Span } from "../../../diagnostics/index.ts";
import type {
  ArrayDimension,
  BaseType,
  Declarator,
  Expr,
  Initialiser,
  TypedefDeclaration,
  TypeExpr,
  TypePrefix,
  VariableDeclaration,
} from "../ast.ts";
import { KIND_COUNT, T } from "../tokens.ts";
import { parseExpression } from "./expressions.ts";
import type { Grammar, Parser } from "./parser.ts";

const TYPE_WORD = new Uint8Array(KIND_COUNT);
// biome-ignore format: words in rows
const TYPE_WORDS = [
  "int", "bool", "clock", "chan", "void", "scalar", "struct", "const", "meta", "urgent", "broadcast",
] as const;
for (const word of TYPE_WORDS) {
  TYPE_WORD[T[word]] = 1;
}

/** Does a declaration (type, then name) start here? Two names in a row are one, whatever they mean. */
export function startsType(p: Parser): boolean {
  if (TYPE_WORD[p.kind] === 1) return true;
  return p.isName() && (p.isName(1) || (p.is("hybrid") && p.peek() === T.clock));
}

export function parseType(p: Parser): TypeExpr {
  const start = p.start;
  const prefixes: TypePrefix[] = [];
  for (;;) {
    if (p.is("const") || p.is("meta") || p.is("urgent") || p.is("broadcast")) {
      prefixes.push(p.word as TypePrefix);
    } else if (p.is("hybrid") && (p.peek() === T.clock || TYPE_WORD[p.peek()] === 1)) {
      prefixes.push("hybrid");
    } else {
      break;
    }
    p.advance();
  }
  const base = parseBaseType(p);
  return { prefixes, base, span: p.span(start) };
}

function parseBaseType(p: Parser): BaseType {
  switch (p.kind) {
    case T.int:
      p.advance();
      return p.is("[") ? { kind: "int", range: parseRange(p) } : { kind: "int" };
    case T.bool:
    case T.clock:
    case T.chan:
    case T.void: {
      const kind = p.word as "bool" | "clock" | "chan" | "void";
      p.advance();
      return { kind };
    }
    case T.double:
    case T.string: {
      const kind = p.word as "double" | "string";
      p.advance();
      return { kind };
    }
    case T.scalar: {
      p.advance();
      p.expect("[", "and the size after `scalar`", "write `scalar[N]`");
      const size = parseExpression(p);
      p.expect("]", "to close the size of the scalar set");
      return { kind: "scalar", size };
    }
    case T.struct:
      return parseStruct(p);
  }
  if (p.mode === "query" && p.isName() && (p.isText("bool") || p.isText("clock") || p.isText("chan"))) {
    const kind = p.word as "bool" | "clock" | "chan";
    p.advance();
    return { kind };
  }
  if (p.isName()) {
    const name = p.word;
    p.advance();
    return { kind: "named", name };
  }
  p.error("TH1018", `expected a type, found ${p.found}`);
  return { kind: "int" };
}

/** `[lo, hi]`; as in UPPAAL a bound may be left out. */
function parseRange(p: Parser): { min: Expr | null; max: Expr | null } {
  p.advance();
  const min = p.is(",") ? null : parseExpression(p);
  p.expect(",", "between the bounds of the range", "write `int[lo, hi]`; a variable's dimensions stand after its name");
  const max = p.is("]") || p.panic ? null : parseExpression(p);
  p.expect("]", "to close the range");
  return { min, max };
}

function parseStruct(p: Parser): BaseType {
  p.enter(4);
  p.advance();
  const opening = p.at;
  p.expect("{", "after `struct`");
  const fields = [];
  while (!p.is("}") && !p.done) {
    const before = p.at;
    fields.push(parseVariableDeclaration(p));
    if (p.panic) p.recover(["}"], [";"]);
    if (p.at === before) p.advance();
  }
  p.close("}", opening, "to close the struct");
  p.leave(4);
  return { kind: "struct", fields };
}

/** `[N][T]…` */
export function parseDimensions(p: Parser): ArrayDimension[] {
  const dimensions: ArrayDimension[] = [];
  while (p.is("[") && !p.panic) {
    const opening = p.at;
    p.advance();
    if (TYPE_WORD[p.kind] === 1) dimensions.push({ kind: "type", type: parseType(p) });
    else dimensions.push({ kind: "size", size: parseExpression(p) });
    p.close("]", opening, "to close the array dimension");
  }
  return dimensions;
}

/** Names with dimensions and initialisers, separated by commas. */
export function parseDeclarators(p: Parser, what: string): Declarator[] {
  const declarators: Declarator[] = [];
  do {
    const start = p.start;
    const { name, span: nameSpan } = p.name(what);
    const dimensions = parseDimensions(p);
    const initialiser = !p.panic && p.eat("=") ? parseInitialiser(p) : undefined;
    const span = p.span(start);
    // What has no name was reported, and cannot be declared twice.
    if (name !== "") {
      declarators.push({ name, nameSpan, dimensions, ...defined({ initialiser }), span });
    }
  } while (!p.panic && p.eat(","));
  return declarators;
}

export function parseInitialiser(p: Parser): Initialiser {
  if (!p.is("{")) return parseExpression(p);
  p.enter(4);
  const start = p.start;
  const opening = p.at;
  p.advance();
  const items: { name?: string; nameSpan?: Span; value: Initialiser }[] = [];
  if (!p.is("}")) {
    do {
      if (p.isName() && p.peek() === T[":"]) {
        const name = p.word;
        const begin = p.start;
        p.advance();
        const nameSpan = p.span(begin);
        p.advance();
        items.push({ name, nameSpan, value: parseInitialiser(p) });
      } else {
        items.push({ value: parseInitialiser(p) });
      }
    } while (!p.panic && p.eat(",") && !p.is("}"));
  }
  p.close("}", opening, "to close the initialiser");
  p.leave(4);
  return { kind: "list", items, span: p.span(start) };
}

export function parseTypedef(p: Parser): TypedefDeclaration {
  const start = p.start;
  p.advance();
  const type = parseType(p);
  const declarators = p.panic ? [] : parseDeclarators(p, "the name of a type");
  p.expectSemicolon("after the type definition");
  return { kind: "typedef", type, declarators, span: p.span(start) };
}

/** A variable declaration where no function may stand: in blocks and structs. */
export function parseVariableDeclaration(p: Parser): VariableDeclaration {
  const start = p.start;
  return finishVariable(p, parseType(p), start);
}

export function finishVariable(p: Parser, type: TypeExpr, start: number): VariableDeclaration {
  const declarators = p.panic ? [] : parseDeclarators(p, "the name of a variable");
  p.expectSemicolon("after the declaration");
  return { kind: "variable", type, declarators, span: p.span(start) };
}

export const GRAMMAR: Grammar = { type: parseType };
