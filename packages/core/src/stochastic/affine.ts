// Expressions whose values run along straight lines while clocks do: their extremes lie at the ends of a delay.

import type { Expression, RealOperation } from "../network/index.ts";
import { readsClocks } from "./window.ts";

export function isAffine(expression: Expression): boolean {
  if (!readsClocks(expression)) return true;
  if (expression.kind === "unsupported") return expression.real !== undefined && isAffineOperation(expression.real);
  if (expression.kind === "conditional") {
    return !readsClocks(expression.condition) && isAffine(expression.then) && isAffine(expression.otherwise);
  }
  return false;
}

function isAffineOperation(operation: RealOperation): boolean {
  switch (operation.kind) {
    case "literal":
    case "clock":
      return true;
    case "negative":
      return isAffine(operation.operand);
    case "sum":
      return isAffine(operation.body);
    case "arithmetic": {
      const { op, left, right } = operation;
      if (op === "+" || op === "-") return isAffine(left) && isAffine(right);
      if (op === "*") return readsClocks(left) ? isAffine(left) && !readsClocks(right) : isAffine(right);
      return op === "/" && isAffine(left) && !readsClocks(right);
    }
    default:
      return false;
  }
}
