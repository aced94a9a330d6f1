// Unions of zones, emitted: lists of matrices in linear memory, the twin of `zone/federation.ts` piece by piece (the
// order of the pieces is the order of candidates). A list is the address of its last block, 0 when it is empty; the
// last block leads to the first, so that appending and joining cost nothing. Blocks go back to a free list.

import { add, mul, or, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, vor } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { Kernel } from "./kernel.ts";
import { kernelRows, matrixBytes } from "./kernel-rows.ts";

/** A block: the next one in its list, the block that was made before it, padding, the matrix. */
const BLOCK_MATRIX = 16;

export interface Federations {
  /** The matrix of a block. */
  matrixOf(block: Arg): Value;
  /** Runs `body` with every block of a list; the body may put the block into another list. */
  each(f: FunctionWriter, list: Local, block: Local, body: () => void): void;
  /** (matrix, dim) → a block with a copy. */
  readonly copyOf: FunctionHandle;
  /** (dim) → a block with all valuations. */
  readonly universe: FunctionHandle;
  /** (list, block) → list. */
  readonly append: FunctionHandle;
  /** (list, list) → list: both are used up. */
  readonly join: FunctionHandle;
  /** (list): its blocks are free again. */
  readonly release: FunctionHandle;
  /** (block): it is free again, whatever list it was in. */
  readonly discard: FunctionHandle;
  /** (list, dim) → a list of copies. */
  readonly duplicate: FunctionHandle;
  /** (list, matrix, dim) → what is not in the matrix; the list is used up. */
  readonly subtract: FunctionHandle;
  /** (list, list, dim) → what is in no zone of the second list; the first one is used up. */
  readonly subtractAll: FunctionHandle;
  /** (matrix, matrix, dim) → is the second a part of the first? */
  readonly includes: FunctionHandle;
  /** (matrix, other, dim) → 0 when empty: cuts the first one. */
  readonly intersect: FunctionHandle;
  /** (list, list, dim) → all non-empty intersections, those of the first zone first; nothing is used up. */
  readonly intersectAll: FunctionHandle;
  /** (list, dim) → the list without zones that lie in another one; used up. */
  readonly reduce: FunctionHandle;
  /** (matrix, dim): lets time pass without end. */
  readonly delay: FunctionHandle;
  /** (matrix, dim): all valuations from which some delay leads into the zone. */
  readonly past: FunctionHandle;
  /** Code to run when an operation may have been left half-done: all blocks are free again. */
  reset(f: FunctionWriter): void;
}

/** `allocate`: (bytes) → address, never 0. */
export function emitFederations(
  module: ModuleBuilder,
  kernel: Pick<Kernel, "shape" | "constrain" | "copy">,
  dim: number,
  allocate: FunctionHandle,
): Federations {
  const pieces = declarePieces(module, kernel, dim, allocate);
  const lists = emitLists(pieces);
  const relations = emitRelations(pieces);
  const difference = emitDifference({ ...pieces, ...relations });
  emitIntersection({ ...pieces, ...difference });
  emitTime(pieces);
  const { functions, matrixOf, each } = pieces;
  return { ...functions, matrixOf, each, ...lists };
}

/** Globals and functions, declared before any of them is defined; and how blocks and lists are written. */
function declarePieces(
  module: ModuleBuilder,
  kernel: Pick<Kernel, "shape" | "constrain" | "copy">,
  dim: number,
  allocate: FunctionHandle,
) {
  const { lanes } = kernel.shape;
  const rows = kernelRows(kernel.shape);
  const blockBytes = BLOCK_MATRIX + matrixBytes(kernel.shape, dim);
  const free = module.global("i32", 0);
  const latest = module.global("i32", 0);
  const used: GlobalHandle = module.global("i32", 0);
  const declare = (name: string, params: number, result = true): FunctionHandle =>
    module.declare(name, i32(params), result ? ["i32"] : []);
  const functions = {
    take: declare("take", 0),
    copyOf: declare("copyOf", 2),
    universe: declare("universe", 1),
    append: declare("appendPiece", 2),
    join: declare("joinPieces", 2),
    release: declare("releasePieces", 1, false),
    discard: declare("discardPiece", 1, false),
    duplicate: declare("duplicate", 2),
    includes: declare("includes", 3),
    isDisjoint: declare("isDisjoint", 3),
    subtract: declare("subtract", 3),
    subtractAll: declare("subtractAll", 3),
    intersect: declare("intersect", 3),
    intersectAll: declare("intersectAll", 3),
    reduce: declare("reduce", 2),
    delay: declare("delay", 2, false),
    past: declare("past", 2, false),
  };

  const matrixOf = (block: Arg): Value => add(block, BLOCK_MATRIX);
  const each: Federations["each"] = (f, list, block, body) => {
    f.if(list, () => {
      const next = f.let(load32(list));
      f.loop((again) => {
        f.set(block, next);
        f.set(next, load32(block));
        body();
        f.branchIf(again, ne(block, list));
      });
    });
  };
  const single = (f: FunctionWriter, block: Local): void => f.store32(block, block);
  const blocks = { free, latest, used, blockBytes, allocate, single, matrixOf, each };
  return { ...rows, ...functions, ...blocks, functions, rows, module, kernel, lanes };
}

