// The binary operators on int32. Arithmetic wraps, division truncates towards zero, and what has no value in C
// (division by zero, a negative shift) is a fault of the model.

import type { Span } from "../../diagnostics/index.ts";
import type { AssignmentOperator, BinaryOperator } from "../../network/index.ts";
import { ModelFault } from "../fault.ts";

export type Operation = (left: number, right: number, span: Span | undefined) => number;

export const OPERATIONS: Readonly<Record<BinaryOperator, Operation>> = {
  "+": (a, b) => (a + b) | 0,
  "-": (a, b) => (a - b) | 0,
  "*": (a, b) => Math.imul(a, b),
  "/": (a, b, span) => (b === 0 ? divisionByZero(span) : (a / b) | 0),
  "%": (a, b, span) => (b === 0 ? divisionByZero(span) : (a % b) | 0),
  "**": power,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b, span) => a << shiftCount(b, span),
  ">>": (a, b, span) => a >> shiftCount(b, span),
  "<?": (a, b) => Math.min(a, b),
  ">?": (a, b) => Math.max(a, b),
  "<": (a, b) => (a < b ? 1 : 0),
  "<=": (a, b) => (a <= b ? 1 : 0),
  "==": (a, b) => (a === b ? 1 : 0),
  "!=": (a, b) => (a !== b ? 1 : 0),
  ">=": (a, b) => (a >= b ? 1 : 0),
  ">": (a, b) => (a > b ? 1 : 0),
};

/** `target op= value`; plain assignment is the value. */
export function assignmentOperation(op: AssignmentOperator): Operation {
  return op === "" ? (_target, value) => value : OPERATIONS[op];
}

function divisionByZero(span: Span | undefined): never {
  throw new ModelFault("division", "division by zero", span);
}

/** Counts of 32 and more wrap, as on the usual hardware and in WebAssembly. */
function shiftCount(count: number, span: Span | undefined): number {
  if (count < 0) throw new ModelFault("shift", `shift by a negative number (${count})`, span);
  return count & 31;
}

/** A negative exponent yields the integer part of the fraction. */
function power(base: number, exponent: number, span: Span | undefined): number {
  if (exponent < 0) {
    if (base === 0) divisionByZero(span);
    if (base === 1) return 1;
    if (base === -1) return exponent % 2 === 0 ? 1 : -1;
    return 0;
  }
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
