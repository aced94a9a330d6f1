// The store of networks without clocks explored at cost 0, emitted: one node per discrete state, with the same number,
// that keeps parent and ordinal in six bytes. The few ordinals that two bytes do not hold stand in a list by
// themselves, in the order of the nodes.

import { add, select, shrU, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, gtS, gtU, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction } from "../../../wasm/function-writer.ts";
import { load16u, load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { global, type Local } from "../../../wasm/value.ts";
import { emitBatch } from "./batch.ts";
import type { Batch, BatchSink, DiscreteStates } from "./discrete-states.ts";
import { emitHashedStates } from "./hashed-states.ts";
import { COVERED_CODE, type Heap } from "./heap.ts";
import { emitKeySending, emitKeyTaking } from "./key-exchange.ts";
import { emitShortBatch } from "./short-batch.ts";
import { emitShortStates, MOST_BITS } from "./short-states.ts";
import type { Exchange, Store, StoreShape } from "./store.ts";
import { emitTreeStates } from "./tree-states.ts";

const LARGE_ORDINAL = 0xffff;
const NODE_BYTES = 6;

export function emitDenseStore(module: ModuleBuilder, map: MemoryMap, heap: Heap, shape: StoreShape): Store {
  const stored = module.global("i32", 0, "stored");
  const covered = module.global("i32", 0, "covered");
  const peakOpen = shape.place === null ? module.global("i32", 0, "runPeak") : null;
  const note = module.declare("noteNode", i32(3), ["i32"]);
  const insert = module.declare("insert", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]);
  const wordsOf = module.declare("wordsOf", i32(1), ["i32"]);
  const blockOf = module.declare("blockOf", i32(1), ["i32"]);
  const discreteOf = module.declare("discreteOf", i32(1), ["i32"]);
  const parentOf = module.declare("parentOf", i32(1), ["i32"]);
  const ordinalOf = module.declare("ordinalOf", i32(1), ["i32"]);
  const start = module.declare("startStore", i32(1), []);
  const size = module.declare("size", [], ["i32"]);
  for (const handle of [size, insert, wordsOf, blockOf, discreteOf, parentOf, ordinalOf, start]) module.export(handle);
  const nodes = heap.chunks(NODE_BYTES);
  /** Pairs (node, ordinal). */
  const large = heap.chunks(8);
  const largeCount = module.global("i32", 0);
  const largeTotal = map.reserve(4);
  const { states, batch, exchange } = statesAndBatch(module, map, heap, shape, { ...shape, note, covered }, insert);

  defineFunction(module, start, (f, base) => {
    heap.start(f, base!);
    states.start(f);
  });
  defineFunction(module, note, (f, ...params) => {
    const [id, parent, ordinal] = params as [Local, Local, Local];
    nodes.open(f, id);
    const node = f.let(nodes.at(id));
    f.store32(node, parent);
    f.if(
      ltU(ordinal, LARGE_ORDINAL),
      () => f.store16(node, ordinal, 4),
      () => {
        f.store16(node, LARGE_ORDINAL, 4);
        const at = f.let(global(largeCount));
        large.open(f, at);
        const pair = f.let(large.at(at));
        f.store32(pair, id);
        f.store32(pair, ordinal, 4);
        f.setGlobal(largeCount, add(at, 1));
        f.store32(largeTotal, add(at, 1));
      },
    );
    f.setGlobal(stored, add(global(stored), 1));
    // Breadth first, states are expanded in the order of their numbers: those between parent and child are open.
    if (peakOpen !== null) {
      const open = f.let(sub(id, parent));
      f.if(gtS(open, global(peakOpen)), () => f.setGlobal(peakOpen, open));
    }
    f.return(id);
  });
  defineFunction(module, insert, (f, ...params) => {
    const [at, , , , parent, ordinal] = params as [Local, Local, Local, Local, Local, Local];
    const id = f.let(call(states.add, at));
    f.if(eq(id, COVERED_CODE), () => f.setGlobal(covered, add(global(covered), 1)));
    f.if(ltS(id, 0), () => f.return(id));
    f.return(call(note, id, parent, ordinal));
  });
  defineFunction(module, wordsOf, (f, id) => f.return(states.wordsOf(id!)));
  defineFunction(module, blockOf, (f) => f.return(1));
  defineFunction(module, discreteOf, (f, id) => f.return(id!));
  defineFunction(module, parentOf, (f, id) => f.return(load32(nodes.at(id!))));
  defineFunction(module, ordinalOf, (f, id) => {
    const ordinal = f.let(load16u(nodes.at(id!), 4));
    f.if(ne(ordinal, LARGE_ORDINAL), () => f.return(ordinal));
    // Bisection: the pair of the node lies in low … high − 1.
    const low = f.let(0);
    const high = f.let(global(largeCount));
    const middle = f.local();
    f.while(gtS(sub(high, low), 1), () => {
      f.set(middle, shrU(add(low, high), 1));
      f.if(
        gtU(load32(large.at(middle)), id!),
        () => f.set(high, middle),
        () => f.set(low, middle),
      );
    });
    f.return(load32(large.at(low), 4));
  });
  defineFunction(module, size, (f) => f.return(global(states.count)));
  const { noteSource } = states;
  return {
    batch,
    allocate: heap.allocate,
    recycle: heap.recycle,
    insert,
    insertCandidate: null,
    coveredBy: null,
    noteSource,
    size,
    wordsOf,
    blockOf,
    release: null,
    nodes: {
      table: nodes.table,
      bytes: NODE_BYTES,
      parent: 0,
      ordinal: 4,
      large: { table: large.table, count: largeTotal },
    },
    exchange,
  };
}

