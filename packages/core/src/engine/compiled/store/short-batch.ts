// Short states (`short-states.ts`) are looked up many at a time: candidates wait until there are enough of them, then
// all slots are touched in a short loop, so that the processor waits for many cache lines at once instead of one after
// the other. Candidates of several expansions may wait together; they are stored in the order in which they came.
// Before that, a candidate is held against the ones that came lately: breadth first, about half of them are among
// these, and the few that fit a near cache are asked at no cost.

import { add, and, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, gtS, gtU, ltS, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { global, k } from "../../../wasm/value.ts";
import { extend, k64, load64 } from "../../../wasm/wide-values.ts";
import type { Batch, BatchSink } from "./discrete-states.ts";
import { COVERED_CODE } from "./heap.ts";
import type { KeySending } from "./key-exchange.ts";
import type { ShortStates } from "./short-states.ts";

const WAITING = 128;
/** 128 KiB of recent candidates. */
const RECENT_BYTES = 1 << 17;
/** key, mixed key, parent, ordinal. */
const ENTRY = 24;

export interface ShortBatch extends Batch {
  /** (first, end): entries that were made elsewhere are looked up where they lie. */
  readonly storeEntries: FunctionHandle;
}

export function emitShortBatch(
  module: ModuleBuilder,
  map: MemoryMap,
  states: ShortStates,
  candidateWords: number,
  sink: BatchSink,
  sending: KeySending | null,
): ShortBatch {
  const { slots } = states;
  const bottom = map.reserve(ENTRY * WAITING);
  const end = bottom + ENTRY * WAITING;
  const top = module.global("i32", bottom);
  const touched = module.global("i32", 0);
  const recent = map.reserve(RECENT_BYTES);
  const recentBits = k64(BigInt(Math.log2(RECENT_BYTES / slots.bytes)));
  const addCandidate = module.declare("batchAdd", [], []);
  const addKey = module.declare("batchAddKey", ["i64"], []);
  const flush = module.declare("batchFlush", [], []);
  const look = module.declare("batchLook", ["i32", "i32"], []);
  const storeEntries = module.declare("batchStoreEntries", ["i32", "i32"], []);
  const insert = module.declare("batchInsert", ["i32"], []);

  defineFunction(module, addKey, (f, key) => {
    const mixed = f.let(states.mix(f, key!), "i64");
    const place = f.let(slots.at(k(recent), slots.homeOf(mixed, recentBits)));
    f.if(slots.same(slots.load(place), slots.entryOf(mixed)), () => {
      f.setGlobal(sink.covered, add(global(sink.covered), 1));
      f.return();
    });
    slots.store(f, place, slots.entryOf(mixed));
    sending?.sendUnlessOwn(f, key!, mixed, global(sink.parent), global(sink.ordinal));
    const entry = f.let(global(top));
    f.store64(entry, key!);
    f.store64(entry, mixed, 8);
    f.store32(entry, global(sink.parent), 16);
    f.store32(entry, global(sink.ordinal), 20);
    f.set(entry, add(entry, ENTRY));
    f.setGlobal(top, entry);
    f.if(eq(entry, end), () => f.do(call(flush)));
  });
  defineFunction(module, addCandidate, (f) => f.do(call(addKey, states.readKey(candidateWords))));

  // (entry): stores a state that is new.
  defineFunction(module, insert, (f, entry) => {
    const id = f.let(call(states.addKey, load64(entry!), load64(entry!, 8)));
    f.if(gtS(id, COVERED_CODE), () => f.set(id, call(sink.note, id, load32(entry!, 16), load32(entry!, 20))));
    f.if(ltS(id, COVERED_CODE), () => sink.outOfMemory(f));
  });

  defineFunction(module, flush, (f) => {
    const last = f.let(global(top));
    f.setGlobal(top, bottom);
    f.do(call(look, bottom, last));
  });

  // (first, end): not more than fit a near cache.
  defineFunction(module, look, (f, first, last) => {
    const entry = f.local();
    const table = f.local();
    const bits = f.local("i64");
    const mask = f.local();
    const readIndex = (): void => {
      f.set(table, global(states.index));
      f.set(bits, extend(global(states.indexBits)));
      f.set(mask, sub(shl(1, global(states.indexBits)), 1));
    };
    readIndex();
    const each = (body: () => void): void => f.for(entry, first!, last!, body, ENTRY);
    const mixed = f.local("i64");
    const sum = f.let(0);
    each(() => f.set(sum, add(sum, load32(slots.at(table, slots.homeOf(load64(entry, 8), bits))))));
    f.setGlobal(touched, sum);
    const slot = f.local();
    const wanted = f.local(slots.kind);
    const found = f.local(slots.kind);
    const known = f.let(0);
    each(() => {
      f.set(mixed, load64(entry, 8));
      f.set(slot, slots.homeOf(mixed, bits));
      f.set(wanted, slots.entryOf(mixed));
      f.block((done) => {
        f.block((vacant) => {
          f.loop((again) => {
            f.set(found, slots.load(slots.at(table, slot)));
            f.if(slots.same(found, wanted), () => {
              f.set(known, add(known, 1));
              f.branch(done);
            });
            f.branchIf(vacant, slots.isVacant(found));
            f.set(slot, and(add(slot, 1), mask));
            f.branch(again);
          });
        });
        f.do(call(insert, entry));
        readIndex();
      });
    });
    f.setGlobal(sink.covered, add(global(sink.covered), known));
  });

  // Own ones that still wait came first.
  defineFunction(module, storeEntries, (f, from, end) => {
    f.do(call(flush));
    const at = f.let(from!);
    const until = f.local();
    f.while(ltU(at, end!), () => {
      f.set(until, add(at, ENTRY * WAITING));
      f.if(gtU(until, end!), () => f.set(until, end!));
      f.do(call(look, at, until));
      f.set(at, until);
    });
  });

  return { add: addCandidate, addKey, storeEntries, flush };
}
