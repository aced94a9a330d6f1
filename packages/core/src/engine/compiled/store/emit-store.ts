// Which store a network gets.

import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { emitDenseStore } from "./dense-store.ts";
import { emitHeap } from "./heap.ts";
import type { Store, StoreShape } from "./store.ts";
import { emitZoneStore } from "./zone-store.ts";

export function emitStore(module: ModuleBuilder, map: MemoryMap, shape: StoreShape): Store {
  const heap = emitHeap(module, map, shape.place !== null);
  return shape.dense ? emitDenseStore(module, map, heap, shape) : emitZoneStore(module, map, heap, shape);
}
