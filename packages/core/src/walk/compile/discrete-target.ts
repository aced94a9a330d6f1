// A target formula without its clocks: could it hold in this discrete state if the clocks were right? Almost always
// the answer is no, and it is found quickly: a conjunction starts with the part that failed last time, so a `forall`
// over a thousand processes costs one test while the same process is to blame. Negation is pushed to the leaves.

import type { Expression, Formula } from "../../network/index.ts";
import { compileExpression, type FunctionTable, type Machine } from "../../semantics/evaluate/index.ts";

export type Skeleton = (machine: Machine) => boolean;

export interface SkeletonOptions {
  /** What `deadlock` counts as, before negations around it. */
  readonly deadlock: boolean;
  /** Evaluate in the order that was written: what stands first may protect what follows from failing. */
  readonly inOrder: boolean;
}

export function compileSkeleton(
  formula: Formula,
  positive: boolean,
  functions: FunctionTable,
  options: SkeletonOptions,
): Skeleton {
  const recur = (part: Formula, sign: boolean): Skeleton => compileSkeleton(part, sign, functions, options);
  switch (formula.kind) {
    case "data":
      return ofExpression(formula.condition, positive, functions, options);
    case "clock":
      return () => true;
    case "deadlock":
      return () => options.deadlock === positive;
    case "not":
      return recur(formula.part, !positive);
    case "and":
    case "or": {
      const parts = formula.parts.map((part) => recur(part, positive));
      return (formula.kind === "and") === positive ? all(parts, options) : any(parts);
    }
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const body = recur(formula.body, positive);
      return (formula.kind === "forall") === positive
        ? forAll(cell, min, max, body, options)
        : exists(cell, min, max, body);
    }
  }
}

function ofExpression(
  expression: Expression,
  positive: boolean,
  functions: FunctionTable,
  options: SkeletonOptions,
): Skeleton {
  const recur = (part: Expression, sign: boolean): Skeleton => ofExpression(part, sign, functions, options);
  switch (expression.kind) {
    case "and":
    case "or": {
      const parts = chain(expression, expression.kind).map((part) => recur(part, positive));
      return (expression.kind === "and") === positive ? all(parts, options) : any(parts);
    }
    case "unary":
      if (expression.op === "!") return recur(expression.operand, !positive);
      break;
    case "forall":
    case "exists": {
      const { cell, min, max } = expression;
      const body = recur(expression.body, positive);
      return (expression.kind === "forall") === positive
        ? forAll(cell, min, max, body, options)
        : exists(cell, min, max, body);
    }
  }
  const value = compileExpression(expression, functions);
  return positive ? (m) => value(m) !== 0 : (m) => value(m) === 0;
}

/** The parts of `a && b && c`. */
function chain(expression: Expression, kind: "and" | "or"): Expression[] {
  if (expression.kind !== kind) return [expression];
  return [...chain(expression.left, kind), ...chain(expression.right, kind)];
}

function all(parts: readonly Skeleton[], { inOrder }: SkeletonOptions): Skeleton {
  let suspect = 0;
  return (m) => {
    if (!inOrder && !parts[suspect]!(m)) return false;
    for (let i = 0; i < parts.length; i++) {
      if (parts[i]!(m)) continue;
      suspect = i;
      return false;
    }
    return true;
  };
}

function any(parts: readonly Skeleton[]): Skeleton {
  return (m) => {
    for (let i = 0; i < parts.length; i++) if (parts[i]!(m)) return true;
    return false;
  };
}

function forAll(cell: number, min: number, max: number, body: Skeleton, { inOrder }: SkeletonOptions): Skeleton {
  let suspect = min;
  return (m) => {
    if (max < min) return true;
    if (!inOrder) {
      m.memory[m.frame + cell] = suspect;
      if (!body(m)) return false;
    }
    for (let value = min; value <= max; value++) {
      m.memory[m.frame + cell] = value;
      if (body(m)) continue;
      suspect = value;
      return false;
    }
    return true;
  };
}

function exists(cell: number, min: number, max: number, body: Skeleton): Skeleton {
  return (m) => {
    for (let value = min; value <= max; value++) {
      m.memory[m.frame + cell] = value;
      if (body(m)) return true;
    }
    return false;
  };
}
