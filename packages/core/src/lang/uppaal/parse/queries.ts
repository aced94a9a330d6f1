// Queries. The symbolic ones become trees; statistical, game, learning and scenario
// queries are recognised by how they start and kept by name, so that a file that holds some is still readable.

import { defined } from "../../../basics/defined.ts";
import { closest } from "../../../diagnostics/suggest.ts";
import { type KindName, kindsOfForm, kindsWhere } from "../../../network/index.ts";
import type { Expr, QueryNode } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseExpression } from "./expressions.ts";
import { withoutAssignments } from "./labels.ts";
import type { Parser } from "./parser.ts";
import { parseProbability, startsProbability } from "./probabilities.ts";
import { parseStatistics, startsStatistics } from "./statistics.ts";
import { parseTemporal } from "./temporal.ts";

const STRATEGY = "strategies (`strategy`, `under`)";
const STATISTICAL = "statistical queries";
const GAMES = "strategy synthesis for games (`control`)";

/** First words that decide a query's kind whatever follows. */
const FEATURE_BY_WORD: ReadonlyMap<string, string> = new Map([
  ["Pr", `MITL formulas in ${STATISTICAL}`],
  ["simulate", `${STATISTICAL} (\`simulate\`)`],
  ["Pmax", `${STATISTICAL} (\`Pmax\`)`],
  ["control", GAMES],
  ["control_t", GAMES],
  ["acontrol", "controller synthesis for hybrid systems (`acontrol`)"],
  ["strategy", STRATEGY],
  ["saveStrategy", STRATEGY],
  ["loadStrategy", STRATEGY],
  ["minE", "learning of strategies (`minE`)"],
  ["maxE", "learning of strategies (`maxE`)"],
  ["minPr", "learning of strategies (`minPr`)"],
  ["maxPr", "learning of strategies (`maxPr`)"],
  ["imitate", "learning of strategies (`imitate`)"],
  ["sat", "scenario checking (`sat`)"],
]);

export function parseQueryText(p: Parser): QueryNode | null {
  if (p.done) return null;
  const start = p.start;
  if (startsStatistics(p)) return statistics(p, start);
  if (startsProbability(p)) {
    const asked = parseProbability(p, start);
    if (asked !== null && !p.panic) p.expectEnd("the query");
    return p.panic ? null : asked;
  }
  const feature = featureOf(p);
  if (feature !== null) return extension(p, feature, start);
  const query = parseSymbolic(p, start);
  if (query === null || p.panic) return null;
  if (p.isText("under")) return extension(p, STRATEGY, start);
  const spelled = p.at > 0 ? closest(p.textAt(p.at - 1), CONNECTIVES) : undefined;
  if (spelled !== undefined && !p.done && p.textAt(p.at - 1) !== spelled && p.isName() && !p.panic) {
    const before = p.span(p.startAt(p.at - 1), p.previousEnd);
    p.error("TH1019", `\`${p.textAt(p.at - 1)}\` is no word of queries`, before, `did you mean \`${spelled}\`?`);
    return null;
  }
  p.expectEnd("the query", endHint(p, query));
  return p.panic ? null : query;
}

function statistics(p: Parser, start: number): QueryNode | null {
  const query = parseStatistics(p, start);
  if (typeof query === "string") return extension(p, query, start);
  if (query === null || p.panic) return null;
  if (p.isText("under")) return extension(p, STRATEGY, start);
  p.expectEnd("the query");
  return p.panic ? null : query;
}

function endHint(p: Parser, query: QueryNode): string | undefined {
  if (p.is("-->")) {
    return query.form === "leads-to"
      ? "a query has one `-->`: ask twice"
      : "`-->` takes no path quantifier: write `p --> q`";
  }
  if (p.is("->")) return ARROW_HINT;
  return p.is(")") ? "nothing was opened that this `)` could close" : undefined;
}

function extension(p: Parser, feature: string, start: number): QueryNode {
  while (!p.done) p.advance();
  return { form: "feature", kind: "extension", feature, span: p.span(start) };
}

/** The name of an extension when the query is one. */
function featureOf(p: Parser): string | null {
  const next = p.peek();
  if (p.is("{")) return GAMES; // `{observations} control: …`
  if (!p.isName()) return null;
  const word = p.word;
  const feature = FEATURE_BY_WORD.get(word);
  const starts = next === T["("] || next === T["["] || next === T[":"] || next === T["{"] || next === T["*"];
  if (feature !== undefined && (starts || next >= T.name || next === T.number)) return feature;
  if (word !== "A" && word !== "E") return null;
  if (next === T["<>"]) {
    if (p.peek(2) === T.name && FEATURE_BY_WORD.get(p.textAt(p.at + 2)) === GAMES && p.peek(3) === T[":"]) return GAMES;
  } else if (next === T["["] && p.peek(2) !== T["]"]) {
    const inside = wordsInBracket(p);
    if (word === "E" && inside.bound) return `${STATISTICAL} (\`E[…]\`)`;
    if (inside.until) return "until formulas (`U`, `W`)";
  }
  return hasNestedPath(p) ? "nested path quantifiers" : null;
}

