// Bounds that keep a zone closed, emitted: one constraint, all upper bounds of an invariant together with delay, and
// Floyd–Warshall for when nothing is known.

import { add, and, mul, select, shrU } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, geS, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { anyTrue, bitselect, load128, vand, vandnot, vor, vxor } from "../../../wasm/simd.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelAddresses, Rows } from "./kernel-rows.ts";

export function emitClosing(
  module: ModuleBuilder,
  rows: Rows,
  at: KernelAddresses,
  given: Pick<Kernel, "constrain" | "meetUpper" | "close">,
): void {
  const vectorsAndRows = vectorsOf(module, rows, at, given);
  emitConstrain(vectorsAndRows);
  emitMeetUpper(vectorsAndRows);
  emitClose(vectorsAndRows);
}

/** What all of them are written with. */
function vectorsOf(
  module: ModuleBuilder,
  rows: Rows,
  at: KernelAddresses,
  { constrain, meetUpper, close }: Pick<Kernel, "constrain" | "meetUpper" | "close">,
) {
  const { lanes, vectors } = rows.shape;
  return { ...rows, module, at, lanes, vectors, odd: lanes.splat(1), constrain, meetUpper, close };
}

type Vectors = ReturnType<typeof vectorsOf>;

/** One bound. */
function emitConstrain({ module, constrain, strideOf, newPivot, lanes, inf, plus, loadPivot, relax }: Vectors) {
  defineFunction(module, constrain, (f, ...params) => {
    const [matrix, dim, i, j, bound] = params as [Local, Local, Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const rowI = f.let(add(matrix, mul(i, stride)));
    const pivot = newPivot(f);
    f.set(pivot.base, add(matrix, mul(j, stride)));
    const column = f.let(mul(i, lanes.bytes));
    f.if(geS(bound, lanes.load(add(rowI, mul(j, lanes.bytes)))), () => f.return(1));
    const back = f.let(lanes.load(add(pivot.base, column)));
    f.if(and(ne(back, inf), ltS(plus(back, bound), 0)), () => f.return(0));
    loadPivot(f, dim, pivot);
    const splat = f.local("v128");
    const row = f.let(matrix);
    const end = f.let(add(matrix, mul(dim, stride)));
    const a = f.local();
    f.loop((again) => {
      f.set(a, lanes.load(add(row, column)));
      f.if(ne(a, inf), () => relax(f, dim, row, stride, plus(a, bound), splat, pivot));
      f.set(row, add(row, stride));
      f.branchIf(again, ltU(row, end));
    });
    f.return(1);
  });
}

/** All upper bounds at once. */
function emitMeetUpper(parts: Vectors) {
  const { lanes, eachVector, infinities, at128, at, inf } = parts;
  defineFunction(parts.module, parts.meetUpper, (f, ...params) => {
    const [matrix, dim, elapse] = params as [Local, Local, Local];
    const stride = f.let(parts.strideOf(dim));
    const row = f.local();
    const slot = f.local();
    const end = f.let(add(matrix, mul(dim, stride)));
    const anyUpper = f.local("v128");
    const least = f.local("v128");
    const a = f.local();
    f.set(anyUpper, lanes.splat(0));
    eachVector(f, dim, stride, (offset) => {
      f.set(anyUpper, vor(anyUpper, vxor(infinities, at128(at.upper, offset))));
    });
    f.set(row, add(matrix, stride));
    f.if(eqz(anyTrue(anyUpper)), () => {
      f.if(elapse, () => {
        f.while(ltU(row, end), () => {
          lanes.store(f, row, inf);
          f.set(row, add(row, stride));
        });
      });
      f.return(1);
    });
    const pivot = parts.newPivot(f);
    f.set(pivot.base, matrix);
    parts.loadPivot(f, dim, pivot);
    const uppers = pivot.rows.map(() => f.local("v128"));
    const upperInf = pivot.rows.map(() => f.local("v128"));
    if (parts.vectors !== "dynamic") {
      eachVector(f, dim, 0, (_offset, v) => {
        f.set(uppers[v]!, load128(at.upper, 16 * v));
        f.set(upperInf[v]!, lanes.eq(uppers[v]!, infinities));
      });
    }
    const splat = f.local("v128");
    f.set(slot, lanes.bytes);
    f.while(ltU(row, end), () => {
      f.set(least, infinities);
      eachVector(f, dim, stride, (offset, v) => {
        if (parts.vectors === "dynamic") {
          f.set(uppers[0]!, at128(at.upper, offset));
          f.set(upperInf[0]!, lanes.eq(uppers[0]!, infinities));
        }
        const entries = f.let(at128(row, offset), "v128");
        const sum = lanes.sum(lanes.sum(entries, uppers[v]!), vand(vand(entries, uppers[v]!), parts.odd));
        const infinite = vor(upperInf[v]!, lanes.eq(entries, infinities));
        f.set(least, lanes.min(least, bitselect(infinities, sum, infinite)));
      });
      f.set(a, parts.leastLane(f, least));
      // Without delay the bound that is there stays; with delay it is forgotten.
      f.if(
        elapse,
        () => lanes.store(f, row, inf),
        () => f.set(a, minS(f, a, lanes.load(row))),
      );
      f.if(ne(a, inf), () => {
        f.if(ltS(parts.plus(a, lanes.load(add(matrix, slot))), 0), () => f.return(0));
        parts.relax(f, dim, row, stride, a, splat, pivot);
      });
      f.set(slot, add(slot, lanes.bytes));
      f.set(row, add(row, stride));
    });
    f.return(1);
  });
}

/** Floyd–Warshall. */
function emitClose(parts: Vectors) {
  const { lanes } = parts;
  defineFunction(parts.module, parts.close, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(parts.strideOf(dim));
    const pivot = parts.newPivot(f);
    const splat = f.local("v128");
    const row = f.local();
    const a = f.local();
    const end = f.let(add(matrix, mul(dim, stride)));
    const column = f.let(0);
    const finite = f.local("v128");
    f.set(pivot.base, matrix);
    f.while(ltU(pivot.base, end), () => {
      parts.loadPivot(f, dim, pivot);
      f.set(row, matrix);
      const relaxAll = (): void =>
        f.loop((again) => {
          f.set(a, lanes.load(add(row, column)));
          f.if(and(ne(a, parts.inf), ne(row, pivot.base)), () => parts.relax(f, dim, row, stride, a, splat, pivot));
          f.set(row, add(row, stride));
          f.branchIf(again, ltU(row, end));
        });
      if (parts.vectors === "dynamic") relaxAll();
      else {
        // A row that is infinite but for its diagonal leads nowhere; extrapolation leaves many of them.
        f.set(splat, lanes.splat(shrU(column, lanes.bits === 16 ? 1 : 2)));
        f.set(finite, lanes.splat(0));
        parts.eachVector(f, dim, stride, (offset, v) => {
          const own = vor(pivot.infinite[v]!, lanes.eq(splat, parts.columnsAt(offset, v)));
          f.set(finite, vor(finite, vandnot(lanes.splat(-1), own)));
        });
        f.if(anyTrue(finite), relaxAll);
      }
      f.set(column, add(column, lanes.bytes));
      f.set(pivot.base, add(pivot.base, stride));
    });
  });
}

function minS(f: FunctionWriter, a: Local, b: Value): Value {
  const other = f.let(b);
  return select(ltS(a, other), a, other);
}
