// Writing function bodies so that they read like a small C: values are trees (`add(x, mul(y, 4))`), statements are
// methods of a `FunctionWriter` (`f.set`, `f.if`, `f.while`). A value is a closure that writes its instructions when
// it is used; nothing is built in between. Plain numbers stand for i32 constants.

import { ByteBuffer, type FunctionHandle, type GlobalHandle, type ModuleBuilder, type ValueKind } from "./assembler.ts";

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

export interface Label {
  readonly depth: number;
}

const BLOCK_VOID = 0x40;
const I32 = 0x7f;

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

const constantOf = (arg: Arg): number | undefined => (typeof arg === "number" ? arg | 0 : arg.constant);

export const writing = (write: (to: ByteBuffer) => void): Value => ({ write });

const binary =
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
export const eq = binary(0x46, (a, b) => (a === b ? 1 : 0));
export const ne = binary(0x47, (a, b) => (a !== b ? 1 : 0));
export const ltS = binary(0x48, (a, b) => (a < b ? 1 : 0));
export const ltU = binary(0x49);
export const gtS = binary(0x4a, (a, b) => (a > b ? 1 : 0));
export const gtU = binary(0x4b);
export const leS = binary(0x4c, (a, b) => (a <= b ? 1 : 0));
export const geS = binary(0x4e, (a, b) => (a >= b ? 1 : 0));
export const geU = binary(0x4f);

const unary =
  (opcode: number, fold?: (a: number) => number) =>
  (a: Arg): Value => {
    const x = constantOf(a);
    if (fold !== undefined && x !== undefined) return k(fold(x));
    return writing((to) => {
      asValue(a).write(to);
      to.byte(opcode);
    });
  };
export const eqz = unary(0x45, (a) => (a === 0 ? 1 : 0));
export const clz = unary(0x67);
export const ctz = unary(0x68);

/** `condition ? a : b` with both sides evaluated. */
export const select = (condition: Arg, a: Arg, b: Arg): Value =>
  writing((to) => {
    asValue(a).write(to);
    asValue(b).write(to);
    asValue(condition).write(to);
    to.byte(0x1b);
  });

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
export const leF64 = binary(0x65);
export const geF64 = binary(0x66);

