import { describe, expect, it } from "vitest";
import { add, mul, sub } from "../../src/wasm/arithmetic.ts";
import { ByteBuffer, ModuleBuilder } from "../../src/wasm/assembler.ts";
import { eqz, ltS } from "../../src/wasm/comparisons.ts";
import { call, callIndirect, defineFunction, type FunctionWriter } from "../../src/wasm/function-writer.ts";
import { load32 } from "../../src/wasm/memory.ts";
import { LANES_16, LANES_32, load128, vectorOf } from "../../src/wasm/simd.ts";
import { global, type Local } from "../../src/wasm/value.ts";

type Run = (...args: number[]) => number;

function build(name: string, params: number, body: (f: FunctionWriter, ...locals: Local[]) => void): Run {
  const module = new ModuleBuilder();
  const handle = module.declare(name, Array(params).fill("i32"), ["i32"]);
  defineFunction(module, handle, body);
  module.export(handle);
  return instantiate(module)[name] as Run;
}

function instantiate(module: ModuleBuilder, memory = new WebAssembly.Memory({ initial: 1 })): Record<string, unknown> {
  const bytes = module.bytes();
  expect(WebAssembly.validate(bytes)).toBe(true);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports;
}

describe("byte buffer", () => {
  it("writes LEB128", () => {
    const buffer = new ByteBuffer(1);
    buffer.unsigned(624485);
    buffer.signed(-123456);
    buffer.signed(64);
    expect([...buffer.view()]).toEqual([0xe5, 0x8e, 0x26, 0xc0, 0xbb, 0x78, 0xc0, 0x00]);
  });
});

describe("function writer", () => {
  it("computes and folds", () => {
    expect(build("f", 2, (f, a, b) => f.return(sub(mul(add(a!, 3), 8), b!)))(4, 1)).toBe(55);
  });

  it("loops", () => {
    const sum = build("sum", 1, (f, n) => {
      const i = f.local();
      const total = f.local();
      f.for(i, 0, n!, () => f.set(total, add(total, i)));
      f.return(total);
    });
    expect(sum(10)).toBe(45);
  });

  it("switches", () => {
    const pick = build("pick", 1, (f, n) => {
      const result = f.let(-1);
      f.switch(
        n!,
        [10, 20, 30].map((value) => () => f.set(result, value)),
      );
      f.return(result);
    });
    expect([0, 1, 2, 3, -1].map((n) => pick(n))).toEqual([10, 20, 30, -1, -1]);
  });

  it("chooses lazily, branches out of nested blocks", () => {
    const f = build("f", 1, (f, n) => {
      f.block((leave) => {
        f.if(ltS(n!, 0), () => f.branch(leave));
        f.return(f.choose(eqz(n!), 7, 8));
      });
      f.return(9);
    });
    expect([-1, 0, 1].map((n) => f(n))).toEqual([9, 7, 8]);
  });

  it("calls directly and through the table, keeps globals", () => {
    const module = new ModuleBuilder();
    const counter = module.global("i32", 40, "counter");
    const bump = module.declare("bump", ["i32"], ["i32"]);
    const main = module.declare("main", [], ["i32"]);
    defineFunction(module, main, (f) => {
      f.drop(call(bump, 1));
      f.return(callIndirect(bump.type, module.slot(bump), 1));
    });
    defineFunction(module, bump, (f, by) => {
      f.setGlobal(counter, add(global(counter), by!));
      f.return(global(counter));
    });
    module.export(main);
    expect((instantiate(module)["main"] as Run)()).toBe(42);
  });
});

describe("SIMD lanes", () => {
  for (const lanes of [LANES_16, LANES_32]) {
    it(`adds and compares ${lanes.bits}-bit lanes`, () => {
      const module = new ModuleBuilder();
      const main = module.declare("main", [], []);
      defineFunction(module, main, (f) => {
        const values = lanes.constant(Array.from({ length: lanes.count }, (_, i) => i - 2));
        f.store128(0, lanes.min(lanes.add(values, lanes.splat(5)), lanes.splat(6)));
        f.store128(16, lanes.gt(load128(0), lanes.splat(4)));
        f.store128(32, vectorOf(Array.from({ length: 16 }, (_, i) => i)));
      });
      module.export(main);
      const memory = new WebAssembly.Memory({ initial: 1 });
      (instantiate(module, memory)["main"] as Run)();
      const view = lanes.bits === 16 ? new Int16Array(memory.buffer) : new Int32Array(memory.buffer);
      const expected = Array.from({ length: lanes.count }, (_, i) => Math.min(i + 3, 6));
      expect([...view.subarray(0, lanes.count)]).toEqual(expected);
      expect([...view.subarray(lanes.count, 2 * lanes.count)]).toEqual(expected.map((value) => (value > 4 ? -1 : 0)));
      expect([...new Uint8Array(memory.buffer, 32, 16)]).toEqual(Array.from({ length: 16 }, (_, i) => i));
    });
  }

  it("reads memory", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    new Int32Array(memory.buffer)[3] = -77;
    const module = new ModuleBuilder();
    const main = module.declare("main", ["i32"], ["i32"]);
    defineFunction(module, main, (f, at) => f.return(add(load32(at!, 4), load32(12))));
    module.export(main);
    expect((instantiate(module, memory)["main"] as Run)(8)).toBe(-154);
  });
});
