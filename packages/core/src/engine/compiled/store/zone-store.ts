// The store of states with zones, emitted: each discrete state heads a list of zone blocks; a new zone is held against
// the list, may be covered by one of them and may swallow others. Blocks of swallowed zones are recycled by size, node
// records never. It also serves networks without clocks where states have costs: their zones have one row.
//
//   discrete state ──► first block: next │ node │ cost │ zone ──► block …
//   id ──► node record: discrete │ block (0: swallowed) │ parent │ ordinal

import { add, and, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, geF64, leF64, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32, loadF64 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { load128 } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Locals, type Value } from "../../../wasm/value.ts";
import type { DiscreteStates } from "./discrete-states.ts";
import { emitHashedStates } from "./hashed-states.ts";
import { COVERED_CODE, type Heap, MEMORY_CODE } from "./heap.ts";
import type { Exchange, Store, StoreShape } from "./store.ts";
import { BLOCK_HEADER, blockBytes, compare, simulate } from "./subsumption.ts";
import { emitTreeStates } from "./tree-states.ts";
import { emitTaking, emitZoneExchange } from "./zone-exchange.ts";
import { emitZoneIndex, type Located, leaveUnlessSame, type ZoneIndex } from "./zone-index.ts";
import { emitSketches } from "./zone-signatures.ts";

const FIRST_INDEX_BITS = 12;
const NODE_BYTES = 16;
const INSERTION: ("i32" | "f64")[] = ["i32", "i32", "i32", "i32", "f64", "i32", "i32"];

export function emitZoneStore(module: ModuleBuilder, map: MemoryMap, heap: Heap, shape: StoreShape): Store {
  const declared = declareZoneStore(module, map, heap, shape);
  emitNodes(declared);
  emitInsertion(declared);
  emitRelease(declared);
  const exchange = emitExchange(declared);
  const { states, insert, insertCandidate, size, wordsOf, blockOf, release } = declared;
  const { noteSource } = states;
  const { allocate, recycle } = heap;
  const nodes = { table: declared.nodeChunks.table, bytes: NODE_BYTES, parent: 8, ordinal: 12 };
  const names = { nodes, noteSource, size, wordsOf, blockOf, coveredBy: declared.coveredBy };
  return { batch: null, allocate, recycle, insert, insertCandidate, release, exchange, ...names };
}

/** Memory and functions, declared before any of them is defined. */
function declareZoneStore(module: ModuleBuilder, map: MemoryMap, heap: Heap, shape: StoreShape) {
  const { lanes } = shape;
  const flat = { ...shape, hasHead: true };
  const hashed = shape.changes === null ? emitHashedStates(module, heap, flat) : null;
  const states: DiscreteStates = hashed ?? emitTreeStates(module, map, heap, flat, shape.changes!);
  const sending =
    shape.place === null ? null : emitZoneExchange(module, map, heap, shape, shape.place, hashed?.findHashed ?? null);
  const { count: discretes } = states;
  const nodeChunks = heap.chunks(NODE_BYTES);
  const nodeOf = nodeChunks.at;
  const free = map.reserve(4 * (shape.dim + 1));
  const nodes = module.global("i32", 0);
  const stored = module.global("i32", 0, "stored");
  const covered = module.global("i32", 0, "covered");
  const functions = {
    newNode: module.declare("newNode", i32(4), ["i32"]),
    insertInto: module.declare("insertInto", INSERTION, ["i32"]),
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

  const hasValues = shape.subsumption === "equality" || shape.subsumption === "either";
  const coveredBy = hasValues ? module.global("i32", 0, "coveredBy") : null;
  const equal = hasValues ? emitZoneIndex(module, heap, nodes, nodeOf, states.headOf) : null;
  const byValue = shape.subsumption === "either" ? module.global("i32", 0, "byValue") : null;
  const sketches = emitSketches(module, map, shape);
  const memory = { states, sending, discretes, nodeChunks, nodes, nodeOf, free, stored, covered, coveredBy, byValue };
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
    const [zone, dim] = params as [Local, Local, Local];
    const { candidateWords, parent, ordinal } = parts.shape;
    const { sending } = parts;
    const hash = sending?.sendUnlessOwn(f, candidateWords, zone, dim, global(parent), global(ordinal));
    const before = f.let(global(parts.discretes));
    const byHash = sending?.findHashed ?? null;
    const found =
      byHash === null || hash === undefined ? call(states.findCandidate) : call(byHash, candidateWords, hash);
    f.return(call(parts.insertInto, found, before, ...params, global(parent), global(ordinal)));
  });
  defineFunction(module, parts.wordsOf, (f, id) => f.return(states.wordsOf(load32(nodeOf(id!)))));
  defineFunction(module, parts.blockOf, (f, id) => f.return(load32(nodeOf(id!), 4)));
  defineFunction(module, parts.discreteOf, (f, id) => f.return(load32(nodeOf(id!))));
  defineFunction(module, parts.parentOf, (f, id) => f.return(load32(nodeOf(id!), 8)));
  defineFunction(module, parts.ordinalOf, (f, id) => f.return(load32(nodeOf(id!), 12)));
  defineFunction(module, parts.size, (f) => f.return(global(nodes)));
}

