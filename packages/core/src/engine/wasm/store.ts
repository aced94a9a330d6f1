// The state store, emitted: everything that grows while exploring, in one linear memory. Discrete records and node
// records live in chunks that are found through a table, so nothing moves when they grow; an open-addressing index
// leads from packed words to the discrete record; each discrete record heads a list of zone blocks. Blocks of
// swallowed zones are recycled by size, node records never, so ids stay valid for ever.
//
//   index ──► discrete record: words… │ first block ──► block: next │ node │ cost │ zone ──► block …
//   id ─────► node record: discrete │ block (0: swallowed) │ parent │ ordinal
//
// A network without clocks explored at cost 0 has one node per discrete state: the "dense" form drops blocks, the
// discrete record is nothing but words (lookups touch nothing else) and the node parent and ordinal.

import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "./assembler.ts";
import {
  type Arg,
  add,
  and,
  call,
  clz,
  defineFunction,
  eq,
  eqz,
  type FunctionWriter,
  geF64,
  global,
  gtU,
  type Local,
  leF64,
  load32,
  loadF64,
  ltU,
  memoryGrow,
  memorySize,
  mul,
  ne,
  or,
  rotl,
  select,
  shl,
  shrU,
  sub,
  type Value,
  xor,
} from "./code.ts";
import type { MemoryMap } from "./memory-map.ts";
import { anyTrue, type Lanes, load128, vxor } from "./simd.ts";
import { BLOCK_HEADER, compare, simulate } from "./subsumption.ts";
import { emitZoneIndex } from "./zone-index.ts";

export interface StoreShape {
  /** Packed words of a discrete state. */
  readonly words: number;
  /** Greatest dimension of a zone; 1 without clocks. */
  readonly dim: number;
  readonly lanes: Lanes;
  readonly dense: boolean;
  /** Where the packed words of the state being expanded and of the candidate at hand stand. */
  readonly sourceWords: number;
  readonly candidateWords: number;
  /** `alu`: Z is covered by Z′ when Z ⊆ a_LU(Z′), with the L and U of the location vector at these addresses. */
  readonly subsumption: "inclusion" | "equality" | { readonly lower2: number; readonly below: number };
  /** Code that gives up; does not return. */
  outOfMemory(f: FunctionWriter): void;
}

/**
 * Candidates of the dense store wait until a whole expansion is there: looking them up one by one means waiting for
 * memory twice each, looking them up together means waiting twice in all.
 */
export interface Batch {
  /** (words, parent, ordinal) */
  readonly add: FunctionHandle;
  /** (parent) */
  readonly flush: FunctionHandle;
  readonly clear: FunctionHandle;
}

export interface Store {
  /** Null where candidates have zones. */
  readonly batch: Batch | null;
  readonly shape: StoreShape;
  /** (bytes) → address, or 0 when memory is exhausted. */
  readonly allocate: FunctionHandle;
  /** (words, zone, dim, cost, parent, ordinal) → id, −1 covered, −2 out of memory. */
  readonly insert: FunctionHandle;
  /** (zone, dim, cost, parent, ordinal): the same for the candidate at hand. */
  readonly insertCandidate: FunctionHandle;
  /** (): to be called when `sourceWords` changed; null where hashes are short to compute. */
  readonly noteSource: FunctionHandle | null;
  /** (id) → address of the packed words. */
  readonly wordsOf: FunctionHandle;
  /** (id) → address of the zone block, 0 once swallowed. */
  readonly blockOf: FunctionHandle;
  readonly discreteOf: FunctionHandle;
  readonly parentOf: FunctionHandle;
  readonly ordinalOf: FunctionHandle;
  readonly globals: { readonly heap: GlobalHandle; readonly nodes: GlobalHandle };
}

const CHUNK_BITS = 12;
const CHUNK_TABLE = 1 << 18;
const FIRST_INDEX_BITS = 12;
const BATCH = 64;
const LONG_STATE = 16;
const MOST_PAGES = 8192;
/** Kept free behind the last block: whole vectors are read where a row ends earlier. */
const SLACK = 64;
export const COVERED_CODE = -1;
export const MEMORY_CODE = -2;