type Pieces = ReturnType<typeof declarePieces>;

/** Blocks taken and given back, lists of them. */
function emitLists(parts: Pieces) {
  const { module, take, used, free, latest, matrixOf, lanes } = parts;
  // ------------------------------------------------------------------------------------------ lists

  defineFunction(module, take, (f) => {
    f.setGlobal(used, 1);
    const block = f.let(global(free));
    f.if(
      block,
      () => f.setGlobal(free, load32(block)),
      () => {
        f.set(block, call(parts.allocate, parts.blockBytes));
        f.store32(block, global(latest), 4);
        f.setGlobal(latest, block);
      },
    );
    parts.single(f, block);
    f.return(block);
  });
  defineFunction(module, parts.copyOf, (f, matrix, dimension) => {
    const block = f.let(call(take));
    f.do(call(parts.kernel.copy, matrix!, dimension!, matrixOf(block)));
    f.return(block);
  });
  defineFunction(module, parts.universe, (f, dimension) => {
    const block = f.let(call(take));
    const stride = f.let(parts.strideOf(dimension!));
    const row = f.let(matrixOf(block));
    const at = f.local();
    parts.eachVector(f, dimension!, stride, (offset, v) =>
      parts.put128(f, row, offset, parts.padded(lanes.splat(0), dimension!, offset, v)),
    );
    f.for(at, 1, dimension!, () => {
      f.set(row, add(row, stride));
      parts.eachVector(f, dimension!, stride, (offset) => parts.put128(f, row, offset, parts.rows.infinities));
      lanes.store(f, add(row, mul(at, lanes.bytes)), 0);
    });
    f.return(block);
  });
  defineFunction(module, parts.append, (f, list, block) => {
    f.if(
      list!,
      () => {
        f.store32(block!, load32(list!));
        f.store32(list!, block!);
      },
      () => parts.single(f, block!),
    );
    f.return(block!);
  });
  defineFunction(module, parts.join, (f, left, right) => {
    f.if(eqz(left!), () => f.return(right!));
    f.if(right!, () => {
      const first = f.let(load32(left!));
      f.store32(left!, load32(right!));
      f.store32(right!, first);
      f.return(right!);
    });
    f.return(left!);
  });
  defineFunction(module, parts.release, (f, list) => {
    f.if(list!, () => {
      const first = f.let(load32(list!));
      f.store32(list!, global(free));
      f.setGlobal(free, first);
    });
  });
  defineFunction(module, parts.discard, (f, block) => {
    f.store32(block!, global(free));
    f.setGlobal(free, block!);
  });
  defineFunction(module, parts.duplicate, (f, list, dimension) => {
    const copy = f.let(0);
    const block = f.local();
    parts.each(f, list!, block, () =>
      f.set(copy, call(parts.append, copy, call(parts.copyOf, matrixOf(block), dimension!))),
    );
    f.return(copy);
  });
  const reset = (f: FunctionWriter): void =>
    f.if(global(used), () => {
      f.setGlobal(used, 0);
      f.setGlobal(free, 0);
      const block = f.let(global(latest));
      f.while(block, () => {
        f.store32(block, global(free));
        f.setGlobal(free, block);
        f.set(block, load32(block, 4));
      });
    });
  return { reset };
}

