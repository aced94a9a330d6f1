// Arithmetic on f64 for emitted code; nothing is folded, since rounding would have to be that of the platform.

import { type Arg, asValue, binary, type Value, writing } from "./value.ts";

export const float = (value: number): Value =>
  writing((to) => {
    to.byte(0x44);
    const bytes = new Uint8Array(Float64Array.of(value).buffer);
    for (const byte of bytes) to.byte(byte);
  });

export const addF64 = binary(0xa0);
export const subF64 = binary(0xa1);
export const mulF64 = binary(0xa2);
export const divF64 = binary(0xa3);
export const neF64 = binary(0x62);
export const ltF64 = binary(0x63);
export const gtF64 = binary(0x64);

export const absF64 = (a: Arg): Value =>
  writing((to) => {
    asValue(a).write(to);
    to.byte(0x99);
  });
