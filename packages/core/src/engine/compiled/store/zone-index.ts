// Zones by value, emitted: where states are told apart by equality, a discrete state may have tens of thousands of
// zones, and walking its list would take quadratic time. An open-addressing index leads from (discrete state, zone) to
// the block; a block's first word, the list link elsewhere, keeps its hash. Most discrete states have one zone: the
// first of each is where its list would begin, and not in the index.

import { add, and, clz, mul, shl, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, eqz, gtU, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter, type Label } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, load128, vxor } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import { extend, k64, load64, mul64, rotl64, shrU64, wrap, xor64 } from "../../../wasm/wide-values.ts";
import type { Heap } from "./heap.ts";
import { defineGrowth } from "./slot-table.ts";
import { BLOCK_HEADER } from "./subsumption.ts";

export interface ZoneIndex {
  /** (bits) → 0 when memory is exhausted: makes a table of that size and moves all zones there. */
  readonly grow: FunctionHandle;
  /** Code that sets `block` to the block with this zone, 0 if there is none. */
  locate(f: FunctionWriter, zone: Local, bytes: Local, discrete: Local, block: Local): Located;
}

export interface Located {
  readonly hash: Local;
  /** Code that enters `block` where the zone would have been found. */
  add(outOfMemory: () => void): void;
}

export function emitZoneIndex(
  module: ModuleBuilder,
  heap: Heap,
  nodes: GlobalHandle,
  nodeOf: (id: Arg) => Value,
  headOf: (discrete: Arg) => Value,
): ZoneIndex {
  const table = module.global("i32", 0);
  const mask = module.global("i32", 0);
  const count = module.global("i32", 0);
  const grow = module.declare("growZones", ["i32"], ["i32"]);
  const slotAt = (base: Value, slot: Local): Value => add(base, shl(slot, 2));

  defineGrowth(module, heap, grow, { table, mask }, (f, grown, last) => {
    const id = f.local();
    const block = f.local();
    const slot = f.local();
    f.for(id, 0, global(nodes), () => {
      f.set(block, load32(nodeOf(id), 4));
      f.if(and(ne(block, 0), ne(block, load32(headOf(load32(nodeOf(id)))))), () => {
        f.set(slot, and(load32(block), last));
        f.while(load32(slotAt(grown, slot)), () => f.set(slot, and(add(slot, 1), last)));
        f.store32(slotAt(grown, slot), block);
      });
    });
  });

  return {
    grow,
    locate(f, zone, bytes, discrete, block) {
      // Two hashes over every other eight bytes each, so that they do not wait for one another.
      const even = f.let(extend(discrete), "i64");
      const odd = f.let(k64(0x2545f4914f6cdd1dn), "i64");
      const offset = f.local();
      const mix = (sum: Local, from: number): void =>
        f.set(sum, mul64(rotl64(xor64(sum, load64(add(zone, offset), from)), k64(29n)), k64(0x9e3779b97f4a7c15n)));
      f.for(
        offset,
        0,
        bytes,
        () => {
          mix(even, 0);
          mix(odd, 8);
        },
        16,
      );
      const sum = f.let(mul64(xor64(even, rotl64(odd, k64(32n))), k64(0xd6e8feb86659fd93n)), "i64");
      const hash = f.let(wrap(xor64(sum, shrU64(sum, k64(32n)))));
      f.set(hash, mul(hash, 0xc2b2ae35 | 0));
      f.set(hash, xor(hash, shrU(hash, 15)));
      const slot = f.let(and(hash, global(mask)));
      f.block((done) => {
        f.loop((again) => {
          f.set(block, load32(slotAt(global(table), slot)));
          f.branchIf(done, eqz(block));
          f.block((differs) => {
            f.branchIf(differs, ne(load32(block), hash));
            f.branchIf(differs, ne(load32(nodeOf(load32(block, 4))), discrete));
            leaveUnlessSame(f, zone, bytes, block, differs);
            f.branch(done);
          });
          f.set(slot, and(add(slot, 1), global(mask)));
          f.branch(again);
        });
      });
      return {
        hash,
        add(outOfMemory) {
          f.store32(slotAt(global(table), slot), block);
          f.setGlobal(count, add(global(count), 1));
          // At most five eighths full.
          f.if(gtU(mul(global(count), 8), mul(global(mask), 5)), () => {
            f.if(eq(call(grow, sub(33, clz(global(mask)))), 0), outOfMemory);
          });
        },
      };
    },
  };
}

/** Code that leaves unless the zone of a block is the one at hand. */
export function leaveUnlessSame(f: FunctionWriter, zone: Local, bytes: Local, block: Local, differs: Label): void {
  const offset = f.let(0);
  f.while(ltU(offset, bytes), () => {
    const stored = load128(add(block, offset), BLOCK_HEADER);
    f.branchIf(differs, anyTrue(vxor(stored, load128(add(zone, offset)))));
    f.set(offset, add(offset, 16));
  });
}
