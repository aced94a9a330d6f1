// Rows of difference-bound matrices as SIMD lanes, padded to whole vectors: what the operations of the zone kernel are
// written with. Everything is written once for both lane widths; up to `UNROLL` vectors per row are unrolled, wider
// rows are walked by a loop.

import { add, and, shl, shrU } from "../../../wasm/arithmetic.ts";
import { gtU } from "../../../wasm/comparisons.ts";
import type { FunctionWriter } from "../../../wasm/function-writer.ts";
import { bitselect, type Lanes, load128, shuffle, vand } from "../../../wasm/simd.ts";
import { type Arg, k, type Local, type Value } from "../../../wasm/value.ts";

export interface KernelShape {
  readonly lanes: Lanes;
  /** Vectors per row; "dynamic": as many as the dimension at hand needs. */
  readonly vectors: number | "dynamic";
}

/** Addresses of the vectors that describe the location vector at hand, one lane per row of the matrix. */
export interface KernelAddresses {
  /** Upper bounds from invariants: 2c, 2c − 1 or infinity. */
  readonly upper: number;
  /** 2·L, or the lane's least value for "never compared from below". */
  readonly lower2: number;
  /** −2·U − 1, or 1 for "never compared from above". */
  readonly below: number;
  /** Scratch vectors: byte indices for `gather`. */
  readonly pattern: number;
  /** Where `gather` finds, per target row, the source row (i32 each). */
  readonly map: number;
}

/** So many vectors of 16 bits are 64 rows; all of them together are no more bytes than a byte can number. */
const UNROLL = 8;

/** How many vectors a network with at most `dim` rows should use. */
export function shapeFor(lanes: Lanes, dim: number): KernelShape {
  const vectors = Math.ceil(dim / lanes.count);
  return { lanes, vectors: vectors <= UNROLL ? vectors : "dynamic" };
}

/** Bytes of one working matrix. */
export function matrixBytes(shape: KernelShape, dim: number): number {
  const vectors = shape.vectors === "dynamic" ? Math.ceil(dim / shape.lanes.count) : shape.vectors;
  return dim * vectors * 16 + 16;
}

/** Bytes of one stored zone. */
export function tightBytes(shape: KernelShape, dim: number): number {
  return Math.ceil((dim * dim * shape.lanes.bytes) / 16) * 16;
}

/** A row and the marks of its infinities, for `relax`. */
export interface Pivot {
  readonly base: Local;
  readonly rows: readonly Local[];
  readonly infinite: readonly Local[];
}

export interface Rows {
  readonly shape: KernelShape;
  /** The lane's infinity, and a vector of it. */
  readonly inf: number;
  readonly infinities: Value;
  /** Bytes from one row to the next. */
  strideOf(dim: Arg): Value;
  /** Sum of two finite bounds, as numbers. */
  plus(a: Arg, b: Arg): Value;
  /** Calls `body` for each vector that the dimension at hand fills, with its byte offset in the row. */
  eachVector(f: FunctionWriter, dim: Local, stride: Arg, body: (offset: Value, index: number) => void): void;
  at128(base: Arg, offset: Value): Value;
  put128(f: FunctionWriter, base: Arg, offset: Value, value: Value): void;
  /** The column numbers 0, 1, 2, … in the lanes of the vector at a byte offset. */
  columnsAt(offset: Value, v: number): Value;
  /** Padding lanes are kept infinite, so that they never look like a change and never take part in a minimum. */
  padded(entries: Value, dim: Arg, offset: Value, v: number): Value;
  /** The least lane of a vector (which is used up), as a number. */
  leastLane(f: FunctionWriter, v: Local): Value;
  newPivot(f: FunctionWriter): Pivot;
  loadPivot(f: FunctionWriter, dim: Local, pivot: Pivot): void;
  /** row := min(row, bound ⊕ pivot) for a finite bound; `splat` is scratch. */
  relax(f: FunctionWriter, dim: Local, row: Local, stride: Arg, bound: Arg, splat: Local, pivot: Pivot): void;
}

