// Assignments and steps (`=`, `+=`, `++`): numbers with their ranges, whole arrays and structs, clocks.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import { isTruth } from "../../../../network/comparisons.ts";
import type { AssignmentOperator, ClockRef, Expression, RealOperator } from "../../../../network/index.ts";
import type { AssignExpr, StepExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { AccessPath } from "../scope.ts";
import { placeOf } from "../values/access.ts";
import { describe, fitsWithout, sameShape, valueTypeOf } from "../values/compatible.ts";
import {
  asInteger,
  loadLocated,
  mapLocated,
  nameOf,
  paidValue,
  unsupported,
  unsupportedDouble,
} from "../values/convert.ts";
import { binary, conditional, ONE, sequence, truth, ZERO } from "../values/fold.ts";
import {
  type AggregateOperand,
  type ClockOperand,
  type DataOperand,
  ERROR_OPERAND,
  isChoice,
  type LocatedOperand,
  type Operand,
} from "../values/operand.ts";
import { effectOf } from "../values/operands.ts";
import { asReal, assignReal, clockValue, doubleOperand, isRealOperator, realArithmetic } from "../values/reals.ts";
import { rangeOfType } from "../values/types.ts";

export function lowerAssign(ctx: Context, node: AssignExpr): Operand {
  const target = ctx.lower(node.target);
  const value = ctx.lower(node.value);
  if (target.kind === "error" || value.kind === "error") {
    if (target.kind === "data" && target.located !== undefined) markWritten(ctx, target.located, node.target.span);
    return ERROR_OPERAND;
  }
  const op = node.op.slice(0, -1) as AssignmentOperator;
  return assignTo(ctx, node, target, op, value);
}

function assignTo(ctx: Context, node: AssignExpr, target: Operand, op: AssignmentOperator, value: Operand): Operand {
  switch (target.kind) {
    case "data":
      return assignData(ctx, node, target, op, value);
    case "aggregate":
      return assignAggregate(ctx, node, target, op, value);
    case "clock":
      return assignClock(ctx, node, target, op, value);
    case "chosen": {
      const then = effectOf(assignTo(ctx, node, target.then, op, value)) ?? ZERO;
      const otherwise = effectOf(assignTo(ctx, node, target.otherwise, op, value)) ?? ZERO;
      return { kind: "void", value: conditional(target.condition, then, otherwise) };
    }
    case "double":
      if (target.lvalue !== true) break;
      if (ctx.unit.reals && target.located !== undefined) return assignDouble(ctx, node, target.located, op, value);
      if (target.price === true) {
        ctx.pay(op === "+" ? "`cost += e`" : "`cost` set otherwise", paidValue(ctx, value, node.value.span), node.span);
      }
      // Doubles and hybrid clocks are not part of the symbolic state: what is stored there is dropped.
      return { kind: "void", value: effectOf(value) ?? ZERO };
    default:
  }
  ctx.error("TH2040", `this cannot be assigned: it is ${nameOf(target)}`, node.target.span);
  return ERROR_OPERAND;
}

function assignDouble(
  ctx: Context,
  node: AssignExpr,
  located: LocatedOperand,
  op: AssignmentOperator,
  value: Operand,
): Operand {
  if (!markWritten(ctx, located, node.target.span)) return ERROR_OPERAND;
  const right = asReal(value, node.value.span);
  if (right === null || (op !== "" && !isRealOperator(op))) {
    ctx.error("TH2020", `a number is needed here, but this is ${nameOf(value)}`, node.value.span);
    return ERROR_OPERAND;
  }
  return storedDouble(located, op, right, "new", node.span);
}

function storedDouble(
  located: LocatedOperand,
  op: AssignmentOperator,
  value: Expression,
  yields: "new" | "old",
  span: Span,
): Operand {
  const assign = mapLocated<Expression>(
    located,
    (access) => sequence(access.prelude, assignReal(access, op, value, yields, span)),
    conditional,
  );
  return doubleOperand(assign, span, { feature: "double variables", effects: [assign] });
}

function assignData(
  ctx: Context,
  node: AssignExpr,
  target: DataOperand,
  op: AssignmentOperator,
  value: Operand,
): Operand {
  const { located, type } = target;
  if (located === undefined) {
    ctx.error("TH2040", "this cannot be assigned: it is a value, not a variable", node.target.span);
    return ERROR_OPERAND;
  }
  if (!markWritten(ctx, located, node.target.span)) return ERROR_OPERAND;
  let right: Expression;
  if (type.kind === "scalar") {
    if (op !== "" || value.kind !== "data" || !sameShape(type, value.type)) {
      ctx.error("TH2044", `only members of \`${type.set}\` can be stored here`, node.value.span);
      return ERROR_OPERAND;
    }
    right = value.value;
  } else if (value.kind === "data" && value.type.kind === "scalar") {
    ctx.error("TH2044", `a member of \`${value.type.set}\` is not a number`, node.value.span);
    return ERROR_OPERAND;
  } else {
    right = asInteger(ctx, value, node.value.span);
  }
  return stored(target, located, op, right, "new", node.span, value);
}

function stored(
  target: DataOperand,
  located: LocatedOperand,
  op: AssignmentOperator,
  right: Expression,
  yields: "new" | "old",
  span: Span,
  source?: Operand,
): Operand {
  const { type } = target;
  const { min, max } = rangeOfType(type);
  // Any number goes into a bool, as 0 or 1; so compound operators compute first and store the truth of the result.
  const isBool = type.kind === "bool" && yields === "new";
  const isTrue = isTruth(right) || (source?.kind === "data" && source.type.kind === "bool");
  const closed = op === "" || op === "&" || op === "|" || op === "^";
  const computes = isBool && !(isTrue && closed) && (op === "" || isPure(located));
  const operator = computes ? "" : op;
  const value = computes ? truth(op === "" ? right : binary(op, loadLocated(located), right)) : right;
  const assign = mapLocated<Expression>(
    located,
    (access) => ({ kind: "assign", target: placeOf(access), op: operator, value, min, max, yields, span }),
    conditional,
  );
  const whole = target.effect ? sequence([target.value], assign) : assign;
  return yields === "old"
    ? { kind: "data", type, value: whole }
    : { kind: "data", type, value: whole, located, effect: true };
}

/** May the place be evaluated twice? */
function isPure(located: LocatedOperand): boolean {
  if (isChoice(located)) return isPure(located.then) && isPure(located.otherwise);
  return located.steps.every(({ index }) => index.kind === "constant" || index.kind === "load");
}

export function lowerStep(ctx: Context, node: StepExpr): Operand {
  const target = ctx.lower(node.target);
  if (target.kind === "error") return target;
  if (target.kind === "double" && target.located !== undefined) {
    if (!markWritten(ctx, target.located, node.target.span)) return ERROR_OPERAND;
    const step = node.op === "++" ? "+" : "-";
    return storedDouble(target.located, step, ONE, node.prefix ? "new" : "old", node.span);
  }
  if (target.kind === "double" && target.lvalue === true) {
    if (target.price === true) ctx.pay(node.op === "++" ? "`cost += e`" : "`cost` set otherwise", ONE, node.span);
    return { kind: "void", value: ZERO };
  }
  if (target.kind !== "data" || target.located === undefined || target.type.kind === "scalar") {
    const hint = target.kind === "clock" ? "a clock can only be set: `x = 0`" : undefined;
    ctx.error(
      "TH2041",
      `\`${node.op}\` needs a number variable, and this is ${nameOf(target)}`,
      node.target.span,
      hint,
    );
    return ERROR_OPERAND;
  }
  if (!markWritten(ctx, target.located, node.target.span)) return ERROR_OPERAND;
  const op = node.op === "++" ? "+" : "-";
  return stored(target, target.located, op, ONE, node.prefix ? "new" : "old", node.span);
}

function assignAggregate(
  ctx: Context,
  node: AssignExpr,
  target: AggregateOperand,
  op: AssignmentOperator,
  value: Operand,
): Operand {
  if (op !== "" || value.kind !== "aggregate" || !sameShape(target.type, value.type)) {
    const found = value.kind === "aggregate" ? `\`${describe(value.type)}\`` : nameOf(value);
    ctx.error("TH2045", `\`${describe(target.type)}\` cannot be set to ${found}`, node.span);
    return ERROR_OPERAND;
  }
  if (!markWritten(ctx, target.located, node.target.span)) return ERROR_OPERAND;
  if (target.type.extent.clocks > 0) {
    ctx.error("TH3001", "assigning whole structs or arrays of clocks is not supported", node.span, "set each clock");
    return ERROR_OPERAND;
  }
  const copy = copyLocated(target.located, value.located, node.span);
  if (isChoice(target.located)) return { kind: "void", value: copy };
  const located: AccessPath = { ...target.located, prelude: [copy] };
  return { kind: "aggregate", type: target.type, located };
}

/** Copies cells; they are checked against the target's ranges where those are narrower. */
export function copyLocated(target: LocatedOperand, source: LocatedOperand, span: Span): Expression {
  return mapLocated<Expression>(
    target,
    (to) => mapLocated<Expression>(source, (from) => copyAccess(to, from, span), conditional),
    conditional,
  );
}

function copyAccess(to: AccessPath, from: AccessPath, span: Span): Expression {
  const size = to.type.extent.cells;
  const fits = fitsWithout(to.type, from.type);
  const last = from.prelude.at(-1);
  if (
    fits &&
    from.prelude.length === 1 &&
    last?.kind === "call" &&
    from.steps.length === 0 &&
    from.offset.cells === 0
  ) {
    return { ...last, into: placeOf(to) };
  }
  const copy: Expression = {
    kind: "copy",
    target: placeOf(to),
    source: placeOf(from),
    size,
    ...defined({ type: fits ? undefined : valueTypeOf(to.type) }),
    span,
  };
  return sequence([...to.prelude, ...from.prelude], copy);
}

function assignClock(
  ctx: Context,
  node: AssignExpr,
  target: ClockOperand,
  op: AssignmentOperator,
  value: Operand,
): Operand {
  if (target.located === undefined) {
    ctx.error("TH2040", `this cannot be assigned: it is ${nameOf(target)} with arithmetic around it`, node.target.span);
    return ERROR_OPERAND;
  }
  const isHybrid = target.located.type.kind === "clock" && target.located.type.hybrid;
  if (op !== "" && !(isHybrid && isRealOperator(op))) {
    ctx.error("TH2041", "a clock can only be set with `=`", node.span);
    return ERROR_OPERAND;
  }
  if (!markWritten(ctx, target.located, node.target.span)) return ERROR_OPERAND;
  const number = ctx.unit.reals ? asReal(value, node.value.span) : null;
  if (number !== null) {
    const now = op === "" ? number : realArithmetic(op as RealOperator, clockValue(target), number, node.span);
    const effect: Expression = { kind: "clock-assign", clock: target.plus!, value: now, span: node.span };
    return { ...target, assigned: { effect, value: now } };
  }
  let first: readonly Expression[] = [];
  let right: Expression;
  let source: ClockRef | undefined;
  if (value.kind === "clock" && value.assigned !== undefined) {
    first = [value.assigned.effect];
    right = value.assigned.value;
    source = value.assigned.source;
  } else if (value.kind === "clock" && value.minus === undefined) {
    right = value.offset;
    source = value.plus;
  } else if (value.kind === "clock" || value.kind === "chosen") {
    right = unsupported(ctx, `setting a clock to ${nameOf(value)}`, node.span);
  } else if (value.kind === "double") {
    const whole = value.value !== undefined && Number.isInteger(value.value);
    right = whole ? { kind: "constant", value: value.value! } : unsupportedDouble(ctx, value);
  } else {
    right = asInteger(ctx, value, node.value.span);
  }
  if (right.kind === "constant" && right.value < 0 && source === undefined) {
    // It is a fault when it happens; whether it can, guards and parameters decide.
    const message = `setting a clock to ${right.value} is a fault when it happens`;
    if (ctx.unit.dry) ctx.unit.warn("TH2046", message, node.value.span, "clocks are never negative");
  }
  const copied = source === undefined ? {} : { source };
  const assign: Expression = { kind: "clock-assign", clock: target.plus!, ...copied, value: right, span: node.span };
  return { ...target, assigned: { effect: sequence(first, assign), value: right, ...copied } };
}

/** Notes a write: whether it is allowed, whether it is felt outside the frame. False: reported. */
export function markWritten(ctx: Context, located: LocatedOperand, span: Span): boolean {
  if (isChoice(located)) {
    return markWritten(ctx, located.then, span) && markWritten(ctx, located.otherwise, span);
  }
  const { root } = located;
  if (!root.writable) {
    const text = ctx.unit.sources.textOf(span);
    const what = text.length > 40 ? "this" : `\`${text}\``;
    ctx.error(
      "TH2043",
      `${what} cannot be changed: it is constant`,
      span,
      "only variables declared without `const` change",
    );
    return false;
  }
  if (root.symbol !== undefined) root.symbol.written = true;
  if (root.space === "state") ctx.effect ??= span;
  return true;
}
