// Candidates with zones that belong to another engine, emitted: how they are put into an outbox, and how those of
// others are taken in. The hash of the words travels with them, so that the owner need not compute it again.
//
//   record: size │ rows of the zone │ parent │ ordinal │ hash │ depth │ words … │ zone

import { add } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import { hashOfWords } from "./hashed-states.ts";
import { type Heap, MEMORY_CODE } from "./heap.ts";
import { emitOutbox, type Outbox, ownerOf, type PartitionPlace, SENT_CODE } from "./outbox.ts";
import type { StoreShape } from "./store.ts";
import { blockBytes } from "./subsumption.ts";

/** Where things stand in a record; the words follow, then, aligned, the zone. */
export const RECORD = { size: 0, dim: 4, parent: 8, ordinal: 12, hash: 16, depth: 20, words: 24 } as const;

export interface ZoneExchange {
  readonly outbox: Outbox;
  /** (words, hash): the number of the discrete state, as `find`; given by the store. */
  readonly findHashed: FunctionHandle | null;
  /**
   * (words): tells the store the bounds of the locations there, where it compares by simulation; defined by whoever
   * knows them.
   */
  readonly describe: FunctionHandle | null;
  /** Code that sends the candidate at hand away, and returns, unless it is this engine's own; yields its hash. */
  sendUnlessOwn(f: FunctionWriter, words: Arg, zone: Local, dim: Local, parent: Value, ordinal: Value): Local;
}

export function emitZoneExchange(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  shape: StoreShape,
  place: PartitionPlace,
  findHashed: FunctionHandle | null,
): ZoneExchange {
  const { words, lanes, references } = shape;
  const head = (RECORD.words + 4 * words + 15) & -16;
  const largestZone =
    16 + lanes.bytes * shape.dim ** 2 + (references === 0 ? 0 : 16 + lanes.bytes * (shape.dim + references) ** 2);
  const outbox = emitOutbox(module, map, heap, place, head + largestZone, shape.outOfMemory);
  /** How many steps lead to the candidates; for searches that ask. */
  const depth = module.global("i32", 0, "depth");
  const describe = typeof shape.subsumption === "string" ? null : module.declare("describeWords", i32(1), []);
  const ownerOfWords = module.declare("ownerOfWords", i32(1), ["i32"]);
  module.export(ownerOfWords);
  defineFunction(module, ownerOfWords, (f, at) => f.return(ownerOf(place, hashOfWords(f, words, at!))));
  const send = module.declare("sendZone", i32(7), []);
  defineFunction(module, send, (f, ...params) => {
    const [owner, at, hash, zone, dim, parent, ordinal] = params as [Local, Local, Local, Local, Local, Local, Local];
    const bytes = f.let(blockBytes(lanes, references, dim));
    const size = f.let(add(bytes, head));
    const record = f.let(call(outbox.reserve, owner, size));
    f.store32(record, size, RECORD.size);
    f.store32(record, dim, RECORD.dim);
    f.store32(record, parent, RECORD.parent);
    f.store32(record, ordinal, RECORD.ordinal);
    f.store32(record, hash, RECORD.hash);
    f.store32(record, global(depth), RECORD.depth);
    for (let i = 0; i < Math.min(words, 8); i++) f.store32(record, load32(at, 4 * i), RECORD.words + 4 * i);
    if (words > 8) f.copy(add(record, RECORD.words + 32), add(at, 32), 4 * words - 32);
    f.copy(add(record, head), zone, bytes);
  });
  return {
    outbox,
    findHashed,
    describe,
    sendUnlessOwn(f, at, zone, dim, parent, ordinal) {
      const hash = hashOfWords(f, words, at);
      const owner = f.let(ownerOf(place, hash));
      f.if(ne(owner, place.me), () => {
        f.do(call(send, owner, at, hash, zone, dim, parent, ordinal));
        f.return(SENT_CODE);
      });
      return hash;
    },
  };
}

export interface Taking {
  /** (words) → number of the discrete state. */
  readonly find: FunctionHandle;
  /** (discrete, count before, zone, dim, cost, parent, ordinal) → id. */
  readonly insertInto: FunctionHandle;
  readonly insert: FunctionHandle;
  readonly count: Value;
}

/** Functions for the host: `routeCandidate`, `takeRecord` and `take`. */
export function emitTaking(
  module: ModuleBuilder,
  shape: StoreShape,
  exchange: ZoneExchange,
  store: Taking,
): FunctionHandle {
  const { words } = shape;
  const { outbox, findHashed, describe } = exchange;
  const head = (RECORD.words + 4 * words + 15) & -16;
  const received = module.global("i32", 0, "received");
  const takeRecord = module.declare("takeRecord", ["i32", "f64"], ["i32"]);
  const take = module.declare("take", ["i32", "f64"], []);
  module.export(takeRecord);
  module.export(take);
  defineFunction(module, takeRecord, (f, record, cost) => {
    const at = f.let(add(record!, RECORD.words));
    if (describe !== null) f.do(call(describe, at));
    const before = f.let(store.count);
    const found = findHashed === null ? call(store.find, at) : call(findHashed, at, load32(record!, RECORD.hash));
    const id = f.let(
      call(
        store.insertInto,
        found,
        before,
        add(record!, head),
        load32(record!, RECORD.dim),
        cost!,
        load32(record!, RECORD.parent),
        load32(record!, RECORD.ordinal),
      ),
    );
    f.if(eq(id, MEMORY_CODE), () => shape.outOfMemory(f));
    f.return(id);
  });
  defineFunction(module, take, (f, sender, cost) => {
    outbox.each(f, sender!, (record) => {
      f.drop(call(takeRecord, record, cost!));
      f.setGlobal(received, add(global(received), 1));
      return load32(record, RECORD.size);
    });
  });
  // (words, zone, dim, cost, parent, ordinal): as `insert`, unless it belongs to another engine.
  const route = module.declare("route", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]);
  defineFunction(module, route, (f, ...params) => {
    const [at, zone, dim, cost, parent, ordinal] = params as [Local, Local, Local, Local, Local, Local];
    exchange.sendUnlessOwn(f, at, zone, dim, parent, ordinal);
    f.return(call(store.insert, at, zone, dim, cost, parent, ordinal));
  });
  return route;
}
