import type { StateId, StateStore } from "./engine.ts";

/** A stored state as bytes that any engine of the network reads. */
export function encoded(engine: Pick<StateStore, "encode">, state: StateId): Uint8Array {
  const bytes = new Uint8Array(engine.encode(state, new Uint8Array(0)));
  engine.encode(state, bytes);
  return bytes;
}
