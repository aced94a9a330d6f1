// The store of states with zones, emitted: each discrete state heads a list of zone blocks; a new zone is held against
// the list, may be covered by one of them and may swallow others. Blocks of swallowed zones are recycled by size, node
// records never. It also serves networks without clocks where states have costs: their zones have one row.
//
//   discrete state ──► first block: next │ node │ cost │ zone ──► block …
//   id ──► node record: discrete │ block (0: swallowed) │ parent │ ordinal

import { add, and, shl, shrU, sub } from "../emit/arithmetic.ts";
import { i32, type ModuleBuilder } from "../emit/assembler.ts";
import { eqz, geF64, leF64, ltU, ne } from "../emit/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../emit/function-writer.ts";
import { load32, loadF64 } from "../emit/memory.ts";
import type { MemoryMap } from "../emit/memory-map.ts";
import { load128 } from "../emit/simd.ts";
import { type Arg, global, type Local, type Locals, type Value } from "../emit/value.ts";
import type { DiscreteStates } from "./discrete-states.ts";
import { emitHashedStates } from "./hashed-states.ts";
import { COVERED_CODE, type Heap, MEMORY_CODE } from "./heap.ts";
import { emitSketches } from "./sketches.ts";
import type { Store, StoreShape } from "./store.ts";
import { BLOCK_HEADER, blockBytes, compare, simulate } from "./subsumption.ts";
import { emitTreeStates } from "./tree-states.ts";
import { emitZoneIndex } from "./zone-index.ts";

const FIRST_INDEX_BITS = 12;
const NODE_BYTES = 16;

export function emitZoneStore(module: ModuleBuilder, map: MemoryMap, heap: Heap, shape: StoreShape): Store {
  const declared = declareZoneStore(module, map, heap, shape);
  emitNodes(declared);
  const insertion = emitInsertion(declared);
  emitRelease({ ...declared, ...insertion });
  const { states, insert, insertCandidate, size, wordsOf, blockOf, release } = declared;
  const { noteSource } = states;
  const { allocate } = heap;
  const names = { noteSource, size, wordsOf, blockOf, coveredBy: declared.coveredBy };
  return { batch: null, allocate, insert, insertCandidate, release, ...names };
}

