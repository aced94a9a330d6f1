// Comparisons of real numbers as comparisons of integers: where both sides are polynomials in the variables with
// rational coefficients, `z/20 < 0.1` is `z < 2`. So guards that speak of fractions run in engines that compute with
// integers, and exactly.

import { minus, over, plus, type Rational, rational, times } from "../../basics/rational.ts";
import type { NumericExpression } from "../../network/index.ts";
import { exactNumber, exactOf, operation } from "./values.ts";

const MOST_TERMS = 64;
const MOST_DEGREE = 4;

/** Coefficients by monomial: the cells that are multiplied, ascending, as text. */
type Polynomial = ReadonlyMap<string, Rational>;

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** The comparison over integers; undefined where the sides are no polynomials. */
export function overIntegers(
  op: Comparison,
  left: NumericExpression,
  right: NumericExpression,
): NumericExpression | undefined {
  const [a, b] = [polynomialOf(left), polynomialOf(right)];
  if (a === undefined || b === undefined) return undefined;
  const difference = sum(a, b, minus);
  let scale = 1n;
  for (const { d } of difference.values()) scale = (scale * d) / gcd(scale, d);
  let common = 0n;
  const scaled = [...difference].map(([key, { n, d }]) => [key, (n * scale) / d] as const);
  for (const [, n] of scaled) common = gcd(common, n < 0n ? -n : n);
  if (common === 0n) common = 1n;
  const side = (sign: bigint): NumericExpression =>
    scaled
      .filter(([, n]) => n * sign > 0n)
      .map(([key, n]) => monomial(key, (n * sign) / common))
      .reduce<NumericExpression>((one, two) => operation("+", [one, two]), { kind: "number", value: 0 });
  return operation(op, [side(1n), side(-1n)]);
}

function monomial(key: string, factor: bigint): NumericExpression {
  const cells =
    key === "" ? [] : key.split(" ").map((cell): NumericExpression => ({ kind: "cell", cell: Number(cell) }));
  const number = exactNumber(rational(factor));
  return cells.reduce<NumericExpression>(
    (product, cell) => (product.kind === "number" && product.value === 1 ? cell : operation("*", [product, cell])),
    number,
  );
}

function polynomialOf(expression: NumericExpression): Polynomial | undefined {
  if (expression.kind === "cell") return new Map([[`${expression.cell}`, rational(1)]]);
  if (expression.kind === "number") {
    const exact = exactOf(expression);
    return exact === undefined ? undefined : constant(exact);
  }
  const of = expression.of.map(polynomialOf);
  if (of.some((one) => one === undefined)) return undefined;
  const [a, b] = of as [Polynomial, Polynomial];
  switch (expression.op) {
    case "+":
      return small(sum(a, b, plus));
    case "-":
      return small(sum(a, b, minus));
    case "negate":
      return sum(constant(rational(0)), a, minus);
    case "*":
      return product(a, b);
    case "/": {
      const divisor = known(b);
      if (divisor === undefined || divisor.n === 0n) return undefined;
      return new Map([...a].map(([key, factor]) => [key, over(factor, divisor)]));
    }
    case "pow": {
      const exponent = known(b);
      if (exponent === undefined || exponent.d !== 1n || exponent.n < 0n || exponent.n > BigInt(MOST_DEGREE))
        return undefined;
      let power: Polynomial | undefined = constant(rational(1));
      for (let i = 0n; i < exponent.n; i++) power = power === undefined ? undefined : product(power, a);
      return power;
    }
    default:
      return undefined;
  }
}

function constant(value: Rational): Polynomial {
  return value.n === 0n ? new Map() : new Map([["", value]]);
}

function known(polynomial: Polynomial): Rational | undefined {
  if (polynomial.size === 0) return rational(0);
  return polynomial.size === 1 ? polynomial.get("") : undefined;
}

function sum(a: Polynomial, b: Polynomial, add: (x: Rational, y: Rational) => Rational): Polynomial {
  const result = new Map(a);
  for (const [key, factor] of b) {
    const total = add(result.get(key) ?? rational(0), factor);
    if (total.n === 0n) result.delete(key);
    else result.set(key, total);
  }
  return result;
}

function product(a: Polynomial, b: Polynomial): Polynomial | undefined {
  if (a.size * b.size > MOST_TERMS) return undefined;
  let result: Polynomial = new Map();
  for (const [left, x] of a) {
    for (const [right, y] of b) {
      const cells = [...left.split(" "), ...right.split(" ")].filter((cell) => cell !== "");
      if (cells.length > MOST_DEGREE) return undefined;
      const key = cells.sort((p, q) => Number(p) - Number(q)).join(" ");
      result = sum(result, new Map([[key, times(x, y)]]), plus);
    }
  }
  return result;
}

function small(polynomial: Polynomial): Polynomial | undefined {
  return polynomial.size > MOST_TERMS ? undefined : polynomial;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
