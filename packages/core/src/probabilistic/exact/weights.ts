// Probabilities as fractions: the weights of a state evaluated once more, in rationals.

import {
  ceil,
  compare,
  floor,
  minus,
  over,
  parseRational,
  plus,
  type Rational,
  rational,
  times,
} from "../../basics/rational.ts";
import type { NumericExpression, NumericOperator } from "../../network/index.ts";

/** The expression has no exact value that is known: a root, a logarithm, a number without a fraction. */
export class Inexact extends Error {}

export function exactValueOf(expression: NumericExpression, cells: ArrayLike<number>): Rational {
  switch (expression.kind) {
    case "cell":
      return rational(cells[expression.cell]!);
    case "number": {
      const text = expression.exact;
      const value =
        text === undefined
          ? Number.isSafeInteger(expression.value)
            ? rational(expression.value)
            : undefined
          : parseRational(text);
      if (value === undefined) throw new Inexact();
      return value;
    }
    case "operation":
      return apply(expression.op, expression.of, cells);
  }
}

function apply(op: NumericOperator, of: readonly NumericExpression[], cells: ArrayLike<number>): Rational {
  const at = (k: number): Rational => exactValueOf(of[k]!, cells);
  const truth = (holds: boolean): Rational => rational(holds ? 1 : 0);
  const isTrue = (k: number): boolean => at(k).n !== 0n;
  switch (op) {
    case "+":
      return plus(at(0), at(1));
    case "-":
      return minus(at(0), at(1));
    case "*":
      return times(at(0), at(1));
    case "/": {
      const below = at(1);
      if (below.n === 0n) throw new Inexact();
      return over(at(0), below);
    }
    case "negate":
      return minus(rational(0), at(0));
    case "=":
    case "<=>":
      return truth(compare(at(0), at(1)) === 0);
    case "!=":
      return truth(compare(at(0), at(1)) !== 0);
    case "<":
      return truth(compare(at(0), at(1)) < 0);
    case "<=":
      return truth(compare(at(0), at(1)) <= 0);
    case ">":
      return truth(compare(at(0), at(1)) > 0);
    case ">=":
      return truth(compare(at(0), at(1)) >= 0);
    case "!":
      return truth(!isTrue(0));
    case "&":
      return truth(isTrue(0) && isTrue(1));
    case "|":
      return truth(isTrue(0) || isTrue(1));
    case "=>":
      return truth(!isTrue(0) || isTrue(1));
    case "?:":
      return isTrue(0) ? at(1) : at(2);
    case "min":
    case "max":
      return of.map((_, k) => at(k)).reduce((a, b) => (compare(a, b) < 0 === (op === "min") ? a : b));
    case "floor":
      return rational(floor(at(0)));
    case "ceil":
      return rational(ceil(at(0)));
    case "round":
      return rational(floor(plus(at(0), rational(1, 2))));
    case "mod": {
      const [value, divisor] = [at(0), at(1)];
      return minus(value, times(divisor, rational(floor(over(value, divisor)))));
    }
    case "pow": {
      const [base, exponent] = [at(0), at(1)];
      if (exponent.d !== 1n || exponent.n < -1000n || exponent.n > 1000n) throw new Inexact();
      const size = exponent.n < 0n ? -exponent.n : exponent.n;
      if (exponent.n < 0n && base.n === 0n) throw new Inexact();
      return exponent.n < 0n ? rational(base.d ** size, base.n ** size) : rational(base.n ** size, base.d ** size);
    }
    case "log":
      throw new Inexact();
  }
}