/** Inclusion and disjointness. */
function emitRelations({ lanes, eachVector, at128, module, includes, strideOf, isDisjoint, plus }: Pieces) {
  // ------------------------------------------------------------------------------------------ relations

  /** Is some bound of `row` less than that of `other`? */
  const someLess = (f: FunctionWriter, dimension: Local, stride: Arg, row: Local, other: Local): Value => {
    const less = f.let(lanes.splat(0), "v128");
    eachVector(f, dimension, stride, (offset) =>
      f.set(less, vor(less, lanes.lt(at128(row, offset), at128(other, offset)))),
    );
    return anyTrue(less);
  };

  defineFunction(module, includes, (f, ...params) => {
    const [row, other, dimension] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dimension));
    const end = f.let(add(row, mul(dimension, stride)));
    f.while(ltU(row, end), () => {
      f.if(someLess(f, dimension, stride, row, other), () => f.return(0));
      f.set(row, add(row, stride));
      f.set(other, add(other, stride));
    });
    f.return(1);
  });

  // Seen from a contradiction of two bounds; may miss longer ones.
  defineFunction(module, isDisjoint, (f, ...params) => {
    const [row, other, dimension] = params as [Local, Local, Local];
    const stride = f.let(strideOf(dimension));
    const width = f.let(mul(dimension, lanes.bytes));
    const end = f.let(add(row, mul(dimension, stride)));
    const at = f.local();
    const back = f.local();
    const bound = f.local();
    const opposite = f.local();
    f.while(ltU(row, end), () => {
      f.set(back, other);
      f.for(
        at,
        row,
        add(row, width),
        () => {
          f.set(bound, lanes.load(at));
          f.set(opposite, lanes.load(back));
          // Two bounds that are not negative never contradict each other, and infinity contradicts nothing.
          f.if(ltS(or(bound, opposite), 0), () => f.if(ltS(plus(bound, opposite), 0), () => f.return(1)));
          f.set(back, add(back, stride));
        },
        lanes.bytes,
      );
      f.set(row, add(row, stride));
      f.set(other, add(other, lanes.bytes));
    });
    f.return(0);
  });
  return { someLess };
}

type Relations = ReturnType<typeof emitRelations>;

/** What is in one zone, or list, and not in another. */
function emitDifference(parts: Pieces & Relations) {
  const { lanes, matrixOf } = parts;
  // ------------------------------------------------------------------------------------------ set operations

  /** Runs `body` for the entries (i, j) at which `other` is tighter than `matrix`, row by row. */
  const tighterEntries = (
    f: FunctionWriter,
    matrix: Value,
    other: Local,
    dimension: Local,
    body: (i: Local, j: Local, bound: Local) => void,
  ): void => {
    const stride = f.let(parts.strideOf(dimension));
    const i = f.local();
    const j = f.local();
    const row = f.let(matrix);
    const otherRow = f.let(other);
    const bound = f.local();
    f.for(i, 0, dimension, () => {
      f.if(parts.someLess(f, dimension, stride, otherRow, row), () => {
        f.for(j, 0, dimension, () => {
          f.set(bound, lanes.load(add(otherRow, mul(j, lanes.bytes))));
          f.if(ltS(bound, lanes.load(add(row, mul(j, lanes.bytes)))), () => body(i, j, bound));
        });
      });
      f.set(row, add(row, stride));
      f.set(otherRow, add(otherRow, stride));
    });
  };

  defineFunction(parts.module, parts.subtract, (f, ...params) => {
    const [list, minus, dimension] = params as [Local, Local, Local];
    const result = f.let(0);
    const rest = f.local();
    const piece = f.local();
    parts.each(f, list, rest, () => {
      f.block((next) => {
        f.if(call(parts.includes, minus, matrixOf(rest), dimension), () => {
          f.do(call(parts.discard, rest));
          f.branch(next);
        });
        f.if(call(parts.isDisjoint, matrixOf(rest), minus, dimension), () => {
          f.set(result, call(parts.append, result, rest));
          f.branch(next);
        });
        f.block((nothingLeft) => {
          // `rest` shrinks with every cut, so bounds that others imply are skipped.
          tighterEntries(f, matrixOf(rest), minus, dimension, (i, j, bound) => {
            f.set(piece, call(parts.copyOf, matrixOf(rest), dimension));
            f.drop(call(parts.kernel.constrain, matrixOf(piece), dimension, j, i, sub(-1, bound)));
            f.set(result, call(parts.append, result, piece));
            f.branchIf(nothingLeft, eqz(call(parts.kernel.constrain, matrixOf(rest), dimension, i, j, bound)));
          });
        });
        f.do(call(parts.discard, rest));
      });
    });
    f.return(result);
  });
  defineFunction(parts.module, parts.subtractAll, (f, ...params) => {
    const [list, minus, dimension] = params as [Local, Local, Local];
    const block = f.local();
    parts.each(f, minus, block, () => f.set(list, call(parts.subtract, list, matrixOf(block), dimension)));
    f.return(list);
  });
  return { tighterEntries };
}

