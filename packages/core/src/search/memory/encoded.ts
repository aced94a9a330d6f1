// States as bytes, for searches that carry them from one engine to another or compare them across engines.

import { encoded } from "../../engine/encoded.ts";
import { COVERED, type Engine, type StateId } from "../../engine/engine.ts";
import type { SearchContext } from "../../search-context/index.ts";
import type { GoalTest } from "../search.ts";

/** A hash of the state between 0 and 1. */
export function fractionOf(engine: Engine, state: StateId): number {
  let hash = 0x811c9dc5;
  for (const byte of encoded(engine, state)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 13);
  return (hash >>> 0) / 2 ** 32;
}

/** Is everything that the given state can do possible in a state? Mostly decided by the discrete parts. */
export function covering(bytes: Uint8Array, context: SearchContext): GoalTest {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let scales: Engine | undefined;
  return (state, engine) => {
    const { locations, cells } = engine.view(state);
    for (let i = 0; i < locations.length; i++) if (locations[i] !== words[i]) return false;
    for (let i = 0; i < cells.length; i++) if (cells[i] !== words[locations.length + i]) return false;
    const candidate = encoded(engine, state);
    if (candidate.every((byte, i) => byte === bytes[i])) return true;
    scales ??= context.restarted().engine;
    const holder = scales.decode(candidate);
    const held = scales.decode(bytes);
    scales.release(holder);
    if (held !== COVERED) scales.release(held);
    return held === COVERED;
  };
}
