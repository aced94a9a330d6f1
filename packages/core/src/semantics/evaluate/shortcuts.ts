// Closures for the commonest shapes of expressions: a cell, an element of an array, a comparison with a constant. They
// mean what `expression.ts` says; here one closure does what would take three calls, and calls are what evaluating
// costs.

import type { BinaryOperator, Expression, Place, Subscript } from "../../network/index.ts";
import { ModelFault } from "../fault.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluator } from "./machine.ts";

/** The value at a place without steps, or with one: null where it takes more. */
export function shortLoad({ space, base, offset, steps }: Place, functions: Compiler): Evaluator | null {
  const [step] = steps;
  const at = base + offset;
  if (space === "reference" || steps.length > 1) return null;
  if (step === undefined) return space === "state" ? (m) => m.memory[at]! : (m) => m.memory[m.frame + at]!;
  const { first, count, stride } = step;
  const index = functions.expression(step.index);
  // The index first: computing it may call a function and so move the memory.
  if (space === "frame") {
    return (m) => {
      const position = index(m) - first;
      if (position < 0 || position >= count) outside(step, position);
      return m.memory[m.frame + at + position * stride]!;
    };
  }
  return (m) => {
    const position = index(m) - first;
    if (position < 0 || position >= count) outside(step, position);
    return m.memory[at + position * stride]!;
  };
}

export function outside({ first, count, span }: Subscript, position: number): never {
  throw new ModelFault("index", `index ${first + position} is outside ${first} … ${first + count - 1}`, span);
}

type Binary = Extract<Expression, { kind: "binary" }>;

/** Comparisons, sums and differences; null for what may fail or is rare. */
export function shortBinary({ op, left, right }: Binary, functions: Compiler): Evaluator | null {
  if (right.kind === "constant") {
    const cell = left.kind === "load" ? cellOf(left.place) : undefined;
    if (cell !== undefined) return cellAndConstant(op, cell, right.value);
    return withConstant(op, functions.expression(left), right.value);
  }
  return ofBoth(op, functions.expression(left), functions.expression(right));
}

function cellOf({ space, base, offset, steps }: Place): number | undefined {
  return space === "state" && steps.length === 0 ? base + offset : undefined;
}

function cellAndConstant(op: BinaryOperator, cell: number, value: number): Evaluator | null {
  switch (op) {
    case "+":
      return (m) => (m.memory[cell]! + value) | 0;
    case "-":
      return (m) => (m.memory[cell]! - value) | 0;
    case "<":
      return (m) => (m.memory[cell]! < value ? 1 : 0);
    case "<=":
      return (m) => (m.memory[cell]! <= value ? 1 : 0);
    case "==":
      return (m) => (m.memory[cell] === value ? 1 : 0);
    case "!=":
      return (m) => (m.memory[cell] !== value ? 1 : 0);
    case ">=":
      return (m) => (m.memory[cell]! >= value ? 1 : 0);
    case ">":
      return (m) => (m.memory[cell]! > value ? 1 : 0);
    default:
      return null;
  }
}

function withConstant(op: BinaryOperator, left: Evaluator, value: number): Evaluator | null {
  switch (op) {
    case "+":
      return (m) => (left(m) + value) | 0;
    case "-":
      return (m) => (left(m) - value) | 0;
    case "<":
      return (m) => (left(m) < value ? 1 : 0);
    case "<=":
      return (m) => (left(m) <= value ? 1 : 0);
    case "==":
      return (m) => (left(m) === value ? 1 : 0);
    case "!=":
      return (m) => (left(m) !== value ? 1 : 0);
    case ">=":
      return (m) => (left(m) >= value ? 1 : 0);
    case ">":
      return (m) => (left(m) > value ? 1 : 0);
    default:
      return null;
  }
}

function ofBoth(op: BinaryOperator, left: Evaluator, right: Evaluator): Evaluator | null {
  switch (op) {
    case "+":
      return (m) => (left(m) + right(m)) | 0;
    case "-":
      return (m) => (left(m) - right(m)) | 0;
    case "<":
      return (m) => (left(m) < right(m) ? 1 : 0);
    case "<=":
      return (m) => (left(m) <= right(m) ? 1 : 0);
    case "==":
      return (m) => (left(m) === right(m) ? 1 : 0);
    case "!=":
      return (m) => (left(m) !== right(m) ? 1 : 0);
    case ">=":
      return (m) => (left(m) >= right(m) ? 1 : 0);
    case ">":
      return (m) => (left(m) > right(m) ? 1 : 0);
    default:
      return null;
  }
}
