// The heap behind the static memory, emitted: one pointer that goes up, and chunks of records that are found through a
// table, so that nothing ever moves. Memory grows generously and ends cleanly at what the host gives.

import { add, and, mul, select, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, gtU, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32, memoryGrow, memorySize } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { type Arg, global, type Value } from "../../../wasm/value.ts";

/** What functions of the store return when memory is exhausted. */
export const MEMORY_CODE = -2;
/** What they return when a state is covered by what is stored. */
export const COVERED_CODE = -1;

export interface Heap {
  /** (bytes) → address, or 0 when memory is exhausted. */
  readonly allocate: FunctionHandle;
  /** The same, never with memory that was given back: what it hands out is 0 everywhere. */
  readonly allocateFresh: FunctionHandle;
  /** The end of what is used. */
  readonly top: GlobalHandle;
  /** Code that opens the heap at an address. */
  start(f: FunctionWriter, base: Arg): void;
  /** Code that gives a region back; it is handed out before new memory is. */
  recycle(f: FunctionWriter, address: Value, bytes: Value): void;
  /** Records of one size, numbered from 0. */
  chunks(recordBytes: number): Chunks;
}

export interface Chunks {
  /** Address of a record. */
  at(id: Arg): Value;
  /**
   * Code that makes room for a record that is about to be numbered; returns MEMORY_CODE from the function if it fails.
   */
  open(f: FunctionWriter, id: Arg): void;
}

const CHUNK_BITS = 12;
const CHUNK_TABLE = 1 << 18;
/** Memory grows by its own size, but by no less and no more than this. */
const FEWEST_PAGES = 64;
const MOST_PAGES = 8192;
/** Kept free behind the last block: whole vectors are read where a row ends earlier. */
const SLACK = 64;

export function emitHeap(module: ModuleBuilder, map: MemoryMap): Heap {
  const heap = module.global("i32", 0, "heap");
  const limit = module.global("i32", 0);
  const spare = module.global("i32", 0);
  const spareEnd = module.global("i32", 0);
  const allocate = module.declare("allocate", ["i32"], ["i32"]);

  const allocateFresh = module.declare("allocateFresh", ["i32"], ["i32"]);
  defineFunction(module, allocate, (f, size) => {
    const bytes = f.let(and(add(size!, 15), -16));
    const address = f.let(global(spare));
    // What an outgrown index left behind comes first.
    f.if(leqU(add(address, bytes), global(spareEnd)), () => {
      f.setGlobal(spare, add(address, bytes));
      f.return(address);
    });
    f.return(call(allocateFresh, bytes));
  });
  defineFunction(module, allocateFresh, (f, size) => {
    const bytes = f.let(and(add(size!, 15), -16));
    const address = f.let(global(heap));
    const end = f.let(add(address, bytes));
    f.if(gtU(end, global(limit)), () => {
      // Past the last address the sum wraps around.
      f.if(ltU(end, address), () => f.return(0));
      const missing = f.let(add(shrU(sub(end, global(limit)), 16), 1));
      // Generously, since pages that are not touched cost nothing and every growth makes the host collect garbage.
      const more = f.let(select(ltU(memorySize, FEWEST_PAGES), FEWEST_PAGES, memorySize));
      const eager = f.let(add(missing, select(ltU(more, MOST_PAGES), more, MOST_PAGES)));
      f.if(lessThanZero(memoryGrow(eager)), () => {
        f.if(lessThanZero(memoryGrow(missing)), () => f.return(0));
      });
      // The size of a full memory, 2³², wraps to 0; less the slack it is right again.
      f.setGlobal(limit, sub(shl(memorySize, 16), SLACK));
      f.if(gtU(end, global(limit)), () => f.return(0));
    });
    f.setGlobal(heap, end);
    f.return(address);
  });

  return {
    allocate,
    allocateFresh,
    top: heap,
    start(f, base) {
      f.setGlobal(heap, base);
      f.setGlobal(limit, sub(shl(memorySize, 16), SLACK));
    },
    recycle(f, address, bytes) {
      f.setGlobal(spare, address);
      f.setGlobal(spareEnd, add(global(spare), bytes));
    },
    chunks(recordBytes) {
      const table = map.room(CHUNK_TABLE);
      const within = (1 << CHUNK_BITS) - 1;
      return {
        at: (id) => add(load32(shl(shrU(id, CHUNK_BITS), 2), table), mul(and(id, within), recordBytes)),
        open(f, id) {
          f.if(eqz(and(id, within)), () => {
            f.if(gtU(shrU(id, CHUNK_BITS), CHUNK_TABLE / 4 - 1), () => f.return(MEMORY_CODE));
            const chunk = f.let(call(allocate, recordBytes << CHUNK_BITS));
            f.if(eqz(chunk), () => f.return(MEMORY_CODE));
            f.store32(shl(shrU(id, CHUNK_BITS), 2), chunk, table);
          });
        },
      };
    },
  };
}

const lessThanZero = (a: Arg): Value => shrU(a, 31);
const leqU = (a: Arg, b: Arg): Value => eqz(gtU(a, b));
