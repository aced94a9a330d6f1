// What local time needs of matrices beyond the zone kernel, emitted; the twin is `zone/local-time.ts`. The references,
// one per process, are the first rows and columns.

import { add, mul, shl } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../../wasm/assembler.ts";
import { eqz, ltU, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, bitselect, load128, vand, vor } from "../../../wasm/simd.ts";
import { global, k, type Local, type Value } from "../../../wasm/value.ts";
import type { WorkingState } from "../state/state.ts";
import type { Rows } from "./kernel-rows.ts";

export interface LocalKernel {
  /** (matrix, dim): every process that may delay does, on its own. */
  readonly delay: FunctionHandle;
  /** (matrix, dim) → is there a valuation in which all local times agree? */
  readonly isSynchronisable: FunctionHandle;
  /** (matrix, dim, plain, plainDim): those valuations, as a zone with one row 0. */
  readonly synchronise: FunctionHandle;
  /** (matrix, dim): all rows are equal. */
  readonly atOnce: FunctionHandle;
}

export function emitLocalKernel(context: EmitContext, state: WorkingState, rows: Rows, plainRows: Rows): LocalKernel {
  const declared = declareLocalKernel(context, state, rows, plainRows);
  emitDelay(declared);
  emitSynchronisation(declared);
  const { delay, isSynchronisable, synchronise, atOnce } = declared;
  return { delay, isSynchronisable, synchronise, atOnce };
}

/** Functions and masks, declared before any of them is defined. */
function declareLocalKernel(context: EmitContext, state: WorkingState, rows: Rows, plainRows: Rows) {
  const { module, map, network, lanes } = context;
  const references = network.processes.length;
  const delay = module.declare("delayLocally", i32(2), []);
  const isSynchronisable = module.declare("isSynchronisable", i32(2), ["i32"]);
  const synchronise = module.declare("synchronise", i32(4), []);
  const atOnce = module.declare("atOnce", i32(2), []);

  /** Vectors that hold the columns of references; the lanes of others are 0 in `isReference`. */
  const vectors = Math.ceil(references / lanes.count);
  const isReference = map.table(Array.from({ length: vectors * lanes.count }, (_, at) => (at < references ? -1 : 0)));
  const eachReferenceVector = (f: FunctionWriter, body: (offset: Value) => void): void => {
    if (vectors <= 4) for (let v = 0; v < vectors; v++) body(k(16 * v));
    else {
      const offset = f.local();
      f.for(offset, 0, 16 * vectors, () => body(offset), 16);
    }
  };
  const maskAt = (table: number, offset: Value): Value =>
    offset.constant === undefined ? load128(offset, table) : load128(table + offset.constant);
  const ofReferences = { references, vectors, isReference, eachReferenceVector, maskAt };
  const functions = { delay, isSynchronisable, synchronise, atOnce };
  return { context, module, map, network, lanes, state, ...rows, rows, plainRows, ...ofReferences, ...functions };
}

type Declared = ReturnType<typeof declareLocalKernel>;

/** Every process lets its own time pass, unless it must not. */
function emitDelay(parts: Declared) {
  const { map } = parts;
  // ------------------------------------------------------------------------------------------ delay

  const moving = map.reserve(16 * parts.vectors);
  const stoppable = parts.network.processes.some(({ locations }) =>
    locations.some((one) => one.urgent || one.committed),
  );
  /** Per process, the table of locations in which it may delay (−1) or not (0). */
  const mayDelay = stoppable
    ? map.table(
        parts.network.processes.map(({ locations }) =>
          map.table(locations.map(({ urgent, committed }) => (urgent || committed ? 0 : -1))),
        ),
      )
    : 0;

  defineFunction(parts.module, parts.delay, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(parts.strideOf(dim));
    const end = f.let(add(matrix, mul(dim, stride)));
    const row = f.local();
    const delayed = (table: number): void => {
      f.for(
        row,
        matrix,
        end,
        () =>
          parts.eachReferenceVector(f, (offset) =>
            parts.put128(
              f,
              row,
              offset,
              bitselect(parts.infinities, parts.rows.at128(row, offset), parts.maskAt(table, offset)),
            ),
          ),
        stride,
      );
    };
    if (!stoppable) delayed(parts.isReference);
    else {
      f.if(
        eqz(global(parts.state.stops)),
        () => delayed(parts.isReference),
        () => {
          const process = f.local();
          f.for(process, 0, parts.references, () => {
            const table = load32(shl(process, 2), mayDelay);
            const location = load32(shl(process, 2), parts.context.locations);
            f.store32(shl(process, 2), load32(add(table, shl(location, 2))), moving);
          });
          delayed(moving);
        },
      );
    }
    const cell = f.let(matrix);
    f.set(row, 0);
    f.for(row, 0, parts.references, () => {
      f.store32(cell, 0);
      f.set(cell, add(cell, add(stride, parts.lanes.bytes)));
    });
  });
}

