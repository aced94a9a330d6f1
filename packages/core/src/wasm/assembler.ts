// A small assembler for WebAssembly with SIMD. A `ModuleBuilder` collects types, functions, globals, one memory and
// one function table, and writes them as one module; function bodies are written straight into growing byte buffers,
// because flattening nested arrays of bytes was measured to be slow. The instructions stand beside it, by kind.

import { defined } from "../basics/defined.ts";
import { grown } from "../basics/grow.ts";

export type ValueKind = "i32" | "i64" | "f64" | "v128";

/** The kinds of so many parameters that are all int32. */
export const i32 = (count: number): ValueKind[] => Array<"i32">(count).fill("i32");

const KIND_BYTE: Record<ValueKind, number> = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b };

/** Bytes that grow; numbers are written in LEB128 as the format wants them. */
export class ByteBuffer {
  private bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(count: number): void {
    this.bytes = grown(this.bytes, this.length + count);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  unsigned(value: number): void {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128 of an int32. */
  signed(value: number): void {
    let rest = value | 0;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  /** Signed LEB128 of an int64. */
  signed64(value: bigint): void {
    let rest = BigInt.asIntN(64, value);
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  /** Characters beyond ASCII become `?`: names are for people who look at the module. */
  text(value: string): void {
    this.unsigned(value.length);
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      this.byte(code < 0x80 ? code : 0x3f);
    }
  }

  append(other: ByteBuffer): void {
    this.reserve(other.length);
    this.bytes.set(other.view(), this.length);
    this.length += other.length;
  }

  view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }
}

export interface Signature {
  readonly params: readonly ValueKind[];
  readonly results: readonly ValueKind[];
}

/** A function that is declared (so that it can be called) and gets its body sooner or later. */
export interface FunctionHandle {
  readonly index: number;
  readonly type: number;
  readonly signature: Signature;
  readonly name: string;
}

export interface GlobalHandle {
  readonly index: number;
}

interface Body {
  readonly locals: ValueKind[];
  readonly code: ByteBuffer;
}

/** All that can be addressed, in pages of 64 KiB: what a shared memory has to say that it may grow to. */
const ALL_PAGES = 65536;

/**
 * The name by which a module that shares its memory exports each of its globals: with them, another thread can go on
 * where it stopped.
 */
export const globalName = (index: number): string => `global ${index}`;

export class ModuleBuilder {
  private readonly typeKeys = new Map<string, number>();
  private readonly types: Signature[] = [];
  private readonly functions: FunctionHandle[] = [];
  private readonly bodies: (Body | undefined)[] = [];
  private readonly globals: { kind: ValueKind; initial: number; exportAs?: string }[] = [];
  private readonly exported: { name: string; index: number }[] = [];
  private readonly table: FunctionHandle[] = [];
  private readonly tableSlots = new Map<number, number>();
  private readonly sharesMemory: boolean;

  /**
   * `sharesMemory`: the memory that it imports is shared between threads. All its globals are exported then, by number.
   */
  constructor({ sharesMemory = false }: { readonly sharesMemory?: boolean } = {}) {
    this.sharesMemory = sharesMemory;
  }

  typeOf(signature: Signature): number {
    const key = `${signature.params.join()}>${signature.results.join()}`;
    let index = this.typeKeys.get(key);
    if (index === undefined) {
      index = this.types.length;
      this.types.push(signature);
      this.typeKeys.set(key, index);
    }
    return index;
  }

  declare(name: string, params: readonly ValueKind[], results: readonly ValueKind[]): FunctionHandle {
    const signature = { params, results };
    const handle = { index: this.functions.length, type: this.typeOf(signature), signature, name };
    this.functions.push(handle);
    this.bodies.push(undefined);
    return handle;
  }

  define(handle: FunctionHandle, locals: ValueKind[], code: ByteBuffer): void {
    if (this.bodies[handle.index] !== undefined) throw new Error(`function ${handle.name} is defined twice`);
    this.bodies[handle.index] = { locals, code };
  }

  export(handle: FunctionHandle, name = handle.name): void {
    this.exported.push({ name, index: handle.index });
  }

  global(kind: ValueKind, initial: number, exportAs?: string): GlobalHandle {
    this.globals.push({ kind, initial, ...defined({ exportAs }) });
    return { index: this.globals.length - 1 };
  }

  /** The function's place in the table, for indirect calls; 0 is kept free to mean "none". */
  slot(handle: FunctionHandle): number {
    let slot = this.tableSlots.get(handle.index);
    if (slot === undefined) {
      slot = this.table.length + 1;
      this.table.push(handle);
      this.tableSlots.set(handle.index, slot);
    }
    return slot;
  }

  /** Function names, so that profilers and stack traces can be read. */
  private writeNames(out: ByteBuffer): void {
    const names = new ByteBuffer(1024);
    names.unsigned(this.functions.length);
    for (const { index, name } of this.functions) {
      names.unsigned(index);
      names.text(name);
    }
    const content = new ByteBuffer(names.length + 16);
    content.text("name");
    content.byte(1);
    content.unsigned(names.length);
    content.append(names);
    out.byte(0);
    out.unsigned(content.length);
    out.append(content);
  }

  /** The module; it imports its memory as `env.memory`. */
  bytes(): Uint8Array<ArrayBuffer> {
    const out = new ByteBuffer(1 << 14);
    for (const byte of [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) out.byte(byte);
    section(out, 1, this.types.length, (to) => {
      for (const { params, results } of this.types) {
        to.byte(0x60);
        kinds(to, params);
        kinds(to, results);
      }
    });
    section(out, 2, 1, (to) => {
      to.text("env");
      to.text("memory");
      to.byte(0x02);
      to.byte(this.sharesMemory ? 0x03 : 0x00);
      to.unsigned(0);
      if (this.sharesMemory) to.unsigned(ALL_PAGES);
    });
    section(out, 3, this.functions.length, (to) => {
      for (const { type } of this.functions) to.unsigned(type);
    });
    section(out, 4, 1, (to) => {
      to.byte(0x70);
      to.byte(0x00);
      to.unsigned(this.table.length + 1);
    });
    section(out, 6, this.globals.length, (to) => {
      for (const { kind, initial } of this.globals) {
        if (kind !== "i32") throw new Error("only i32 globals are supported");
        to.byte(KIND_BYTE[kind]);
        to.byte(1);
        to.byte(0x41);
        to.signed(initial);
        to.byte(0x0b);
      }
    });
    const globalExports = this.globals.flatMap(({ exportAs }, index) => [
      ...(exportAs === undefined ? [] : [{ name: exportAs, index }]),
      ...(this.sharesMemory ? [{ name: globalName(index), index }] : []),
    ]);
    section(out, 7, this.exported.length + globalExports.length, (to) => {
      for (const { name, index } of this.exported) {
        to.text(name);
        to.byte(0x00);
        to.unsigned(index);
      }
      for (const { name, index } of globalExports) {
        to.text(name);
        to.byte(0x03);
        to.unsigned(index);
      }
    });
    if (this.table.length > 0) {
      section(out, 9, 1, (to) => {
        to.byte(0x00);
        to.byte(0x41);
        to.signed(1);
        to.byte(0x0b);
        to.unsigned(this.table.length);
        for (const { index } of this.table) to.unsigned(index);
      });
    }
    section(out, 10, this.functions.length, (to) => {
      for (const [index, body] of this.bodies.entries()) {
        if (body === undefined) throw new Error(`function ${this.functions[index]!.name} has no body`);
        writeBody(to, body);
      }
    });
    this.writeNames(out);
    return out.view().slice();
  }
}

function kinds(to: ByteBuffer, list: readonly ValueKind[]): void {
  to.unsigned(list.length);
  for (const kind of list) to.byte(KIND_BYTE[kind]);
}

function section(out: ByteBuffer, id: number, count: number, write: (to: ByteBuffer) => void): void {
  const content = new ByteBuffer(256);
  content.unsigned(count);
  write(content);
  out.byte(id);
  out.unsigned(content.length);
  out.append(content);
}

function writeBody(to: ByteBuffer, { locals, code }: Body): void {
  const head = new ByteBuffer(16);
  const runs: { kind: ValueKind; count: number }[] = [];
  for (const kind of locals) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.count++;
    else runs.push({ kind, count: 1 });
  }
  head.unsigned(runs.length);
  for (const { kind, count } of runs) {
    head.unsigned(count);
    head.byte(KIND_BYTE[kind]);
  }
  to.unsigned(head.length + code.length + 1);
  to.append(head);
  to.append(code);
  to.byte(0x0b);
}
