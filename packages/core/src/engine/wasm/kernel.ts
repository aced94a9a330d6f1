// The zone kernel, emitted: difference-bound matrices as rows of SIMD lanes, rows padded to whole vectors. The plain
// twin is `zone/dbm.ts` and `zone/extrapolation.ts`; names and encoding are the same. Every operation is written once
// for both lane widths; up to `UNROLL` vectors per row are unrolled, wider rows are walked by a loop.

import type { FunctionHandle, ModuleBuilder } from "./assembler.ts";
import {
  type Arg,
  add,
  and,
  call,
  defineFunction,
  eqz,
  type FunctionWriter,
  geS,
  gtU,
  k,
  type Local,
  load32,
  ltS,
  ltU,
  mul,
  ne,
  select,
  shl,
  shrU,
  sub,
  type Value,
} from "./code.ts";
import {
  anyTrue,
  bitselect,
  i8x16Splat,
  i8x16Sub,
  type Lanes,
  load128,
  shuffle,
  swizzle,
  vand,
  vandnot,
  vor,
  vxor,
} from "./simd.ts";

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

const UNROLL = 4;

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

export function emitKernel(module: ModuleBuilder, shape: KernelShape, at: KernelAddresses): Kernel {
  const { lanes, vectors } = shape;
  const inf = lanes.infinity;
  const infinities = lanes.splat(inf);
  const odd = lanes.splat(1);
  const declare = (name: string, params: number, result = true): FunctionHandle =>
    module.declare(name, Array<"i32">(params).fill("i32"), result ? ["i32"] : []);
  const constrain = declare("constrain", 5);
  const meetUpper = declare("meetUpper", 3);
  const extrapolate = declare("extrapolate", 2, false);
  const close = declare("close", 2, false);
  const pack = declare("pack", 3, false);
  const unpack = declare("unpack", 3, false);
  const copy = declare("copy", 3, false);
  const gather = declare("gather", 4, false);
  const shift = declare("shift", 4, false);

  const strideOf = (dim: Arg): Value =>
    vectors === "dynamic" ? shl(shrU(add(dim, lanes.count - 1), lanes.bits === 16 ? 3 : 2), 4) : shl(vectors, 4);

  /** Sum of two finite bounds, as numbers. */
  const plus = (a: Arg, b: Arg): Value => add(add(a, b), and(and(a, b), 1));
  /** Sum of a finite bound in all lanes and a row, whose infinite lanes `isInf` marks. */
  const plusRow = (a: Value, row: Value, isInf: Value): Value =>
    bitselect(infinities, lanes.add(lanes.add(a, row), vand(vand(a, row), odd)), isInf);

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

  /** row_r := min(row_r, a ⊕ pivot) for a finite bound a, where `pivot` holds a row and the marks of its infinities. */
  interface Pivot {
    readonly base: Local;
    readonly rows: readonly Local[];
    readonly infinite: readonly Local[];
  }
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

  defineFunction(module, meetUpper, (f, ...params) => {
    const [matrix, dim, elapse] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dim));
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
    const pivot = newPivot(f);
    f.set(pivot.base, matrix);
    loadPivot(f, dim, pivot);
    const uppers = pivot.rows.map(() => f.local("v128"));
    const upperInf = pivot.rows.map(() => f.local("v128"));
    if (vectors !== "dynamic") {
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
        if (vectors === "dynamic") {
          f.set(uppers[0]!, at128(at.upper, offset));
          f.set(upperInf[0]!, lanes.eq(uppers[0]!, infinities));
        }
        const entries = f.let(at128(row, offset), "v128");
        const sum = lanes.add(lanes.add(entries, uppers[v]!), vand(vand(entries, uppers[v]!), odd));
        const infinite = vor(upperInf[v]!, lanes.eq(entries, infinities));
        f.set(least, lanes.min(least, bitselect(infinities, sum, infinite)));
      });
      f.set(a, leastLane(f, least));
      // Without delay the bound that is there stays; with delay it is forgotten.
      f.if(
        elapse,
        () => lanes.store(f, row, inf),
        () => f.set(a, minS(f, a, lanes.load(row))),
      );
      f.if(ne(a, inf), () => {
        f.if(ltS(plus(a, lanes.load(add(matrix, slot))), 0), () => f.return(0));
        relax(f, dim, row, stride, a, splat, pivot);
      });
      f.set(slot, add(slot, lanes.bytes));
      f.set(row, add(row, stride));
    });
    f.return(1);
  });

  defineFunction(module, close, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(strideOf(dim));
    const pivot = newPivot(f);
    const splat = f.local("v128");
    const row = f.local();
    const a = f.local();
    const end = f.let(add(matrix, mul(dim, stride)));
    const column = f.let(0);
    const finite = f.local("v128");
    f.set(pivot.base, matrix);
    f.while(ltU(pivot.base, end), () => {
      loadPivot(f, dim, pivot);
      f.set(row, matrix);
      const relaxAll = (): void =>
        f.loop((again) => {
          f.set(a, lanes.load(add(row, column)));
          f.if(and(ne(a, inf), ne(row, pivot.base)), () => relax(f, dim, row, stride, a, splat, pivot));
          f.set(row, add(row, stride));
          f.branchIf(again, ltU(row, end));
        });
      if (vectors === "dynamic") relaxAll();
      else {
        // A row that is infinite but for its diagonal leads nowhere; extrapolation leaves many of them.
        f.set(splat, lanes.splat(shrU(column, lanes.bits === 16 ? 1 : 2)));
        f.set(finite, lanes.splat(0));
        eachVector(f, dim, stride, (offset, v) => {
          const own = vor(pivot.infinite[v]!, lanes.eq(splat, columnsAt(offset, v)));
          f.set(finite, vor(finite, vandnot(lanes.splat(-1), own)));
        });
        f.if(anyTrue(finite), relaxAll);
      }
      f.set(column, add(column, lanes.bytes));
      f.set(pivot.base, add(pivot.base, stride));
    });
  });

  // Extra⁺_LU, Behrmann, Bouyer, Larsen and Pelánek 2006, definition 7; the least values of the given zone decide,
  // so row 0 is replaced last.
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

  defineFunction(module, pack, (f, ...params) => {
    const [matrix, dim, tight] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const width = f.let(mul(dim, lanes.bytes));
    const row = f.let(matrix);
    const to = f.let(tight);
    const end = f.let(add(matrix, mul(dim, stride)));
    // Rows overlap the next ones' beginnings, which are written after them.
    f.loop((again) => {
      eachVector(f, dim, stride, (offset) => put128(f, to, offset, at128(row, offset)));
      f.set(to, add(to, width));
      f.set(row, add(row, stride));
      f.branchIf(again, ltU(row, end));
    });
    f.store128(to, lanes.splat(0));
  });

  defineFunction(module, unpack, (f, ...params) => {
    const [tight, dim, matrix] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const width = f.let(mul(dim, lanes.bytes));
    const row = f.let(matrix);
    const from = f.let(tight);
    const end = f.let(add(matrix, mul(dim, stride)));
    f.loop((again) => {
      eachVector(f, dim, stride, (offset, v) => put128(f, row, offset, padded(at128(from, offset), dim, offset, v)));
      f.set(from, add(from, width));
      f.set(row, add(row, stride));
      f.branchIf(again, ltU(row, end));
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

  defineFunction(module, gather, (f, ...params) => {
    const [source, sourceDim, target, dim] = params as [Local, Local, Local, Local];
    const sourceStride = f.let(strideOf(sourceDim));
    const stride = f.let(strideOf(dim));
    const index = f.local();
    const row = f.let(target);
    const from = f.local();
    if (vectors === 1 || vectors === 2) {
      // The map as byte indices; a second source vector is reached by indices less 16, out of range elsewhere.
      f.for(index, 0, dim, () => {
        const entry = load32(shl(index, 2), at.map);
        const address = mul(index, lanes.bytes);
        if (lanes.bits === 16) f.store16(address, add(mul(entry, 0x0202), 0x0100), at.pattern);
        else f.store32(address, add(mul(entry, 0x04040404), 0x03020100), at.pattern);
      });
      const patterns = Array.from({ length: vectors }, (_, v) => f.let(load128(at.pattern, 16 * v), "v128"));
      const second = patterns.map((pattern) => f.let(i8x16Sub(pattern, i8x16Splat(16)), "v128"));
      f.for(index, 0, dim, () => {
        f.set(from, add(source, mul(load32(shl(index, 2), at.map), sourceStride)));
        eachVector(f, dim, stride, (offset, v) => {
          const low = swizzle(load128(from), patterns[v]!);
          const all = vectors === 1 ? low : vor(low, swizzle(load128(from, 16), second[v]!));
          f.store128(row, padded(all, dim, offset, v), 16 * v);
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

  return { shape, strideOf, constrain, meetUpper, extrapolate, close, pack, unpack, copy, gather, shift };
}

function minS(f: FunctionWriter, a: Local, b: Value): Value {
  const other = f.let(b);
  return select(ltS(a, other), a, other);
}
