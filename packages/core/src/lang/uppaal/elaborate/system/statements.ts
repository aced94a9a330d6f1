// Statements of functions. Local variables live in the function's frame and start anew each time their declaration is
// reached.

import type { Expression, Statement } from "../../../../network/index.ts";
import type { BlockStatement, Declarator, Expr, FunctionDeclaration, Stmt, VariableDeclaration } from "../../ast.ts";
import { type Context, LIMITS } from "../context.ts";
import { copyLocated } from "../expressions/assignments.ts";
import { bind, frameSymbol, runsOverNothing } from "../expressions/binders.ts";
import { checkedValue } from "../expressions/calls.ts";
import { lowerExpression } from "../expressions/expressions.ts";
import { defaultValues, lowerInitialiser } from "../expressions/initialisers.ts";
import { lowerDimensions, lowerType } from "../expressions/type-expressions.ts";
import { accessRoot, placeOf } from "../values/access.ts";
import { describe, fitsWithout, sameShape } from "../values/compatible.ts";
import { asInteger, nameOf } from "../values/convert.ts";
import { evaluate } from "../values/evaluate.ts";
import { ONE, ZERO } from "../values/fold.ts";
import { isChoice } from "../values/operand.ts";
import { effectOf } from "../values/operands.ts";
import { asReal, conditionOf, real } from "../values/reals.ts";
import { hasEmptyRange, isSimple, isStoredDouble, rangeOfType, type Type } from "../values/types.ts";
import { checkDeclared, declare, unknownVariable } from "./declarations.ts";

/** The body of a function, whose variables share the scope of its parameters. */
export function lowerBody(ctx: Context, { name, nameSpan, body, broken }: FunctionDeclaration): readonly Statement[] {
  const result = lowerInside(ctx, body);
  const wanted = ctx.returns!;
  if (wanted.kind === "void" || wanted.kind === "error" || broken || alwaysReturns(body)) return result;
  const end = `\`${name}\` ends without returning a value`;
  if (body.statements.length > 0) {
    const last = { ...body.span, start: Math.max(body.span.start, body.span.end - 1) };
    ctx.error("TH2060", end, last, `write \`return …;\` as the last statement: it must return \`${describe(wanted)}\``);
  } else {
    // UPPAAL's parser lets it pass, so somebody may have it in a file and never call it.
    ctx.unit.warn("TH2060", `\`${name}\` returns nothing: calling it is a fault`, nameSpan, "give it a `return`");
    result.push({ kind: "assert", condition: ZERO, otherwise: end, span: nameSpan });
  }
  return result;
}

/** As UPPAAL sees it: by the last statement, whatever conditions say. */
function alwaysReturns(statement: Stmt | undefined): boolean {
  switch (statement?.kind) {
    case "block":
      return alwaysReturns(statement.statements.at(-1));
    case "if":
      return alwaysReturns(statement.then) && alwaysReturns(statement.otherwise);
    case "do":
      return alwaysReturns(statement.body);
    default:
      return statement?.kind === "return";
  }
}

function lowerBlock(ctx: Context, block: BlockStatement): Statement[] {
  return ctx.inner(() => lowerInside(ctx, block));
}

function lowerInside(ctx: Context, block: BlockStatement): Statement[] {
  const result: Statement[] = [];
  for (const declaration of block.declarations) {
    if (declaration.kind === "typedef") declare(ctx, declaration);
    else declareLocals(ctx, declaration, result);
  }
  for (const statement of block.statements) lowerStatement(ctx, statement, result);
  return result;
}

function declareLocals(ctx: Context, declaration: VariableDeclaration, result: Statement[]): void {
  for (const declarator of declaration.declarators) {
    const use = lowerType(ctx, declaration.type);
    const type = lowerDimensions(ctx, use.type, declarator.dimensions);
    const { name, nameSpan: span } = declarator;
    const broken = { kind: "broken" as const, name, span, local: false };
    if (type.kind === "error" || !checkDeclared(ctx, declarator, { ...use, type })) {
      ctx.declare(broken);
    } else if (hasEmptyRange(type)) {
      ctx.declare(unknownVariable(declarator, "a variable whose range is empty"));
    } else if (type.extent.clocks + type.extent.channels > 0) {
      ctx.error("TH2057", `a function cannot declare \`${describe(type)}\``, span);
      ctx.declare(broken);
    } else if (type.extent.cells > LIMITS.cells / 4) {
      ctx.error("TH2012", `\`${name}\` is too large: \`${describe(type)}\``, span);
      ctx.declare(broken);
    } else {
      declareLocal(ctx, declarator, type, use.constant, result);
    }
  }
}

