// Operators on operands: arithmetic, comparison and logic, where clocks and clock constraints take part by the rules
// of the clock-typing lattice (a clock plus a number is a clock, a clock minus a clock a difference, …).

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import { type Comparison, MIRROR } from "../../../../network/comparisons.ts";
import { type BinaryOperator, type ClockRef, type Expression, visitExpression } from "../../../../network/index.ts";
import type { BinaryExpr, Expr, UnaryExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import { placeOf } from "../values/access.ts";
import { sameShape } from "../values/compatible.ts";
import {
  asConstraint,
  asInteger,
  asTruth,
  mapLocated,
  nameOf,
  paidValue,
  unsupported,
  unsupportedDouble,
} from "../values/convert.ts";
import {
  all,
  any,
  binary,
  conditional,
  implication,
  negate,
  not,
  ONE,
  sequence,
  UNKNOWN,
  ZERO,
} from "../values/fold.ts";
import {
  type AggregateOperand,
  type ChosenOperand,
  type ClockOperand,
  type ElaboratedConstraint,
  ERROR_OPERAND,
  type LocatedOperand,
  type Operand,
} from "../values/operand.ts";
import {
  asReal,
  doubleOperand,
  isRealOperator,
  knownNumber,
  literal,
  real,
  realArithmetic,
  staysLoose,
} from "../values/reals.ts";
import { ANY_INT, BOOL, isIntegral } from "../values/types.ts";

export function lowerUnary(ctx: Context, node: UnaryExpr): Operand {
  const operand = ctx.lower(node.operand);
  if (operand.kind === "error") return operand;
  if (node.op === "!") {
    if (operand.kind === "constraint") {
      return { kind: "constraint", constraint: { kind: "not", part: operand.constraint, span: node.span } };
    }
    return data(not(asInteger(ctx, operand, node.operand.span)), true);
  }
  if (operand.kind === "double" || operand.kind === "clock") {
    const value = asReal(operand, node.operand.span)!;
    const feature = operand.kind === "clock" ? "arithmetic on clocks" : "floating-point numbers";
    const rest = { feature, ...staysLoose(operand) };
    return doubleOperand(node.op === "-" ? negative(value, node.span) : value, node.span, rest);
  }
  const value = asInteger(ctx, operand, node.operand.span);
  return data(node.op === "-" ? negate(value) : value, false);
}

function negative(value: Expression, span: Span): Expression {
  const known = knownNumber(value);
  return known === null ? real({ kind: "negative", operand: value }, span) : literal(-known);
}

function data(value: Expression, isBool: boolean): Operand {
  return { kind: "data", type: isBool ? BOOL : ANY_INT, value };
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);

export function lowerBinary(ctx: Context, node: BinaryExpr): Operand {
  if (node.op === "&&" || node.op === "||") return lowerLogic(ctx, node.op, node);
  const left = ctx.lower(node.left);
  const right = ctx.lower(node.right);
  if (node.op === "imply" || node.op === "xor") return lowerImply(ctx, node.op, node, left, right);
  if (left.kind === "error" || right.kind === "error") return ERROR_OPERAND;
  if (node.op === "&" && !checkAmpersand(ctx, left, right, node)) return ERROR_OPERAND;
  if (COMPARISONS.has(node.op)) return compare(ctx, node.op as Comparison, left, right, node);
  return arithmetic(ctx, node.op as BinaryOperator, left, right, node);
}

/** `&` works on bits; between conditions it is seldom meant, and between conditions on clocks impossible. */
function checkAmpersand(ctx: Context, left: Operand, right: Operand, node: BinaryExpr): boolean {
  const message = "`&` joins the bits of numbers";
  const hint = "`&&` or `and` joins conditions";
  if (left.kind === "constraint" || right.kind === "constraint") {
    ctx.error("TH2036", message, node.span, hint);
    return false;
  }
  const isComparison = (part: Expr): boolean => part.kind === "binary" && COMPARISONS.has(part.op);
  if (isComparison(node.left) && isComparison(node.right)) ctx.unit.warn("TH2036", message, node.span, hint);
  return true;
}

// ---------------------------------------------------------------------------------------------- logic

/** `a && b && c` as one list, whatever its length. */
function lowerLogic(ctx: Context, op: "&&" | "||", node: BinaryExpr): Operand {
  const nodes: Expr[] = [];
  let at: Expr = node;
  while (at.kind === "binary" && at.op === op) {
    nodes.push(at.right);
    at = at.left;
  }
  nodes.push(at);
  nodes.reverse();
  const operands = nodes.map((part) => ctx.lower(part));
  if (operands.every((operand) => operand.kind !== "constraint")) {
    const values = operands.map((operand, i) => asTruth(ctx, operand, nodes[i]!.span));
    return data(op === "&&" ? all(values) : any(values), true);
  }
  const parts = operands.map((operand, i) => asConstraint(ctx, operand, nodes[i]!.span));
  return { kind: "constraint", constraint: { kind: op === "&&" ? "and" : "or", parts } };
}

function lowerImply(ctx: Context, op: "imply" | "xor", node: BinaryExpr, left: Operand, right: Operand): Operand {
  if (left.kind !== "constraint" && right.kind !== "constraint") {
    const a = asTruth(ctx, left, node.left.span);
    const b = asTruth(ctx, right, node.right.span);
    return data(op === "imply" ? implication(a, b) : binary("!=", a, b), true);
  }
  const a = asConstraint(ctx, left, node.left.span);
  const b = asConstraint(ctx, right, node.right.span);
  const notA = negated(a, node.left.span);
  if (op === "imply") return { kind: "constraint", constraint: { kind: "or", parts: [notA, b], imply: true } };
  const notB = negated(b, node.right.span);
  const parts: ElaboratedConstraint[] = [
    { kind: "and", parts: [a, notB] },
    { kind: "and", parts: [notA, b] },
  ];
  return { kind: "constraint", constraint: { kind: "or", parts } };
}

function negated(part: ElaboratedConstraint, span: Span): ElaboratedConstraint {
  return part.kind === "data" ? { kind: "data", condition: not(part.condition) } : { kind: "not", part, span };
}

// ---------------------------------------------------------------------------------------------- comparison

function compare(ctx: Context, op: Comparison, left: Operand, right: Operand, node: BinaryExpr): Operand {
  const span = { span: node.span };
  if (left.kind === "chosen" || right.kind === "chosen") return compareChosen(ctx, op, left, right, node);
  if (left.kind === "rate" || right.kind === "rate") return compareRate(ctx, op, left, right, node);
  if (left.kind === "double" || right.kind === "double") return compareDoubles(ctx, op, left, right, node);
  if (left.kind === "clock" && isClockOrNumber(right)) return compareClocks(ctx, op, left, right, node);
  if (right.kind === "clock" && isClockOrNumber(left)) return compareClocks(ctx, MIRROR[op], right, left, node);
  if (left.kind === "data" && right.kind === "data") {
    if (isIntegral(left.type) && isIntegral(right.type)) return data(binary(op, left.value, right.value, span), true);
    if (sameShape(left.type, right.type)) {
      if (op === "==" || op === "!=") return data(binary(op, left.value, right.value, span), true);
      ctx.error("TH2031", "members of a scalar set have no order", node.span, "compare them with `==` or `!=`");
      return ERROR_OPERAND;
    }
  }
  const equality = op === "==" || op === "!=";
  if (left.kind === "aggregate" && right.kind === "aggregate" && equality && sameShape(left.type, right.type)) {
    if (left.type.extent.clocks > 0) {
      ctx.error("TH2032", "structs and arrays that hold clocks cannot be compared", node.span);
      return ERROR_OPERAND;
    }
    const same = compareCells(left, right);
    return data(op === "==" ? same : not(same), true);
  }
  const call = left.kind === "function" || right.kind === "function";
  const message = `\`${op}\` cannot compare ${nameOf(left)} with ${nameOf(right)}`;
  ctx.error("TH2032", message, node.span, call ? "call the function: add `()`" : chainHint(node));
  return ERROR_OPERAND;
}

/** `1 < x < 5` compares the answer of the first comparison with 5. */
function chainHint({ op, left }: BinaryExpr): string | undefined {
  if (left.kind !== "binary" || !(left.op in MIRROR) || op === "==" || op === "!=") return undefined;
  return `comparisons do not chain: write \`a ${left.op} b && b ${op} c\``;
}

/** `(b ? x : y) < e` is `b ? x < e : y < e`. */
function compareChosen(ctx: Context, op: Comparison, left: Operand, right: Operand, node: BinaryExpr): Operand {
  const chosen = left.kind === "chosen" ? left : (right as ChosenOperand);
  const [then, otherwise] = [chosen.then, chosen.otherwise].map((one) =>
    left.kind === "chosen" ? compare(ctx, op, one, right, node) : compare(ctx, op, left, one, node),
  ) as [Operand, Operand];
  if (then.kind === "error" || otherwise.kind === "error") return ERROR_OPERAND;
  return chooseConstraint(
    chosen.condition,
    asConstraint(ctx, then, node.span),
    asConstraint(ctx, otherwise, node.span),
  );
}

/** (c → a) ∧ (¬c → b): each part is guarded by data, so it stays convex. */
export function chooseConstraint(
  condition: Expression,
  then: ElaboratedConstraint,
  otherwise: ElaboratedConstraint,
): Operand {
  const parts: ElaboratedConstraint[] = [
    { kind: "or", parts: [{ kind: "data", condition: not(condition) }, then] },
    { kind: "or", parts: [{ kind: "data", condition }, otherwise] },
  ];
  return { kind: "constraint", constraint: { kind: "and", parts } };
}

function isClockOrNumber(operand: Operand): boolean {
  return operand.kind === "clock" || (operand.kind === "data" && isIntegral(operand.type));
}

function compareCells(left: AggregateOperand, right: AggregateOperand): Expression {
  const size = left.type.extent.cells;
  const against = (a: LocatedOperand): Expression =>
    mapLocated(
      a,
      (x) =>
        mapLocated(
          right.located,
          (y) => sequence([...x.prelude, ...y.prelude], { kind: "same", left: placeOf(x), right: placeOf(y), size }),
          conditional,
        ),
      conditional,
    );
  return against(left.located);
}

/** Brings `plus − minus + offset` on the left and the rest on the right into left − right op bound. */
function compareClocks(ctx: Context, op: Comparison, left: ClockOperand, right: Operand, node: BinaryExpr): Operand {
  let plus: (ClockRef | undefined)[] = [left.plus];
  let minus: (ClockRef | undefined)[] = [left.minus];
  let offset: Expression;
  if (right.kind === "clock") {
    plus.push(right.minus);
    minus.push(right.plus);
    offset = right.offset;
  } else {
    offset = right.kind === "double" ? asReal(right, node.right.span)! : asInteger(ctx, right, node.right.span);
  }
  plus = plus.filter((clock) => clock !== undefined);
  minus = minus.filter((clock) => clock !== undefined);
  const bound = ctx.unit.reals ? realArithmetic("-", offset, left.offset) : binary("-", offset, left.offset);
  if (plus.length === 1 && minus.length === 1 && sameClock(plus[0]!, minus[0]!)) {
    if (ctx.unit.reals) return data(real({ kind: "compare", op, left: ZERO, right: bound }, node.span), true);
    return data(binary(op, { kind: "constant", value: 0 }, bound), true);
  }
  if ((plus.length > 1 || minus.length > 1) && ctx.unit.reals) return compareReals(op, left, right, node.span);
  if (plus.length > 1 || minus.length > 1) {
    return data(unsupported(ctx, "comparisons of more than two clocks", node.span), true);
  }
  return {
    kind: "constraint",
    constraint: {
      kind: "clock",
      ...defined({ left: plus.length === 0 ? undefined : plus[0]!, right: minus.length === 0 ? undefined : minus[0]! }),
      op,
      bound,
      span: node.span,
    },
  };
}

function sameClock(a: ClockRef, b: ClockRef): boolean {
  return a.space === b.space && a.base === b.base && a.steps.length === 0 && b.steps.length === 0;
}

function compareRate(ctx: Context, op: Comparison, left: Operand, right: Operand, node: BinaryExpr): Operand {
  const [rate, value] = left.kind === "rate" ? [left, right] : [right, left];
  if (rate.kind !== "rate" || value.kind === "rate" || op !== "==") {
    ctx.error("TH2034", "the rate of a clock can only be set, as in `x' == 0`", node.span);
    return ERROR_OPERAND;
  }
  const valueSpan = left.kind === "rate" ? node.right.span : node.left.span;
  let speed: Expression;
  if (rate.clock === null) {
    // Hybrid clocks are left out of symbolic analysis, and so is how fast they run.
    if (rate.price === true) ctx.pay("`cost' == e`", paidValue(ctx, value, valueSpan), node.span);
    return { kind: "constraint", constraint: { kind: "data", condition: ONE } };
  }
  const anySpeed = ctx.unit.reals ? asReal(value, valueSpan) : null;
  if (anySpeed !== null) speed = anySpeed;
  else if (value.kind === "double" || value.kind === "clock") {
    const exact = value.kind === "double" ? value.value : undefined;
    if (exact === 0 || exact === 1) speed = { kind: "constant", value: exact };
    else {
      ctx.unit.obstacle("clock rates other than 0 and 1", node.span);
      speed = { kind: "unsupported", feature: "clock rates other than 0 and 1", span: node.span };
    }
  } else {
    speed = asInteger(ctx, value, valueSpan);
    if (speed.kind === "constant" && speed.value !== 0 && speed.value !== 1) {
      ctx.unit.obstacle("clock rates other than 0 and 1", node.span);
    }
  }
  return {
    kind: "constraint",
    constraint: { kind: "rate", clock: rate.clock, rate: speed, span: node.span },
  };
}

function compareDoubles(ctx: Context, op: Comparison, left: Operand, right: Operand, node: BinaryExpr): Operand {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== null && b !== null) {
    const result = { "<": a < b, "<=": a <= b, "==": a === b, "!=": a !== b, ">=": a >= b, ">": a > b }[op];
    return data({ kind: "constant", value: result ? 1 : 0 }, true);
  }
  const other = left.kind === "double" ? right : left;
  const number = left.kind === "double" ? left : right;
  if (other.kind === "clock" && number.kind === "double" && Number.isInteger(number.value)) {
    const whole: Operand = { kind: "data", type: ANY_INT, value: { kind: "constant", value: number.value! } };
    return left.kind === "clock" ? compare(ctx, op, left, whole, node) : compare(ctx, op, whole, right, node);
  }
  if (number.kind === "double" && (other.kind === "clock" || other.kind === "double" || isClockOrNumber(other))) {
    if (!ctx.unit.reals) return data(unsupportedDouble(ctx, { ...number, span: node.span }), true);
    if (other.kind !== "clock" || readsClocks(asReal(number)!)) return compareReals(op, left, right, node.span);
    // A clock against a number that stands still: when it holds, or begins to, can be computed.
    return left.kind === "clock"
      ? compareClocks(ctx, op, left, right, node)
      : compareClocks(ctx, MIRROR[op], right as ClockOperand, left, node);
  }
  ctx.error("TH2032", `\`${op}\` cannot compare ${nameOf(left)} with ${nameOf(right)}`, node.span);
  return ERROR_OPERAND;
}

