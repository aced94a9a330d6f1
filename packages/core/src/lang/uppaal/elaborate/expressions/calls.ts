// Calls: functions of the model with value and reference parameters, builtin functions, and processes of a set
// (`Train(2)`), which look like calls.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type { Argument, Expression, Place } from "../../../../network/index.ts";
import type { CallExpr, Expr } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { AccessPath, FunctionSignature, FunctionSymbol, SignatureParameter } from "../scope.ts";
import { accessRoot, clockOf, placeOf } from "../values/access.ts";
import { describe, equivalent, fitsWithout, sameShape } from "../values/compatible.ts";
import { asInteger, nameOf } from "../values/convert.ts";
import { sequence, truth, UNKNOWN } from "../values/fold.ts";
import {
  type AggregateOperand,
  type DataOperand,
  ERROR_OPERAND,
  isChoice,
  type Operand,
  type ProcessOperand,
} from "../values/operand.ts";
import { effectOf, linearIndex } from "../values/operands.ts";
import { asReal, assignReal } from "../values/reals.ts";
import { isSimple, isStoredDouble, rangeOfType, rangeWithin, type Type } from "../values/types.ts";
import { copyLocated, markWritten } from "./assignments.ts";
import { frameSymbol } from "./binders.ts";
import { builtinFunction, lowerBuiltin } from "./builtins.ts";
import { realise, signatureOf } from "./functions.ts";
import { lowerProcess } from "./members.ts";

export function lowerCall(ctx: Context, node: CallExpr): Operand {
  const { callee } = node;
  if (callee.kind === "name") {
    const symbol = ctx.find(callee.name);
    if (symbol === undefined && builtinFunction(callee.name)) return lowerBuiltin(ctx, callee.name, node);
    if (symbol?.kind === "process") {
      ctx.unit.sources.names?.means(callee.span, symbol.span);
      return lowerProcess(ctx, symbol.set, node);
    }
    if (symbol?.kind === "extension") {
      for (const argument of node.args) ctx.lower(argument);
      return { kind: "double", feature: symbol.feature, loose: true, span: node.span };
    }
  }
  const target = ctx.lower(callee);
  if (target.kind === "function") return callFunction(ctx, target.symbol, node, target.process);
  for (const argument of node.args) ctx.lower(argument);
  if (target.kind !== "error") {
    ctx.error("TH2050", `only functions can be called, and this is ${nameOf(target)}`, callee.span);
  }
  return ERROR_OPERAND;
}

function callFunction(ctx: Context, symbol: FunctionSymbol, node: CallExpr, process?: ProcessOperand): Operand {
  if (symbol.open) {
    ctx.error("TH2051", `\`${symbol.name}\` calls itself; functions must not be recursive`, node.span, "use a loop");
    return ERROR_OPERAND;
  }
  const signature = signatureOf(ctx.unit, symbol);
  if (signature === null) {
    for (const argument of node.args) ctx.lower(argument);
    return ERROR_OPERAND;
  }
  if (node.args.length !== signature.parameters.length) {
    const wanted = signature.parameters.length;
    ctx.error(
      "TH2052",
      `\`${symbol.name}\` takes ${wanted === 1 ? "1 argument" : `${wanted} arguments`}, not ${node.args.length}`,
      node.span,
      `it is declared as \`${symbol.name}(${signature.parameters.map((p) => `${describe(p.type)} ${p.name}`).join(", ")})\``,
    );
    return ERROR_OPERAND;
  }
  const prelude: Expression[] = [];
  const passed: Argument[] = [];
  for (const [i, parameter] of signature.parameters.entries()) {
    const argument = lowerArgument(ctx, parameter, node.args[i]!, prelude, symbol.name);
    if (argument !== null) passed.push(argument);
  }
  if (signature.effect) ctx.effect ??= node.span;
  return resultOf(ctx, signature, prelude, makeCall(ctx, symbol, passed, node.span, process), node.span);
}

