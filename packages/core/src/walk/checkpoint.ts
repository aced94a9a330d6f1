// Where a walk stands: all that decides what can happen next. What else a walker keeps is worked out from it, so a
// checkpoint is cheap to take and costs about as much as a restart to go on from.

import type { Network } from "../network/index.ts";

export interface Checkpoint {
  readonly locations: Int32Array;
  readonly cells: Int32Array;
  readonly now: number;
  /** By row, as in `ClockLine`. */
  readonly base: Float64Array;
  readonly stopped: Uint8Array;
}

/** An initial state as a checkpoint: clocks run until a location stops them. */
export function startAt(network: Network, locations: Int32Array): Checkpoint {
  const stopped = new Uint8Array(network.clocks.length + 1);
  stopped[0] = 1;
  return {
    locations,
    cells: Int32Array.from(network.initialValues),
    now: 0,
    base: Float64Array.from([0, ...network.clocks.map(({ initial }) => 0 - initial)]),
    stopped,
  };
}
