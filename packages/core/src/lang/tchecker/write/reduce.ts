// Reduces expressions of the network to the few forms TChecker has. Quantifiers over constant ranges are unrolled,
// `||` is said with `!` and `&&`, minimum, maximum and `abs` with `if`; select values and other known frame cells are
// put in. Evaluation order and short circuits stay as they were.

import type { Expression, Place, Subscript } from "../../../network/index.ts";
import { and, conditional, fold, negate, not, ONE, ZERO } from "../fold.ts";
import type { Refusals } from "./refusals.ts";

/** Frame cells whose value is known while writing. */
export type Known = ReadonlyMap<number, number>;

const MAX_UNROLLED = 4096;
const DIRECT: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "<", "<=", "==", "!=", ">=", ">"]);
const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);
type DirectOp = "+" | "-" | "*" | "/" | "%" | "<" | "<=" | "==" | "!=" | ">=" | ">";

export function reduce(expression: Expression, known: Known, refusals: Refusals): Expression {
  const again = (part: Expression): Expression => reduce(part, known, refusals);
  switch (expression.kind) {
    case "constant":
      return expression;
    case "load": {
      const { place } = expression;
      const value =
        place.space === "frame" && place.steps.length === 0 ? known.get(place.base + place.offset) : undefined;
      return value === undefined
        ? { kind: "load", place: reducePlace(place, known, refusals) }
        : { kind: "constant", value };
    }
    case "unary": {
      const operand = again(expression.operand);
      if (expression.op === "-") return negate(operand);
      if (expression.op === "!") return not(operand);
      return conditional(fold("<", operand, ZERO), negate(operand), operand);
    }
    case "binary": {
      const left = again(expression.left);
      const right = again(expression.right);
      if (DIRECT.has(expression.op)) return fold(expression.op as DirectOp, left, right);
      if (expression.op === "<?") return conditional(fold("<", left, right), left, right);
      if (expression.op === ">?") return conditional(fold(">", left, right), left, right);
      refusals.refuse(`the operator \`${expression.op}\``, expression.span);
      return ZERO;
    }
    // What is never evaluated is not looked at: it may well be out of range.
    case "and": {
      const left = again(expression.left);
      return left.kind === "constant" && left.value === 0 ? ZERO : and(left, again(expression.right));
    }
    case "or": {
      const left = again(expression.left);
      return left.kind === "constant" && left.value !== 0 ? ONE : or(left, again(expression.right));
    }
    case "conditional": {
      const condition = again(expression.condition);
      if (condition.kind === "constant") return again(condition.value !== 0 ? expression.then : expression.otherwise);
      return conditional(condition, again(expression.then), again(expression.otherwise));
    }
    case "forall":
    case "exists":
    case "sum":
      return unroll(expression, known, refusals);
    case "choose": {
      const index = again(expression.index);
      let result: Expression = fold("/", ONE, ZERO);
      for (const [value, part] of [...expression.cases.entries()].reverse()) {
        result = conditional(fold("==", index, { kind: "constant", value }), again(part), result);
      }
      return result;
    }
    case "same":
      return sameCells(expression, known, refusals);
    case "check":
      refusals.refuse("a range check inside an expression", expression.span);
      return ZERO;
    case "at":
      refusals.refuse("a guard or update that asks where another process is");
      return ZERO;
    case "assign":
    case "copy":
    case "clock-assign":
    case "sequence":
      refusals.refuse("an assignment inside an expression", "span" in expression ? expression.span : undefined);
      return ZERO;
    case "call":
      refusals.refuse("a function call", expression.span);
      return ZERO;
    case "unsupported":
      refusals.refuse(expression.feature, expression.span);
      return ZERO;
  }
}

/** Constant steps are put into the base; what is left is computed while the model runs. */
export function reducePlace(place: Place, known: Known, refusals: Refusals): Place {
  const { base, steps } = reduceSteps(place.base + place.offset, place.steps, known, refusals);
  return { space: place.space, base, offset: 0, steps };
}

export function reduceSteps(start: number, steps: readonly Subscript[], known: Known, refusals: Refusals) {
  let base = start;
  const rest: Subscript[] = [];
  for (const step of steps) {
    const index = reduce(step.index, known, refusals);
    if (index.kind !== "constant") {
      rest.push({ ...step, index });
    } else if (index.value < step.first || index.value >= step.first + step.count) {
      refusals.refuse("an index that is always out of range", step.span);
    } else {
      base += (index.value - step.first) * step.stride;
    }
  }
  return { base, steps: rest };
}

type Quantified = Extract<Expression, { kind: "forall" | "exists" | "sum" }>;

function unroll({ kind, cell, min, max, body }: Quantified, known: Known, refusals: Refusals): Expression {
  if (max - min >= MAX_UNROLLED) {
    refusals.refuse(`a quantifier over more than ${MAX_UNROLLED} values`);
    return ZERO;
  }
  let result: Expression | undefined;
  for (let value = min; value <= max; value++) {
    const part = reduce(body, new Map(known).set(cell, value), refusals);
    if (result === undefined) result = kind === "sum" ? part : truth(part);
    else result = kind === "sum" ? fold("+", result, part) : kind === "forall" ? and(result, part) : or(result, part);
  }
  return result ?? (kind === "forall" ? ONE : ZERO);
}

function sameCells(
  { left, right, size }: Extract<Expression, { kind: "same" }>,
  known: Known,
  refusals: Refusals,
): Expression {
  if (size > MAX_UNROLLED) refusals.refuse("a comparison of large arrays");
  let result: Expression = ONE;
  for (let i = 0; i < Math.min(size, MAX_UNROLLED); i++) {
    const cell = (place: Place): Expression =>
      reduce({ kind: "load", place: { ...place, offset: place.offset + i } }, known, refusals);
    result = and(result, fold("==", cell(left), cell(right)));
  }
  return result;
}

function or(left: Expression, right: Expression): Expression {
  if (left.kind === "constant") return left.value !== 0 ? ONE : truth(right);
  return not(and(not(left), not(right)));
}

/** The same truth as 0 or 1. */
function truth(value: Expression): Expression {
  const decides =
    value.kind === "and" ||
    (value.kind === "unary" && value.op === "!") ||
    (value.kind === "binary" && COMPARISONS.has(value.op));
  return decides ? value : fold("!=", value, ZERO);
}
