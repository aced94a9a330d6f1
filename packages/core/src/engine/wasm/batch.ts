// Candidates of states without zones wait until a whole expansion is there: looking them up one by one means waiting
// for memory twice each, looking them up together means waiting twice in all.

import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "./assembler.ts";
import {
  add,
  and,
  call,
  defineFunction,
  eq,
  eqz,
  type FunctionWriter,
  global,
  type Local,
  load32,
  ltS,
  ltU,
  select,
  shl,
  sub,
  xor,
} from "./code.ts";
import type { DiscreteStates } from "./discrete-states.ts";
import { MEMORY_CODE } from "./heap.ts";
import type { MemoryMap } from "./memory-map.ts";

export interface Batch {
  /** (words, parent, ordinal): the candidate at hand. */
  readonly add: FunctionHandle;
  /** (parent): looks up and stores all that wait. */
  readonly flush: FunctionHandle;
  readonly clear: FunctionHandle;
}

const BATCH = 64;

export function emitBatch(
  module: ModuleBuilder,
  map: MemoryMap,
  states: DiscreteStates,
  words: number,
  insertHashed: FunctionHandle,
  covered: GlobalHandle,
  outOfMemory: (f: FunctionWriter) => void,
): Batch {
  const { index, indexMask, recordOf } = states;
  const wordBytes = 4 * words;
  const entryBytes = wordBytes + 12;
  const waiting = map.reserve(entryBytes * BATCH);
  const top = module.global("i32", waiting);
  const touched = module.global("i32", 0);
  const addEntry = module.declare("batchAdd", ["i32", "i32", "i32"], []);
  const flush = module.declare("batchFlush", ["i32"], []);
  const clear = module.declare("batchClear", [], []);
  defineFunction(module, addEntry, (f, ...params) => {
    const [at, parent, ordinal] = params as [Local, Local, Local];
    const entry = f.let(global(top));
    f.if(eqz(ltU(entry, waiting + entryBytes * BATCH)), () => {
      f.do(call(flush, parent));
      f.set(entry, waiting);
    });
    const h = states.hashOfCandidate(f);
    f.store32(entry, h);
    f.store32(entry, ordinal, 4);
    for (let i = 0; i < Math.min(words, 8); i++) f.store32(entry, load32(at, 4 * i), 12 + 4 * i);
    if (words > 8) f.copy(add(entry, 12 + 32), add(at, 32), wordBytes - 32);
    f.setGlobal(top, add(entry, entryBytes));
  });
  defineFunction(module, flush, (f, parent) => {
    const entry = f.local();
    const h = f.local();
    const slot = f.local();
    const known = f.local();
    const sum = f.let(0);
    const table = f.let(global(index));
    const mask = f.let(global(indexMask));
    const each = (body: () => void): void => f.for(entry, waiting, global(top), body, entryBytes);
    // Short loops, so that the processor has many of these loads under way at once: first the slots of the index…
    each(() => f.set(sum, add(sum, load32(add(table, shl(and(load32(entry), mask), 2))))));
    // … then the records that they name. Most candidates are known, and most of those by the first slot that fits.
    each(() => {
      f.set(h, load32(entry));
      f.set(slot, and(h, mask));
      f.block((done) => {
        f.loop((again) => {
          f.set(known, load32(add(table, shl(slot, 2))));
          f.branchIf(done, eqz(known));
          f.branchIf(done, eqz(and(xor(known, h), xor(mask, -1))));
          f.set(slot, and(add(slot, 1), mask));
          f.branch(again);
        });
      });
      // A vacant slot names number −1; the first record stands in for it.
      f.set(known, sub(and(known, mask), 1));
      f.store32(entry, known, 8);
      f.set(sum, add(sum, load32(recordOf(select(ltS(known, 0), 0, known)))));
    });
    f.setGlobal(touched, sum);
    each(() => {
      f.block((stored) => {
        f.block((unknown) => {
          f.set(known, load32(entry, 8));
          f.branchIf(unknown, ltS(known, 0));
          states.sameWords(f, f.let(add(entry, 12)), f.let(recordOf(known)), unknown);
          f.setGlobal(covered, add(global(covered), 1));
          f.branch(stored);
        });
        const id = call(insertHashed, add(entry, 12), load32(entry), parent!, load32(entry, 4));
        f.if(eq(id, MEMORY_CODE), () => outOfMemory(f));
      });
    });
    f.setGlobal(top, waiting);
  });
  defineFunction(module, clear, (f) => f.setGlobal(top, waiting));
  return { add: addEntry, flush, clear };
}