/** Does `[ … ]` after the current word hold a time bound (`<=`, `#<=`, `x<=`) or an until? */
function wordsInBracket(p: Parser): { bound: boolean; until: boolean } {
  const at = p.at;
  const first = p.peek(2);
  const bound = first === T["<="] || first === T["#"] || (p.isName(2) && p.peek(3) === T["<="]);
  let until = false;
  let open = 0;
  do {
    p.advance();
    if (p.is("[")) open++;
    else if (p.is("]")) open--;
    else if (p.isText("U") || p.isText("W")) until = true;
  } while (open > 0 && !p.done);
  p.seek(at);
  return { bound, until };
}

/** A second path quantifier after the first: `A[] (p && A<> q)`. */
function hasNestedPath(p: Parser): boolean {
  const at = p.at;
  let found = false;
  p.advance();
  while (!p.done && !found) {
    const quantifier = p.isText("A") || p.isText("E");
    found = quantifier && (p.peek() === T["<>"] || (p.peek() === T["["] && p.peek(2) === T["]"]));
    p.advance();
  }
  p.seek(at);
  return found;
}

function parseSymbolic(p: Parser, start: number): QueryNode | null {
  const temporal = temporalKind(p);
  if (temporal !== undefined)
    return { form: "temporal", kind: temporal, formula: parseTemporal(p), span: p.span(start) };
  const path = pathQuantifier(p);
  if (path !== undefined) return { form: "path", kind: path, formula: parseFormula(p), span: p.span(start) };
  const word = p.word;
  const measure = kindsOfForm("terms").find(({ name }) => name === word);
  if (measure !== undefined && (p.peek() === T[":"] || p.peek() === T["{"])) return parseTerms(p, measure.name, start);
  const spelled = QUANTIFIERS.get(word.toUpperCase());
  if (p.isName() && spelled !== undefined && p.peek() !== T["."] && p.peek() !== T["-->"]) {
    p.error("TH1019", `\`${word}\` is no path quantifier here`, p.here, `write \`${spelled}\``);
    return null;
  }
  const premise = parseFormula(p);
  if (p.panic) return null;
  if (!p.eat("-->")) {
    p.error(
      "TH1019",
      p.done ? "this is a formula, not yet a query" : `expected \`-->\` or the end of the query, found ${p.found}`,
      p.done ? premise.span : p.here,
      p.is("->")
        ? ARROW_HINT
        : `start it with ${kindsWhere(({ form }) => form === "path", { quote: "`", last: "or" })}, or write \`p --> q\``,
    );
    return null;
  }
  const conclusion = parseFormula(p);
  return { form: "leads-to", kind: "-->", premise, conclusion, span: p.span(start) };
}

const ARROW_HINT = 'leads-to is written `-->`, and `imply` says "then"; `->` is for `LTL:`';

/** How other tools (and hurried fingers) write the path quantifiers. */
const QUANTIFIERS: ReadonlyMap<string, string> = new Map([
  ["AG", "A[]"],
  ["EF", "E<>"],
  ["EG", "E[]"],
  ["AF", "A<>"],
  ["G", "A[]"],
  ["F", "E<>"],
]);
const CONNECTIVES = ["not", "and", "or", "imply", "forall", "exists"];

/** Eats a path quantifier, written apart or not: `E<>`, `A [ ]`. */
function pathQuantifier(p: Parser): KindName<"path"> | undefined {
  const ends = (count: number): string => Array.from({ length: count }, (_, k) => p.textAt(p.at + 1 + k)).join("");
  for (const { name } of kindsOfForm("path")) {
    const word = /^\w+/.exec(name)![0];
    const rest = name.slice(word.length);
    const tokens = rest === "<>" ? 1 : rest.length;
    if (!p.isText(word) || ends(tokens) !== rest) continue;
    for (let k = 0; k <= tokens; k++) p.advance();
    return name;
  }
  return undefined;
}

/** Eats `LTL:` or `LTL-some:`. */
function temporalKind(p: Parser): KindName<"temporal"> | undefined {
  if (!p.isText("LTL")) return undefined;
  const rest = [1, 2, 3].map((k) => p.textAt(p.at + k)).join("");
  const kind = rest.startsWith(":") ? "LTL" : rest === "-some:" ? "LTL-some" : undefined;
  if (kind === undefined) return undefined;
  for (let k = kind === "LTL" ? 2 : 4; k > 0; k--) p.advance();
  return kind;
}

function parseFormula(p: Parser): Expr {
  return withoutAssignments(p, parseExpression(p), "query");
}

/** `sup: a, b` and `sup{p}: a, b` */
function parseTerms(p: Parser, kind: KindName<"terms">, start: number): QueryNode {
  p.advance();
  let condition: Expr | undefined;
  if (p.eat("{")) {
    condition = parseFormula(p);
    p.expect("}", `to close the condition of \`${kind}\``);
  }
  p.expect(":", `before the expressions of \`${kind}\``);
  const terms: Expr[] = [];
  do {
    terms.push(parseExpression(p));
  } while (!p.panic && p.eat(","));
  return { form: "terms", kind, ...defined({ condition }), terms, span: p.span(start) };
}
