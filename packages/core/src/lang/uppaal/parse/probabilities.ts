// `P<=0.01 [ F err ]` asked of an UPPAAL model: PRISM's operator around state formulas in UPPAAL's syntax.

import { defined } from "../../../basics/defined.ts";
import type { AskedProbabilityNode, Expr, QueryNode } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseExpression } from "./expressions.ts";
import { withoutAssignments } from "./labels.ts";
import type { Parser } from "./parser.ts";

const WORDS = ["P", "Pmin", "Pmax"] as const;
const COMPARISONS = ["<=", ">=", "<", ">"] as const;

/** Does a question for a probability begin here? */
export function startsProbability(p: Parser): boolean {
  if (!WORDS.some((word) => p.isText(word))) return false;
  const next = p.peek();
  if (next === T["="]) return p.peek(2) === T["?"];
  return COMPARISONS.some((op) => next === T[op]) && (p.peek(2) === T.number || /^[\d.]/.test(p.textAt(p.at + 2)));
}

export function parseProbability(p: Parser, start: number): QueryNode | null {
  const { word } = p;
  p.advance();
  const op = COMPARISONS.find((one) => p.is(one)) ?? "=";
  p.advance();
  const from = p.start;
  while (!p.done && !p.is("[")) p.advance();
  const bound = p.span(from);
  if (p.done) {
    const hint = "write `Pmax=? [ F err ]` or `P<=0.01 [ F err ]`";
    p.error("TH1501", "the property cannot be read", p.span(start), hint);
    return null;
  }
  p.advance();
  const path = parsePath(p);
  if (path === null || p.panic) return null;
  p.expect("]", "behind the path formula");
  if (p.panic) return null;
  const optimum = word === "Pmin" ? ("min" as const) : word === "Pmax" ? ("max" as const) : undefined;
  return { form: "property", kind: "P", ...defined({ optimum }), op, bound, path, span: p.span(start) };
}

function parsePath(p: Parser): AskedProbabilityNode["path"] | null {
  const unary = (["F", "G", "X"] as const).find((op) => p.isText(op) && p.peek() !== T["."]);
  if (unary !== undefined) {
    p.advance();
    return { op: unary, ...parseSteps(p), right: parseFormula(p) };
  }
  const left = parseFormula(p);
  if (p.panic) return null;
  const binary = (["U", "W"] as const).find((op) => p.isText(op));
  if (binary === undefined) {
    p.error("TH1501", "a path operator is missing", left.span, "`X`, `F`, `G`, `U` or `W`");
    return null;
  }
  p.advance();
  const steps = parseSteps(p);
  const right = parseFormula(p);
  if (p.isText("U") || p.isText("W")) {
    p.error("TH3500", "a path operator inside a formula (LTL) is not supported");
    return null;
  }
  return { op: binary, left, ...steps, right };
}

/** `<=5` */
function parseSteps(p: Parser): Pick<AskedProbabilityNode["path"], "steps"> {
  const comparison = ([...COMPARISONS, "="] as const).find((one) => p.is(one));
  if (comparison === undefined || p.peek() !== T.number) return {};
  p.advance();
  const count = Number(p.word);
  if (!Number.isInteger(count) || (comparison === "<" && count === 0))
    p.error(
      "TH1501",
      `\`${comparison}${p.word}\` is no number of steps`,
      p.span(p.start),
      "a whole number, as in `F<=5`",
    );
  p.advance();
  return { steps: { comparison, count } };
}

function parseFormula(p: Parser): Expr {
  return withoutAssignments(p, parseExpression(p), "query");
}
