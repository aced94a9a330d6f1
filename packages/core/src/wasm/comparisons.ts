// Comparisons as values of 0 or 1: of i32, and of the two orders of f64 that bounds on costs need.

import { binary, unary } from "./value.ts";

export const eq = binary(0x46, (a, b) => (a === b ? 1 : 0));
export const ne = binary(0x47, (a, b) => (a !== b ? 1 : 0));
export const ltS = binary(0x48, (a, b) => (a < b ? 1 : 0));
export const ltU = binary(0x49);
export const gtS = binary(0x4a, (a, b) => (a > b ? 1 : 0));
export const gtU = binary(0x4b);
export const leS = binary(0x4c, (a, b) => (a <= b ? 1 : 0));
export const geS = binary(0x4e, (a, b) => (a >= b ? 1 : 0));
export const geU = binary(0x4f);
export const eqz = unary(0x45, (a) => (a === 0 ? 1 : 0));
export const leF64 = binary(0x65);
export const geF64 = binary(0x66);