function declareLocal(
  ctx: Context,
  declarator: Declarator,
  type: Type,
  isConstant: boolean,
  result: Statement[],
): void {
  const { name, nameSpan: span, initialiser } = declarator;
  const initial = initialiser === undefined ? undefined : lowerInitialiser(ctx, type, initialiser);
  if (initial === null) {
    ctx.declare({ kind: "broken", name, span, local: false });
    return;
  }
  if (initial?.unknown !== undefined) {
    ctx.declare(unknownVariable(declarator, initial.unknown));
    return;
  }
  const cells = initial?.cells.map(({ value }) => value);
  if (isConstant && isSimple(type) && cells?.length === 1) {
    // A constant that is known now leaves no trace; one that depends on arguments is a variable nobody may write.
    const known = evaluate(ctx.unit, cells[0]!);
    if (known.kind !== "failed") {
      const at = { cells: 0, clocks: 0, channels: 0 };
      const values = known.kind === "value" ? [known.value] : null;
      const symbol = frameSymbol(name, span, type, 0, false);
      ctx.declare({ ...symbol, root: { space: "frame", at, values, writable: false } });
      return;
    }
  }
  const cell = ctx.cells(type.extent.cells);
  const symbol = frameSymbol(name, span, type, cell, !isConstant);
  ctx.declare(symbol);
  const target = placeOf(accessRoot(symbol.root, type));
  if (cells === undefined) {
    if (type.extent.cells > 0) result.push({ kind: "initialise", target, values: defaultValues(type) });
    return;
  }
  const fixed = cells.map((value) => (value.kind === "constant" ? value.value : null));
  const inRange = initial!.cells.every(({ type: leaf }, i) => {
    if (!isSimple(leaf) || fixed[i] === null) return false;
    const { min, max } = rangeOfType(leaf);
    return min <= fixed[i]! && fixed[i]! <= max;
  });
  if (inRange && fixed.length > 0) {
    result.push({ kind: "initialise", target, values: fixed as number[] });
    return;
  }
  for (const [i, { value, type: leaf, span: at }] of initial!.cells.entries()) {
    const place = { ...target, base: cell + i };
    if (isStoredDouble(leaf)) {
      const expression = real({ kind: "assign", target: place, op: "", value, yields: "new" }, at);
      result.push({ kind: "expression", expression });
      continue;
    }
    if (!isSimple(leaf)) continue;
    const { min, max } = rangeOfType(leaf);
    const expression: Expression = { kind: "assign", target: place, op: "", value, min, max, yields: "new", span: at };
    result.push({ kind: "expression", expression });
  }
}

function lowerStatement(ctx: Context, node: Stmt, result: Statement[]): void {
  switch (node.kind) {
    case "block":
      result.push({ kind: "block", body: lowerBlock(ctx, node) });
      return;
    case "expression": {
      const operand = lowerExpression(ctx, node.expression);
      if (operand.kind === "function") {
        ctx.error("TH2058", "this does nothing: a function is named, but not called", node.span, "add `()`");
      } else if (IDLE.has(operand.kind)) {
        ctx.error("TH2058", `this does nothing: it is ${nameOf(operand)}`, node.span, idleHint(operand.kind));
      }
      for (const expression of effects(operand)) result.push({ kind: "expression", expression });
      return;
    }
    case "empty":
      return;
    case "if":
      result.push({
        kind: "if",
        condition: lowerTest(ctx, node.condition),
        then: nested(ctx, node.then),
        otherwise: node.otherwise === undefined ? [] : nested(ctx, node.otherwise),
      });
      return;
    case "while":
      result.push({
        kind: "while",
        condition: lowerTest(ctx, node.condition),
        body: nested(ctx, node.body),
        span: node.span,
      });
      return;
    case "do": {
      const body = nested(ctx, node.body);
      result.push({ kind: "do", body, condition: lowerTest(ctx, node.condition), span: node.span });
      return;
    }
    case "for":
      result.push({
        kind: "for",
        init: lowerList(ctx, node.init),
        condition: node.condition === null ? ONE : lowerTest(ctx, node.condition),
        step: lowerList(ctx, node.step),
        body: nested(ctx, node.body),
        span: node.span,
      });
      return;
    case "iterate":
      ctx.inner(() => {
        const binder = bind(ctx, node.name, node.nameSpan, node.type);
        const body = nested(ctx, node.body);
        if (binder !== null && !runsOverNothing(binder)) result.push({ kind: "iterate", ...binder, body });
      });
      return;
    case "return":
      lowerReturn(ctx, node, result);
      return;
    case "assert":
      result.push({ kind: "assert", condition: lowerTest(ctx, node.condition), span: node.span });
      return;
  }
}

