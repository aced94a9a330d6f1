// Typed values, and the folding of operations on known ones. A known number carries its exact fraction where it has
// one, so that probabilities written as decimals and quotients sum to exactly one.

import {
  compare,
  floor,
  minus,
  over,
  parseRational,
  plus,
  type Rational,
  rational,
  rationalToString,
  times,
  toNumber,
} from "../../basics/rational.ts";
import type { NumericExpression, NumericOperator } from "../../network/index.ts";
import { numericFunction } from "../../network/index.ts";
import type { TypeName } from "./ast.ts";

export interface Typed {
  readonly type: TypeName;
  readonly value: NumericExpression;
}

/** Longer fractions are not worth their digits. */
const MOST_DIGITS = 400;

export function numberOf(value: number): NumericExpression {
  return { kind: "number", value };
}

export function exactNumber(value: Rational): NumericExpression {
  const number = toNumber(value);
  if (value.d === 1n && Number.isSafeInteger(number)) return { kind: "number", value: number };
  const text = rationalToString(value);
  return { kind: "number", value: number, ...(text.length <= MOST_DIGITS ? { exact: text } : {}) };
}

/** `12`, `0.25`, `1e-3`. */
export function literal(text: string): NumericExpression {
  const [mantissa, exponent = "0"] = text.toLowerCase().split("e") as [string, string?];
  const [whole, decimals = ""] = mantissa.split(".") as [string, string?];
  const power = Number(exponent) - decimals.length;
  if (!Number.isSafeInteger(power) || Math.abs(power) > 350) return numberOf(Number(text));
  const digits = BigInt(whole + decimals || "0");
  const value = power >= 0 ? rational(digits * 10n ** BigInt(power)) : rational(digits, 10n ** BigInt(-power));
  return exactNumber(value);
}

export function exactOf(expression: NumericExpression): Rational | undefined {
  if (expression.kind !== "number") return undefined;
  if (expression.exact !== undefined) return parseRational(expression.exact);
  return Number.isSafeInteger(expression.value) ? rational(expression.value) : undefined;
}

export function isKnown(expression: NumericExpression): expression is Extract<NumericExpression, { kind: "number" }> {
  return expression.kind === "number";
}

/** The operation, or its value where the operands are known. */
export function operation(op: NumericOperator, of: readonly NumericExpression[]): NumericExpression {
  if (of.every(isKnown)) return folded(op, of);
  // What is decided by one operand needs no other.
  const [a, b, c] = of;
  if (op === "&" && isKnown(a!)) return a.value === 0 ? a : b!;
  if (op === "&" && isKnown(b!) && b.value !== 0) return a!;
  if (op === "|" && isKnown(a!)) return a.value !== 0 ? numberOf(1) : b!;
  if (op === "|" && isKnown(b!) && b.value === 0) return a!;
  if (op === "=>" && isKnown(a!)) return a.value === 0 ? numberOf(1) : b!;
  if (op === "?:" && isKnown(a!)) return a.value !== 0 ? b! : c!;
  return { kind: "operation", op, of };
}

function folded(op: NumericOperator, of: readonly NumericExpression[]): NumericExpression {
  const exact = of.map(exactOf);
  const value = exact.every((one) => one !== undefined) ? exactly(op, exact as Rational[]) : undefined;
  return value ?? numberOf(numericFunction({ kind: "operation", op, of })([]));
}

function exactly(op: NumericOperator, of: readonly Rational[]): NumericExpression | undefined {
  const [a, b, c] = of as [Rational, Rational, Rational];
  const truth = (holds: boolean): NumericExpression => numberOf(holds ? 1 : 0);
  const best = (sign: number): Rational => of.reduce((one, two) => (sign * compare(one, two) >= 0 ? one : two));
  switch (op) {
    case "+":
      return exactNumber(plus(a, b));
    case "-":
      return exactNumber(minus(a, b));
    case "*":
      return exactNumber(times(a, b));
    case "/":
      return b.n === 0n ? undefined : exactNumber(over(a, b));
    case "negate":
      return exactNumber({ n: -a.n, d: a.d });
    case "=":
    case "<=>":
      return truth(compare(a, b) === 0);
    case "!=":
      return truth(compare(a, b) !== 0);
    case "<":
      return truth(compare(a, b) < 0);
    case "<=":
      return truth(compare(a, b) <= 0);
    case ">":
      return truth(compare(a, b) > 0);
    case ">=":
      return truth(compare(a, b) >= 0);
    case "min":
      return exactNumber(best(-1));
    case "max":
      return exactNumber(best(1));
    case "floor":
      return exactNumber(rational(floor(a)));
    case "ceil":
      return exactNumber(rational(-floor({ n: -a.n, d: a.d })));
    case "round":
      return exactNumber(rational(floor(plus(a, rational(1, 2)))));
    case "?:":
      return exactNumber(a.n !== 0n ? b : c);
    case "pow": {
      if (b.d !== 1n || b.n > 1000n || b.n < -1000n || (a.n === 0n && b.n < 0n)) return undefined;
      const power = (x: bigint): bigint => x ** (b.n < 0n ? -b.n : b.n);
      return exactNumber(b.n < 0n ? rational(power(a.d), power(a.n)) : rational(power(a.n), power(a.d)));
    }
    default:
      return undefined;
  }
}
