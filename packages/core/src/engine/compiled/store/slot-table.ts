// A table of 32-bit slots in the heap, as long as a power of two, that hash indexes live in. When it gets crowded a
// longer one is filled anew, and the old one is given back.

import { add, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { global, type Local } from "../../../wasm/value.ts";
import type { Heap } from "./heap.ts";

export interface SlotTable {
  /** 0: there is none yet. */
  readonly table: GlobalHandle;
  readonly mask: GlobalHandle;
}

/**
 * Defines (bits) → 0 when memory is exhausted: a table of 2^bits slots, filled by `refill`, takes the old one's place.
 */
export function defineGrowth(
  module: ModuleBuilder,
  heap: Heap,
  grow: FunctionHandle,
  held: SlotTable,
  refill: (f: FunctionWriter, table: Local, mask: Local) => void,
): void {
  defineFunction(module, grow, (f, bits) => {
    const size = f.let(shl(4, bits!));
    const table = f.let(call(heap.allocate, size));
    f.if(eqz(table), () => f.return(0));
    f.fill(table, 0, size);
    const mask = f.let(sub(shl(1, bits!), 1));
    refill(f, table, mask);
    f.if(global(held.table), () => heap.recycle(f, global(held.table), shl(add(global(held.mask), 1), 2)));
    f.setGlobal(held.table, table);
    f.setGlobal(held.mask, mask);
    f.return(1);
  });
}
