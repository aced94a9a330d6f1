// Reads stored states with their zones, for estimates that look at clocks. A stored zone, extrapolated or not, contains
// the exact one, so what it excludes is excluded; in local time there is no common zero to read clocks against, and
// nothing is said of them.

import type { DiscreteView, Engine, StateId } from "../engine/engine.ts";
import type { ZoneBounds } from "../heuristics/index.ts";
import type { Network } from "../network/index.ts";

export class ZoneReader {
  private readonly engine: Engine;
  private readonly network: Network;
  private bytes = new Uint8Array(0);

  constructor(engine: Engine, network: Network) {
    this.engine = engine;
    this.network = network;
  }

  read(state: StateId): { readonly view: DiscreteView; readonly zone: ZoneBounds | undefined } {
    // What was swallowed has no zone any more.
    if (!this.engine.alive(state)) return { view: this.engine.view(state), zone: undefined };
    const size = this.engine.encode(state, this.bytes);
    if (size > this.bytes.length) {
      this.bytes = new Uint8Array(size);
      this.engine.encode(state, this.bytes);
    }
    const words = new Int32Array(this.bytes.slice(0, size).buffer);
    const processes = this.network.processes.length;
    const discrete = processes + this.network.cells;
    const dim = this.network.clocks.length + 1;
    const bounds = words.subarray(discrete);
    return {
      view: { locations: words.subarray(0, processes), cells: words.subarray(processes, discrete) },
      zone: bounds.length === dim * dim ? { bounds, dim } : undefined,
    };
  }
}
