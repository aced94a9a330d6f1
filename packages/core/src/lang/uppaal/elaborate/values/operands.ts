// What names stand for, as operands, and what is left of an operand that is evaluated for its effects only.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type { Expression } from "../../../../network/index.ts";
import type { Context } from "../context.ts";
import type { AccessPath, AnySymbol, ValueSymbol } from "../scope.ts";
import { accessRoot } from "./access.ts";
import { operandAt, unsupported } from "./convert.ts";
import { sequence } from "./fold.ts";
import { ERROR_OPERAND, isChoice, type Operand, type ProcessOperand } from "./operand.ts";
import { ANY_INT } from "./types.ts";

/** Evaluating the operand for its effects only; null when there is nothing to run. */
export function effectOf(operand: Operand): Expression | null {
  switch (operand.kind) {
    case "data":
      return operand.value.kind === "constant" || operand.value.kind === "load" ? null : operand.value;
    case "void":
      return operand.value.kind === "constant" ? null : operand.value;
    case "clock":
      return operand.assigned?.effect ?? null;
    case "aggregate": {
      const { located } = operand;
      return isChoice(located) ? null : inOrder(located.prelude);
    }
    case "double":
      return inOrder(operand.effects ?? []);
    default:
      return null;
  }
}

function inOrder(effects: readonly Expression[]): Expression | null {
  const last = effects.at(-1);
  return last === undefined ? null : sequence(effects.slice(0, -1), last);
}

const LOCATIONS = "let a variable tell where the process is";

export function operandOf(ctx: Context, symbol: AnySymbol, span: Span): Operand {
  switch (symbol.kind) {
    case "value":
      return operandAt(accessOf(symbol), span);
    case "function":
      return { kind: "function", symbol };
    case "process":
      return { kind: "process", set: symbol.set, offset: 0, steps: [] };
    case "extension":
      if (symbol.variable) return { kind: "double", feature: symbol.feature, lvalue: true, loose: true, span };
      return { kind: "data", type: ANY_INT, value: unsupported(ctx, symbol.feature, span) };
    case "type":
      ctx.error("TH2004", `\`${symbol.name}\` is a type, not a value`, span);
      return ERROR_OPERAND;
    case "location":
      ctx.error("TH2005", `\`${symbol.name}\` is a location, which can be asked in queries only`, span, LOCATIONS);
      return ERROR_OPERAND;
    case "template":
      ctx.error(
        ctx.query ? "TH4002" : "TH2006",
        `\`${symbol.name}\` is a template, not a process of the system`,
        span,
        ctx.query ? "name a process of the system line" : undefined,
      );
      return ERROR_OPERAND;
    case "broken":
      return ERROR_OPERAND;
  }
}

export function accessOf(symbol: ValueSymbol): AccessPath {
  return symbol.alias ?? accessRoot(symbol.root, symbol.type);
}

/** Position of a process in its set, each subscript checked against its range. */
export function linearIndex(process: ProcessOperand): Expression {
  let sum: Expression = { kind: "constant", value: process.offset };
  for (const { index, first, count, stride, span } of process.steps) {
    const checked: Expression = {
      kind: "check",
      value: index,
      min: first,
      max: first + count - 1,
      ...defined({ span }),
    };
    const position: Expression = { kind: "binary", op: "-", left: checked, right: { kind: "constant", value: first } };
    const scaled: Expression =
      stride === 1 ? position : { kind: "binary", op: "*", left: position, right: { kind: "constant", value: stride } };
    sum = sum.kind === "constant" && sum.value === 0 ? scaled : { kind: "binary", op: "+", left: sum, right: scaled };
  }
  return sum;
}
