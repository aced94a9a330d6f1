// Copies of matrices, emitted: to and from the form without padding, row by row, and with rows chosen by a map (clocks
// that begin or cease to be active, resets and assignments).

import { add, and, mul, shl, sub } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { ltU, ne } from "../../../wasm/comparisons.ts";
import { defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, i8x16LtU, i8x16Splat, i8x16Sub, load128, swizzle, vor } from "../../../wasm/simd.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelAddresses, Rows } from "./kernel-rows.ts";

export function emitCopies(
  module: ModuleBuilder,
  rows: Rows,
  at: KernelAddresses,
  { pack, unpack, copy, gather, shift }: Pick<Kernel, "pack" | "unpack" | "copy" | "gather" | "shift">,
): void {
  const { lanes } = rows.shape;
  const { inf, strideOf, eachVector, at128, put128, padded } = rows;
  /** Code for each row of a matrix with its place in a tight one; yields the end of the tight one. */
  const eachRow = (
    f: FunctionWriter,
    [matrix, tight, dim]: readonly [Local, Local, Local],
    move: (row: Local, packed: Local, stride: Local) => void,
  ): Local => {
    const stride = f.let(strideOf(dim));
    const width = f.let(mul(dim, lanes.bytes));
    const row = f.let(matrix);
    const packed = f.let(tight);
    const end = f.let(add(matrix, mul(dim, stride)));
    f.loop((again) => {
      move(row, packed, stride);
      f.set(packed, add(packed, width));
      f.set(row, add(row, stride));
      f.branchIf(again, ltU(row, end));
    });
    return packed;
  };

  defineFunction(module, pack, (f, ...params) => {
    const [matrix, dim, tight] = params as [Local, Local, Local];
    // Rows overlap the next ones' beginnings, which are written after them.
    const end = eachRow(f, [matrix, tight, dim], (row, to, stride) => {
      eachVector(f, dim, stride, (offset) => put128(f, to, offset, at128(row, offset)));
    });
    f.store128(end, lanes.splat(0));
  });

  defineFunction(module, unpack, (f, ...params) => {
    const [tight, dim, matrix] = params as [Local, Local, Local];
    eachRow(f, [matrix, tight, dim], (row, from, stride) => {
      eachVector(f, dim, stride, (offset, v) => put128(f, row, offset, padded(at128(from, offset), dim, offset, v)));
    });
  });

  defineFunction(module, copy, (f, ...params) => {
    const [source, dim, target] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const end = f.let(add(source, mul(dim, stride)));
    f.loop((again) => {
      eachVector(f, dim, stride, (offset) => put128(f, target, offset, at128(source, offset)));
      f.set(target, add(target, stride));
      f.set(source, add(source, stride));
      f.branchIf(again, ltU(source, end));
    });
  });

  emitGather(module, rows, at, gather);

  defineFunction(module, shift, (f, ...params) => {
    const [matrix, dim, which, amount] = params as [Local, Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const index = f.local();
    const cell = f.local();
    const move = (by: Value): void => {
      const entry = f.let(lanes.load(cell));
      f.if(and(ne(entry, inf), ne(index, which)), () => lanes.store(f, cell, add(entry, by)));
    };
    f.for(index, 0, dim, () => {
      f.set(cell, add(add(matrix, mul(which, stride)), mul(index, lanes.bytes)));
      move(amount);
      f.set(cell, add(add(matrix, mul(index, stride)), mul(which, lanes.bytes)));
      move(sub(0, amount));
    });
  });
}

/** Rows and columns chosen by the map. */
function emitGather(module: ModuleBuilder, rows: Rows, at: KernelAddresses, gather: Kernel["gather"]): void {
  const { lanes, vectors } = rows.shape;
  const { infinities, strideOf, eachVector, put128, padded } = rows;
  defineFunction(module, gather, (f, ...params) => {
    const [source, sourceDim, target, dim] = params as [Local, Local, Local, Local];
    const sourceStride = f.let(strideOf(sourceDim));
    const stride = f.let(strideOf(dim));
    const index = f.local();
    const row = f.let(target);
    const from = f.local();
    if (vectors !== "dynamic") {
      // The map as byte indices; source vector s is reached by indices less 16·s, which are out of range elsewhere.
      f.for(index, 0, dim, () => {
        const entry = load32(shl(index, 2), at.map);
        const address = mul(index, lanes.bytes);
        if (lanes.bits === 16) f.store16(address, add(mul(entry, 0x0202), 0x0100), at.pattern);
        else f.store32(address, add(mul(entry, 0x04040404), 0x03020100), at.pattern);
      });
      const patterns = Array.from({ length: vectors }, (_, v) =>
        Array.from({ length: vectors }, (_, s) =>
          f.let(
            s === 0 ? load128(at.pattern, 16 * v) : i8x16Sub(load128(at.pattern, 16 * v), i8x16Splat(16 * s)),
            "v128",
          ),
        ),
      );
      // Maps are nearly ascending, so of many vectors few take part in one; of one or two it is not worth asking.
      const takesPart = patterns.map((of) =>
        of.map((pattern) => (vectors <= 2 ? null : f.let(anyTrue(i8x16LtU(pattern, i8x16Splat(16)))))),
      );
      const whole = f.local("v128");
      f.for(index, 0, dim, () => {
        f.set(from, add(source, mul(load32(shl(index, 2), at.map), sourceStride)));
        eachVector(f, dim, stride, (offset, v) => {
          const partOf = (s: number): Value => swizzle(load128(from, 16 * s), patterns[v]![s]!);
          f.set(whole, takesPart[v]![0] === null ? partOf(0) : lanes.splat(0));
          for (let s = takesPart[v]![0] === null ? 1 : 0; s < vectors; s++) {
            const join = (): void => f.set(whole, vor(whole, partOf(s)));
            const asked = takesPart[v]![s]!;
            if (asked === null) join();
            else f.if(asked, join);
          }
          f.store128(row, padded(whole, dim, offset, v), 16 * v);
        });
        f.set(row, add(row, stride));
      });
      return;
    }
    const column = f.local();
    f.for(index, 0, dim, () => {
      f.set(from, add(source, mul(load32(shl(index, 2), at.map), sourceStride)));
      eachVector(f, dim, stride, (offset) => put128(f, row, offset, infinities));
      f.for(column, 0, dim, () => {
        const entry = lanes.load(add(from, mul(load32(shl(column, 2), at.map), lanes.bytes)));
        lanes.store(f, add(row, mul(column, lanes.bytes)), entry);
      });
      f.set(row, add(row, stride));
    });
  });
}
