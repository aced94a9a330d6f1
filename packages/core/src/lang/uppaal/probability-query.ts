// `P<=0.01 [ F err ]` asked of an UPPAAL model: PRISM's operator around state formulas in UPPAAL's syntax. A model without clocks is an MDP: which
// process and which edge moves is a choice, the weights of a branchpoint are probabilities.

import type { DiagnosticSink, Sources, Span } from "../../diagnostics/index.ts";
import type { Ask, Formula, PathFormula, Property, Query } from "../../network/index.ts";
import type { QueryNode } from "./ast.ts";
import type { QueryMeta } from "./elaborate.ts";
import { parseQuery } from "./parse.ts";

const SHELL = /^\s*P(min|max)?\s*(=\s*\?|<=|>=|<|>)\s*([^[\]]*?)\s*\[(.*)\]\s*$/s;
const UNARY = /^(\s*)(F|G|X)(?:\s*(<=|<|>=|>|=)\s*(\d+))?(?![A-Za-z0-9_.])/;
const BINARY = /(?<=[\s)])(U|W)(?:\s*(<=|<|>=|>|=)\s*(\d+))?(?=[\s(])/g;

export function isProbabilityQuery(text: string): boolean {
  return /^\s*P(?:min|max)?\s*(?:=\s*\?|<=|>=|<|>)/.test(text);
}

interface QuerySurroundings {
  readonly sources: Sources;
  readonly sink: DiagnosticSink;
  compileQuery(node: QueryNode, meta: QueryMeta, sink: DiagnosticSink): Query | null;
}

/** Null: it is wrong, which is reported. */
export function probabilityQuery(text: string, fileName: string, around: QuerySurroundings): Query | null {
  const { sources, sink } = around;
  const whole: Span = { block: sources.add({ file: fileName, text }), start: 0, end: text.length };
  const wrong = (code: "TH4521" | "TH4522" | "TH3500" | "TH1501", message: string, hint?: string): null => {
    sink.error(code, message, whole, hint);
    return null;
  };
  const shell = SHELL.exec(text);
  if (shell === null)
    return wrong("TH1501", "the property cannot be read", "write `Pmax=? [ F err ]` or `P<=0.01 [ F err ]`");
  const [, optimum, op, boundText, inside] = shell as unknown as [
    string,
    "min" | "max" | undefined,
    string,
    string,
    string,
  ];
  const ask = askOf(optimum, op, boundText, wrong);
  if (ask === null) return null;
  const start = text.lastIndexOf(inside, text.lastIndexOf("]"));
  const path = pathOf(inside, start, text, fileName, around, wrong);
  if (path === null) return null;
  const property: Property = { kind: "probability", type: ask.op === "=" ? "real" : "truth", ask, path };
  return { kind: "P", text: text.trim(), property, frameSize: 0, span: whole };
}

type Wrong = (code: "TH4521" | "TH4522" | "TH3500" | "TH1501", message: string, hint?: string) => null;

function askOf(optimum: "min" | "max" | undefined, op: string, text: string, wrong: Wrong): Ask | null {
  if (op.startsWith("=")) {
    if (optimum === undefined)
      return wrong(
        "TH4522",
        "which process moves is a choice: is the minimum or the maximum asked for?",
        "`Pmin=?` or `Pmax=?`",
      );
    return { op: "=", optimum };
  }
  const match = /^(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\/(\d+))?$/.exec(text);
  const bound = match === null ? Number.NaN : Number(match[1]) / Number(match[2] ?? 1);
  if (!(bound >= 0 && bound <= 1)) return wrong("TH4521", `\`${text}\` is no probability`, "it lies between 0 and 1");
  return { op: op as "<=", bound, optimum: optimum ?? (op.startsWith("<") ? "max" : "min") };
}

function pathOf(
  inside: string,
  start: number,
  text: string,
  file: string,
  around: QuerySurroundings,
  wrong: Wrong,
): PathFormula | null {
  const formula = (from: number, end: number): Property | null => stateFormula(text, from, end, file, around);
  const unary = UNARY.exec(inside);
  if (unary !== null) {
    const [all, , op, comparison, steps] = unary as unknown as [
      string,
      string,
      "F" | "G" | "X",
      string | undefined,
      string | undefined,
    ];
    const right = formula(start + all.length, start + inside.length);
    return right === null ? null : { op, right, ...bounds(comparison, steps) };
  }
  const [binary, ...more] = [...inside.matchAll(BINARY)];
  if (binary === undefined) return wrong("TH1501", "a path operator is missing", "`X`, `F`, `G`, `U` or `W`");
  if (more.length > 0) return wrong("TH3500", "a path operator inside a formula (LTL) is not supported");
  const [all, op, comparison, steps] = binary as unknown as [string, "U" | "W", string | undefined, string | undefined];
  const left = formula(start, start + binary.index);
  const right = formula(start + binary.index + all.length, start + inside.length);
  return left === null || right === null ? null : { op, left, right, ...bounds(comparison, steps) };
}

function bounds(comparison: string | undefined, text: string | undefined): Pick<PathFormula, "lower" | "upper"> {
  if (comparison === undefined) return {};
  const steps = Number(text);
  if (comparison === "=") return { lower: steps, upper: steps };
  if (comparison.startsWith("<")) return { upper: comparison === "<" ? Math.max(0, steps - 1) : steps };
  return { lower: comparison === ">" ? steps + 1 : steps };
}

/** The condition is read as that of `E<>`, at its place in the text. */
function stateFormula(
  text: string,
  from: number,
  end: number,
  file: string,
  { sources, sink, compileQuery }: QuerySurroundings,
): Property | null {
  const padded = `${" ".repeat(Math.max(0, from - 4))}E<>(${text.slice(from, end)})`;
  const block = sources.add({ file, text: padded });
  const node = parseQuery({ sources, block, sink });
  const query =
    node === null ? null : compileQuery(node, { text: text.slice(from, end).trim(), span: node.span }, sink);
  if (query === null) return null;
  const { formula, frameSize } = query as Query & { readonly formula: Formula };
  return { kind: "formula", type: "truth", formula, frameSize };
}
