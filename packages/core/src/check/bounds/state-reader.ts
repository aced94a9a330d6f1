// Reads the valuations of states, whichever engine stores them: what is measured (`sup`, `inf`, `bounds`) is measured
// in the exact semantics, while the compiled engine explores.

import type { Engine, StateId } from "../../engine/engine.ts";
import { decodeState, type ReferenceEngine } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { createSymbolicSemantics, type ReferenceSemantics, type SymbolicState } from "../../semantics/index.ts";
import { copyZone } from "../../zone/index.ts";

export class StateReader {
  readonly engine: Engine;
  readonly semantics: ReferenceSemantics;
  private bytes = new Uint8Array(1 << 12);

  constructor(engine: Engine, network: Network) {
    this.engine = engine;
    this.semantics =
      engine.name === "reference" ? (engine as ReferenceEngine).semantics : createSymbolicSemantics(network);
  }

  /** The state as it is stored. */
  stateOf(state: StateId): SymbolicState {
    if (this.engine.name === "reference") return (this.engine as ReferenceEngine).stateOf(state);
    let size = this.engine.encode(state, this.bytes);
    if (size > this.bytes.length) {
      this.bytes = new Uint8Array(size);
      size = this.engine.encode(state, this.bytes);
    }
    return decodeState(this.bytes.subarray(0, size), this.semantics.network, this.semantics.dim);
  }

  /** The zone of a state within its invariant; possibly empty. */
  valuationsOf(state: StateId): Int32Array {
    if (this.engine.name === "reference") return (this.engine as ReferenceEngine).valuationsOf(state);
    const { locations, cells, zone } = this.stateOf(state);
    const within = this.semantics.withinInvariant({ locations, cells }, zone);
    if (within !== null) return within;
    const empty = copyZone(zone);
    empty[0] = -1;
    return empty;
  }
}
