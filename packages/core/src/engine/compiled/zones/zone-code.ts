// Code that zones of one time and of local times share: how a clock constraint is held against a matrix and kept for
// the step, how the constraints that were kept cut a matrix, and the check that bounds stay where lanes can hold them.

import { add, and, mul } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eqz, geS, gtU, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { BOUND_OVERFLOW, constraintEnd, type EmitContext, siteOf } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, load128, vandnot, vor } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { Kernel } from "./kernel.ts";

/** Keeps the constraint row − row ≺ bound behind the others. */
export function appendConstraint(context: EmitContext, f: FunctionWriter, i: Arg, j: Arg, bound: Arg): void {
  const top = f.let(global(context.constraintTop));
  f.if(gtU(top, constraintEnd(context) - 12), () => {
    const message = () => "one step has too many clock constraints";
    f.do(call(context.fault, siteOf(context, { kind: "bound", span: undefined, message }), 0));
  });
  f.store32(top, i);
  f.store32(top, j, 4);
  f.store32(top, bound, 8);
  f.setGlobal(context.constraintTop, add(top, 12));
}

type Constraint = readonly [Local, Local, Local];

const entryAt = ({ lanes }: EmitContext, kernel: Kernel, matrix: number, dimension: Value, i: Arg, j: Arg): Value =>
  lanes.load(add(add(matrix, mul(i, kernel.strideOf(dimension))), mul(j, lanes.bytes)));

/** Returns 0 from the function if the matrix contradicts the constraint. */
export function returnContradicted(
  context: EmitContext,
  f: FunctionWriter,
  kernel: Kernel,
  matrix: number,
  dimension: Value,
  [i, j, bound]: Constraint,
): void {
  const back = f.let(entryAt(context, kernel, matrix, dimension, j, i));
  f.if(ne(back, context.lanes.infinity), () => {
    f.if(ltS(add(add(back, bound), and(and(back, bound), 1)), 0), () => f.return(0));
  });
}

/** Returns 0 from the function if the matrix contradicts the constraint, else 1; keeps it if it cuts something off. */
export function returnPushed(
  context: EmitContext,
  f: FunctionWriter,
  kernel: Kernel,
  matrix: number,
  dimension: Value,
  constraint: Constraint,
): void {
  const [i, j, bound] = constraint;
  f.if(geS(bound, entryAt(context, kernel, matrix, dimension, i, j)), () => f.return(1));
  returnContradicted(context, f, kernel, matrix, dimension, constraint);
  appendConstraint(context, f, i, j, bound);
  f.return(1);
}

/** (matrix, dim, first) → 0 when empty: cuts the matrix by the constraints from `first` on. */
export function emitConstrainAll({ module, constraintTop }: EmitContext, kernel: Kernel): FunctionHandle {
  const constrainAll = module.declare("constrainAll", ["i32", "i32", "i32"], ["i32"]);
  defineFunction(module, constrainAll, (f, ...params) => {
    const [matrix, dimension, start] = params as [Local, Local, Local];
    const at = f.let(start);
    f.while(ltU(at, global(constraintTop)), () => {
      const holds = call(kernel.constrain, matrix, dimension, load32(at), load32(at, 4), load32(at, 8));
      f.if(eqz(holds), () => f.return(0));
      f.set(at, add(at, 12));
    });
    f.return(1);
  });
  return constrainAll;
}

/** Ends the search when a finite bound of the matrix is beyond `largest`. */
export function checkSize(
  { lanes, fault }: EmitContext,
  f: FunctionWriter,
  kernel: Kernel,
  matrix: Arg,
  dimension: Local,
  largest: number,
): void {
  const at = f.local();
  const bad = f.let(lanes.splat(0), "v128");
  const entries = f.local("v128");
  const end = f.let(add(matrix, mul(dimension, kernel.strideOf(dimension))));
  f.for(
    at,
    matrix,
    end,
    () => {
      f.set(entries, load128(at));
      const large = vandnot(lanes.gt(entries, lanes.splat(largest)), lanes.eq(entries, lanes.splat(lanes.infinity)));
      f.set(bad, vor(bad, vor(large, lanes.lt(entries, lanes.splat(-largest)))));
    },
    16,
  );
  f.if(anyTrue(bad), () => f.do(call(fault, BOUND_OVERFLOW, 0)));
}
