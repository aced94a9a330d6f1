// Expressions with some frame cells known: loads of those cells become constants, and what can be computed is. This is
// how quantifiers and selects are spelled out where an analysis wants one condition per value.

import { defined } from "../basics/defined.ts";
import type { Argument, Expression, IndexedRef, Place, Subscript } from "../network/index.ts";

/** Values of frame cells. */
export type Bindings = ReadonlyMap<number, number>;

export const NO_BINDINGS: Bindings = new Map();

export function specialise(expression: Expression, bindings: Bindings): Expression {
  const recur = (inner: Expression): Expression => specialise(inner, bindings);
  switch (expression.kind) {
    case "constant":
    case "unsupported":
      return expression;
    case "load": {
      const { place } = expression;
      const value = place.space === "frame" && place.steps.length === 0 ? bindings.get(place.base) : undefined;
      return value === undefined ? { ...expression, place: specialisePlace(place, bindings) } : constant(value);
    }
    case "unary":
      return fold({ ...expression, operand: recur(expression.operand) });
    case "binary":
      return fold({ ...expression, left: recur(expression.left), right: recur(expression.right) });
    case "and":
    case "or": {
      const left = recur(expression.left);
      if (left.kind === "constant") {
        if ((left.value !== 0) === (expression.kind === "or")) return constant(expression.kind === "or" ? 1 : 0);
        return truth(recur(expression.right));
      }
      return { ...expression, left, right: recur(expression.right) };
    }
    case "conditional": {
      const condition = recur(expression.condition);
      if (condition.kind === "constant") return recur(condition.value !== 0 ? expression.then : expression.otherwise);
      return { ...expression, condition, then: recur(expression.then), otherwise: recur(expression.otherwise) };
    }
    case "forall":
    case "exists":
    case "sum":
      return { ...expression, body: specialise(expression.body, without(bindings, expression.cell)) };
    case "at":
      return { ...expression, process: specialiseRef(expression.process, bindings) };
    case "check": {
      const value = recur(expression.value);
      const { min, max } = expression;
      return value.kind === "constant" && value.value >= min && value.value <= max ? value : { ...expression, value };
    }
    case "sequence": {
      const first = expression.first.map(recur).filter(({ kind }) => kind !== "constant");
      const value = recur(expression.value);
      return first.length === 0 ? value : { ...expression, first, value };
    }
    case "choose": {
      const index = recur(expression.index);
      const chosen = index.kind === "constant" ? expression.cases[index.value] : undefined;
      return chosen === undefined ? { ...expression, index, cases: expression.cases.map(recur) } : recur(chosen);
    }
    case "same":
      return {
        ...expression,
        left: specialisePlace(expression.left, bindings),
        right: specialisePlace(expression.right, bindings),
      };
    case "assign":
      return { ...expression, target: specialisePlace(expression.target, bindings), value: recur(expression.value) };
    case "copy":
      return {
        ...expression,
        target: specialisePlace(expression.target, bindings),
        source: specialisePlace(expression.source, bindings),
      };
    case "clock-assign":
      return {
        ...expression,
        clock: specialiseRef(expression.clock, bindings),
        value: recur(expression.value),
        ...defined({
          source: expression.source === undefined ? undefined : specialiseRef(expression.source, bindings),
        }),
      };
    case "call":
      return {
        ...expression,
        arguments: expression.arguments.map((argument) => specialiseArgument(argument, bindings)),
      };
  }
}

function specialiseArgument(argument: Argument, bindings: Bindings): Argument {
  switch (argument.kind) {
    case "value":
      return { ...argument, value: specialise(argument.value, bindings) };
    case "copy":
      return { ...argument, source: specialisePlace(argument.source, bindings) };
    case "reference":
      return { ...argument, place: specialisePlace(argument.place, bindings) };
    case "clock":
      return { ...argument, clock: specialiseRef(argument.clock, bindings) };
  }
}

/** Steps with a constant index in range move the base and disappear. */
export function specialiseRef<R extends IndexedRef>(ref: R, bindings: Bindings): R {
  const { moved, steps } = foldSteps(ref.steps, bindings);
  return { ...ref, base: ref.base + moved, steps };
}

export function specialisePlace(place: Place, bindings: Bindings): Place {
  const { moved, steps } = foldSteps(place.steps, bindings);
  if (place.space === "reference") return { ...place, offset: place.offset + moved, steps };
  return { ...place, base: place.base + moved, steps };
}

function foldSteps(steps: readonly Subscript[], bindings: Bindings): { moved: number; steps: Subscript[] } {
  let moved = 0;
  const rest: Subscript[] = [];
  for (const step of steps) {
    const index = specialise(step.index, bindings);
    const at = index.kind === "constant" ? index.value - step.first : -1;
    if (at >= 0 && at < step.count) moved += at * step.stride;
    else rest.push({ ...step, index });
  }
  return { moved, steps: rest };
}

const constant = (value: number): Expression => ({ kind: "constant", value });

/** The expression as 0 or 1. */
function truth(expression: Expression): Expression {
  if (expression.kind === "constant") return constant(expression.value !== 0 ? 1 : 0);
  return { kind: "binary", op: "!=", left: expression, right: constant(0) };
}

/** What has no value (a division by zero) is left as it is: that it is a fault shows when it is evaluated. */
function fold(expression: Extract<Expression, { kind: "unary" | "binary" }>): Expression {
  if (expression.kind === "unary") {
    if (expression.operand.kind !== "constant") return expression;
    const { value } = expression.operand;
    return constant(
      expression.op === "-" ? -value | 0 : expression.op === "abs" ? Math.abs(value) | 0 : value === 0 ? 1 : 0,
    );
  }
  if (expression.left.kind !== "constant" || expression.right.kind !== "constant") return expression;
  const a = expression.left.value;
  const b = expression.right.value;
  switch (expression.op) {
    case "+":
      return constant((a + b) | 0);
    case "-":
      return constant((a - b) | 0);
    case "*":
      return constant(Math.imul(a, b));
    case "/":
      return b === 0 ? expression : constant((a / b) | 0);
    case "%":
      return b === 0 ? expression : constant((a % b) | 0);
    case "<":
      return constant(a < b ? 1 : 0);
    case "<=":
      return constant(a <= b ? 1 : 0);
    case "==":
      return constant(a === b ? 1 : 0);
    case "!=":
      return constant(a !== b ? 1 : 0);
    case ">=":
      return constant(a >= b ? 1 : 0);
    case ">":
      return constant(a > b ? 1 : 0);
    case "<?":
      return constant(Math.min(a, b));
    case ">?":
      return constant(Math.max(a, b));
    default:
      return expression;
  }
}

function without(bindings: Bindings, cell: number): Bindings {
  if (!bindings.has(cell)) return bindings;
  const rest = new Map(bindings);
  rest.delete(cell);
  return rest;
}