/** The states, and how candidates are looked up. */
interface DenseStates extends Pick<DiscreteStates, "count" | "start" | "wordsOf" | "noteSource"> {
  /** (address of words) → number of a new state, −1: it is known, −2: out of memory. */
  readonly add: FunctionHandle;
}

function statesAndBatch(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  shape: StoreShape,
  sink: BatchSink,
  insert: FunctionHandle,
): { readonly states: DenseStates; readonly batch: Batch; readonly exchange: Exchange | null } {
  const { words, bits, candidateWords } = shape;
  if (bits <= MOST_BITS) {
    const states = emitShortStates(module, heap, shape);
    const sending =
      shape.place === null ? null : emitKeySending(module, map, heap, states, shape.place, sink.outOfMemory);
    const batch = emitShortBatch(module, map, states, candidateWords, sink, sending);
    const exchange = sending === null ? null : emitKeyTaking(module, states, sending, batch.storeEntries, insert);
    return { states: { ...states, noteSource: null }, batch, exchange };
  }
  if (shape.place !== null) throw new Error("long states that are divided among engines have lists of zones");
  const flat = { ...shape, hasHead: false };
  if (shape.changes !== null) {
    const states = emitTreeStates(module, map, heap, flat, shape.changes);
    return {
      states: { ...states, add: adder(module, states) },
      batch: emitSingle(module, states, sink),
      exchange: null,
    };
  }
  const states = emitHashedStates(module, heap, flat);
  const batch = emitBatch(module, map, states, words, candidateWords, sink);
  return { states: { ...states, add: adder(module, states) }, batch, exchange: null };
}

function adder(module: ModuleBuilder, states: DiscreteStates): FunctionHandle {
  const handle = module.declare("addState", ["i32"], ["i32"]);
  defineFunction(module, handle, (f, at) => {
    const before = f.let(global(states.count));
    const id = f.let(call(states.find, at!));
    f.return(select(ltU(id, before), COVERED_CODE, id));
  });
  return handle;
}

/** Trees are looked up one by one: most of their nodes are near. */
function emitSingle(module: ModuleBuilder, states: DiscreteStates, sink: BatchSink): Batch {
  const single = module.declare("addCandidate", [], []);
  const flush = module.declare("nothingWaits", [], []);
  defineFunction(module, flush, () => {});
  defineFunction(module, single, (f) => {
    const before = f.let(global(states.count));
    const id = f.let(call(states.findCandidate));
    f.if(
      ltU(id, before),
      () => f.setGlobal(sink.covered, add(global(sink.covered), 1)),
      () => {
        f.if(eq(id, before), () => f.set(id, call(sink.note, id, global(sink.parent), global(sink.ordinal))));
        f.if(ltS(id, 0), () => sink.outOfMemory(f));
      },
    );
  });
  return { add: single, addKey: null, flush };
}