function compareReals(op: Comparison, left: Operand, right: Operand, span: Span): Operand {
  const [a, b] = [asReal(left, span)!, asReal(right, span)!];
  if (a === UNKNOWN || b === UNKNOWN) return data(UNKNOWN, true);
  return data(real({ kind: "compare", op, left: a, right: b }, span), true);
}

function readsClocks(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, { clock: () => (found = true) });
  return found;
}

function numberOf(operand: Operand): number | null {
  if (operand.kind === "double") return operand.value ?? null;
  return operand.kind === "data" && operand.value.kind === "constant" ? operand.value.value : null;
}

// ---------------------------------------------------------------------------------------------- arithmetic

function arithmetic(ctx: Context, op: BinaryOperator, left: Operand, right: Operand, node: BinaryExpr): Operand {
  if (left.kind === "clock" || right.kind === "clock") {
    const sum = op === "+" || op === "-" ? clockSum(op, left, right, ctx.unit.reals) : null;
    if (sum !== null) return sum;
    if (isClockOrNumber(left) && isClockOrNumber(right)) {
      return compute(op, left, right, node.span, "arithmetic on clocks");
    }
  }
  if (left.kind === "double" || right.kind === "double") {
    const numeric = (o: Operand): boolean => o.kind === "double" || isClockOrNumber(o);
    if (numeric(left) && numeric(right)) return compute(op, left, right, node.span, "floating-point numbers");
  }
  const a = asInteger(ctx, left, node.left.span);
  const b = asInteger(ctx, right, node.right.span);
  return data(binary(op, a, b, { span: node.span }), false);
}

