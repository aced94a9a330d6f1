// The heap behind the static memory, emitted: one pointer that goes up, and chunks of records that are found through a
// table, so that nothing ever moves. Memory grows generously and ends cleanly at what the host gives.

import { add, and, mul, select, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, gtU, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { atomicAdd, load32, memoryGrow, memorySize } from "../../../wasm/memory.ts";
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
  /** Where the addresses of the chunks stand. */
  readonly table: number;
  /** Address of a record. */
  at(id: Arg): Value;
  /**
   * Code that makes room for a record that is about to be numbered; returns MEMORY_CODE from the function if it fails.
   */
  open(f: FunctionWriter, id: Arg): void;
}

export const CHUNK_BITS = 12;
const CHUNK_TABLE = 1 << 18;
/** Memory grows by its own size, but by no less and no more than this. */
const FEWEST_PAGES = 64;
const MOST_PAGES = 8192;
/** Kept free behind the last block: whole vectors are read where a row ends earlier. */
const SLACK = 64;

/** Where engines that share one memory count the pages of it that are taken. */
export const PAGES_TAKEN = 64;
/** What each of them takes at a time. */
const SLAB_PAGES = 16;
const ALL_PAGES = 65536;

/** `isShared`: the memory is shared with others, from which pages are taken by an atomic addition. */
export function emitHeap(module: ModuleBuilder, map: MemoryMap, isShared = false): Heap {
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
  if (isShared) defineSharedAllocation(module, allocateFresh, heap, limit);
  else defineAllocation(module, allocateFresh, heap, limit);

  return {
    allocate,
    allocateFresh,
    top: heap,
    start(f, base) {
      // Of a shared memory nothing is held to begin with.
      f.setGlobal(heap, isShared ? 0 : base);
      f.setGlobal(limit, isShared ? 0 : sub(shl(memorySize, 16), SLACK));
    },
    recycle(f, address, bytes) {
      f.setGlobal(spare, address);
      f.setGlobal(spareEnd, add(global(spare), bytes));
    },
    chunks(recordBytes) {
      const table = map.room(CHUNK_TABLE);
      const within = (1 << CHUNK_BITS) - 1;
      return {
        table,
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

/** (bytes) → address: memory that is this engine's alone. */
function defineAllocation(
  module: ModuleBuilder,
  allocateFresh: FunctionHandle,
  heap: GlobalHandle,
  limit: GlobalHandle,
): void {
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
}

/** The same where others take of the memory, too: slabs of whole pages, which nobody else has. */
function defineSharedAllocation(
  module: ModuleBuilder,
  allocateFresh: FunctionHandle,
  heap: GlobalHandle,
  limit: GlobalHandle,
): void {
  const takePages = module.declare("takePages", ["i32"], ["i32"]);
  // (pages) → the number of the first, 0 when memory is exhausted. Pages are counted, since addresses would wrap
  // around.
  defineFunction(module, takePages, (f, pages) => {
    const first = f.let(atomicAdd(PAGES_TAKEN, pages!));
    const end = f.let(add(first, pages!));
    f.block((exhausted) => {
      f.branchIf(exhausted, gtU(end, ALL_PAGES));
      const size = f.let(memorySize);
      f.if(ltU(size, end), () => {
        const more = f.let(select(ltU(size, FEWEST_PAGES), FEWEST_PAGES, size));
        const missing = f.let(sub(end, size));
        const eager = f.let(add(missing, select(ltU(more, MOST_PAGES), more, MOST_PAGES)));
        f.if(lessThanZero(memoryGrow(eager)), () => f.drop(memoryGrow(missing)));
        // Somebody else may have made it grow meanwhile.
        f.branchIf(exhausted, ltU(memorySize, end));
      });
      f.return(first);
    });
    f.drop(atomicAdd(PAGES_TAKEN, sub(0, pages!)));
    f.return(0);
  });
  defineFunction(module, allocateFresh, (f, size) => {
    const bytes = f.let(and(add(size!, 15), -16));
    const address = f.let(global(heap));
    f.if(leqU(bytes, sub(global(limit), address)), () => {
      f.setGlobal(heap, add(address, bytes));
      f.return(address);
    });
    const pages = f.let(shrU(add(bytes, SLACK + 65535), 16));
    const isLarge = f.let(gtU(pages, SLAB_PAGES));
    const first = f.let(call(takePages, select(isLarge, pages, SLAB_PAGES)));
    f.set(address, shl(first, 16));
    // What is large has pages of its own; the slab at hand goes on behind it.
    f.if(and(ne(first, 0), eqz(isLarge)), () => {
      f.setGlobal(heap, add(address, bytes));
      f.setGlobal(limit, add(address, (SLAB_PAGES << 16) - SLACK));
    });
    f.return(address);
  });
}

const lessThanZero = (a: Arg): Value => shrU(a, 31);
const leqU = (a: Arg, b: Arg): Value => eqz(gtU(a, b));
