// Writing function bodies so that they read like a small C: statements are methods of a `FunctionWriter` (`f.set`,
// `f.if`, `f.while`), and calls are values.

import { add } from "./arithmetic.ts";
import { ByteBuffer, type FunctionHandle, type GlobalHandle, type ModuleBuilder, type ValueKind } from "./assembler.ts";
import { eqz, ltU } from "./comparisons.ts";
import { type Arg, asValue, constantOf, type Local, type Value, writing } from "./value.ts";

export interface Label {
  readonly depth: number;
}

const BLOCK_VOID = 0x40;
const I32 = 0x7f;

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