/** The call itself; through a process that is named by a computed index it is one call per process. */
function makeCall(
  ctx: Context,
  symbol: FunctionSymbol,
  passed: readonly Argument[],
  span: Span,
  process: ProcessOperand | undefined,
): Expression {
  // While a template is checked on its own its functions have no number yet; nothing of this is kept. What is known to
  // be wrong is not run.
  if (ctx.unit.dry || symbol.broken) return UNKNOWN;
  const one = (which: FunctionSymbol): Expression => {
    const { index, touched } = realise(ctx.unit, which);
    if (touched) ctx.touched = true;
    return { kind: "call", function: index, arguments: passed, span };
  };
  if (process === undefined || process.steps.length === 0) return one(symbol);
  const cases = process.set.scopes.map((scope) => {
    const member = scope.names.get(symbol.name);
    return member?.kind === "function" ? one(member) : UNKNOWN;
  });
  return { kind: "choose", index: linearIndex(process), cases, span };
}

function resultOf(
  ctx: Context,
  signature: FunctionSignature,
  prelude: readonly Expression[],
  call: Expression,
  span: Span,
): Operand {
  const type = signature.returns;
  if (isSimple(type)) return { kind: "data", type, value: sequence(prelude, call) };
  switch (type.kind) {
    case "array":
    case "struct": {
      const at = { cells: ctx.cells(type.extent.cells), clocks: 0, channels: 0 };
      const root = { space: "frame" as const, at, writable: false };
      const into = placeOf(accessRoot(root, type));
      const run = writingTo(call, into);
      return { kind: "aggregate", type, located: accessRoot(root, type, [...prelude, run]) };
    }
    case "void":
      return { kind: "void", value: sequence(prelude, call) };
    case "double":
      return {
        kind: "double",
        feature: "double functions",
        ...defined({ real: isStoredDouble(type) ? sequence(prelude, call) : undefined }),
        span,
        ...defined({ effects: signature.effect ? [sequence(prelude, call)] : undefined }),
      };
    default:
      return ERROR_OPERAND;
  }
}

function writingTo(call: Expression, into: Place): Expression {
  if (call.kind === "call") return { ...call, into };
  return call.kind === "choose" ? { ...call, cases: call.cases.map((each) => writingTo(each, into)) } : call;
}

function lowerArgument(
  ctx: Context,
  parameter: SignatureParameter,
  node: Expr,
  prelude: Expression[],
  name: string,
): Argument | null {
  const operand = ctx.lower(node);
  if (operand.kind === "error") return { kind: "value", value: UNKNOWN };
  const { type } = parameter;
  const mismatch = (): Argument => {
    ctx.error(
      "TH2053",
      `\`${name}\` wants \`${describe(type)}\` for \`${parameter.name}\`, but this is ${found(operand)}`,
      node.span,
    );
    return { kind: "value", value: UNKNOWN };
  };
  switch (parameter.passing) {
    case "value":
      if (isStoredDouble(type)) {
        const value = asReal(operand, node.span);
        return value === null ? mismatch() : { kind: "value", value };
      }
      return { kind: "value", value: checkedValue(ctx, operand, type, node.span, mismatch) };
    case "copy": {
      if (operand.kind !== "aggregate" || !sameShape(type, operand.type)) return mismatch();
      const size = type.extent.cells;
      const source = operand.located;
      if (!isChoice(source) && fitsWithout(type, operand.type)) {
        prelude.push(...source.prelude);
        return { kind: "copy", source: placeOf(source), size };
      }
      return { kind: "copy", source: placeOf(temporary(ctx, type, operand, prelude, node.span)), size };
    }
    case "reference":
      return referenceTo(ctx, parameter, operand, node, prelude, mismatch);
    case "clock": {
      const located = operand.kind === "clock" || operand.kind === "aggregate" ? operand.located : undefined;
      if (located === undefined || isChoice(located) || !equivalent(type, located.type)) return mismatch();
      if (parameter.symbol.written) markWritten(ctx, located, node.span);
      return { kind: "clock", clock: clockOf(located) };
    }
    case "ignored": {
      const effect = effectOf(operand);
      if (effect !== null) prelude.push(effect);
      return null;
    }
  }
}

function found(operand: Operand): string {
  if (operand.kind === "data" || operand.kind === "aggregate") return `\`${describe(operand.type)}\``;
  return nameOf(operand);
}