/**
 * Zones compared with those of the same discrete state. What inserts takes (discrete state, number of them before it
 * was looked up, zone, dim, cost, parent, ordinal) and yields an id, −1 or −2.
 */
function emitInsertion(parts: Declared) {
  const { module, byValue, equal } = parts;
  const define = (handle: FunctionHandle, body: (f: FunctionWriter, params: Locals<7>) => void): void =>
    defineFunction(module, handle, (f, ...params) => body(f, params as Locals<7>));
  const covering = byValue === null ? null : module.declare("insertCovering", INSERTION, ["i32"]);
  if (covering !== null) define(covering, (f, params) => insertByInclusion(parts, f, params));
  define(parts.insertInto, (f, params) => {
    f.if(lessThanZero(params[0]), () => f.return(MEMORY_CODE));
    if (equal === null) return insertByInclusion(parts, f, params);
    if (byValue !== null && covering !== null) {
      f.if(eqz(global(byValue)), () => f.return(call(covering, ...params)));
    }
    insertByEquality(parts, f, equal, params);
  });
}

/** Where an equal zone is stored, that one is meant. */
function insertByEquality(parts: Declared, f: FunctionWriter, index: ZoneIndex, params: Locals<7>): void {
  const { lanes, shape, covered, coveredBy } = parts;
  const [discrete, , zone, dim, cost, parent, ordinal] = params;
  const bytes = f.let(blockBytes(lanes, shape.references, dim));
  const head = f.let(parts.states.headOf(discrete));
  const block = f.let(load32(head));
  let zones: Located | undefined;
  f.block((done) => {
    f.branchIf(done, eqz(block));
    f.block((differs) => {
      leaveUnlessSame(f, zone, bytes, block, differs);
      f.branch(done);
    });
    zones = index.locate(f, zone, bytes, discrete, block);
  });
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
  const id = keepZone(parts, f, params, bytes, block);
  f.if(
    load32(head),
    () => {
      f.store32(block, zones!.hash);
      zones!.add(() => f.return(MEMORY_CODE));
    },
    () => f.store32(head, block),
  );
  f.return(id);
}

/** A zone that covers it is enough, and those that it covers go. */
function insertByInclusion(parts: Declared, f: FunctionWriter, params: Locals<7>): void {
  const { lanes, shape, sketches, covered } = parts;
  const [discrete, before, zone, dim, cost] = params;
  const head = f.let(parts.states.headOf(discrete));
  const bytes = f.let(blockBytes(lanes, shape.references, dim));
  const block = f.local();
  const sketch = sketches?.open(f, zone, bytes);
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
          freeBlock(parts, f, block, dim);
          f.set(block, link);
        });
      });
      f.set(link, block);
      f.set(block, next);
    });
  });
  const id = keepZone(parts, f, params, bytes, block);
  f.store32(block, load32(head));
  f.store32(head, block);
  sketch?.keep(block);
  f.return(id);
}

/** Code that gives the zone a block and a node; its first word is the caller's. */
function keepZone(parts: Declared, f: FunctionWriter, params: Locals<7>, bytes: Local, block: Local): Local {
  const { free, stored, sketches } = parts;
  const room = BLOCK_HEADER + (sketches?.bytes ?? 0);
  const [discrete, , zone, dim, cost, parent, ordinal] = params;
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
  f.store32(block, id, 4);
  f.storeF64(block, cost, 8);
  const to = f.let(add(block, BLOCK_HEADER));
  const end = f.let(add(to, bytes));
  const from = f.let(zone);
  f.while(ltU(to, end), () => {
    f.store128(to, load128(from));
    f.set(to, add(to, 16));
    f.set(from, add(from, 16));
  });
  f.setGlobal(stored, add(global(stored), 1));
  return id;
}

/** A block that is in no list any more waits for the next zone of its size. */
function freeBlock({ free, stored }: Declared, f: FunctionWriter, block: Local, dim: Local): void {
  f.store32(block, load32(shl(dim, 2), free));
  f.store32(shl(dim, 2), block, free);
  f.setGlobal(stored, sub(global(stored), 1));
}

/** Where several engines divide the states among them. */
function emitExchange({ module, shape, sending, states, insertInto, insert, discretes }: Declared): Exchange | null {
  if (sending === null) return null;
  const { find } = states;
  const route = emitTaking(module, shape, sending, { find, insertInto, insert, count: global(discretes) });
  return { route, describe: sending.describe, isFull: sending.outbox.isFull };
}

/** Blocks taken out of their lists. */
function emitRelease(parts: Declared) {
  const { module, release, nodeOf, states } = parts;
  defineFunction(module, release, (f, ...params) => {
    const [id, dim] = params as [Local, Local];
    const node = f.let(nodeOf(id));
    const block = f.let(load32(node, 4));
    f.if(block, () => {
      const link = f.let(states.headOf(load32(node)));
      f.while(ne(load32(link), block), () => f.set(link, load32(link)));
      f.store32(link, load32(block));
      freeBlock(parts, f, block, dim);
      f.store32(node, 0, 4);
    });
  });
}

const lessThanZero = (a: Arg): Value => shrU(a, 31);
