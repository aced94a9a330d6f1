// Expressions over the cells of a state whose values are real numbers: weights of branches, rewards, and the state
// formulas of probabilistic questions. The engines never see them: they compute with integers. Truth is 1 and 0.

export const NUMERIC_OPERATORS = [
  ...(["+", "-", "*", "/", "negate", "=", "!=", "<", "<=", ">", ">=", "!", "&", "|", "=>", "<=>", "?:"] as const),
  ...(["min", "max", "floor", "ceil", "round", "pow", "mod", "log"] as const),
] as const;
export type NumericOperator = (typeof NUMERIC_OPERATORS)[number];

export type NumericExpression =
  /** `exact` is the value as a fraction, `1/3`, where it is known and the number may not be. */
  | { readonly kind: "number"; readonly value: number; readonly exact?: string }
  | { readonly kind: "cell"; readonly cell: number }
  | { readonly kind: "operation"; readonly op: NumericOperator; readonly of: readonly NumericExpression[] };

/** The cells that it reads. */
export function cellsRead(expression: NumericExpression, into: Set<number> = new Set()): Set<number> {
  if (expression.kind === "cell") into.add(expression.cell);
  else if (expression.kind === "operation") for (const one of expression.of) cellsRead(one, into);
  return into;
}

/** Its value in a state, by double-precision arithmetic. */
export type NumericFunction = (cells: ArrayLike<number>) => number;

/** The expression as a function. Division follows IEEE 754: 5/0 is infinite, 0/0 is no number. */
export function numericFunction(expression: NumericExpression): NumericFunction {
  switch (expression.kind) {
    case "number": {
      const { value } = expression;
      return () => value;
    }
    case "cell": {
      const { cell } = expression;
      return (cells) => cells[cell]!;
    }
    case "operation":
      return operation(expression.op, expression.of.map(numericFunction));
  }
}

function operation(op: NumericOperator, of: readonly NumericFunction[]): NumericFunction {
  const [a, b, c] = of as [NumericFunction, NumericFunction, NumericFunction];
  switch (op) {
    case "+":
      return (s) => a(s) + b(s);
    case "-":
      return (s) => a(s) - b(s);
    case "*":
      return (s) => a(s) * b(s);
    case "/":
      return (s) => a(s) / b(s);
    case "negate":
      return (s) => -a(s);
    case "=":
      return (s) => (a(s) === b(s) ? 1 : 0);
    case "!=":
      return (s) => (a(s) !== b(s) ? 1 : 0);
    case "<":
      return (s) => (a(s) < b(s) ? 1 : 0);
    case "<=":
      return (s) => (a(s) <= b(s) ? 1 : 0);
    case ">":
      return (s) => (a(s) > b(s) ? 1 : 0);
    case ">=":
      return (s) => (a(s) >= b(s) ? 1 : 0);
    case "!":
      return (s) => (a(s) === 0 ? 1 : 0);
    case "&":
      return (s) => (a(s) !== 0 && b(s) !== 0 ? 1 : 0);
    case "|":
      return (s) => (a(s) !== 0 || b(s) !== 0 ? 1 : 0);
    case "=>":
      return (s) => (a(s) === 0 || b(s) !== 0 ? 1 : 0);
    case "<=>":
      return (s) => (a(s) === b(s) ? 1 : 0);
    case "?:":
      return (s) => (a(s) !== 0 ? b(s) : c(s));
    case "min":
      return (s) => of.reduce((least, one) => Math.min(least, one(s)), Number.POSITIVE_INFINITY);
    case "max":
      return (s) => of.reduce((most, one) => Math.max(most, one(s)), Number.NEGATIVE_INFINITY);
    case "floor":
      return (s) => Math.floor(a(s));
    case "ceil":
      return (s) => Math.ceil(a(s));
    // Halves go up: round(2.5) is 3, round(-2.5) is -2.
    case "round":
      return (s) => Math.floor(a(s) + 0.5);
    case "pow":
      return (s) => a(s) ** b(s);
    case "mod":
      return (s) => {
        const divisor = b(s);
        return ((a(s) % divisor) + divisor) % divisor;
      };
    case "log":
      return (s) => Math.log(a(s)) / Math.log(b(s));
  }
}
