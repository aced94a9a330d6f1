// Short states without zones that belong to another engine, emitted: what travels is an entry of the batch
// (`short-batch.ts`), which waits among the others at its owner's. It is held against the recent candidates before it
// is sent, and that was enough.

import { add, divS, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { global, type Local, type Value } from "../../../wasm/value.ts";
import type { Heap } from "./heap.ts";
import { emitOutbox, type Outbox, ownerOfKey, type PartitionPlace, SENT_CODE } from "./outbox.ts";
import type { ShortStates } from "./short-states.ts";
import type { Exchange } from "./store.ts";

/** key, mixed key, parent, ordinal. */
const ENTRY = 24;

export interface KeySending {
  readonly outbox: Outbox;
  /** Code that sends a key away, and returns, unless it is this engine's own. */
  sendUnlessOwn(f: FunctionWriter, key: Local, mixed: Local, parent: Value, ordinal: Value, answer?: number): void;
}

export function emitKeySending(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  states: ShortStates,
  place: PartitionPlace,
  outOfMemory: (f: FunctionWriter) => void,
): KeySending {
  const outbox = emitOutbox(module, map, heap, place, ENTRY, outOfMemory);
  // Nobody asks how many steps lead to a state: breadth first, that is known.
  module.global("i32", 0, "depth");
  const ownerOfWords = module.declare("ownerOfWords", ["i32"], ["i32"]);
  module.export(ownerOfWords);
  defineFunction(module, ownerOfWords, (f, at) => {
    const key = f.let(states.readKey(at!), "i64");
    f.return(ownerOfKey(place, f.let(states.mix(f, key), "i64")));
  });
  return {
    outbox,
    sendUnlessOwn(f, key, mixed, parent, ordinal, answer) {
      const owner = f.let(ownerOfKey(place, mixed));
      f.if(ne(owner, place.me), () => {
        const record = f.let(call(outbox.reserve, owner, ENTRY));
        f.store64(record, key);
        f.store64(record, mixed, 8);
        f.store32(record, parent, 16);
        f.store32(record, ordinal, 20);
        f.return(answer);
      });
    },
  };
}

/** Functions for the host: `take`. */
export function emitKeyTaking(
  module: ModuleBuilder,
  states: ShortStates,
  { outbox, sendUnlessOwn }: KeySending,
  storeEntries: FunctionHandle,
  insert: FunctionHandle,
): Exchange {
  const received = module.global("i32", 0, "received");
  const take = module.declare("take", ["i32", "f64"], []);
  module.export(take);
  defineFunction(module, take, (f, sender) => {
    outbox.eachSlab(f, sender!, (first, end) => {
      f.do(call(storeEntries, first, end));
      f.setGlobal(received, add(global(received), divS(sub(end, first), ENTRY)));
    });
  });
  // (words, zone, dim, cost, parent, ordinal): as `insert`, unless it belongs to another engine.
  const route = module.declare("route", ["i32", "i32", "i32", "f64", "i32", "i32"], ["i32"]);
  defineFunction(module, route, (f, ...params) => {
    const [at, zone, dim, cost, parent, ordinal] = params as [Local, Local, Local, Local, Local, Local];
    const key = f.let(states.readKey(at), "i64");
    const mixed = f.let(states.mix(f, key), "i64");
    sendUnlessOwn(f, key, mixed, parent, ordinal, SENT_CODE);
    f.return(call(insert, at, zone, dim, cost, parent, ordinal));
  });
  return { route, describe: null, isFull: outbox.isFull };
}
