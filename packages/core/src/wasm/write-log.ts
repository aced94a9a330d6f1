// Which cells an update wrote, emitted, for networks with long states: an element of an array of a thousand cells is
// one cell to pack and to put back, not a thousand. Every write to the state appends its address; a log that is full
// means "anything".

import { add, shl, sub } from "./arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "./assembler.ts";
import { ltU } from "./comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "./function-writer.ts";
import type { MemoryMap } from "./memory-map.ts";
import { type Arg, global } from "./value.ts";

export interface WriteLog {
  /** (address, cells): notes that cells from an address on are written, if they are of the state. */
  readonly note: FunctionHandle;
  readonly bottom: number;
  /** As far as the log reaches; `end`: it is full. */
  readonly top: GlobalHandle;
  readonly end: number;
}

export function emitWriteLog(module: ModuleBuilder, map: MemoryMap, cells: number, count: number): WriteLog {
  const bytes = 4 * Math.max(64, count);
  const bottom = map.reserve(bytes);
  const end = bottom + bytes;
  const top = module.global("i32", bottom);
  const note = module.declare("noteWrite", ["i32", "i32"], []);
  defineFunction(module, note, (f, address, size) => {
    // Frames lie elsewhere.
    f.if(ltU(sub(address!, cells), 4 * count), () => {
      const last = f.let(add(address!, shl(size!, 2)));
      const at = f.local();
      f.for(
        at,
        address!,
        last,
        () => {
          f.if(ltU(global(top), end), () => {
            f.store32(global(top), at);
            f.setGlobal(top, add(global(top), 4));
          });
        },
        4,
      );
    });
  });
  return { note, bottom, top, end };
}

/** Code that notes a write; nothing where there is no log. */
export function noteWrite(f: FunctionWriter, log: WriteLog | null, address: Arg, cells: number): void {
  if (log !== null) f.do(call(log.note, address, cells));
}
