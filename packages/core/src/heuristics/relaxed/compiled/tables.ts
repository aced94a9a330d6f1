// What the emitted code works on, in one memory: numbers by number, lists by number, stacks, and records whose address
// is their name. All places are known when code is written.

import { add, shl } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, ModuleBuilder } from "../../../wasm/assembler.ts";
import { ltU } from "../../../wasm/comparisons.ts";
import { defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { MemoryMap } from "../../../wasm/memory-map.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { Lists } from "../ground/lists.ts";

/** Numbers by number. */
export class Table {
  readonly address: number;
  readonly length: number;

  constructor(address: number, length: number) {
    this.address = address;
    this.length = length;
  }

  at(index: Arg): Value {
    return load32(shl(index, 2), this.address);
  }

  put(f: FunctionWriter, index: Arg, value: Arg): void {
    f.store32(shl(index, 2), value, this.address);
  }

  /** Code that makes all of it `byte`, four times over. */
  fill(f: FunctionWriter, byte: number): void {
    if (this.length > 0) f.fill(this.address, byte, 4 * this.length);
  }
}

/** A number that the code keeps. */
export class Register {
  private readonly handle: GlobalHandle;
  readonly value: Value;

  constructor(handle: GlobalHandle) {
    this.handle = handle;
    this.value = global(handle);
  }

  set(f: FunctionWriter, value: Arg): void {
    f.setGlobal(this.handle, value);
  }

  increase(f: FunctionWriter): void {
    this.set(f, add(this.value, 1));
  }
}

/** Numbers that are gone through in the order in which they came. */
export class Stack {
  readonly table: Table;
  readonly count: Register;

  constructor(table: Table, count: Register) {
    this.table = table;
    this.count = count;
  }

  push(f: FunctionWriter, item: Arg): void {
    this.table.put(f, this.count.value, item);
    this.count.increase(f);
  }

  /** Also what is pushed meanwhile. */
  each(f: FunctionWriter, visit: (item: Local) => void): void {
    const at = f.let(0);
    const item = f.local();
    f.while(ltU(at, this.count.value), () => {
      f.set(item, this.table.at(at));
      visit(item);
      f.set(at, add(at, 1));
    });
  }
}

/** Lists of numbers by number. */
export class ListTable {
  private readonly first: Table;
  private readonly items: Table;

  constructor(first: Table, items: Table) {
    this.first = first;
    this.items = items;
  }

  each(f: FunctionWriter, list: Arg, visit: (item: Local, at: Local) => void): void {
    const at = f.let(this.first.at(list));
    const end = f.let(load32(shl(list, 2), this.first.address + 4));
    const item = f.local();
    f.while(ltU(at, end), () => {
      f.set(item, this.items.at(at));
      visit(item, at);
      f.set(at, add(at, 1));
    });
  }
}

export class ModuleTables {
  readonly module = new ModuleBuilder();
  readonly map = new MemoryMap();

  table(values: ArrayLike<number>): Table {
    return new Table(this.map.table(values), values.length);
  }

  room(length: number): Table {
    return new Table(this.map.room(4 * Math.max(1, length)), length);
  }

  register(exportAs?: string): Register {
    return new Register(this.module.global("i32", 0, exportAs));
  }

  stack(capacity: number, exportCountAs?: string): Stack {
    return new Stack(this.room(capacity), this.register(exportCountAs));
  }

  /** `name`: what an item is called by the code. */
  lists({ first, items }: Lists, name: (item: number) => number = (item) => item): ListTable {
    return new ListTable(this.table(first), this.table(Int32Array.from(items, name)));
  }

  /** A function of so many numbers that yields one, or nothing. */
  declare(name: string, parameters: number, yields: "number" | "nothing"): FunctionHandle {
    return this.module.declare(name, i32(parameters), i32(yields === "number" ? 1 : 0));
  }

  define<P extends Local[]>(handle: FunctionHandle, body: (f: FunctionWriter, ...parameters: P) => void): void {
    defineFunction(this.module, handle, (f, ...parameters) => body(f, ...(parameters as P)));
  }
}
