// Discrete states of up to 63 bits, emitted, for networks without clocks. A state is one number; a bijection mixes it,
// the upper bits of the result choose a slot, and the slot keeps the rest, so a state is recognised without looking
// anywhere else (Cleary 1984, "Compact hash tables using bidirectional linear probing", for the idea). Slots say only
// that a state is known, not its number: nobody asks. The records lead from numbers back to states.

import { add, and, or, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, eqz, geU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import {
  and64,
  eq64,
  eqz64,
  extend,
  k64,
  load64,
  mul64,
  or64,
  shl64,
  shrU64,
  sub64,
  wrap,
  xor64,
} from "../../../wasm/wide-values.ts";
import { COVERED_CODE, type Heap, MEMORY_CODE } from "./heap.ts";

/** One bit of a slot says that it is taken. */
export const MOST_BITS = 63;
export interface ShortStates {
  readonly count: GlobalHandle;
  readonly index: GlobalHandle;
  /** The index has 2^indexBits slots. */
  readonly indexBits: GlobalHandle;
  /** Code that opens the index. */
  start(f: FunctionWriter): void;
  /** (key, mixed key) → number of a new state, −1: it is known, −2: out of memory. */
  readonly addKey: FunctionHandle;
  /** (address of words): the same. */
  readonly add: FunctionHandle;
  wordsOf(state: Arg): Value;
  readKey(at: Arg, offset?: number): Value;
  /** Code for the mixed key. */
  mix(f: FunctionWriter, key: Local): Value;
  readonly slots: Slots;
}

/**
 * Slots of 32 bits keep the low 31 bits of the mixed state: all that the slot's place does not tell, and the last bits
 * of the place it belongs to, because it may have been pushed behind that place by others, less than `REACH` slots.
 */
const REACH = 256;
const NARROW_BITS = 43;
const FIRST_INDEX_BITS = 12;

/** How slots are read and written; they are of 32 or 64 bits. */
interface Slots {
  readonly kind: "i32" | "i64";
  readonly bytes: number;
  at(table: Value, slot: Value): Value;
  load(address: Value): Value;
  store(f: FunctionWriter, address: Value, entry: Value): void;
  /** What a mixed key's slot holds. */
  entryOf(mixed: Value): Value;
  isVacant(entry: Value): Value;
  same(a: Value, b: Value): Value;
  /** The slot a mixed key belongs to, given the bits of the index (as an i64). */
  homeOf(mixed: Value, bits: Value): Value;
}

export function emitShortStates(
  module: ModuleBuilder,
  heap: Heap,
  shape: { words: number; bits: number },
): ShortStates {
  const declared = declareShortStates(module, heap, shape);
  emitGrowth(declared);
  emitAddition(declared);
  const { narrow, width, count, index, indexBits, grow, addAt, addKey, recordOf, readKey, mix, slots } = declared;
  const firstBits = narrow ? Math.max(FIRST_INDEX_BITS, width - 31 + Math.log2(REACH)) : FIRST_INDEX_BITS;
  return {
    count,
    index,
    indexBits,
    start: (f) => f.drop(call(grow, firstBits)),
    add: addAt,
    addKey,
    wordsOf: recordOf,
    readKey,
    mix,
    slots,
  };
}

/** Memory, keys and slots, declared before anything is defined. */
function declareShortStates(module: ModuleBuilder, heap: Heap, shape: { words: number; bits: number }) {
  const { words } = shape;
  const width = Math.max(32, shape.bits);
  const narrow = width <= NARROW_BITS;
  const records = heap.chunks(4 * words);
  const recordOf = records.at;
  const index = module.global("i32", 0);
  const indexBits = module.global("i32", 0);
  const count = module.global("i32", 0);
  const addAt = module.declare("addState", ["i32"], ["i32"]);
  const addKey = module.declare("addKey", ["i64", "i64"], ["i32"]);
  const grow = module.declare("growIndex", ["i32"], ["i32"]);

  const all = k64((1n << BigInt(width)) - 1n);
  const half = k64(BigInt((width + 1) >> 1));
  const readKey = (at: Arg, offset = 0): Value => (words === 1 ? extend(load32(at, offset)) : load64(at, offset));
  // Each step is invertible on numbers of `width` bits: odd factors, and a shift by at least half the width.
  const mix = (f: FunctionWriter, key: Local): Value => {
    const x = f.let(and64(mul64(key, k64(0x9e3779b97f4a7c15n)), all), "i64");
    return and64(mul64(xor64(x, shrU64(x, half)), k64(0xd6e8feb86659fd93n)), all);
  };
  const homeOf = (mixed: Value, bits: Value): Value => wrap(shrU64(mixed, sub64(k64(BigInt(width)), bits)));
  const slots: Slots = narrow
    ? {
        kind: "i32",
        bytes: 4,
        store: (f, address, entry) => f.store32(address, entry),
        at: (table, slot) => add(table, shl(slot, 2)),
        load: (address) => load32(address),
        entryOf: (mixed) => or(shl(wrap(mixed), 1), 1),
        isVacant: eqz,
        same: eq,
        homeOf,
      }
    : {
        kind: "i64",
        bytes: 8,
        store: (f, address, entry) => f.store64(address, entry),
        at: (table, slot) => add(table, shl(slot, 3)),
        load: (address) => load64(address),
        entryOf: (mixed) => or64(shl64(mixed, k64(1n)), k64(1n)),
        isVacant: eqz64,
        same: eq64,
        homeOf,
      };
  const bytesOf = (bits: Arg): Value => shl(slots.bytes, bits);

  /** The mixed key whose entry stands at a slot, given the bits of the index. */
  const mixedAt = (f: FunctionWriter, slot: Local, entry: Local, bits: Local, mask: Local): Value => {
    if (!narrow) return shrU64(entry, k64(1n));
    const kept = f.let(extend(shrU(entry, 1)), "i64");
    const rest = f.let(sub64(k64(BigInt(width)), bits), "i64");
    const pushed = and(sub(slot, wrap(shrU64(kept, rest))), REACH - 1);
    const home = extend(and(sub(slot, pushed), mask));
    return or64(shl64(home, rest), and64(kept, sub64(shl64(k64(1n), rest), k64(1n))));
  };
  const memory = { records, recordOf, index, indexBits, count };
  const keys = { words, width, narrow, readKey, mix, homeOf, slots, bytesOf, mixedAt };
  return { module, heap, ...memory, ...keys, addAt, addKey, grow };
}

type Declared = ReturnType<typeof declareShortStates>;

/** A longer index, everything put into it again. */
function emitGrowth({ module, grow, heap, bytesOf, index, indexBits, slots, mixedAt, homeOf }: Declared) {
  // (bits) → 0 when memory is exhausted. The slots are in order of the mixed states, so both indexes are walked once
  // from end to end.
  defineFunction(module, grow, (f, bits) => {
    // Memory that was never used is 0.
    const table = f.let(call(heap.allocateFresh, bytesOf(bits!)));
    f.if(eqz(table), () => f.return(0));
    const mask = f.let(sub(shl(1, bits!), 1));
    const old = f.let(global(index));
    const oldBits = f.let(extend(global(indexBits)), "i64");
    const newBits = f.let(extend(bits!), "i64");
    const oldMask = f.let(sub(shl(1, global(indexBits)), 1));
    const entry = f.local(slots.kind);
    const mixed = f.local("i64");
    const at = f.local();
    const slot = f.local();
    f.if(old, () => {
      f.for(at, 0, add(oldMask, 1), () => {
        f.set(entry, slots.load(slots.at(old, at)));
        f.if(eqz(slots.isVacant(entry)), () => {
          f.set(mixed, mixedAt(f, at, entry, oldBits, oldMask));
          f.set(slot, homeOf(mixed, newBits));
          f.while(eqz(slots.isVacant(slots.load(slots.at(table, slot)))), () => f.set(slot, and(add(slot, 1), mask)));
          slots.store(f, slots.at(table, slot), slots.entryOf(mixed));
        });
      });
      heap.recycle(f, old, bytesOf(global(indexBits)));
    });
    f.setGlobal(index, table);
    f.setGlobal(indexBits, bits!);
    f.return(1);
  });
}

/** A state looked up, and added where it is new. */
function emitAddition(parts: Declared) {
  const { addKey, indexBits, slots } = parts;
  defineFunction(parts.module, addKey, (f, ...params) => {
    const [key, mixed] = params as [Local, Local];
    const table = f.let(global(parts.index));
    const mask = f.let(sub(shl(1, global(indexBits)), 1));
    const home = f.let(parts.homeOf(mixed, extend(global(indexBits))));
    const slot = f.let(home);
    const wanted = f.let(slots.entryOf(mixed), slots.kind);
    const entry = f.local(slots.kind);
    f.block((vacant) => {
      f.loop((again) => {
        f.set(entry, slots.load(slots.at(table, slot)));
        f.branchIf(vacant, slots.isVacant(entry));
        f.if(slots.same(entry, wanted), () => f.return(COVERED_CODE));
        f.set(slot, and(add(slot, 1), mask));
        f.branch(again);
      });
    });
    const id = f.let(global(parts.count));
    // At most five eighths full, and nobody too far from home.
    const crowded = geU(id, sub(mask, add(shrU(mask, 2), shrU(mask, 3))));
    const tooFar = geU(and(sub(slot, home), mask), REACH - 1);
    f.if(f.choose(crowded, 1, tooFar), () => {
      f.if(eqz(call(parts.grow, add(global(indexBits), 1))), () => f.return(MEMORY_CODE));
      f.return(call(addKey, key, mixed));
    });
    parts.records.open(f, id);
    if (parts.words === 1) f.store32(parts.recordOf(id), wrap(key));
    else f.store64(parts.recordOf(id), key);
    slots.store(f, slots.at(table, slot), wanted);
    f.setGlobal(parts.count, add(id, 1));
    f.return(id);
  });
  defineFunction(parts.module, parts.addAt, (f, at) => {
    const key = f.let(parts.readKey(at!), "i64");
    f.return(call(addKey, key, parts.mix(f, key)));
  });
}
