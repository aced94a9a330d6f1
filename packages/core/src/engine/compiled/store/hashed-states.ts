// Records of a few words, emitted, each stored once: in chunks, in order of discovery, with an open-addressing index
// from words to numbers. They are packed states, or the nodes of states that are trees (`tree-states.ts`).

import { add, and, clz, mul, or, rotl, shl, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, gtU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter, type Label } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, i32x4Lane, i32x4Mul, i32x4ShrU, LANES_32, load128, vxor } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { DiscreteShape, DiscreteStates } from "./discrete-states.ts";
import { type Heap, MEMORY_CODE } from "./heap.ts";
import { defineGrowth } from "./slot-table.ts";

export interface HashedStates extends DiscreteStates {
  readonly index: GlobalHandle;
  readonly indexMask: GlobalHandle;
  /** (words, hash): as `find`. */
  readonly findHashed: FunctionHandle;
  /** Code for the hash of the candidate at hand, into a local. */
  hashOfCandidate(f: FunctionWriter): Local;
  /** Code that leaves when the words at two addresses differ. */
  sameWords(f: FunctionWriter, a: Arg, b: Arg, differs: Label): void;
}

const FIRST_INDEX_BITS = 12;
/** From so many words on, vectors are quicker. */
const WIDE = 12;

export function emitHashedStates(module: ModuleBuilder, heap: Heap, shape: DiscreteShape): HashedStates {
  const declared = declareHashedStates(module, heap, shape);
  const rehashing = emitRehash(declared);
  const finding = emitFind({ ...declared, ...rehashing });
  const { discretes, index, indexMask, find, findHashed, findCandidate, rehash, recordOf, wordBytes } = declared;
  const { sameWords, hashOfCandidate } = finding;
  return {
    count: discretes,
    index,
    indexMask,
    find,
    findHashed,
    findCandidate,
    start: (f) => f.drop(call(rehash, FIRST_INDEX_BITS)),
    wordsOf: recordOf,
    headOf: (state) => add(recordOf(state), wordBytes),
    sameWords,
    hashOfCandidate,
    noteSource: null,
  };
}

/** Memory, functions and hashes, declared before anything is defined. */
function declareHashedStates(module: ModuleBuilder, heap: Heap, shape: DiscreteShape) {
  const { words } = shape;
  const wordBytes = 4 * words;
  const records = heap.chunks(wordBytes + (shape.hasHead ? 4 : 0));
  const recordOf = records.at;
  const index = module.global("i32", 0);
  const indexMask = module.global("i32", 0);
  const discretes = module.global("i32", 0);

  const functions = {
    rehash: module.declare("rehash", i32(1), ["i32"]),
    find: module.declare("find", i32(1), ["i32"]),
    findHashed: module.declare("findHashed", i32(2), ["i32"]),
    findCandidate: module.declare("findCandidate", [], ["i32"]),
  };
  return {
    ...functions,
    module,
    heap,
    shape,
    words,
    wordBytes,
    records,
    recordOf,
    index,
    indexMask,
    discretes,
  };
}

type Declared = ReturnType<typeof declareHashedStates>;

/** A longer index, everything put into it again. */
function emitRehash({ module, rehash, heap, discretes, recordOf, index, indexMask, words }: Declared) {
  const hashOf = (f: FunctionWriter, at: Arg): Local => hashOfWords(f, words, at);
  // An entry holds the number of a discrete state + 1 in the bits that choose the slot, and the rest of the hash in
  // the others: most strangers are told apart without looking at their records.
  defineGrowth(module, heap, rehash, { table: index, mask: indexMask }, (f, table, mask) => {
    const id = f.local();
    const h = f.local();
    const record = f.local();
    const slot = f.local();
    f.for(id, 0, global(discretes), () => {
      f.set(record, recordOf(id));
      f.set(h, hashOf(f, record));
      f.set(slot, and(h, mask));
      f.while(load32(add(table, shl(slot, 2))), () => f.set(slot, and(add(slot, 1), mask)));
      f.store32(add(table, shl(slot, 2)), or(and(h, not(mask)), add(id, 1)));
    });
  });
  return { hashOf };
}

type Rehash = ReturnType<typeof emitRehash>;