export function kernelRows(shape: KernelShape): Rows {
  const { lanes, vectors } = shape;
  const inf = lanes.infinity;
  const infinities = lanes.splat(inf);
  const odd = lanes.splat(1);
  const strideOf = (dim: Arg): Value =>
    vectors === "dynamic" ? shl(shrU(add(dim, lanes.count - 1), lanes.bits === 16 ? 3 : 2), 4) : shl(vectors, 4);

  /** Sum of two finite bounds, as numbers. */
  const plus = (a: Arg, b: Arg): Value => add(add(a, b), and(and(a, b), 1));
  /** Sum of a finite bound in all lanes and a row, whose infinite lanes `isInf` marks. */
  const plusRow = (a: Value, row: Value, isInf: Value): Value =>
    bitselect(infinities, lanes.sum(lanes.sum(a, row), vand(vand(a, row), odd)), isInf);

  /** Calls `body` for each vector that the dimension at hand fills, with its byte offset in the row. */
  function eachVector(f: FunctionWriter, dim: Local, stride: Arg, body: (offset: Value, index: number) => void): void {
    if (vectors === "dynamic") {
      const offset = f.local();
      f.for(offset, 0, stride, () => body(offset, 0), 16);
    } else {
      for (let v = 0; v < vectors; v++) {
        // Most zones have fewer rows than the largest one: the branch costs less than a vector.
        if (v === 0) body(k(0), 0);
        else f.if(gtU(dim, v * lanes.count), () => body(k(16 * v), v));
      }
    }
  }
  const at128 = (base: Arg, offset: Value): Value =>
    offset.constant === undefined ? load128(add(base, offset)) : load128(base, offset.constant);
  const put128 = (f: FunctionWriter, base: Arg, offset: Value, value: Value): void => {
    if (offset.constant === undefined) f.store128(add(base, offset), value);
    else f.store128(base, value, offset.constant);
  };

  /** 0, 1, 2, … in the lanes of the vector at a byte offset, plus nothing: the column numbers. */
  const columnsAt = (offset: Value, v: number): Value => {
    const first = lanes.constant(
      Array.from({ length: lanes.count }, (_, i) => i + (offset.constant === undefined ? 0 : v * lanes.count)),
    );
    return offset.constant === undefined
      ? lanes.add(first, lanes.splat(shrU(offset, lanes.bits === 16 ? 1 : 2)))
      : first;
  };
  /** Padding lanes are kept infinite, so that they never look like a change and never take part in a minimum. */
  const padded = (entries: Value, dim: Arg, offset: Value, v: number): Value =>
    bitselect(entries, infinities, lanes.gt(lanes.splat(dim), columnsAt(offset, v)));

  /** The least lane of a vector, as a number. */
  const leastLane = (f: FunctionWriter, v: Local): Value => {
    const rotations = lanes.bits === 16 ? [8, 4, 2] : [8, 4];
    for (const by of rotations) {
      f.set(
        v,
        lanes.min(
          v,
          shuffle(
            v,
            v,
            Array.from({ length: 16 }, (_, i) => (i + by) % 16),
          ),
        ),
      );
    }
    return lanes.first(v);
  };

  function loadPivot(f: FunctionWriter, dim: Local, pivot: Pivot): void {
    if (vectors === "dynamic") return;
    eachVector(f, dim, 0, (_offset, v) => {
      f.set(pivot.rows[v]!, load128(pivot.base, 16 * v));
      f.set(pivot.infinite[v]!, lanes.eq(pivot.rows[v]!, infinities));
    });
  }
  function newPivot(f: FunctionWriter): Pivot {
    const count = vectors === "dynamic" ? 1 : vectors;
    return {
      base: f.local(),
      rows: Array.from({ length: count }, () => f.local("v128")),
      infinite: Array.from({ length: count }, () => f.local("v128")),
    };
  }
  function relax(f: FunctionWriter, dim: Local, row: Local, stride: Arg, bound: Arg, splat: Local, pivot: Pivot): void {
    f.set(splat, lanes.splat(bound));
    eachVector(f, dim, stride, (offset, v) => {
      if (vectors === "dynamic") {
        f.set(pivot.rows[0]!, at128(pivot.base, offset));
        f.set(pivot.infinite[0]!, lanes.eq(pivot.rows[0]!, infinities));
      }
      put128(f, row, offset, lanes.min(at128(row, offset), plusRow(splat, pivot.rows[v]!, pivot.infinite[v]!)));
    });
  }

  return {
    shape,
    inf,
    infinities,
    strideOf,
    plus,
    eachVector,
    at128,
    put128,
    columnsAt,
    padded,
    leastLane,
    newPivot,
    loadPivot,
    relax,
  };
}