export function emitStore(module: ModuleBuilder, map: MemoryMap, shape: StoreShape): Store {
  const { words, lanes, dense } = shape;
  const wordBytes = 4 * words;
  // States of very many words keep their hash, and a candidate's is found from the words that differ from its source.
  const long = words > LONG_STATE;
  const hashAt = wordBytes + (dense ? 0 : 4);
  const recordBytes = hashAt + (long ? 4 : 0);
  const discreteChunks = map.reserve(CHUNK_TABLE);
  const nodeChunks = map.reserve(CHUNK_TABLE);
  const nodeBytes = dense ? 8 : 16;
  const free = map.reserve(4 * (shape.dim + 1));
  const heap = module.global("i32", 0, "heap");
  const limit = module.global("i32", 0);
  const spare = module.global("i32", 0);
  const spareEnd = module.global("i32", 0);
  const index = module.global("i32", 0);
  const indexMask = module.global("i32", 0);
  const discretes = module.global("i32", 0);
  const nodes = dense ? discretes : module.global("i32", 0);
  const stored = module.global("i32", 0, "stored");
  const covered = module.global("i32", 0, "covered");
  const i32 = (count: number) => Array<"i32">(count).fill("i32");
  const allocate = module.declare("allocate", i32(1), ["i32"]);
  const rehash = module.declare("rehash", i32(1), ["i32"]);
  const find = module.declare("find", i32(2), ["i32"]);
  const insertHashed = module.declare("insertHashed", i32(4), ["i32"]);
  const newNode = module.declare("newNode", i32(4), ["i32"]);
  const insertWith = module.declare("insertWith", ["i32", "i32", "i32", "f64", "i32", "i32", "i32"], ["i32"]);
  const insertCandidate = module.declare("insertAtHand", ["i32", "i32", "f64", "i32", "i32"], ["i32"]);
  const insert = module.declare("insert", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]);
  const wordsOf = module.declare("wordsOf", i32(1), ["i32"]);
  const blockOf = module.declare("blockOf", i32(1), ["i32"]);
  const discreteOf = module.declare("discreteOf", i32(1), ["i32"]);
  const parentOf = module.declare("parentOf", i32(1), ["i32"]);
  const ordinalOf = module.declare("ordinalOf", i32(1), ["i32"]);
  const start = module.declare("startStore", i32(1), []);
  const size = module.declare("size", [], ["i32"]);
  defineFunction(module, size, (f) => f.return(global(nodes)));
  for (const handle of [size, insert, wordsOf, blockOf, discreteOf, parentOf, ordinalOf, start]) module.export(handle);

  const inChunk = (table: number, id: Arg, bytes: number): Value =>
    add(load32(shl(shrU(id, CHUNK_BITS), 2), table), mul(and(id, (1 << CHUNK_BITS) - 1), bytes));
  const recordOf = (discrete: Arg): Value => inChunk(discreteChunks, discrete, recordBytes);
  const nodeOf = (id: Arg): Value => inChunk(nodeChunks, id, nodeBytes);
  /** Bytes of the bounds of a zone, whole vectors. */
  const zoneBytes = (dim: Arg): Value => and(add(mul(mul(dim, dim), lanes.bytes), 15), -16);

  // ------------------------------------------------------------------------------------------ memory

  defineFunction(module, allocate, (f, size) => {
    const bytes = f.let(and(add(size!, 15), -16));
    const address = f.let(global(spare));
    // What an outgrown index left behind comes first.
    f.if(leqU(add(address, bytes), global(spareEnd)), () => {
      f.setGlobal(spare, add(address, bytes));
      f.return(address);
    });
    f.set(address, global(heap));
    const end = f.let(add(address, bytes));
    f.if(gtU(end, global(limit)), () => {
      // Past the last address the sum wraps around.
      f.if(ltU(end, address), () => f.return(0));
      const missing = f.let(add(shrU(sub(end, global(limit)), 16), 1));
      // Generously, since pages that are not touched cost nothing and every growth makes the host collect garbage.
      const more = f.let(shrU(memorySize, 1));
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

  // ------------------------------------------------------------------------------------------ discrete states

  /** Spreads what was gathered over all bits. */
  const spread = (f: FunctionWriter, h: Local): Local => {
    f.set(h, xor(h, shrU(h, 16)));
    f.set(h, mul(h, 0x85ebca6b | 0));
    f.set(h, xor(h, shrU(h, 13)));
    f.set(h, mul(h, 0xc2b2ae35 | 0));
    f.set(h, xor(h, shrU(h, 16)));
    return h;
  };
  /** What the word at a byte offset adds to the sum of a long state. */
  const share = (f: FunctionWriter, word: Value, offset: Local): Value => {
    const x = f.let(mul(xor(word, mul(add(offset, 4), 0x9e3779b1 | 0)), 0x85ebca6b | 0));
    return mul(xor(x, shrU(x, 15)), 0xc2b2ae35 | 0);
  };
  const sum = module.declare("sum", i32(1), ["i32"]);
  const candidateHash = module.declare("candidateHash", [], ["i32"]);
  const sourceSum = module.global("i32", 0);
  defineFunction(module, sum, (f, at) => {
    const total = f.let(0);
    const offset = f.local();
    f.for(offset, 0, wordBytes, () => f.set(total, add(total, share(f, load32(add(at!, offset)), offset))), 4);
    f.return(total);
  });
  defineFunction(module, candidateHash, (f) => {
    const total = f.let(global(sourceSum));
    const offset = f.local();
    const old = f.local();
    const now = f.local();
    f.for(
      offset,
      0,
      wordBytes,
      () => {
        f.set(old, load32(offset, shape.sourceWords));
        f.set(now, load32(offset, shape.candidateWords));
        f.if(ne(old, now), () => f.set(total, add(total, sub(share(f, now, offset), share(f, old, offset)))));
      },
      4,
    );
    f.return(spread(f, total));
  });
  /** Code for the hash of packed words, into a local. */
  function hashOf(f: FunctionWriter, at: Arg): Local {
    if (long) return spread(f, f.let(call(sum, at)));
    const h = f.let(0x2545f491);
    for (let i = 0; i < words; i++) f.set(h, rotl(mul(xor(h, load32(at, 4 * i)), 0x9e3779b1 | 0), 15));
    return spread(f, h);
  }

  // An entry holds the number of a discrete state + 1 in the bits that choose the slot, and the rest of the hash in
  // the others: most strangers are told apart without looking at their records.
  defineFunction(module, rehash, (f, bits) => {
    const size = f.let(shl(4, bits!));
    const table = f.let(call(allocate, size));
    f.if(eqz(table), () => f.return(0));
    f.fill(table, 0, size);
    const mask = f.let(sub(shl(1, bits!), 1));
    const id = f.local();
    const h = f.local();
    const record = f.local();
    const slot = f.local();
    f.for(id, 0, global(discretes), () => {
      f.set(record, recordOf(id));
      f.set(h, long ? load32(record, hashAt) : hashOf(f, record));
      f.set(slot, and(h, mask));
      f.while(load32(add(table, shl(slot, 2))), () => f.set(slot, and(add(slot, 1), mask)));
      f.store32(add(table, shl(slot, 2)), or(and(h, not(mask)), add(id, 1)));
    });
    f.if(global(index), () => {
      f.setGlobal(spare, global(index));
      f.setGlobal(spareEnd, add(global(index), shl(add(global(indexMask), 1), 2)));
    });
    f.setGlobal(index, table);
    f.setGlobal(indexMask, mask);
    f.return(1);
  });

  // (words, hash) → number of the discrete state; a new one is the count before the call; −2: out of memory.
  defineFunction(module, find, (f, ...params) => {
    const [at, h] = params as [Local, Local];
    const mask = f.let(global(indexMask));
    const slot = f.let(and(h, mask));
    const entry = f.local();
    const record = f.local();
    f.block((vacant) => {
      f.loop((again) => {
        f.set(entry, load32(add(global(index), shl(slot, 2))));
        f.branchIf(vacant, eqz(entry));
        f.if(eqz(and(xor(entry, h), not(mask))), () => {
          f.set(entry, sub(and(entry, mask), 1));
          f.set(record, recordOf(entry));
          f.block((differs) => {
            sameWords(f, at, record, differs);
            f.return(entry);
          });
        });
        f.set(slot, and(add(slot, 1), mask));
        f.branch(again);
      });
    });
    const id = f.let(global(discretes));
    f.if(eqz(and(id, (1 << CHUNK_BITS) - 1)), () => newChunk(f, discreteChunks, id, recordBytes));
    f.set(record, recordOf(id));
    if (words <= 8) for (let i = 0; i < words; i++) f.store32(record, load32(at, 4 * i), 4 * i);
    else f.copy(record, at, wordBytes);
    if (!dense) f.store32(record, 0, wordBytes);
    if (long) f.store32(record, h, hashAt);
    f.store32(add(global(index), shl(slot, 2)), or(and(h, not(mask)), add(id, 1)));
    f.setGlobal(discretes, add(id, 1));
    // At most three quarters full.
    f.if(gtU(add(id, shrU(id, 1)), sub(mask, shrU(mask, 4))), () => {
      f.if(eqz(call(rehash, sub(33, clz(mask)))), () => f.return(MEMORY_CODE));
    });
    f.return(id);
  });

  function sameWords(f: FunctionWriter, a: Arg, b: Arg, differs: Parameters<FunctionWriter["branch"]>[0]): void {
    if (words <= 8) {
      for (let i = 0; i < words; i++) f.branchIf(differs, ne(load32(a, 4 * i), load32(b, 4 * i)));
      return;
    }
    const i = f.let(0);
    const whole = wordBytes & -16;
    f.while(ltU(i, whole), () => {
      f.branchIf(differs, anyTrue(vxor(load128(add(a, i)), load128(add(b, i)))));
      f.set(i, add(i, 16));
    });
    for (let at = whole; at < wordBytes; at += 4) f.branchIf(differs, ne(load32(a, at), load32(b, at)));
  }

  function emitBatch(): Batch {
    const entryBytes = wordBytes + 12;
    const waiting = map.reserve(entryBytes * BATCH);
    const top = module.global("i32", waiting);
    const touched = module.global("i32", 0);
    const addEntry = module.declare("batchAdd", i32(3), []);
    const flush = module.declare("batchFlush", i32(1), []);
    const clear = module.declare("batchClear", [], []);
    const slotAddress = (h: Arg): Value => add(global(index), shl(and(h, global(indexMask)), 2));
    defineFunction(module, addEntry, (f, ...params) => {
      const [at, parent, ordinal] = params as [Local, Local, Local];
      const entry = f.let(global(top));
      f.if(eqz(ltU(entry, waiting + entryBytes * BATCH)), () => {
        f.do(call(flush, parent));
        f.set(entry, waiting);
      });
      const h = long ? f.let(call(candidateHash)) : hashOf(f, at);
      f.store32(entry, h);
      f.store32(entry, ordinal, 4);
      for (let i = 0; i < Math.min(words, 8); i++) f.store32(entry, load32(at, 4 * i), 12 + 4 * i);
      if (words > 8) f.copy(add(entry, 12 + 32), add(at, 32), wordBytes - 32);
      f.setGlobal(top, add(entry, entryBytes));
    });
    defineFunction(module, flush, (f, parent) => {
      const entry = f.local();
      const found = f.local();
      const sum = f.let(0);
      const each = (body: () => void): void => f.for(entry, waiting, global(top), body, entryBytes);
      // Short loops, so that the processor has many of these loads under way at once: first the slots of the index,
      // then the records that they name.
      each(() => f.store32(entry, load32(slotAddress(load32(entry))), 8));
      each(() => {
        f.set(found, sub(and(load32(entry, 8), global(indexMask)), 1));
        f.if(ltU(found, global(discretes)), () => f.set(sum, add(sum, load32(recordOf(found)))));
      });
      f.setGlobal(touched, sum);
      each(() => {
        const id = call(insertHashed, add(entry, 12), load32(entry), parent!, load32(entry, 4));
        f.if(eqMemory(id), () => shape.outOfMemory(f));
      });
      f.setGlobal(top, waiting);
    });
    defineFunction(module, clear, (f) => f.setGlobal(top, waiting));
    return { add: addEntry, flush, clear };
  }

  /** Opens the chunk that `id` begins. */
  function newChunk(f: FunctionWriter, table: number, id: Arg, bytes: number): void {
    f.if(gtU(shrU(id, CHUNK_BITS), CHUNK_TABLE / 4 - 1), () => f.return(MEMORY_CODE));
    const chunk = f.let(call(allocate, bytes << CHUNK_BITS));
    f.if(eqz(chunk), () => f.return(MEMORY_CODE));
    f.store32(shl(shrU(id, CHUNK_BITS), 2), chunk, table);
  }

  // ------------------------------------------------------------------------------------------ states

  const equal =
    shape.subsumption === "equality" && !dense
      ? emitZoneIndex(module, allocate, nodes, nodeOf, (f, address, bytes) => {
          f.setGlobal(spare, address);
          f.setGlobal(spareEnd, add(address, bytes));
        })
      : null;

  defineFunction(module, start, (f, base) => {
    f.setGlobal(heap, base!);
    f.setGlobal(limit, sub(shl(memorySize, 16), SLACK));
    f.drop(call(rehash, FIRST_INDEX_BITS));
    if (equal !== null) f.drop(call(equal.grow, FIRST_INDEX_BITS));
  });

  if (dense) {
    defineFunction(module, newNode, (f) => f.return(MEMORY_CODE));
    defineFunction(module, insertHashed, (f, ...params) => {
      const [at, h, parent, ordinal] = params as [Local, Local, Local, Local];
      const before = f.let(global(discretes));
      const id = f.let(call(find, at, h));
      f.if(lessThanZero(id), () => f.return(MEMORY_CODE));
      f.if(ltU(id, before), () => {
        f.setGlobal(covered, add(global(covered), 1));
        f.return(COVERED_CODE);
      });
      f.if(eqz(and(id, (1 << CHUNK_BITS) - 1)), () => newChunk(f, nodeChunks, id, nodeBytes));
      const node = f.let(nodeOf(id));
      f.store32(node, parent);
      f.store32(node, ordinal, 4);
      f.setGlobal(stored, add(global(stored), 1));
      f.return(id);
    });
    defineFunction(module, insert, (f, ...params) => {
      const [at, , , , parent, ordinal] = params as [Local, Local, Local, Local, Local, Local];
      f.return(call(insertHashed, at, hashOf(f, at), parent, ordinal));
    });
    defineFunction(module, insertWith, (f) => f.return(MEMORY_CODE));
    defineFunction(module, insertCandidate, (f) => f.return(MEMORY_CODE));
    defineFunction(module, wordsOf, (f, id) => f.return(recordOf(id!)));
    defineFunction(module, blockOf, (f) => f.return(1));
    defineFunction(module, discreteOf, (f, id) => f.return(id!));
    defineFunction(module, parentOf, (f, id) => f.return(load32(nodeOf(id!))));
    defineFunction(module, ordinalOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
  } else {
    defineFunction(module, newNode, (f, ...params) => {
      const [discrete, block, parent, ordinal] = params as [Local, Local, Local, Local];
      const id = f.let(global(nodes));
      f.if(eqz(and(id, (1 << CHUNK_BITS) - 1)), () => newChunk(f, nodeChunks, id, nodeBytes));
      const node = f.let(nodeOf(id));
      f.store32(node, discrete, 0);
      f.store32(node, block, 4);
      f.store32(node, parent, 8);
      f.store32(node, ordinal, 12);
      f.setGlobal(nodes, add(id, 1));
      f.return(id);
    });
    defineFunction(module, insertHashed, (f) => f.return(MEMORY_CODE));
    defineFunction(module, insert, (f, ...params) => {
      f.return(call(insertWith, ...params, hashOf(f, params[0]!)));
    });
    defineFunction(module, insertCandidate, (f, ...params) => {
      const h = long ? call(candidateHash) : hashOf(f, shape.candidateWords);
      f.return(call(insertWith, shape.candidateWords, ...params, h));
    });
    defineFunction(module, insertWith, (f, ...params) => insertZone(f, params));
    defineFunction(module, wordsOf, (f, id) => f.return(recordOf(load32(nodeOf(id!)))));
    defineFunction(module, blockOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
    defineFunction(module, discreteOf, (f, id) => f.return(load32(nodeOf(id!))));
    defineFunction(module, parentOf, (f, id) => f.return(load32(nodeOf(id!), 8)));
    defineFunction(module, ordinalOf, (f, id) => f.return(load32(nodeOf(id!), 12)));
  }

  function insertZone(f: FunctionWriter, params: Local[]): void {
    const [at, zone, dim, cost, parent, ordinal, h] = params as [Local, Local, Local, Local, Local, Local, Local];
    const before = f.let(global(discretes));
    const discrete = f.let(call(find, at, h));
    f.if(lessThanZero(discrete), () => f.return(MEMORY_CODE));
    const head = f.let(add(recordOf(discrete), wordBytes));
    const bytes = f.let(zoneBytes(dim));
    const block = f.local();
    const zones = equal === null ? null : equal.locate(f, zone, bytes, discrete, block);
    if (equal !== null) {
      f.if(block, () => {
        f.if(leF64(loadF64(block, 8), cost), () => {
          f.setGlobal(covered, add(global(covered), 1));
          f.return(COVERED_CODE);
        });
        // The same zone at a lower cost: a new node takes over the block.
        const id = f.let(call(newNode, discrete, block, parent, ordinal));
        f.if(lessThanZero(id), () => f.return(MEMORY_CODE));
        f.store32(nodeOf(load32(block, 4)), 0, 4);
        f.store32(block, id, 4);
        f.storeF64(block, cost, 8);
        f.return(id);
      });
    } else
      f.if(ltU(discrete, before), () => {
        const link = f.let(head);
        const next = f.local();
        f.set(block, load32(link));
        f.while(block, () => {
          f.set(next, load32(block));
          f.block((unrelated) => {
            const { greater, less } =
              typeof shape.subsumption === "string"
                ? compare(f, lanes, zone, block, bytes, unrelated)
                : simulate(f, lanes, zone, block, dim, shape.subsumption, unrelated);
            f.if(and(eqz(greater), leF64(loadF64(block, 8), cost)), () => {
              f.setGlobal(covered, add(global(covered), 1));
              f.return(COVERED_CODE);
            });
            f.if(and(eqz(less), geF64(loadF64(block, 8), cost)), () => {
              // Swallowed: out of the list, the node loses its zone, the block is free.
              f.store32(link, next);
              f.store32(nodeOf(load32(block, 4)), 0, 4);
              f.store32(block, load32(shl(dim, 2), free));
              f.store32(shl(dim, 2), block, free);
              f.setGlobal(stored, sub(global(stored), 1));
              f.set(block, link);
            });
          });
          f.set(link, block);
          f.set(block, next);
        });
      });
    f.set(block, load32(shl(dim, 2), free));
    f.if(
      block,
      () => f.store32(shl(dim, 2), load32(block), free),
      () => {
        f.set(block, call(allocate, add(bytes, BLOCK_HEADER)));
        f.if(eqz(block), () => f.return(MEMORY_CODE));
      },
    );
    const id = f.let(call(newNode, discrete, block, parent, ordinal));
    f.if(lessThanZero(id), () => f.return(MEMORY_CODE));
    if (zones === null) {
      f.store32(block, load32(head));
      f.store32(head, block);
    } else f.store32(block, zones.hash);
    f.store32(block, id, 4);
    f.storeF64(block, cost, 8);
    const to = f.let(add(block, BLOCK_HEADER));
    const end = f.let(add(to, bytes));
    f.while(ltU(to, end), () => {
      f.store128(to, load128(zone));
      f.set(to, add(to, 16));
      f.set(zone, add(zone, 16));
    });
    f.setGlobal(stored, add(global(stored), 1));
    zones?.add(() => f.return(MEMORY_CODE));
    f.return(id);
  }

  const noteSource = module.declare("noteSource", [], []);
  defineFunction(module, noteSource, (f) => f.setGlobal(sourceSum, call(sum, shape.sourceWords)));
  return {
    shape,
    insertCandidate,
    noteSource: long ? noteSource : null,
    batch: dense ? emitBatch() : null,
    allocate,
    insert,
    wordsOf,
    blockOf,
    discreteOf,
    parentOf,
    ordinalOf,
    globals: { heap, nodes },
  };
}

const eqMemory = (id: Value): Value => eq(id, MEMORY_CODE);
const not = (a: Arg): Value => xor(a, -1);
const lessThanZero = (a: Arg): Value => shrU(a, 31);
const leqU = (a: Arg, b: Arg): Value => eqz(gtU(a, b));
