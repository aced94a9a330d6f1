// Memory as values: loads, and how large it is.

import { type Arg, asValue, constantOf, type Value, writing } from "./value.ts";

/** A load instruction, by its opcode and alignment (a power of two). */
export const load =
  (opcode: number, align: number) =>
  (address: Arg, offset = 0): Value =>
    writing((to) => {
      const base = constantOf(address);
      if (base !== undefined) {
        // A static address goes into the offset field, so that the base is 0.
        asValue(0).write(to);
        to.byte(opcode);
        to.unsigned(align);
        to.unsigned(base + offset);
        return;
      }
      asValue(address).write(to);
      to.byte(opcode);
      to.unsigned(align);
      to.unsigned(offset);
    });
export const load32 = load(0x28, 2);
export const load16s = load(0x2e, 1);
export const load16u = load(0x2f, 1);
export const loadF64 = load(0x2b, 3);

/** Adds to a word that threads share, and yields what was there before; the address is a static one. */
export const atomicAdd = (address: number, value: Arg): Value =>
  writing((to) => {
    asValue(0).write(to);
    asValue(value).write(to);
    to.byte(0xfe);
    to.unsigned(0x1e);
    to.unsigned(2);
    to.unsigned(address);
  });

export const memorySize: Value = writing((to) => {
  to.byte(0x3f);
  to.byte(0);
});
export const memoryGrow = (pages: Arg): Value =>
  writing((to) => {
    asValue(pages).write(to);
    to.byte(0x40);
    to.byte(0);
  });
