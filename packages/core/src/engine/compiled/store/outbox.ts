// States that several engines divide among them, emitted: every engine has a store of its own in one shared memory, a
// hash of the discrete state names its owner, and a candidate that belongs elsewhere is put into the outbox for its
// owner, who reads it where it lies. Outboxes are rows of slabs that are used again in every round. Nobody reads while
// somebody writes: the host sees to that.
//
//   box (one for each owner): first slab │ current slab │ top │ end
//   slab: next │ end of what is used │ … records

import { add, mul, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, eqz, gtU, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import { k64, shrU64, wrap, xor64 } from "../../../wasm/wide-values.ts";
import type { Heap } from "./heap.ts";

/** Which of several engines this is that divide the states among them. */
export interface PartitionPlace {
  readonly me: number;
  readonly of: number;
  /** Where its own static memory begins. */
  readonly first: number;
}

/** What functions of the store return when a candidate was put into an outbox. */
export const SENT_CODE = -3;

export const BOX_BYTES = 16;
export const SLAB_HEADER = 16;
const SLAB_BYTES = 1 << 18;
/** A round ends when its outboxes hold so much: more would not fit caches, and memory is for states. */
export const MOST_BYTES = 1 << 24;

export interface Outbox {
  readonly place: PartitionPlace;
  /** (owner, bytes) → where to write a record. */
  readonly reserve: FunctionHandle;
  /** Bytes that were put into outboxes since they were opened. */
  readonly bytes: GlobalHandle;
  readonly isFull: Value;
  /** Code that runs something for all records that a sender has for this engine, slab by slab: from where to where. */
  eachSlab(f: FunctionWriter, sender: Local, body: (first: Local, end: Local) => void): void;
  /** The same, record by record; the body yields a record's size. */
  each(f: FunctionWriter, sender: Local, body: (record: Local) => Value): void;
}

/** The owner of a state, given a hash of it; it does not depend on the low bits, which choose slots. */
export function ownerOf({ of }: PartitionPlace, hash: Value): Value {
  return shrU(mul(shrU(hash, 16), of), 16);
}

/** The same for a mixed key, which is all there is to know of a short state: its high bits choose slots. */
export function ownerOfKey(place: PartitionPlace, mixed: Local): Value {
  return ownerOf(place, mul(wrap(xor64(mixed, shrU64(mixed, k64(29n)))), 0x9e3779b1 | 0));
}

export function emitOutbox(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  place: PartitionPlace,
  /** Bytes of the largest record. */
  largest: number,
  outOfMemory: (f: FunctionWriter) => void,
): Outbox {
  const { me, of } = place;
  const slabBytes = Math.max(SLAB_BYTES, SLAB_HEADER + 2 * largest);
  const boxes = map.reserve(BOX_BYTES * of);
  /** How far apart the static memories of neighbours lie: they are all alike. */
  const stride = module.global("i32", 0, "stride");
  const bytes = module.global("i32", 0, "outBytes");
  const sent = module.global("i32", 0, "sent");
  module.global("i32", boxes, "outboxes");
  const roomFor = module.declare("roomFor", i32(1), ["i32"]);
  module.export(roomFor);
  defineFunction(module, roomFor, (f, size) => f.return(call(heap.allocateFresh, size!)));
  const reserve = module.declare("reserveRecord", i32(2), ["i32"]);
  const nextSlab = module.declare("nextSlab", i32(1), []);
  const open = module.declare("openOutboxes", [], []);
  const seal = module.declare("sealOutboxes", [], []);
  module.export(open);
  module.export(seal);
  const boxOf = (owner: Arg): Value => add(shl(owner, 4), boxes);

  const enter = (f: FunctionWriter, box: Local, slab: Local): void => {
    f.store32(box, slab, 4);
    f.store32(box, add(slab, SLAB_HEADER), 8);
    f.store32(box, add(slab, slabBytes), 12);
  };

  defineFunction(module, reserve, (f, ...params) => {
    const [owner, size] = params as [Local, Local];
    const box = f.let(boxOf(owner));
    const top = f.let(load32(box, 8));
    f.if(gtU(add(top, size), load32(box, 12)), () => {
      f.do(call(nextSlab, box));
      f.set(top, load32(box, 8));
    });
    f.store32(box, add(top, size), 8);
    f.setGlobal(bytes, add(global(bytes), size));
    f.setGlobal(sent, add(global(sent), 1));
    f.return(top);
  });
  // (box): the slab behind the current one, a new one where there is none.
  defineFunction(module, nextSlab, (f, box) => {
    const current = f.let(load32(box!, 4));
    const slab = f.let(0);
    f.if(current, () => {
      f.store32(current, load32(box!, 8), 4);
      f.set(slab, load32(current));
    });
    f.if(eqz(slab), () => {
      f.set(slab, call(heap.allocateFresh, slabBytes));
      f.if(eqz(slab), () => outOfMemory(f));
      f.store32(slab, 0);
      f.if(
        current,
        () => f.store32(current, slab),
        () => f.store32(box!, slab),
      );
    });
    enter(f, box!, slab);
  });
  defineFunction(module, open, (f) => {
    f.setGlobal(bytes, 0);
    const box = f.local();
    f.for(
      box,
      boxes,
      boxes + BOX_BYTES * of,
      () => {
        const slab = f.let(load32(box));
        f.if(slab, () => enter(f, box, slab));
      },
      BOX_BYTES,
    );
  });
  defineFunction(module, seal, (f) => {
    const box = f.local();
    f.for(
      box,
      boxes,
      boxes + BOX_BYTES * of,
      () => {
        const current = f.let(load32(box, 4));
        f.if(current, () => f.store32(current, load32(box, 8), 4));
      },
      BOX_BYTES,
    );
  });
  const eachSlab: Outbox["eachSlab"] = (f, sender, body) => {
    const box = f.let(add(mul(sub(sender, me), global(stride)), boxes + BOX_BYTES * me));
    const slab = f.let(load32(box));
    const first = f.local();
    const end = f.local();
    f.while(slab, (leave) => {
      f.set(first, add(slab, SLAB_HEADER));
      f.set(end, load32(slab, 4));
      body(first, end);
      f.branchIf(leave, eq(slab, load32(box, 4)));
      f.set(slab, load32(slab));
    });
  };
  return {
    place,
    reserve,
    bytes,
    isFull: gtU(global(bytes), MOST_BYTES),
    eachSlab,
    each(f, sender, body) {
      eachSlab(f, sender, (at, end) => f.while(ltU(at, end), () => f.set(at, add(at, body(at)))));
    },
  };
}