/** Times of processes brought together. */
function emitSynchronisation(parts: Declared) {
  const { module, strideOf, references, lanes, rows, plainRows } = parts;
  // ------------------------------------------------------------------------------------------ synchronisation

  defineFunction(module, parts.isSynchronisable, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(strideOf(dim));
    const end = f.let(add(matrix, mul(references, stride)));
    const row = f.local();
    const negative = f.let(lanes.splat(0), "v128");
    f.for(
      row,
      matrix,
      end,
      () =>
        parts.eachReferenceVector(f, (offset) => {
          const below = lanes.lt(rows.at128(row, offset), lanes.splat(0));
          f.set(negative, vor(negative, vand(below, parts.maskAt(parts.isReference, offset))));
        }),
      stride,
    );
    f.return(eqz(anyTrue(negative)));
  });

  defineFunction(module, parts.synchronise, (f, ...params) => {
    const [matrix, dim, plain, plainDim] = params as [Local, Local, Local, Local];
    const stride = f.let(strideOf(dim));
    const plainStride = f.let(plainRows.strideOf(plainDim));
    // Column c of the plain zone is the column of the same clock here; column 0 is made afterwards.
    const shift = (references - 1) * lanes.bytes;
    const shifted = (row: Local, offset: Value): Value =>
      offset.constant === undefined ? load128(add(row, offset), shift) : load128(row, shift + offset.constant);
    const least = f.local("v128");
    const row = f.local();
    const clocks = f.let(add(matrix, mul(references, stride)));
    plainRows.eachVector(f, plainDim, plainStride, (offset, v) => {
      f.set(least, plainRows.infinities);
      f.for(row, matrix, clocks, () => f.set(least, lanes.min(least, shifted(row, offset))), stride);
      plainRows.put128(f, plain, offset, plainRows.padded(least, plainDim, offset, v));
    });
    lanes.store(f, plain, 0);
    const pivot = plainRows.newPivot(f);
    f.set(pivot.base, plain);
    plainRows.loadPivot(f, plainDim, pivot);
    const splat = f.local("v128");
    const bound = f.local();
    const to = f.let(add(plain, plainStride));
    const end = f.let(add(matrix, mul(dim, stride)));
    f.for(
      row,
      clocks,
      end,
      () => {
        f.set(least, parts.infinities);
        parts.eachReferenceVector(f, (offset) => {
          const entries = bitselect(rows.at128(row, offset), parts.infinities, parts.maskAt(parts.isReference, offset));
          f.set(least, lanes.min(least, entries));
        });
        f.set(bound, rows.leastLane(f, least));
        plainRows.eachVector(f, plainDim, plainStride, (offset, v) =>
          plainRows.put128(f, to, offset, plainRows.padded(shifted(row, offset), plainDim, offset, v)),
        );
        lanes.store(f, to, bound);
        f.if(ne(bound, rows.inf), () => plainRows.relax(f, plainDim, to, plainStride, bound, splat, pivot));
        f.set(to, add(to, plainStride));
      },
      stride,
    );
  });

  defineFunction(module, parts.atOnce, (f, ...params) => {
    const [matrix, dim] = params as [Local, Local];
    const stride = f.let(strideOf(dim));
    const row = f.let(matrix);
    const end = f.let(add(matrix, mul(dim, stride)));
    f.while(ltU(row, end), () => {
      parts.eachVector(f, dim, stride, (offset, v) =>
        parts.put128(f, row, offset, parts.padded(lanes.splat(0), dim, offset, v)),
      );
      f.set(row, add(row, stride));
    });
  });
}
