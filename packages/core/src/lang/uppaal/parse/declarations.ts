// Declarations: variables, types, functions, parameters, instantiations, channel priorities, update hooks, and the
// extensions that are read and kept. What a declaration is shows in its first two tokens, so no symbol table is used.

import type {
  ChannelPriorityDeclaration,
  Declaration,
  Expr,
  ExtensionDeclaration,
  FunctionDeclaration,
  InstantiationDeclaration,
  Parameter,
  TypeExpr,
  UpdateHookDeclaration,
} from "../ast.ts";
import { T, type TokenText } from "../tokens.ts";
import { parseArguments, parseExpression, parsePostfix } from "./expressions.ts";
import { parseOldConstants, parseOldParameters } from "./old-syntax.ts";
import type { Parser } from "./parser.ts";
import { parseBlock } from "./statements.ts";
import { finishVariable, parseDimensions, parseType, parseTypedef, startsType } from "./types.ts";

/** Where a list of declarations may go on after a fault. */
const RESTART: readonly TokenText[] = ["process", "system", "typedef", "before_update", "after_update"];

/** Declarations up to a token that starts none (`system`, `state`, `}`), or to the end of the text. */
export function parseDeclarationList(p: Parser, stops: readonly TokenText[]): Declaration[] {
  const declarations: Declaration[] = [];
  const stopKinds = stops.map((token) => T[token]);
  while (!p.done && !stopKinds.includes(p.kind)) {
    const before = p.at;
    if (!p.eat(";")) {
      const declaration = parseDeclaration(p);
      if (declaration !== null) declarations.push(declaration);
    }
    if (p.panic) p.recover([...stops, ...RESTART], [";", "}"]);
    // A fault at a restart point must not stand still.
    if (p.at === before && !stopKinds.includes(p.kind)) p.advance();
  }
  return declarations;
}

export function parseDeclaration(p: Parser): Declaration | null {
  switch (p.kind) {
    case T.typedef:
      return parseTypedef(p);
    case T.before_update:
    case T.after_update:
      return parseUpdateHook(p);
    case T.import:
      if (p.peek() === T["string literal"]) return parseImport(p);
      break;
    case T.dynamic:
      if (p.isName(1) && p.peek(2) === T["("]) return parseDynamic(p);
      break;
    case T.enum:
      if (p.peek() !== T["{"] && !(p.isName(1) && p.peek(2) === T["{"])) break;
      p.error("TH1007", "the language has no `enum`", p.here, "use constants and a bounded integer type");
      return null;
    case T.IO:
      if (startsIo(p)) return parseIo(p);
      break;
    case T.chan:
      if (p.peek() === T.priority && ![T[";"], T[","], T["["], T["="]].includes(p.peek(2))) return parsePriorities(p);
      break;
    case T.const:
      if (p.old) return parseOldConstants(p);
      break;
  }
  if (startsType(p)) return parseVariableOrFunction(p);
  if (p.isName() && p.peek() === T["="] && !p.isName(2)) {
    const hint = `write \`int ${p.word} = …;\`, or \`${p.word} = Template();\` for a process`;
    p.error("TH1018", `\`${p.word}\` has no type`, p.here, hint);
    return null;
  }
  if (p.isName() && (p.peek() === T["="] || p.peek() === T["("])) return parseInstantiation(p);
  p.unexpected("a declaration", declarationHint(p));
  return null;
}

function declarationHint(p: Parser): string | undefined {
  if (p.isName() && p.peek() === T[";"]) return `\`${p.word}\` may lack its type or an initial value`;
  if (p.is("#")) return "there are no `#` lines; constants are declared: `const int N = 3;`";
  if (p.is("if") || p.is("while") || p.is("for") || p.is("return")) return "statements stand inside functions";
  return undefined;
}

function parseVariableOrFunction(p: Parser): Declaration {
  const start = p.start;
  const type = parseType(p);
  if (!p.panic && p.isName() && p.peek() === T["("]) return parseFunction(p, type, start);
  return finishVariable(p, type, start);
}

function parseFunction(p: Parser, returns: TypeExpr, start: number): FunctionDeclaration {
  const before = p.sink.errors;
  const { name, span: nameSpan } = p.name("the name of a function");
  const parameters = parseParameterList(p);
  const body = parseBlock(p, "the body of the function");
  const broken = p.sink.errors > before;
  return { kind: "function", returns, name, nameSpan, parameters, body, broken, span: p.span(start) };
}

/** `( … )` */
export function parseParameterList(p: Parser): Parameter[] {
  p.expect("(", "before the parameters");
  const parameters = p.is(")") || p.panic ? [] : p.old ? parseOldParameters(p) : parseParameters(p);
  if (p.panic) p.recover(["{", ";"], [")"]);
  else p.expect(")", "to close the parameters");
  return parameters;
}

