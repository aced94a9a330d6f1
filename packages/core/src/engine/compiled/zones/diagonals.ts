// Widening where clocks are compared with each other, emitted: the twin of `extraDiagonal` in `zone/`, piece by piece.
// A zone that widening would change is cut along all diagonals first, and each piece is put back on its side of them.

import { add, mul, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { leS } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import type { Diagonal } from "../../../zone/index.ts";
import type { Federations } from "./federations.ts";
import type { Kernel } from "./kernel.ts";

/** (list, dim) → the widened zones, over the target's rows; used up. */
export function emitWidenAlong(
  context: EmitContext,
  kernel: Kernel,
  { matrixOf, each, ...federations }: Federations,
  diagonals: readonly Diagonal[],
): FunctionHandle {
  const { module, lanes } = context;
  const widen = module.declare("widenAlong", ["i32", "i32"], ["i32"]);
  const cutAlong = module.declare("cutAlong", ["i32", "i32", "i32", "i32", "i32"], ["i32"]);

  // (list, i, j, bound, dim) → both sides of every zone, as far as there are any; used up.
  defineFunction(module, cutAlong, (f, ...params) => {
    const [list, i, j, bound, dimension] = params as [Local, Local, Local, Local, Local];
    const result = f.let(0);
    const block = f.local();
    const other = f.local();
    const keep = (side: Local, holds: Value): void =>
      f.if(
        holds,
        () => f.set(result, call(federations.append, result, side)),
        () => f.do(call(federations.discard, side)),
      );
    each(f, list, block, () => {
      f.set(other, call(federations.copyOf, matrixOf(block), dimension));
      keep(block, call(kernel.constrain, matrixOf(block), dimension, i, j, bound));
      keep(other, call(kernel.constrain, matrixOf(other), dimension, j, i, sub(-1, bound)));
    });
    f.return(result);
  });

  const rowOf = (clock: number) => load32(context.targetRowOf + 4 * clock);
  const putBack = (f: FunctionWriter, piece: Local, widened: Local, dimension: Local): void => {
    const stride = f.let(kernel.strideOf(dimension));
    for (const { i, j, bound } of diagonals) {
      const entry = lanes.load(add(add(matrixOf(piece), mul(rowOf(i), stride)), mul(rowOf(j), lanes.bytes)));
      f.if(
        leS(entry, bound),
        () => f.drop(call(kernel.constrain, matrixOf(widened), dimension, rowOf(i), rowOf(j), bound)),
        () => f.drop(call(kernel.constrain, matrixOf(widened), dimension, rowOf(j), rowOf(i), -1 - bound)),
      );
    }
  };

  defineFunction(module, widen, (f, ...params) => {
    const [list, dimension] = params as [Local, Local];
    const result = f.let(0);
    const zone = f.local();
    const widened = f.local();
    const pieces = f.local();
    const piece = f.local();
    each(f, list, zone, () => {
      f.set(widened, call(federations.copyOf, matrixOf(zone), dimension));
      f.do(call(kernel.extrapolate, matrixOf(widened), dimension));
      f.if(
        call(federations.includes, matrixOf(zone), matrixOf(widened), dimension),
        () => {
          f.do(call(federations.discard, zone));
          f.set(result, call(federations.append, result, widened));
        },
        () => {
          f.do(call(federations.discard, widened));
          f.set(pieces, call(federations.append, 0, zone));
          for (const { i, j, bound } of diagonals) {
            f.set(pieces, call(cutAlong, pieces, rowOf(i), rowOf(j), bound, dimension));
          }
          each(f, pieces, piece, () => {
            f.set(widened, call(federations.copyOf, matrixOf(piece), dimension));
            f.do(call(kernel.extrapolate, matrixOf(widened), dimension));
            putBack(f, piece, widened, dimension);
            f.set(result, call(federations.append, result, widened));
          });
          f.do(call(federations.release, pieces));
        },
      );
    });
    f.return(result);
  });
  return widen;
}