/** A state looked up, and added where it is new. */
function emitFind(parts: Declared & Rehash) {
  const { module, findHashed, words, shape, wordBytes } = parts;
  // (words, hash) → number of the discrete state; a new one is the count before the call; −2: out of memory.
  defineFunction(module, findHashed, (f, ...params) => {
    const [at, h] = params as [Local, Local];
    const mask = f.let(global(parts.indexMask));
    const slot = f.let(and(h, mask));
    const entry = f.local();
    const record = f.local();
    f.block((vacant) => {
      f.loop((again) => {
        f.set(entry, load32(add(global(parts.index), shl(slot, 2))));
        f.branchIf(vacant, eqz(entry));
        f.if(eqz(and(xor(entry, h), not(mask))), () => {
          f.set(entry, sub(and(entry, mask), 1));
          f.set(record, parts.recordOf(entry));
          f.block((differs) => {
            sameWords(f, at, record, differs);
            f.return(entry);
          });
        });
        f.set(slot, and(add(slot, 1), mask));
        f.branch(again);
      });
    });
    const id = f.let(global(parts.discretes));
    parts.records.open(f, id);
    f.set(record, parts.recordOf(id));
    const vectors = words < WIDE ? 0 : words & -4;
    for (let i = 0; i < vectors; i += 4) f.store128(record, load128(at, 4 * i), 4 * i);
    for (let i = vectors; i < words; i++) f.store32(record, load32(at, 4 * i), 4 * i);
    if (shape.hasHead) f.store32(record, 0, wordBytes);
    f.store32(add(global(parts.index), shl(slot, 2)), or(and(h, not(mask)), add(id, 1)));
    f.setGlobal(parts.discretes, add(id, 1));
    // At most three quarters full.
    f.if(gtU(add(id, shrU(id, 1)), sub(mask, shrU(mask, 4))), () => {
      f.if(eqz(call(parts.rehash, sub(33, clz(mask)))), () => f.return(MEMORY_CODE));
    });
    f.return(id);
  });

  function sameWords(f: FunctionWriter, a: Arg, b: Arg, differs: Label): void {
    if (words <= 8) {
      for (let i = 0; i < words; i++) f.branchIf(differs, ne(load32(a, 4 * i), load32(b, 4 * i)));
      return;
    }
    const whole = wordBytes & -16;
    for (let i = 0; i < whole; i += 16) f.branchIf(differs, anyTrue(vxor(load128(a, i), load128(b, i))));
    for (let at = whole; at < wordBytes; at += 4) f.branchIf(differs, ne(load32(a, at), load32(b, at)));
  }

  const hashOfCandidate = (f: FunctionWriter): Local => parts.hashOf(f, shape.candidateWords);
  defineFunction(module, parts.find, (f, at) => f.return(call(findHashed, at!, parts.hashOf(f, at!))));
  defineFunction(module, parts.findCandidate, (f) => {
    f.return(call(findHashed, shape.candidateWords, hashOfCandidate(f)));
  });
  return { sameWords, hashOfCandidate };
}

const not = (a: Arg): Value => xor(a, -1);

/** Code for the hash of packed words, into a local. */
export function hashOfWords(f: FunctionWriter, words: number, at: Arg): Local {
  const h = f.let(0x2545f491);
  const whole = words < WIDE ? 0 : words & -4;
  if (whole > 0) {
    // Four lanes at a time; in the end the lanes are hashed like words.
    const lanes = f.let(LANES_32.constant([0x2545f491, 0x9e3779b1, 0x85ebca6b, 0xc2b2ae35].map((x) => x | 0)), "v128");
    const factor = LANES_32.splat(0x9e3779b1 | 0);
    for (let i = 0; i < whole; i += 4) {
      f.set(lanes, i32x4Mul(vxor(lanes, load128(at, 4 * i)), factor));
      f.set(lanes, vxor(lanes, i32x4ShrU(lanes, 15)));
    }
    for (let i = 0; i < 4; i++) f.set(h, rotl(mul(xor(h, i32x4Lane(lanes, i)), 0x9e3779b1 | 0), 15));
  }
  for (let i = whole; i < words; i++) f.set(h, rotl(mul(xor(h, load32(at, 4 * i)), 0x9e3779b1 | 0), 15));
  // What was gathered is spread over all bits.
  f.set(h, xor(h, shrU(h, 16)));
  f.set(h, mul(h, 0x85ebca6b | 0));
  f.set(h, xor(h, shrU(h, 13)));
  f.set(h, mul(h, 0xc2b2ae35 | 0));
  f.set(h, xor(h, shrU(h, 16)));
  return h;
}