export function parseParameters(p: Parser): Parameter[] {
  const parameters: Parameter[] = [];
  do {
    const start = p.start;
    const type = parseType(p);
    const reference = p.eat("&");
    const { name, span: nameSpan } = p.panic ? { name: "", span: p.here } : p.name("the name of a parameter");
    const dimensions = parseDimensions(p);
    parameters.push({ type, reference, name, nameSpan, dimensions, span: p.span(start) });
    if (p.is(";") && startsTypeAfter(p)) {
      p.error("TH1001", "expected `,` between parameters, found `;`", p.here, "`;` is the old (3.x) syntax");
    }
  } while (!p.panic && p.eat(","));
  return parameters;
}

function startsTypeAfter(p: Parser): boolean {
  return p.peek() !== T[")"] && p.peek() !== T["end of text"];
}

function parseInstantiation(p: Parser): InstantiationDeclaration {
  const start = p.start;
  const { name, span: nameSpan } = p.name("the name of a process");
  const parameters = p.is("(") ? parseParameterList(p) : [];
  p.expect("=", `and a template after \`${name}\``, "write `P = Template(arguments);`");
  const template = p.panic ? { name: "", span: p.here } : p.name("the name of a template");
  let args: Expr[] = [];
  if (!p.panic) {
    if (p.expect("(", "after the template's name", "write `P = Template();`")) {
      args = parseArguments(p, "the template's arguments");
    }
  }
  p.expectSemicolon("after the instantiation");
  const { name: of, span: templateSpan } = template;
  return { kind: "instantiation", name, nameSpan, parameters, template: of, templateSpan, args, span: p.span(start) };
}

function parseUpdateHook(p: Parser): UpdateHookDeclaration {
  const start = p.start;
  const kind = p.is("before_update") ? "before-update" : "after-update";
  p.advance();
  p.expect("{", `after \`${kind.replace("-", "_")}\``);
  const updates: Expr[] = [];
  if (!p.is("}") && !p.panic) {
    do {
      updates.push(parseExpression(p));
    } while (!p.panic && p.eat(",") && !p.is("}"));
  }
  p.expect("}", "to close the updates");
  return { kind, updates, span: p.span(start) };
}

function parsePriorities(p: Parser): ChannelPriorityDeclaration {
  const start = p.start;
  p.advance();
  p.advance();
  const levels: (Expr | { kind: "default"; span: Expr["span"] })[][] = [[]];
  do {
    if (p.is("default")) {
      const span = p.here;
      p.advance();
      levels.at(-1)!.push({ kind: "default", span });
    } else {
      levels.at(-1)!.push(parsePostfix(p));
    }
    if (p.is("<")) levels.push([]);
  } while (!p.panic && (p.eat(",") || p.eat("<")));
  p.expectSemicolon("after the channel priorities");
  return { kind: "channel-priority", levels, span: p.span(start) };
}

// ---------------------------------------------------------------------------------------------- extensions

function extension(p: Parser, start: number, feature: string, names: readonly string[]): ExtensionDeclaration {
  const span = p.span(start);
  return { kind: "extension", feature, names, text: p.text.slice(span.start, span.end), span };
}

/** `import "library" { int f(int x); g = int h(); };` */
function parseImport(p: Parser): ExtensionDeclaration {
  const start = p.start;
  const names: string[] = [];
  p.advance();
  p.advance();
  p.expect("{", "after the library's name");
  while (!p.is("}") && !p.done && !p.panic) {
    let name = "";
    if (p.isName() && p.peek() === T["="]) name = p.word;
    while (!p.is(";") && !p.is("}") && !p.done) {
      if (name === "" && p.isName() && p.peek() === T["("]) name = p.word;
      p.advance();
    }
    if (name !== "") names.push(name);
    if (!p.eat(";")) break;
  }
  p.expect("}", "to close the imported functions");
  p.eat(";");
  return extension(p, start, "external functions (`import`)", names);
}

function parseDynamic(p: Parser): ExtensionDeclaration {
  const start = p.start;
  p.advance();
  const { name } = p.name("the name of a dynamic template");
  parseParameterList(p);
  p.expectSemicolon("after the dynamic template");
  return extension(p, start, "dynamic templates", [name]);
}

/** `IO P { a, b }` */
export function startsIo(p: Parser): boolean {
  return p.is("IO") && p.isName(1) && p.peek(2) === T["{"];
}

export function parseIo(p: Parser): ExtensionDeclaration {
  const start = p.start;
  p.advance();
  p.advance();
  p.advance();
  p.recover([], ["}"]);
  p.eat(";");
  return extension(p, start, "`IO` declarations", []);
}
