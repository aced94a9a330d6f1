// Numbers that need not be whole: expressions over doubles and values of clocks, folded where all is known. Symbolic
// analyses know no such values; they are for weights, rates and for networks made for statistics (`Unit.reals`), where
// every operand finds its expression here.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type {
  AssignmentOperator,
  ClockRef,
  Expression,
  RealOperation,
  RealOperator,
} from "../../../../network/index.ts";
import { REAL_FUNCTIONS } from "../../../../network/real-functions.ts";
import type { AccessPath } from "../scope.ts";
import { placeOf } from "./access.ts";
import { and, conditional, not, or, UNKNOWN, ZERO } from "./fold.ts";
import type { ClockOperand, DoubleOperand, ElaboratedConstraint, Operand } from "./operand.ts";
import { isIntegral } from "./types.ts";

const FEATURE = "floating-point numbers";

export function real(operation: RealOperation, span?: Span, feature = FEATURE): Expression {
  return { kind: "unsupported", feature, real: operation, ...defined({ span }) };
}

export function literal(value: number, text?: string): Expression {
  return real({ kind: "literal", value, ...defined({ text }) });
}

/** The number an expression is; null when it is computed. */
export function knownNumber(expression: Expression): number | null {
  if (expression.kind === "constant") return expression.value;
  return expression.kind === "unsupported" && expression.real?.kind === "literal" ? expression.real.value : null;
}

export function realArithmetic(op: RealOperator, left: Expression, right: Expression, span?: Span): Expression {
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
  const a = knownNumber(left);
  const b = knownNumber(right);
  if (b === 0 && (op === "+" || op === "-")) return left;
  if (a === 0 && op === "+") return right;
  const value = a === null || b === null ? undefined : applyReal(op, a, b);
  if (value !== undefined && left.kind === "constant" && right.kind === "constant" && Number.isInteger(value)) {
    if (Math.abs(value) < 2 ** 31 && op !== "/") return { kind: "constant", value };
  }
  return value === undefined ? real({ kind: "arithmetic", op, left, right }, span) : literal(value);
}

export function applyReal(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "**":
      return a ** b;
    case "<?":
      return Math.min(a, b);
    case ">?":
      return Math.max(a, b);
    default:
      return undefined;
  }
}

const OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "**", "<?", ">?"]);

export function isRealOperator(op: string): op is RealOperator {
  return OPERATORS.has(op);
}

export function realFunction(name: string, values: readonly Expression[], span: Span): Expression {
  const known = values.map(knownNumber);
  const found = REAL_FUNCTIONS.get(name);
  if (found !== undefined && known.every((value) => value !== null)) {
    const [a = 0, b = 0, c = 0] = known;
    const result = found.apply(a, b, c);
    return found.integral ? { kind: "constant", value: result } : literal(result);
  }
  return real({ kind: "function", name, arguments: values }, span, `the function \`${name}\``);
}

/** The operand as a number that need not be whole; null when it is none. */
export function asReal(operand: Operand, span?: Span): Expression | null {
  switch (operand.kind) {
    case "data":
      return isIntegral(operand.type) ? operand.value : null;
    case "double":
      if (operand.value !== undefined) return literal(operand.value);
      return operand.real ?? { kind: "unsupported", feature: operand.feature, span: operand.span };
    case "clock":
      return clockValue(operand, span);
    case "chosen": {
      const then = asReal(operand.then, span);
      const otherwise = asReal(operand.otherwise, span);
      return then === null || otherwise === null ? null : conditional(operand.condition, then, otherwise);
    }
    case "constraint":
      return conditionOf(operand.constraint);
    default:
      return null;
  }
}

/** plus − minus + offset, as they are at the moment. */
export function clockValue({ plus, minus, offset, assigned }: ClockOperand, span?: Span): Expression {
  const at = (clock: ClockRef): Expression => real({ kind: "clock", clock }, span, "values of clocks");
  let value = plus === undefined ? offset : realArithmetic("+", at(plus), offset, span);
  if (minus !== undefined) value = realArithmetic("-", value, at(minus), span);
  return assigned === undefined ? value : { kind: "sequence", first: [assigned.effect], value };
}

/** A condition on clocks as 0 or 1 at the moment; null where it asks for what only a whole state shows. */
export function conditionOf(constraint: ElaboratedConstraint): Expression | null {
  switch (constraint.kind) {
    case "data":
      return constraint.condition;
    case "clock": {
      const { left: plus, right: minus, op, bound, span } = constraint;
      const left = clockValue({ kind: "clock", ...defined({ plus, minus }), offset: ZERO }, span);
      return real({ kind: "compare", op, left, right: bound }, span, "values of clocks");
    }
    case "not": {
      const part = conditionOf(constraint.part);
      return part === null ? null : not(part);
    }
    case "and":
    case "or": {
      const join = constraint.kind === "and" ? and : or;
      return constraint.parts.map(conditionOf).reduce((a, b) => (a === null || b === null ? null : join(a, b)));
    }
    case "forall":
    case "exists": {
      const body = conditionOf(constraint.body);
      return body === null ? null : { kind: constraint.kind, ...constraint.binder, body };
    }
    default:
      return null;
  }
}

/** `target op= value` for a double; yields its value. */
export function assignReal(
  access: AccessPath,
  op: AssignmentOperator,
  value: Expression,
  yields: "new" | "old",
  span: Span,
): Expression {
  return real({ kind: "assign", target: placeOf(access), op, value, yields }, span, "double variables");
}

export function doubleOperand(value: Expression, span: Span, rest: Partial<DoubleOperand> = {}): DoubleOperand {
  const known = knownNumber(value);
  return { kind: "double", feature: FEATURE, span, real: value, ...defined({ value: known ?? undefined }), ...rest };
}

/** What is computed of whole numbers is one, also where their values are not known (`fint(random(6)) + 1`). */
export function staysLoose(...operands: readonly Operand[]): { readonly loose?: true } {
  const isWhole = (operand: Operand): boolean =>
    operand.kind === "double" ? operand.loose === true : operand.kind === "data" && isIntegral(operand.type);
  return operands.every(isWhole) ? { loose: true } : {};
}