/** A value for a parameter or result of a simple type: bools become 0 or 1, ranges are checked where they may fail. */
export function checkedValue(
  ctx: Context,
  operand: Operand,
  type: Type,
  span: Span,
  mismatch: () => unknown,
): Expression {
  if (!isSimple(type)) return UNKNOWN;
  const isScalar = operand.kind === "data" && operand.type.kind === "scalar";
  if ((type.kind === "scalar" || isScalar) && !(operand.kind === "data" && sameShape(type, operand.type))) {
    mismatch();
    return UNKNOWN;
  }
  const value = type.kind === "scalar" && operand.kind === "data" ? operand.value : asInteger(ctx, operand, span);
  if (type.kind === "bool") return operand.kind === "data" && operand.type.kind === "bool" ? value : truth(value);
  if (operand.kind === "data" && rangeWithin(operand.type, type)) return value;
  const { min, max } = rangeOfType(type);
  if (value.kind === "constant" && value.value >= min && value.value <= max) return value;
  return { kind: "check", value, min, max, span };
}

function referenceTo(
  ctx: Context,
  parameter: SignatureParameter,
  operand: Operand,
  node: Expr,
  prelude: Expression[],
  mismatch: () => Argument,
): Argument {
  const { type } = parameter;
  const stored = operand.kind === "double" && operand.located !== undefined;
  if (operand.kind !== "data" && operand.kind !== "aggregate" && !stored) {
    const value = isStoredDouble(type) && parameter.constant ? asReal(operand, node.span) : null;
    if (value === null) return mismatch();
    const access = accessRoot(frameSymbol("", node.span, type, ctx.cells(1), true).root, type);
    prelude.push(assignReal(access, "", value, "new", node.span));
    return { kind: "reference", place: placeOf(access) };
  }
  const { located } = operand as DataOperand | AggregateOperand;
  const direct =
    located !== undefined && !isChoice(located) && operand.kind === "data" && operand.effect ? null : located;
  if (!parameter.constant) {
    if (direct === undefined || direct === null || isChoice(direct) || !direct.root.writable) {
      ctx.error("TH2054", `\`${parameter.name}\` is a reference: it needs a variable`, node.span);
      return { kind: "value", value: UNKNOWN };
    }
    if (!equivalent(type, direct.type)) return mismatch();
    // A template's value parameter needs a cell of its own to be referred to, as if it were written.
    if (direct.root.values === null && direct.root.symbol !== undefined) direct.root.symbol.written = true;
    if (parameter.symbol.written) markWritten(ctx, direct, node.span);
    prelude.push(...direct.prelude);
    return { kind: "reference", place: placeOf(direct) };
  }
  if (operand.kind === "double" || !sameShape(type, (operand as DataOperand).type)) {
    if (!stored || !isStoredDouble(type) || direct === undefined || direct === null || isChoice(direct)) {
      return mismatch();
    }
    prelude.push(...direct.prelude);
    return { kind: "reference", place: placeOf(direct) };
  }
  // Constants of one cell have no address; neither has a computed value.
  const addressed =
    direct !== undefined &&
    direct !== null &&
    !isChoice(direct) &&
    !(isSimple(direct.type) && direct.root.values !== undefined);
  if (addressed) {
    prelude.push(...direct.prelude);
    return { kind: "reference", place: placeOf(direct) };
  }
  return { kind: "reference", place: placeOf(temporary(ctx, type, operand, prelude, node.span)) };
}

/** Puts a value into fresh frame cells. */
function temporary(ctx: Context, type: Type, operand: Operand, prelude: Expression[], span: Span): AccessPath {
  const cell = ctx.cells(type.extent.cells);
  const access = accessRoot(frameSymbol("", span, type, cell, true).root, type);
  if (operand.kind === "aggregate") prelude.push(copyLocated(access, operand.located, span));
  else if (operand.kind === "data" && isSimple(type)) {
    const { min, max } = rangeOfType(type);
    prelude.push({
      kind: "assign",
      target: placeOf(access),
      op: "",
      value: operand.value,
      min,
      max,
      yields: "new",
      span,
    });
  }
  return access;
}