type Difference = ReturnType<typeof emitDifference>;

/** What is in both; and lists without zones that lie in others. */
function emitIntersection(parts: Pieces & Difference) {
  const { module, each, matrixOf, append } = parts;
  defineFunction(module, parts.intersect, (f, ...params) => {
    const [matrix, other, dimension] = params as [Local, Local, Local];
    parts.tighterEntries(f, matrix, other, dimension, (i, j, bound) =>
      f.if(eqz(call(parts.kernel.constrain, matrix, dimension, i, j, bound)), () => f.return(0)),
    );
    f.return(1);
  });
  defineFunction(module, parts.intersectAll, (f, ...params) => {
    const [left, right, dimension] = params as [Local, Local, Local];
    const result = f.let(0);
    const one = f.local();
    const other = f.local();
    const both = f.local();
    each(f, left, one, () =>
      each(f, right, other, () => {
        f.set(both, call(parts.copyOf, matrixOf(one), dimension));
        f.if(
          call(parts.intersect, matrixOf(both), matrixOf(other), dimension),
          () => f.set(result, call(append, result, both)),
          () => f.do(call(parts.release, both)),
        );
      }),
    );
    f.return(result);
  });

  defineFunction(module, parts.reduce, (f, ...params) => {
    const [list, dimension] = params as [Local, Local];
    const kept = f.let(0);
    const still = f.local();
    const zone = f.local();
    const other = f.local();
    const isCovered = f.local();
    each(f, list, zone, () => {
      f.set(isCovered, 0);
      f.set(still, 0);
      each(f, kept, other, () => {
        f.if(isCovered, () => f.set(still, call(append, still, other)));
        f.if(eqz(isCovered), () => {
          f.set(isCovered, call(parts.includes, matrixOf(other), matrixOf(zone), dimension));
          f.if(
            isCovered,
            () => f.set(still, call(append, still, other)),
            () =>
              f.if(
                call(parts.includes, matrixOf(zone), matrixOf(other), dimension),
                () => f.do(call(parts.discard, other)),
                () => f.set(still, call(append, still, other)),
              ),
          );
        });
      });
      f.set(kept, still);
      f.if(
        isCovered,
        () => f.do(call(parts.discard, zone)),
        () => f.set(kept, call(append, kept, zone)),
      );
    });
    f.return(kept);
  });
}

/** Time that passes, and time before. */
function emitTime({ module, delay, strideOf, lanes, inf, past, eachVector, at128, put128, padded }: Pieces) {
  // ------------------------------------------------------------------------------------------ time

  defineFunction(module, delay, (f, ...params) => {
    const [matrix, dimension] = params as [Local, Local];
    const stride = f.let(strideOf(dimension));
    const row = f.local();
    f.for(row, add(matrix, stride), add(matrix, mul(dimension, stride)), () => lanes.store(f, row, inf), stride);
  });

  // Going back stops when the first clock meets 0; then x_i ≥ x_i − x_j for whichever x_j that is.
  defineFunction(module, past, (f, ...params) => {
    const [matrix, dimension] = params as [Local, Local];
    const stride = f.let(strideOf(dimension));
    const end = f.let(add(matrix, mul(dimension, stride)));
    const row = f.local();
    const least = f.local("v128");
    eachVector(f, dimension, stride, (offset, v) => {
      f.set(least, lanes.splat(0));
      f.for(row, add(matrix, stride), end, () => f.set(least, lanes.min(least, at128(row, offset))), stride);
      put128(f, matrix, offset, padded(least, dimension, offset, v));
    });
  });
}
