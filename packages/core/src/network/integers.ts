// Arithmetic of the language: int32 as in C, wrapping on overflow. `null` is an invalid evaluation (division by zero,
// a negative shift), which the model meets as a fault at run time.

import type { BinaryOperator } from "./network.ts";

export const INT32_MIN = -2147483648;
export const INT32_MAX = 2147483647;

export function applyBinary(op: BinaryOperator, a: number, b: number): number | null {
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
      return b === 0 ? null : (a / b) | 0;
    case "%":
      return b === 0 ? null : (a % b) | 0;
    case "**":
      return b < 0 ? null : power(a, b);
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return b < 0 ? null : a << (b & 31);
    case ">>":
      return b < 0 ? null : a >> (b & 31);
    case "<?":
      return Math.min(a, b);
    case ">?":
      return Math.max(a, b);
    case "<":
      return a < b ? 1 : 0;
    case "<=":
      return a <= b ? 1 : 0;
    case "==":
      return a === b ? 1 : 0;
    case "!=":
      return a !== b ? 1 : 0;
    case ">=":
      return a >= b ? 1 : 0;
    case ">":
      return a > b ? 1 : 0;
  }
}

function power(base: number, exponent: number): number {
  let result = 1;
  let factor = base;
  for (let e = exponent; e > 0; e = Math.floor(e / 2)) {
    if (e % 2 === 1) result = Math.imul(result, factor);
    factor = Math.imul(factor, factor);
  }
  return result;
}
