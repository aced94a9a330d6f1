// Values of 64 bits for emitted code: packed states of up to 64 bits, their hashes and the slots that hold them. The
// counterpart of `value.ts` and `arithmetic.ts`; nothing is folded, since constants here are few.

import { load } from "./memory.ts";
import { type Arg, asValue, type Value, writing } from "./value.ts";

export const k64 = (value: bigint): Value =>
  writing((to) => {
    to.byte(0x42);
    to.signed64(value);
  });

const binary64 =
  (opcode: number) =>
  (a: Value, b: Value): Value =>
    writing((to) => {
      a.write(to);
      b.write(to);
      to.byte(opcode);
    });
export const sub64 = binary64(0x7d);
export const mul64 = binary64(0x7e);
export const and64 = binary64(0x83);
export const or64 = binary64(0x84);
export const xor64 = binary64(0x85);
export const shl64 = binary64(0x86);
export const shrU64 = binary64(0x88);
export const rotl64 = binary64(0x89);
/** These yield an i32. */
export const eq64 = binary64(0x51);

const convert =
  (opcode: number) =>
  (a: Arg): Value =>
    writing((to) => {
      asValue(a).write(to);
      to.byte(opcode);
    });
/** The low 32 bits. */
export const wrap = convert(0xa7);
/** An unsigned i32 as an i64. */
export const extend = convert(0xad);
export const eqz64 = convert(0x50);

export const load64 = load(0x29, 3);
