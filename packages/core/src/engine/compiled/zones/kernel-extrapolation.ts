// Extrapolation, emitted: Extra⁺_LU, Behrmann, Bouyer, Larsen and Pelánek 2006, definition 7.

import { add, mul, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { ltS, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction } from "../../../wasm/function-writer.ts";
import { anyTrue, bitselect, load128, vandnot, vor, vxor } from "../../../wasm/simd.ts";
import type { Local } from "../../../wasm/value.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelAddresses, Rows } from "./kernel-rows.ts";

export function emitExtrapolation(
  module: ModuleBuilder,
  rows: Rows,
  at: KernelAddresses,
  { extrapolate, close }: Pick<Kernel, "extrapolate" | "close">,
): void {
  const { lanes, vectors } = rows.shape;
  const { inf, infinities, strideOf, eachVector, at128, put128, columnsAt } = rows;
  // The least values of the given zone decide, so row 0 is replaced last.
  defineFunction(module, extrapolate, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(strideOf(dim));
    const end = f.let(add(matrix, mul(dim, stride)));
    const row = f.local();
    const slot = f.let(lanes.bytes);
    const own = f.local("v128");
    const changed = f.let(lanes.splat(0), "v128");
    const entries = f.local("v128");
    const widened = f.local("v128");
    const limit = f.local();
    const splat = f.local("v128");
    const columns = vectors === "dynamic" ? [] : Array.from({ length: vectors }, () => f.local("v128"));
    if (vectors !== "dynamic") {
      eachVector(f, dim, 0, (_offset, v) => {
        f.set(columns[v]!, lanes.lt(load128(matrix, 16 * v), load128(at.below, 16 * v)));
      });
    }
    f.set(row, add(matrix, stride));
    f.while(ltU(row, end), () => {
      f.set(limit, lanes.load(slot, at.lower2));
      // c_0i < −2L − 1 (always, where L is −∞): the clock is beyond all lower bounds, the whole row goes.
      f.if(
        ltS(lanes.load(add(matrix, slot)), sub(-1, limit)),
        () => f.set(splat, lanes.splat(-inf - 1)),
        () => f.set(splat, lanes.splat(limit)),
      );
      f.set(own, lanes.splat(shrU(slot, lanes.bits === 16 ? 1 : 2)));
      eachVector(f, dim, stride, (offset, v) => {
        f.set(entries, at128(row, offset));
        const column = vectors === "dynamic" ? lanes.lt(at128(matrix, offset), at128(at.below, offset)) : columns[v]!;
        const mask = vandnot(vor(column, lanes.gt(entries, splat)), lanes.eq(own, columnsAt(offset, v)));
        f.set(widened, bitselect(infinities, entries, mask));
        f.set(changed, vor(changed, vxor(entries, widened)));
        put128(f, row, offset, widened);
      });
      f.set(slot, add(slot, lanes.bytes));
      f.set(row, add(row, stride));
    });
    const zeros = lanes.splat(0);
    eachVector(f, dim, stride, (offset) => {
      f.set(entries, at128(matrix, offset));
      f.set(widened, at128(at.below, offset));
      f.set(widened, bitselect(lanes.min(widened, zeros), entries, lanes.lt(entries, widened)));
      f.set(changed, vor(changed, vxor(entries, widened)));
      put128(f, matrix, offset, widened);
    });
    f.if(anyTrue(changed), () => f.do(call(close, matrix, dim)));
  });
}