export const global = (handle: GlobalHandle): Value =>
  writing((to) => {
    to.byte(0x23);
    to.unsigned(handle.index);
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

export const call = (handle: FunctionHandle, ...args: Arg[]): Value =>
  writing((to) => {
    if (args.length !== handle.signature.params.length) throw new Error(`wrong number of arguments to ${handle.name}`);
    for (const arg of args) asValue(arg).write(to);
    to.byte(0x10);
    to.unsigned(handle.index);
  });

/** Calls the function in a slot of the module's table; `type` is from `ModuleBuilder.typeOf`. */
export const callIndirect = (type: number, slot: Arg, ...args: Arg[]): Value =>
  writing((to) => {
    for (const arg of args) asValue(arg).write(to);
    asValue(slot).write(to);
    to.byte(0x11);
    to.unsigned(type);
    to.unsigned(0);
  });

/** Statements of one function; `defineFunction` makes it. */
export class FunctionWriter {
  readonly out = new ByteBuffer(128);
  readonly locals: ValueKind[] = [];
  private readonly parameters: number;
  private depth = 0;

  constructor(parameters: number) {
    this.parameters = parameters;
  }

  local(kind: ValueKind = "i32"): Local {
    const index = this.parameters + this.locals.length;
    this.locals.push(kind);
    return localAt(index, kind);
  }

  /** A fresh local that holds the value. */
  let(value: Arg, kind: ValueKind = "i32"): Local {
    const local = this.local(kind);
    this.set(local, value);
    return local;
  }

  set(local: Local, value: Arg): void {
    asValue(value).write(this.out);
    this.out.byte(0x21);
    this.out.unsigned(local.index);
  }

  setGlobal(handle: GlobalHandle, value: Arg): void {
    asValue(value).write(this.out);
    this.out.byte(0x24);
    this.out.unsigned(handle.index);
  }

  /** A call that yields nothing. */
  do(value: Value): void {
    value.write(this.out);
  }

  drop(value: Value): void {
    value.write(this.out);
    this.out.byte(0x1a);
  }

  private store(opcode: number, align: number, address: Arg, value: Arg, offset: number): void {
    const base = constantOf(address);
    asValue(base === undefined ? address : 0).write(this.out);
    asValue(value).write(this.out);
    this.out.byte(opcode);
    this.out.unsigned(align);
    this.out.unsigned(base === undefined ? offset : base + offset);
  }

  store32(address: Arg, value: Arg, offset = 0): void {
    this.store(0x36, 2, address, value, offset);
  }

  store16(address: Arg, value: Arg, offset = 0): void {
    this.store(0x3b, 1, address, value, offset);
  }

  store64(address: Arg, value: Value, offset = 0): void {
    this.store(0x37, 3, address, value, offset);
  }

  storeF64(address: Arg, value: Value, offset = 0): void {
    this.store(0x39, 3, address, value, offset);
  }

  store128(address: Arg, value: Value, offset = 0): void {
    const base = constantOf(address);
    asValue(base === undefined ? address : 0).write(this.out);
    value.write(this.out);
    this.out.byte(0xfd);
    this.out.unsigned(11);
    this.out.unsigned(0);
    this.out.unsigned(base === undefined ? offset : base + offset);
  }

  copy(target: Arg, source: Arg, bytes: Arg): void {
    asValue(target).write(this.out);
    asValue(source).write(this.out);
    asValue(bytes).write(this.out);
    for (const byte of [0xfc, 10, 0, 0]) this.out.byte(byte);
  }

  fill(target: Arg, byteValue: Arg, bytes: Arg): void {
    asValue(target).write(this.out);
    asValue(byteValue).write(this.out);
    asValue(bytes).write(this.out);
    for (const byte of [0xfc, 11, 0]) this.out.byte(byte);
  }

  if(condition: Arg, then: () => void, otherwise?: () => void): void {
    asValue(condition).write(this.out);
    this.open(0x04, BLOCK_VOID);
    then();
    if (otherwise !== undefined) {
      this.out.byte(0x05);
      otherwise();
    }
    this.close();
  }

  /** `condition ? a : b`, evaluating one side only. */
  choose(condition: Arg, a: Arg, b: Arg): Value {
    return writing((to) => {
      asValue(condition).write(to);
      this.open(0x04, I32);
      asValue(a).write(to);
      to.byte(0x05);
      asValue(b).write(to);
      this.close();
    });
  }

  /** Runs statements where a value is wanted, then yields the value. */
  after(statements: () => void, value: Arg): Value {
    return writing((to) => {
      statements();
      asValue(value).write(to);
    });
  }

  block(body: (leave: Label) => void): void {
    this.open(0x02, BLOCK_VOID);
    body({ depth: this.depth });
    this.close();
  }

  /** Runs the body; goes back to its start where it branches to `again`. */
  loop(body: (again: Label) => void): void {
    this.open(0x03, BLOCK_VOID);
    body({ depth: this.depth });
    this.close();
  }

  while(condition: Arg, body: (leave: Label) => void): void {
    this.block((leave) => {
      this.loop((again) => {
        this.branchIf(leave, eqz(condition));
        body(leave);
        this.branch(again);
      });
    });
  }

  /** for (index = from; index < to; index += step): unsigned. */
  for(index: Local, from: Arg, to: Arg, body: (leave: Label) => void, step: Arg = 1): void {
    this.set(index, from);
    this.while(ltU(index, to), (leave) => {
      body(leave);
      this.set(index, add(index, step));
    });
  }

  branch(label: Label): void {
    this.out.byte(0x0c);
    this.out.unsigned(this.depth - label.depth);
  }

  branchIf(label: Label, condition: Arg): void {
    asValue(condition).write(this.out);
    this.out.byte(0x0d);
    this.out.unsigned(this.depth - label.depth);
  }

  /** Runs `cases[index]`; an index out of range runs none. */
  switch(index: Arg, cases: readonly (() => void)[]): void {
    this.block((leave) => {
      // Blocks are nested so that leaving the i-th from inside lands before case i.
      for (let i = 0; i < cases.length; i++) this.open(0x02, BLOCK_VOID);
      asValue(index).write(this.out);
      this.out.byte(0x0e);
      this.out.unsigned(cases.length);
      for (let i = 0; i < cases.length; i++) this.out.unsigned(i);
      this.out.unsigned(this.depth - leave.depth);
      for (const run of cases) {
        this.close();
        run();
        this.branch(leave);
      }
    });
  }

  return(value?: Arg): void {
    if (value !== undefined) asValue(value).write(this.out);
    this.out.byte(0x0f);
  }

  unreachable(): void {
    this.out.byte(0x00);
  }

  private open(opcode: number, type: number): void {
    this.out.byte(opcode);
    this.out.byte(type);
    this.depth++;
  }

  private close(): void {
    this.out.byte(0x0b);
    this.depth--;
  }
}

function localAt(index: number, kind: ValueKind): Local {
  return {
    index,
    kind,
    write: (to) => {
      to.byte(0x20);
      to.unsigned(index);
    },
  };
}

/** Gives a declared function its body. */
export function defineFunction(
  module: ModuleBuilder,
  handle: FunctionHandle,
  body: (f: FunctionWriter, ...params: Local[]) => void,
): void {
  const f = new FunctionWriter(handle.signature.params.length);
  body(f, ...handle.signature.params.map((kind, index) => localAt(index, kind)));
  module.define(handle, f.locals, f.out);
}
