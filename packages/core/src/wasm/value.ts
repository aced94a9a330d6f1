// Values of emitted code are trees (`add(x, mul(y, 4))`): a value is a closure that writes its instructions when it is
// used; nothing is built in between. Plain numbers stand for i32 constants, and what is constant is known as such.

import type { ByteBuffer, GlobalHandle, ValueKind } from "./assembler.ts";

export interface Value {
  write(to: ByteBuffer): void;
  /** Known at emission time. */
  readonly constant?: number;
}
export type Arg = Value | number;

export interface Local extends Value {
  readonly index: number;
  readonly kind: ValueKind;
}

/** So many locals, as a tuple. */
export type Locals<N extends number, L extends Local[] = []> = L["length"] extends N ? L : Locals<N, [...L, Local]>;

export const k = (value: number): Value => ({
  constant: value | 0,
  write: (to) => {
    to.byte(0x41);
    to.signed(value);
  },
});

export function asValue(arg: Arg): Value {
  return typeof arg === "number" ? k(arg) : arg;
}

export const constantOf = (arg: Arg): number | undefined => (typeof arg === "number" ? arg | 0 : arg.constant);

export const writing = (write: (to: ByteBuffer) => void): Value => ({ write });

export const binary =
  (opcode: number, fold?: (a: number, b: number) => number) =>
  (a: Arg, b: Arg): Value => {
    const x = constantOf(a);
    const y = constantOf(b);
    if (fold !== undefined && x !== undefined && y !== undefined) return k(fold(x, y));
    return writing((to) => {
      asValue(a).write(to);
      asValue(b).write(to);
      to.byte(opcode);
    });
  };

export const unary =
  (opcode: number, fold?: (a: number) => number) =>
  (a: Arg): Value => {
    const x = constantOf(a);
    if (fold !== undefined && x !== undefined) return k(fold(x));
    return writing((to) => {
      asValue(a).write(to);
      to.byte(opcode);
    });
  };

export const global = (handle: GlobalHandle): Value =>
  writing((to) => {
    to.byte(0x23);
    to.unsigned(handle.index);
  });