/** Memory and functions, declared before any of them is defined. */
function declareZoneStore(module: ModuleBuilder, map: MemoryMap, heap: Heap, shape: StoreShape) {
  const { lanes } = shape;
  const flat = { ...shape, hasHead: true };
  const states: DiscreteStates =
    shape.changes === null
      ? emitHashedStates(module, heap, flat)
      : emitTreeStates(module, map, heap, flat, shape.changes);
  const { count: discretes } = states;
  const nodeChunks = heap.chunks(NODE_BYTES);
  const nodeOf = nodeChunks.at;
  const free = map.reserve(4 * (shape.dim + 1));
  const nodes = module.global("i32", 0);
  const stored = module.global("i32", 0, "stored");
  const covered = module.global("i32", 0, "covered");
  const functions = {
    newNode: module.declare("newNode", i32(4), ["i32"]),
    insertInto: module.declare("insertInto", ["i32", "i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]),
    insertCandidate: module.declare("insertAtHand", ["i32", "i32", "f64"], ["i32"]),
    insert: module.declare("insert", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]),
    wordsOf: module.declare("wordsOf", i32(1), ["i32"]),
    blockOf: module.declare("blockOf", i32(1), ["i32"]),
    release: module.declare("releaseBlock", i32(2), []),
    discreteOf: module.declare("discreteOf", i32(1), ["i32"]),
    parentOf: module.declare("parentOf", i32(1), ["i32"]),
    ordinalOf: module.declare("ordinalOf", i32(1), ["i32"]),
    start: module.declare("startStore", i32(1), []),
    size: module.declare("size", [], ["i32"]),
  };
  const { size, insert, wordsOf, blockOf, discreteOf, parentOf, ordinalOf, start } = functions;
  for (const handle of [size, insert, wordsOf, blockOf, discreteOf, parentOf, ordinalOf, start]) module.export(handle);

  const coveredBy = shape.subsumption === "equality" ? module.global("i32", 0, "coveredBy") : null;
  const equal = shape.subsumption === "equality" ? emitZoneIndex(module, heap, nodes, nodeOf) : null;
  const sketches = emitSketches(module, map, shape);
  const memory = { states, discretes, nodeChunks, nodes, nodeOf, free, stored, covered, coveredBy };
  return { module, heap, shape, lanes, equal, sketches, ...memory, ...functions };
}

type Declared = ReturnType<typeof declareZoneStore>;

/** Nodes: what ids name. */
function emitNodes(parts: Declared) {
  const { module, states, equal, nodes, nodeOf } = parts;
  defineFunction(module, parts.start, (f, base) => {
    parts.heap.start(f, base!);
    states.start(f);
    if (equal !== null) f.drop(call(equal.grow, FIRST_INDEX_BITS));
  });
  defineFunction(module, parts.newNode, (f, ...params) => {
    const [discrete, block, parent, ordinal] = params as [Local, Local, Local, Local];
    const id = f.let(global(nodes));
    parts.nodeChunks.open(f, id);
    const node = f.let(nodeOf(id));
    f.store32(node, discrete, 0);
    f.store32(node, block, 4);
    f.store32(node, parent, 8);
    f.store32(node, ordinal, 12);
    f.setGlobal(nodes, add(id, 1));
    f.return(id);
  });
  defineFunction(module, parts.insert, (f, ...params) => {
    const [at, ...rest] = params as [Local, Local, Local, Local, Local, Local];
    const before = f.let(global(parts.discretes));
    f.return(call(parts.insertInto, call(states.find, at), before, ...rest));
  });
  defineFunction(module, parts.insertCandidate, (f, ...params) => {
    const before = f.let(global(parts.discretes));
    const found = call(states.findCandidate);
    f.return(call(parts.insertInto, found, before, ...params, global(parts.shape.parent), global(parts.shape.ordinal)));
  });
  defineFunction(module, parts.wordsOf, (f, id) => f.return(states.wordsOf(load32(nodeOf(id!)))));
  defineFunction(module, parts.blockOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
  defineFunction(module, parts.discreteOf, (f, id) => f.return(load32(nodeOf(id!))));
  defineFunction(module, parts.parentOf, (f, id) => f.return(load32(nodeOf(id!), 8)));
  defineFunction(module, parts.ordinalOf, (f, id) => f.return(load32(nodeOf(id!), 12)));
  defineFunction(module, parts.size, (f) => f.return(global(nodes)));
}

/** Zones compared with those of the same discrete state, kept, swallowed and released. */
function emitInsertion(parts: Declared) {
  const { lanes, shape, equal, sketches, covered, coveredBy, free, stored } = parts;
  const room = BLOCK_HEADER + (sketches?.bytes ?? 0);
  // (discrete state, number of them before it was looked up, zone, dim, cost, parent, ordinal) → id, −1 or −2.
  defineFunction(parts.module, parts.insertInto, (f, ...params) => {
    const [discrete, before, zone, dim, cost, parent, ordinal] = params as Locals<7>;
    f.if(lessThanZero(discrete), () => f.return(MEMORY_CODE));
    const head = f.let(parts.states.headOf(discrete));
    const bytes = f.let(blockBytes(lanes, shape.references, dim));
    const block = f.local();
    const sketch = sketches?.open(f, zone, bytes);
    const zones = equal === null ? null : equal.locate(f, zone, bytes, discrete, block);
    if (equal !== null) {
      f.if(block, () => {
        f.if(leF64(loadF64(block, 8), cost), () => {
          f.setGlobal(covered, add(global(covered), 1));
          if (coveredBy !== null) f.setGlobal(coveredBy, load32(block, 4));
          f.return(COVERED_CODE);
        });
        // The same zone at a lower cost: a new node takes over the block.
        const id = f.let(call(parts.newNode, discrete, block, parent, ordinal));
        f.if(lessThanZero(id), () => f.return(MEMORY_CODE));
        f.store32(parts.nodeOf(load32(block, 4)), 0, 4);
        f.store32(block, id, 4);
        f.storeF64(block, cost, 8);
        f.return(id);
      });
    } else
      f.if(ltU(discrete, before), () => {
        const link = f.let(head);
        const next = f.local();
        const known = { over: f.local("v128"), under: f.local("v128") };
        f.set(block, load32(link));
        f.while(block, () => {
          f.set(next, load32(block));
          f.block((unrelated) => {
            f.set(known.over, lanes.splat(0));
            f.set(known.under, lanes.splat(0));
            sketch?.tell(block, known, unrelated);
            const { greater, less } =
              typeof shape.subsumption === "string"
                ? compare(f, lanes, zone, block, bytes, known, unrelated)
                : simulate(f, lanes, zone, block, dim, shape.subsumption, unrelated);
            f.if(and(eqz(greater), leF64(loadF64(block, 8), cost)), () => {
              f.setGlobal(covered, add(global(covered), 1));
              f.return(COVERED_CODE);
            });
            f.if(and(eqz(less), geF64(loadF64(block, 8), cost)), () => {
              // Swallowed: out of the list, the node loses its zone, the block is free.
              f.store32(link, next);
              f.store32(parts.nodeOf(load32(block, 4)), 0, 4);
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
        f.set(block, call(parts.heap.allocate, add(bytes, room)));
        f.if(eqz(block), () => f.return(MEMORY_CODE));
        f.set(block, add(block, room - BLOCK_HEADER));
      },
    );
    const id = f.let(call(parts.newNode, discrete, block, parent, ordinal));
    f.if(lessThanZero(id), () => f.return(MEMORY_CODE));
    if (zones === null) {
      f.store32(block, load32(head));
      f.store32(head, block);
    } else f.store32(block, zones.hash);
    f.store32(block, id, 4);
    f.storeF64(block, cost, 8);
    sketch?.keep(block);
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
  });

  /** A block that is in no list any more waits for the next zone of its size. */
  function freeBlock(f: FunctionWriter, block: Local, dim: Local): void {
    f.store32(block, load32(shl(dim, 2), free));
    f.store32(shl(dim, 2), block, free);
    f.setGlobal(stored, sub(global(stored), 1));
  }
  return { freeBlock };
}

type Insertion = ReturnType<typeof emitInsertion>;

/** Blocks taken out of their lists. */
function emitRelease({ module, release, nodeOf, states, freeBlock }: Declared & Insertion) {
  defineFunction(module, release, (f, ...params) => {
    const [id, dim] = params as [Local, Local];
    const node = f.let(nodeOf(id));
    const block = f.let(load32(node, 4));
    f.if(block, () => {
      const link = f.let(states.headOf(load32(node)));
      f.while(ne(load32(link), block), () => f.set(link, load32(link)));
      f.store32(link, load32(block));
      freeBlock(f, block, dim);
      f.store32(node, 0, 4);
    });
  });
}

const lessThanZero = (a: Arg): Value => shrU(a, 31);