function compute(op: BinaryOperator, left: Operand, right: Operand, span: Span, feature: string): Operand {
  const rest = { feature, ...staysLoose(left, right) };
  if (!isRealOperator(op)) return { kind: "double", span, ...rest };
  return doubleOperand(realArithmetic(op, asReal(left, span)!, asReal(right, span)!, span), span, rest);
}

function clockSum(op: "+" | "-", left: Operand, right: Operand, reals: boolean): Operand | null {
  const numberIn = (o: Operand): Expression | null => {
    if (o.kind === "data") return isIntegral(o.type) ? o.value : null;
    const value = reals && o.kind === "double" ? asReal(o) : null;
    return value === null || readsClocks(value) ? null : value;
  };
  const add = (by: "+" | "-", a: Expression, b: Expression): Expression =>
    reals ? realArithmetic(by, a, b) : binary(by, a, b);
  const [first, second] = [numberIn(left), numberIn(right)];
  if (left.kind === "clock" && second !== null) return moved(left, add(op, left.offset, second));
  if (right.kind === "clock" && first !== null && op === "+") return moved(right, add("+", first, right.offset));
  if (left.kind === "clock" && right.kind === "clock" && op === "-") {
    if (left.minus === undefined && right.minus === undefined && left.plus && right.plus) {
      return { kind: "clock", plus: left.plus, minus: right.plus, offset: add("-", left.offset, right.offset) };
    }
  }
  return null;
}

function moved(clock: ClockOperand, offset: Expression): ClockOperand {
  return {
    kind: "clock",
    ...defined({ plus: clock.plus, minus: clock.minus }),
    offset,
  };
}
