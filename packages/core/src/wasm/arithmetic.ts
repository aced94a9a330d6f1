// Arithmetic on i32, as values; constants are folded while code is written.

import { type Arg, asValue, binary, constantOf, unary, type Value, writing } from "./value.ts";

const plus = binary(0x6a, (a, b) => (a + b) | 0);
const times = binary(0x6c, Math.imul);
export const add = (a: Arg, b: Arg): Value =>
  constantOf(b) === 0 ? asValue(a) : constantOf(a) === 0 ? asValue(b) : plus(a, b);
export const sub = binary(0x6b, (a, b) => (a - b) | 0);
export const mul = (a: Arg, b: Arg): Value => {
  const factor = constantOf(b);
  if (factor === 1) return asValue(a);
  if (factor !== undefined && factor > 0 && (factor & (factor - 1)) === 0 && constantOf(a) === undefined) {
    return shl(a, 31 - Math.clz32(factor));
  }
  return times(a, b);
};
export const divS = binary(0x6d);
export const remS = binary(0x6f);
export const and = binary(0x71, (a, b) => a & b);
export const or = binary(0x72, (a, b) => a | b);
export const xor = binary(0x73, (a, b) => a ^ b);
export const shl = binary(0x74, (a, b) => a << b);
export const shrS = binary(0x75, (a, b) => a >> b);
export const shrU = binary(0x76, (a, b) => a >>> b);
export const rotl = binary(0x77);
export const clz = unary(0x67);
export const ctz = unary(0x68);
export const popcnt = unary(0x69);

/** `condition ? a : b` with both sides evaluated. */
export const select = (condition: Arg, a: Arg, b: Arg): Value =>
  writing((to) => {
    asValue(a).write(to);
    asValue(b).write(to);
    asValue(condition).write(to);
    to.byte(0x1b);
  });
