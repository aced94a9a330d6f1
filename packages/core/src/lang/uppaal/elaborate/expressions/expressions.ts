// Expressions of the language, lowered to operands: the dispatch, names, subscripts, fields, quantifiers. Operators,
// assignments and calls have files of their own.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import { didYouMean } from "../../../../diagnostics/suggest.ts";
import type { Expression } from "../../../../network/index.ts";
import type { ConditionalExpr, Expr, FieldExpr, IndexExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { AccessPath } from "../scope.ts";
import { accessElement, accessField } from "../values/access.ts";
import { sameShape } from "../values/compatible.ts";
import { asCondition, asConstraint, asInteger, nameOf, operandAt } from "../values/convert.ts";
import { conditional, constant, ONE, sequence, ZERO } from "../values/fold.ts";
import {
  type ChosenOperand,
  type ElaboratedConstraint,
  ERROR_OPERAND,
  isChoice,
  type LocatedOperand,
  type Operand,
} from "../values/operand.ts";
import { effectOf, operandOf } from "../values/operands.ts";
import { asReal, doubleOperand, literal, staysLoose } from "../values/reals.ts";
import { ANY_INT, type ArrayOf, BOOL, type Type } from "../values/types.ts";
import { lowerAssign, lowerStep } from "./assignments.ts";
import { lowerQuantifier } from "./binders.ts";
import { lowerCall } from "./calls.ts";
import { lowerMember } from "./members.ts";
import { chooseConstraint, lowerBinary, lowerUnary } from "./operators.ts";

export function lowerExpression(ctx: Context, node: Expr): Operand {
  switch (node.kind) {
    case "number":
      return { kind: "data", type: ANY_INT, value: constant(node.value) };
    case "bool":
      return { kind: "data", type: BOOL, value: node.value ? ONE : ZERO };
    case "double":
      return {
        kind: "double",
        value: node.value,
        real: literal(node.value, ctx.unit.sources.textOf(node.span).trim()),
        feature: "floating-point numbers",
        span: node.span,
      };
    case "string":
      return { kind: "string", value: node.value };
    case "name": {
      const symbol = ctx.resolve(node.name, node.span);
      return symbol === null ? ERROR_OPERAND : operandOf(ctx, symbol, node.span);
    }
    case "unary":
      return lowerUnary(ctx, node);
    case "binary":
      return lowerBinary(ctx, node);
    case "assign":
      return lowerAssign(ctx, node);
    case "step":
      return lowerStep(ctx, node);
    case "conditional":
      return lowerConditional(ctx, node);
    case "index":
      return lowerIndex(ctx, node);
    case "field":
      return lowerField(ctx, node);
    case "call":
      return lowerCall(ctx, node);
    case "quantifier":
      return lowerQuantifier(ctx, node);
    case "rate": {
      const clock = lowerExpression(ctx, node.clock);
      if (clock.kind === "clock" && clock.located !== undefined) return { kind: "rate", clock: clock.plus! };
      if (clock.kind === "double" && clock.lvalue === true) {
        return { kind: "rate", clock: null, ...defined({ price: clock.price }) };
      }
      if (clock.kind !== "error") {
        ctx.error("TH2022", `only clocks have rates, and this is ${nameOf(clock)}`, node.span);
      }
      return ERROR_OPERAND;
    }
    case "deadlock":
      if (!ctx.query) {
        ctx.error("TH2023", "`deadlock` can be asked in queries only", node.span);
        return ERROR_OPERAND;
      }
      return { kind: "constraint", constraint: { kind: "deadlock" } };
    case "comma": {
      const parts = node.parts.map((part) => ({ part, operand: lowerExpression(ctx, part) }));
      const last = parts.pop();
      if (last === undefined) return ERROR_OPERAND;
      const first = parts.map(({ operand }) => effectOf(operand)).filter((effect) => effect !== null);
      if (first.length === 0 || last.operand.kind !== "data") return last.operand;
      const { kind, type, value } = last.operand;
      return { kind, type, value: sequence(first, value) };
    }
    case "extension":
      ctx.unit.obstacle(node.feature, node.span);
      return {
        kind: "data",
        type: ANY_INT,
        value: { kind: "unsupported", feature: node.feature, span: node.span },
      };
    case "error":
      return ERROR_OPERAND;
  }
}

export function lowerInteger(ctx: Context, node: Expr): Expression {
  return asInteger(ctx, lowerExpression(ctx, node), node.span);
}
export function lowerConstraint(ctx: Context, node: Expr): ElaboratedConstraint {
  return asConstraint(ctx, lowerExpression(ctx, node), node.span);
}

function lowerIndex(ctx: Context, node: IndexExpr): Operand {
  const base = lowerExpression(ctx, node.base);
  const index = lowerExpression(ctx, node.index);
  if (base.kind === "error") return base;
  if (base.kind === "double") {
    const { kind, feature, loose } = base;
    return { kind, feature, ...defined({ loose }), lvalue: true, span: node.span };
  }
  if (base.kind !== "aggregate" || base.type.kind !== "array") {
    const hint = "arrays are declared with their size: `int a[3];`";
    ctx.error("TH2024", `only arrays have elements, and this is ${nameOf(base)}`, node.base.span, hint);
    return ERROR_OPERAND;
  }
  const array = base.type;
  const value = indexValue(ctx, array, index, node.index.span);
  return operandAt(
    eachAccess(base.located, (access) => accessElement(access, access.type as ArrayOf, value, node.index.span)),
    node.span,
  );
}

function indexValue(ctx: Context, array: ArrayOf, index: Operand, span: Span): Expression {
  if (index.kind === "data" && index.type.kind === "scalar") {
    if (array.indexSet === index.type.set) return index.value;
    ctx.error("TH2025", `this array is not indexed by the scalar set \`${index.type.set}\``, span);
    return ZERO;
  }
  if (array.indexSet !== undefined && index.kind === "data") {
    // Numbers may not name members of a scalar set; a bound copy of it would break its symmetry.
    ctx.error("TH2025", `this array is indexed by the scalar set \`${array.indexSet}\``, span);
    return ZERO;
  }
  return asInteger(ctx, index, span);
}

function eachAccess(located: LocatedOperand, change: (access: AccessPath) => AccessPath): LocatedOperand {
  if (!isChoice(located)) return change(located);
  const { condition, then, otherwise } = located;
  return { condition, then: eachAccess(then, change), otherwise: eachAccess(otherwise, change) };
}

function lowerField(ctx: Context, node: FieldExpr): Operand {
  const base = lowerExpression(ctx, node.base);
  if (base.kind === "error") {
    checkBrokenMember(ctx, node);
    return base;
  }
  if (base.kind === "double" && base.loose) return { ...base, span: node.span };
  if (base.kind === "process") return lowerMember(ctx, base, node.field, node.fieldSpan, node.base.span);
  if (base.kind !== "aggregate" || base.type.kind !== "struct") {
    ctx.error("TH2026", `only structs have fields, and this is ${nameOf(base)}`, node.base.span);
    return ERROR_OPERAND;
  }
  const { fields } = base.type;
  const position = fields.findIndex((candidate) => candidate.name === node.field);
  if (position < 0) {
    const hint = didYouMean(
      node.field,
      fields.map((candidate) => candidate.name),
    );
    ctx.error("TH2027", `the struct has no field \`${node.field}\``, node.fieldSpan, hint);
    return ERROR_OPERAND;
  }
  ctx.unit.sources.names?.means(node.fieldSpan, fields[position]!.span);
  return operandAt(
    eachAccess(base.located, (access) =>
      access.type.kind === "struct" ? accessField(access, access.type.fields[position]!) : access,
    ),
    node.span,
  );
}

/** A process that could not be made has its locations and names all the same. */
function checkBrokenMember(ctx: Context, { base, field, fieldSpan }: FieldExpr): void {
  const root = base.kind === "call" ? base.callee : base;
  const symbol = root.kind === "name" && ctx.query ? ctx.find(root.name) : undefined;
  if (symbol?.kind !== "broken" || symbol.members === undefined || symbol.members.has(field)) return;
  const hint = didYouMean(field, symbol.members);
  ctx.error("TH4004", `\`${symbol.name}\` has no location or variable \`${field}\``, fieldSpan, hint);
}

function lowerConditional(ctx: Context, node: ConditionalExpr): Operand {
  const condition = lowerExpression(ctx, node.condition);
  const then = lowerExpression(ctx, node.then);
  const otherwise = lowerExpression(ctx, node.otherwise);
  const test = asCondition(ctx, condition, node.condition.span);
  if (then.kind === "error" || otherwise.kind === "error") return ERROR_OPERAND;
  if (test.kind === "constant" && then.kind === otherwise.kind) return test.value !== 0 ? then : otherwise;
  if (then.kind === "constraint" || otherwise.kind === "constraint") {
    const sides = [asConstraint(ctx, then, node.then.span), asConstraint(ctx, otherwise, node.otherwise.span)] as const;
    return chooseConstraint(test, ...sides);
  }
  if (then.kind === "data" && otherwise.kind === "data" && sameShape(then.type, otherwise.type)) {
    const value = conditional(test, then.value, otherwise.value);
    const type = widest(then.type, otherwise.type);
    if (then.located === undefined || otherwise.located === undefined) return { kind: "data", type, value };
    return {
      kind: "data",
      type,
      value,
      located: { condition: test, then: then.located, otherwise: otherwise.located },
    };
  }
  if (then.kind === "aggregate" && otherwise.kind === "aggregate" && sameShape(then.type, otherwise.type)) {
    const located = { condition: test, then: then.located, otherwise: otherwise.located };
    return { kind: "aggregate", type: then.type, located };
  }
  const real = then.kind === "double" || otherwise.kind === "double" || (ctx.unit.reals && isMixed(then, otherwise));
  if (real) {
    const sides = [asReal(then, node.then.span), asReal(otherwise, node.otherwise.span)] as const;
    if (sides[0] === null || sides[1] === null) return double(node.span);
    return doubleOperand(conditional(test, sides[0], sides[1]), node.span, staysLoose(then, otherwise));
  }
  if (isChoosable(then) && isChoosable(otherwise) && nameOf(then) === nameOf(otherwise)) {
    return { kind: "chosen", condition: test, then, otherwise, span: node.span };
  }
  ctx.error(
    "TH2028",
    `the two sides of \`?:\` do not go together: ${nameOf(then)} and ${nameOf(otherwise)}`,
    node.span,
  );
  return ERROR_OPERAND;
}

const double = (span: Span): Operand => ({ kind: "double", feature: "floating-point numbers", span });

/** A clock on one side and a number on the other. */
function isMixed(then: Operand, otherwise: Operand): boolean {
  const one = then.kind === "clock" ? otherwise : then;
  return (then.kind === "clock" || otherwise.kind === "clock") && one.kind === "data";
}

function isChoosable(operand: Operand): operand is ChosenOperand["then"] {
  return operand.kind === "clock" || operand.kind === "channel" || operand.kind === "chosen";
}

function widest<T extends Type>(a: T, b: T): T {
  if (a.kind === "int" && b.kind === "int") {
    return (b.min <= a.min && a.max <= b.max ? b : a.min <= b.min && b.max <= a.max ? a : ANY_INT) as T;
  }
  return a.kind === "bool" ? b : a;
}
