// Between which numbers an expression lies, if its cells lie between theirs: what shows that a guard never holds where
// there are too many combinations to try (three selects of two thousand values each). What is not plain arithmetic lies
// anywhere.

import type { BinaryOperator, Expression, Place } from "../../network/index.ts";

export type Hull = readonly [min: number, max: number];

/** Where cells lie; `frame` of those of the frame; undefined: anywhere. */
export interface HullScope {
  cell(cell: number): Hull | undefined;
  frame(cell: number): Hull | undefined;
}

const INT32: Hull = [-0x80000000, 0x7fffffff];
const TRUTH: Hull = [0, 1];
/** Elements of an array that are looked through. */
const MOST_ELEMENTS = 4096;

/** Has effects, or is not looked into: nothing is known of the whole. */
class Opaque extends Error {}

/** Is the condition false wherever cells lie so? What fails on the way does not hold either. */
export function neverHolds(condition: Expression, scope: HullScope): boolean {
  try {
    const [min, max] = hullOf(condition, scope);
    return min === 0 && max === 0;
  } catch (error) {
    if (error instanceof Opaque) return false;
    throw error;
  }
}

function hullOf(expression: Expression, scope: HullScope): Hull {
  switch (expression.kind) {
    case "constant":
      return [expression.value, expression.value];
    case "load":
      return loaded(expression.place, scope);
    case "unary":
      return unary(expression.op, hullOf(expression.operand, scope));
    case "binary":
      return within(binary(expression.op, hullOf(expression.left, scope), hullOf(expression.right, scope)));
    case "and":
    case "or": {
      const [left, right] = [truth(hullOf(expression.left, scope)), truth(hullOf(expression.right, scope))];
      const join = expression.kind === "and" ? Math.min : Math.max;
      return [join(left[0], right[0]), join(left[1], right[1])];
    }
    case "conditional": {
      const condition = truth(hullOf(expression.condition, scope));
      const [then, otherwise] = [hullOf(expression.then, scope), hullOf(expression.otherwise, scope)];
      if (condition[0] === 1) return then;
      if (condition[1] === 0) return otherwise;
      return [Math.min(then[0], otherwise[0]), Math.max(then[1], otherwise[1])];
    }
    case "forall":
    case "exists": {
      const { cell, min, max, kind } = expression;
      const body = truth(hullOf(expression.body, binding(scope, cell, [min, max])));
      if (max < min) return kind === "forall" ? [1, 1] : [0, 0];
      return body;
    }
    case "at":
    case "same":
      return TRUTH;
    default:
      throw new Opaque();
  }
}

function loaded({ space, base, offset, steps }: Place, scope: HullScope): Hull {
  if (space === "reference") return INT32;
  // An index may have effects, too.
  for (const { index } of steps) hullOf(index, scope);
  const elements = steps.reduce((product, { count }) => product * count, 1);
  if (elements > MOST_ELEMENTS) return INT32;
  let cells = [base + offset];
  for (const { count, stride } of steps) {
    cells = cells.flatMap((cell) => Array.from({ length: count }, (_, at) => cell + at * stride));
  }
  const hulls = cells.map((cell) => (space === "state" ? scope.cell(cell) : scope.frame(cell)) ?? INT32);
  return [Math.min(...hulls.map(([min]) => min)), Math.max(...hulls.map(([, max]) => max))];
}

function binding(scope: HullScope, bound: number, hull: Hull): HullScope {
  return { ...scope, frame: (cell) => (cell === bound ? hull : scope.frame(cell)) };
}

function truth([min, max]: Hull): Hull {
  return [min > 0 || max < 0 ? 1 : 0, min === 0 && max === 0 ? 0 : 1];
}

/** Arithmetic wraps: what lies outside may come out anywhere. */
function within(hull: Hull): Hull {
  return hull[0] < INT32[0] || hull[1] > INT32[1] ? INT32 : hull;
}

function unary(op: "-" | "!" | "abs", [min, max]: Hull): Hull {
  if (op === "-") return within([0 - max, 0 - min]);
  if (op === "abs") return within([min > 0 ? min : max < 0 ? -max : 0, Math.max(Math.abs(min), Math.abs(max))]);
  const [least, most] = truth([min, max]);
  return [1 - most, 1 - least];
}

function binary(op: BinaryOperator, [a, b]: Hull, [c, d]: Hull): Hull {
  switch (op) {
    case "+":
      return [a + c, b + d];
    case "-":
      return [a - d, b - c];
    case "*": {
      const corners = [a * c, a * d, b * c, b * d];
      return [Math.min(...corners), Math.max(...corners)];
    }
    case "<?":
      return [Math.min(a, c), Math.min(b, d)];
    case ">?":
      return [Math.max(a, c), Math.max(b, d)];
    case "<":
      return decided(b < c, a >= d);
    case "<=":
      return decided(b <= c, a > d);
    case ">":
      return decided(a > d, b <= c);
    case ">=":
      return decided(a >= d, b < c);
    case "==":
      return decided(a === b && c === d && a === c, b < c || d < a);
    case "!=":
      return decided(b < c || d < a, a === b && c === d && a === c);
    default:
      return INT32;
  }
}

function decided(always: boolean, never: boolean): Hull {
  return always ? [1, 1] : never ? [0, 0] : TRUTH;
}
