// The SIMD instructions that zones need, for lanes of 16 and of 32 bits behind one interface, so that the kernel is
// written once. Bounds are encoded as in `zone/bound.ts`; infinity is the lane's greatest value.

import type { FunctionWriter } from "./function-writer.ts";
import { load16s, load32 } from "./memory.ts";
import { type Arg, asValue, type Value, writing } from "./value.ts";

const op =
  (opcode: number) =>
  (...args: Arg[]): Value =>
    writing((to) => {
      for (const arg of args) asValue(arg).write(to);
      to.byte(0xfd);
      to.unsigned(opcode);
    });

export const load128 = (address: Arg, offset = 0): Value =>
  writing((to) => {
    asValue(address).write(to);
    to.byte(0xfd);
    to.unsigned(0);
    to.unsigned(0);
    to.unsigned(offset);
  });

export const vectorOf = (bytes: readonly number[]): Value =>
  writing((to) => {
    to.byte(0xfd);
    to.unsigned(12);
    for (const byte of bytes) to.byte(byte & 0xff);
  });

export const swizzle = op(14);
export const vand = op(78);
/** `a` without the bits of `b`. */
export const vandnot = op(79);
export const vor = op(80);
export const vxor = op(81);
/** Lanes of `a` where the mask is 1, else of `b`. */
export const bitselect = (a: Value, b: Value, mask: Value): Value => op(82)(a, b, mask);
export const anyTrue = op(83);
/** Bytes of `a` (0–15) and `b` (16–31) by the pattern. */
export const shuffle = (a: Value, b: Value, pattern: readonly number[]): Value =>
  writing((to) => {
    a.write(to);
    b.write(to);
    to.byte(0xfd);
    to.unsigned(13);
    for (const byte of pattern) to.byte(byte);
  });
export const i8x16Splat = op(15);
export const i8x16Sub = op(113);
export const i8x16LtU = op(38);
/** Four lanes of 32 bits, each the sum of two neighbouring lanes of 16 bits. */
export const pairSums = op(126);
export const i32x4Mul = op(181);
export const i32x4ShrU = op(173);
export const i32x4Lane = (a: Value, lane: number): Value =>
  writing((to) => {
    a.write(to);
    to.byte(0xfd);
    to.unsigned(27);
    to.byte(lane);
  });

export interface Lanes {
  readonly bits: 16 | 32;
  readonly bytes: 2 | 4;
  /** Lanes of a vector. */
  readonly count: 8 | 4;
  readonly infinity: number;
  splat(value: Arg): Value;
  constant(values: readonly number[]): Value;
  add(a: Value, b: Value): Value;
  /** The same for bounds: what leaves lanes of 16 bits is as large, or as small, as they hold. */
  sum(a: Value, b: Value): Value;
  sub(a: Value, b: Value): Value;
  min(a: Value, b: Value): Value;
  gt(a: Value, b: Value): Value;
  lt(a: Value, b: Value): Value;
  eq(a: Value, b: Value): Value;
  /** Lane 0 as a signed number. */
  first(a: Value): Value;
  load(address: Arg, offset?: number): Value;
  store(f: FunctionWriter, address: Arg, value: Arg, offset?: number): void;
}

function lanes(
  bits: 16 | 32,
  codes: Record<"splat" | "add" | "sum" | "sub" | "min" | "gt" | "lt" | "eq", number>,
): Lanes {
  const bytes = bits === 16 ? 2 : 4;
  return {
    bits,
    bytes,
    count: bits === 16 ? 8 : 4,
    infinity: bits === 16 ? 0x7fff : 0x7fffffff,
    splat: op(codes.splat),
    constant: (values) =>
      vectorOf(values.flatMap((value) => Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 0xff))),
    add: op(codes.add),
    sum: op(codes.sum),
    sub: op(codes.sub),
    min: op(codes.min),
    gt: op(codes.gt),
    lt: op(codes.lt),
    eq: op(codes.eq),
    first: (a) =>
      writing((to) => {
        a.write(to);
        to.byte(0xfd);
        to.unsigned(bits === 16 ? 24 : 27);
        to.byte(0);
      }),
    load: bits === 16 ? load16s : load32,
    store: (f, address, value, offset = 0) =>
      bits === 16 ? f.store16(address, value, offset) : f.store32(address, value, offset),
  };
}

export const LANES_16: Lanes = lanes(16, { splat: 16, add: 142, sum: 143, sub: 145, min: 150, gt: 49, lt: 47, eq: 45 });
export const LANES_32: Lanes = lanes(32, { splat: 17, add: 174, sum: 174, sub: 177, min: 182, gt: 59, lt: 57, eq: 55 });
