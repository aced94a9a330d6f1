// The zone kernel: difference-bound matrices as rows of SIMD lanes, rows padded to whole vectors. The plain twin is
// `zone/dbm.ts` and `zone/extrapolation.ts`; names and encoding are the same.

import type { FunctionHandle } from "../../../wasm/assembler.ts";
import type { Arg, Value } from "../../../wasm/value.ts";
import type { KernelShape } from "./kernel-rows.ts";

export interface Kernel {
  readonly shape: KernelShape;
  /** Bytes from one row to the next. */
  strideOf(dim: Arg): Value;
  /** (matrix, dim, i, j, bound) → 0 when empty. */
  readonly constrain: FunctionHandle;
  /** (matrix, dim, elapse) → 0 when empty: lets time pass if asked, then meets all upper bounds in one pass. */
  readonly meetUpper: FunctionHandle;
  /** (matrix, dim): Extra⁺_LU, canonical again. */
  readonly extrapolate: FunctionHandle;
  /** (matrix, dim): Floyd–Warshall. */
  readonly close: FunctionHandle;
  /** (matrix, dim, tight): rows without padding, the tail of the last vector 0. */
  readonly pack: FunctionHandle;
  /** (tight, dim, matrix). */
  readonly unpack: FunctionHandle;
  /** (source, dim, target). */
  readonly copy: FunctionHandle;
  /** (source, sourceDim, target, targetDim): target row i is source row map[i], and columns likewise. */
  readonly gather: FunctionHandle;
  /** (matrix, dim, row, amount): adds `amount` (a bound, even) to the clock of a row. */
  readonly shift: FunctionHandle;
}
