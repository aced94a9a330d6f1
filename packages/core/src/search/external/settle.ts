// Delayed duplicate detection: candidates are held against the states of their column, which lie in an engine, and
// against each other; those that are new, and that nothing which came later has swallowed, are handed on in their order.

import { NumberTable } from "../../basics/grow.ts";
import type { Engine } from "../../engine/engine.ts";
import type { BlockReader } from "./records.ts";
import type { StateBytes } from "./state-bytes.ts";

export interface SettledCounts {
  readonly kept: number;
  /** States that were known, and those that were new but lie in one that came later. */
  readonly duplicates: number;
  readonly included: number;
}

/** Yields now and then. `candidates` are read twice. */
export function* settleCandidates(
  engine: Engine,
  bytes: StateBytes,
  candidates: () => Iterable<BlockReader>,
  keep: (record: BlockReader) => void,
): Generator<void, SettledCounts> {
  const ids = new NumberTable(new Int32Array(1024));
  let count = 0;
  for (const records of candidates()) {
    while (records.advance()) ids.set(count++, bytes.read(engine, records));
    yield;
  }
  let kept = 0;
  let included = 0;
  let at = 0;
  for (const records of candidates()) {
    while (records.advance()) {
      const id = ids.get(at++);
      if (id < 0) continue;
      if (engine.alive(id)) {
        keep(records);
        kept++;
      } else included++;
    }
    yield;
  }
  return { kept, included, duplicates: count - kept - included };
}
