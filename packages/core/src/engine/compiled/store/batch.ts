// Hashed states (`hashed-states.ts`) without zones are looked up many at a time: looking them up one by one means
// waiting for memory twice each, looking them up together means waiting twice in all. Candidates of several expansions
// may wait together; they are stored in the order in which they came.

import { add, and, select, shl, sub, xor } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, eqz, ltS } from "../../../wasm/comparisons.ts";
import { call, defineFunction } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { global } from "../../../wasm/value.ts";
import type { Batch, BatchSink } from "./discrete-states.ts";
import type { HashedStates } from "./hashed-states.ts";

const WAITING = 64;
/** Hash, number that may be the state's, parent, ordinal; then the words. */
const HEADER = 16;

export function emitBatch(
  module: ModuleBuilder,
  map: MemoryMap,
  states: HashedStates,
  words: number,
  candidateWords: number,
  sink: BatchSink,
): Batch {
  const { index, indexMask, wordsOf } = states;
  const entryBytes = 4 * words + HEADER;
  const bottom = map.reserve(entryBytes * WAITING);
  const end = bottom + entryBytes * WAITING;
  const top = module.global("i32", bottom);
  const touched = module.global("i32", 0);
  const addCandidate = module.declare("batchAdd", [], []);
  const flush = module.declare("batchFlush", [], []);
  defineFunction(module, addCandidate, (f) => {
    const entry = f.let(global(top));
    f.store32(entry, states.hashOfCandidate(f));
    f.store32(entry, global(sink.parent), 8);
    f.store32(entry, global(sink.ordinal), 12);
    for (let i = 0; i < Math.min(words, 8); i++) f.store32(entry, load32(candidateWords + 4 * i), HEADER + 4 * i);
    if (words > 8) f.copy(add(entry, HEADER + 32), candidateWords + 32, 4 * words - 32);
    f.set(entry, add(entry, entryBytes));
    f.setGlobal(top, entry);
    f.if(eq(entry, end), () => f.do(call(flush)));
  });
  defineFunction(module, flush, (f) => {
    const entry = f.local();
    const h = f.local();
    const slot = f.local();
    const known = f.local();
    const sum = f.let(0);
    const table = f.let(global(index));
    const mask = f.let(global(indexMask));
    const last = f.let(global(top));
    f.setGlobal(top, bottom);
    const each = (body: () => void): void => f.for(entry, bottom, last, body, entryBytes);
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
      f.store32(entry, known, 4);
      f.set(sum, add(sum, load32(wordsOf(select(ltS(known, 0), 0, known)))));
    });
    f.setGlobal(touched, sum);
    each(() => {
      f.block((stored) => {
        f.block((unknown) => {
          f.set(known, load32(entry, 4));
          f.branchIf(unknown, ltS(known, 0));
          states.sameWords(f, f.let(add(entry, HEADER)), f.let(wordsOf(known)), unknown);
          f.setGlobal(sink.covered, add(global(sink.covered), 1));
          f.branch(stored);
        });
        const before = f.let(global(states.count));
        f.set(known, call(states.findHashed, add(entry, HEADER), load32(entry)));
        f.if(
          eq(known, before),
          () => f.set(known, call(sink.note, known, load32(entry, 8), load32(entry, 12))),
          () => f.if(eqz(ltS(known, 0)), () => f.setGlobal(sink.covered, add(global(sink.covered), 1))),
        );
        f.if(ltS(known, 0), () => sink.outOfMemory(f));
      });
    });
  });
  return { add: addCandidate, addKey: null, flush };
}
