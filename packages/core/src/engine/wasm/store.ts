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

import type { FunctionHandle, ModuleBuilder } from "./assembler.ts";
import { type Batch, emitBatch } from "./batch.ts";
import {
  type Arg,
  add,
  and,
  call,
  defineFunction,
  eqz,
  type FunctionWriter,
  geF64,
  global,
  type Local,
  leF64,
  load32,
  loadF64,
  ltU,
  mul,
  ne,
  shl,
  shrU,
  sub,
  type Value,
} from "./code.ts";
import { emitDiscreteStates } from "./discrete-states.ts";
import { emitHeap, MEMORY_CODE } from "./heap.ts";
import type { MemoryMap } from "./memory-map.ts";
import { type Lanes, load128 } from "./simd.ts";
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
  /** (id, dim): takes the node's block out of its list. Not where zones are told apart by equality, nor dense. */
  readonly release: FunctionHandle;
  readonly discreteOf: FunctionHandle;
  readonly parentOf: FunctionHandle;
  readonly ordinalOf: FunctionHandle;
}

const FIRST_INDEX_BITS = 12;
export const COVERED_CODE = -1;

export function emitStore(module: ModuleBuilder, map: MemoryMap, shape: StoreShape): Store {
  const { words, lanes, dense } = shape;
  const wordBytes = 4 * words;
  const heap = emitHeap(module, map);
  const states = emitDiscreteStates(module, heap, { ...shape, hasHead: !dense });
  const { find, recordOf, hashOf, count: discretes } = states;
  const nodeChunks = heap.chunks(dense ? 8 : 16);
  const nodeOf = nodeChunks.at;
  const free = map.reserve(4 * (shape.dim + 1));
  const nodes = dense ? discretes : module.global("i32", 0);
  const stored = module.global("i32", 0, "stored");
  const covered = module.global("i32", 0, "covered");
  const i32 = (count: number) => Array<"i32">(count).fill("i32");
  const insertHashed = module.declare("insertHashed", i32(4), ["i32"]);
  const newNode = module.declare("newNode", i32(4), ["i32"]);
  const insertWith = module.declare("insertWith", ["i32", "i32", "i32", "f64", "i32", "i32", "i32"], ["i32"]);
  const insertCandidate = module.declare("insertAtHand", ["i32", "i32", "f64", "i32", "i32"], ["i32"]);
  const insert = module.declare("insert", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]);
  const wordsOf = module.declare("wordsOf", i32(1), ["i32"]);
  const blockOf = module.declare("blockOf", i32(1), ["i32"]);
  const release = module.declare("releaseBlock", i32(2), []);
  const discreteOf = module.declare("discreteOf", i32(1), ["i32"]);
  const parentOf = module.declare("parentOf", i32(1), ["i32"]);
  const ordinalOf = module.declare("ordinalOf", i32(1), ["i32"]);
  const start = module.declare("startStore", i32(1), []);
  const size = module.declare("size", [], ["i32"]);
  defineFunction(module, size, (f) => f.return(global(nodes)));
  for (const handle of [size, insert, wordsOf, blockOf, discreteOf, parentOf, ordinalOf, start]) module.export(handle);

  /** Bytes of the bounds of a zone, whole vectors. */
  const zoneBytes = (dim: Arg): Value => and(add(mul(mul(dim, dim), lanes.bytes), 15), -16);

  const equal = shape.subsumption === "equality" && !dense ? emitZoneIndex(module, heap, nodes, nodeOf) : null;

  defineFunction(module, start, (f, base) => {
    heap.start(f, base!);
    f.drop(call(states.rehash, FIRST_INDEX_BITS));
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
      nodeChunks.open(f, id);
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
    defineFunction(module, release, () => {});
    defineFunction(module, discreteOf, (f, id) => f.return(id!));
    defineFunction(module, parentOf, (f, id) => f.return(load32(nodeOf(id!))));
    defineFunction(module, ordinalOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
  } else {
    defineFunction(module, newNode, (f, ...params) => {
      const [discrete, block, parent, ordinal] = params as [Local, Local, Local, Local];
      const id = f.let(global(nodes));
      nodeChunks.open(f, id);
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
      f.return(call(insertWith, shape.candidateWords, ...params, states.hashOfCandidate(f)));
    });
    defineFunction(module, insertWith, (f, ...params) => insertZone(f, params));
    defineFunction(module, wordsOf, (f, id) => f.return(recordOf(load32(nodeOf(id!)))));
    defineFunction(module, blockOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
    defineFunction(module, release, (f, ...params) => releaseBlock(f, params));
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
              freeBlock(f, block, dim);
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
        f.set(block, call(heap.allocate, add(bytes, BLOCK_HEADER)));
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

  function releaseBlock(f: FunctionWriter, params: Local[]): void {
    const [id, dim] = params as [Local, Local];
    const node = f.let(nodeOf(id));
    const block = f.let(load32(node, 4));
    f.if(block, () => {
      const link = f.let(add(recordOf(load32(node)), wordBytes));
      f.while(ne(load32(link), block), () => f.set(link, load32(link)));
      f.store32(link, load32(block));
      freeBlock(f, block, dim);
      f.store32(node, 0, 4);
    });
  }

  /** A block that is in no list any more waits for the next zone of its size. */
  function freeBlock(f: FunctionWriter, block: Local, dim: Local): void {
    f.store32(block, load32(shl(dim, 2), free));
    f.store32(shl(dim, 2), block, free);
    f.setGlobal(stored, sub(global(stored), 1));
  }

  return {
    shape,
    release,
    insertCandidate,
    noteSource: states.noteSource,
    batch: dense ? emitBatch(module, map, states, words, insertHashed, covered, shape.outOfMemory) : null,
    allocate: heap.allocate,
    insert,
    wordsOf,
    blockOf,
    discreteOf,
    parentOf,
    ordinalOf,
  };
}

const lessThanZero = (a: Arg): Value => shrU(a, 31);