/** What has no effect and cannot have been meant as a statement. */
const IDLE: ReadonlySet<string> = new Set(["constraint", "rate", "channel", "process"]);

function idleHint(kind: string): string | undefined {
  if (kind === "constraint") return "assign with `=`";
  return kind === "channel" ? "edges synchronise, functions do not" : undefined;
}

function nested(ctx: Context, node: Stmt): Statement[] {
  const body: Statement[] = [];
  lowerStatement(ctx, node, body);
  return body;
}

function effects(operand: ReturnType<typeof lowerExpression>): Expression[] {
  const effect = effectOf(operand);
  return effect === null ? [] : [effect];
}

function lowerList(ctx: Context, node: Expr | null): Expression[] {
  if (node === null) return [];
  const parts = node.kind === "comma" ? node.parts : [node];
  return parts.flatMap((part) => effects(lowerExpression(ctx, part)));
}

/** A condition of a statement. UPPAAL's types allow clocks here; no symbolic analysis can branch on them. */
function lowerTest(ctx: Context, node: Expr): Expression {
  const operand = lowerExpression(ctx, node);
  const condition = ctx.unit.reals && operand.kind === "constraint" ? conditionOf(operand.constraint) : null;
  if (condition !== null) return condition;
  if (operand.kind === "constraint") {
    const feature = "conditions on clocks inside functions";
    ctx.unit.obstacle(feature, node.span);
    return { kind: "unsupported", feature, span: node.span };
  }
  return asInteger(ctx, operand, node.span);
}

function lowerReturn(ctx: Context, node: Stmt & { kind: "return" }, result: Statement[]): void {
  const type = ctx.returns!;
  if (node.value === undefined) {
    if (type.kind !== "void" && type.kind !== "error") {
      ctx.error("TH2059", `this function must return \`${describe(type)}\``, node.span);
    }
    result.push({ kind: "return" });
    return;
  }
  const operand = lowerExpression(ctx, node.value);
  if (operand.kind === "error" || type.kind === "error") return;
  const { span } = node.value;
  const mismatch = (): void => {
    ctx.error("TH2059", `this function returns \`${describe(type)}\`, not ${nameOf(operand)}`, span);
  };
  if (type.kind === "void") {
    ctx.error("TH2059", "this function returns nothing", span, "write `return;`, or give it a type other than `void`");
  } else if (isSimple(type)) {
    result.push({ kind: "return", value: checkedValue(ctx, operand, type, span, mismatch) });
  } else if (isStoredDouble(type)) {
    const value = asReal(operand, span);
    if (value === null) mismatch();
    else result.push({ kind: "return", value });
  } else if (type.kind === "double") {
    for (const expression of effects(operand)) result.push({ kind: "expression", expression });
    result.push({ kind: "return" });
  } else if (operand.kind !== "aggregate" || !sameShape(type, operand.type)) {
    mismatch();
  } else if (isChoice(operand.located) || operand.located.prelude.length > 0 || !fitsWithout(type, operand.type)) {
    const root = frameSymbol("", span, type, ctx.cells(type.extent.cells), true).root;
    const kept = accessRoot(root, type);
    result.push({ kind: "expression", expression: copyLocated(kept, operand.located, span) });
    result.push({ kind: "return", from: placeOf(kept) });
  } else {
    result.push({ kind: "return", from: placeOf(operand.located) });
  }
}
