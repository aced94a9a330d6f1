// Where a run may end for good: nothing can happen any more, now or later (a deadlock, or time that cannot go on), or time
// passes for ever. Whether it can is read from invariants and urgent synchronisations, never from whether a widened zone
// is bounded; it is a matter of the discrete state, unless clocks guard what is urgent.

import { NumberTable } from "../../basics/grow.ts";
import type { GraphEngine, StateId } from "../../engine/engine.ts";
import {
  createSymbolicSemantics,
  type Discrete,
  decodeState,
  encoded,
  foreverAvoiding,
  type SymbolicSemantics,
} from "../../engine/index.ts";
import type { Formula, Network } from "../../network/index.ts";
import { INF } from "../../zone/index.ts";

export type End = "deadlock" | "unbounded-delay";

/** To be registered with the engine: what `Ends` asks of it. */
export const STUCK: { readonly formula: Formula; readonly frameSize: number } = {
  formula: { kind: "deadlock" },
  frameSize: 0,
};

const [NEVER, ALWAYS, BY_ZONE] = [1, 2, 3] as const;

export class Ends {
  private readonly network: Network;
  private readonly engine: GraphEngine;
  private readonly semantics: SymbolicSemantics;
  private readonly stuck: number | null;
  /** By discrete state, 0 where nobody asked. */
  private readonly forever = new NumberTable(new Int32Array(1024));

  /** `stuck` is the number under which the engine knows `STUCK`; null: where nothing can happen any more, runs do not count. */
  constructor(network: Network, engine: GraphEngine, stuck: number | null) {
    this.network = network;
    this.engine = engine;
    this.semantics = createSymbolicSemantics(network);
    this.stuck = stuck;
  }

  /** How a run may end in a state; undefined where it goes on whatever it does. */
  of(state: StateId): End | undefined {
    if (this.lastsForever(state)) return "unbounded-delay";
    return this.stuck !== null && this.engine.satisfies(state, this.stuck) ? "deadlock" : undefined;
  }

  /** Evaluating the edges of the state fails, so that staying there is no run. */
  isBroken(state: StateId): boolean {
    return this.semantics.fault(this.discreteOf(state)) !== null;
  }

  private lastsForever(state: StateId): boolean {
    const id = this.engine.discreteOf(state);
    let kind = this.forever.get(id);
    if (kind === 0) this.forever.set(id, (kind = this.kindOf(this.discreteOf(state))));
    return kind === ALWAYS || (kind === BY_ZONE && this.isZoneEndless(state));
  }

  private kindOf(discrete: Discrete): number {
    const { semantics } = this;
    if (semantics.timeStops(discrete)) return NEVER;
    const invariant = semantics.invariant(discrete);
    for (let row = 1; row < semantics.dim; row++) if (invariant[row * semantics.dim] !== INF) return NEVER;
    return semantics.urgentZones(discrete).length === 0 ? ALWAYS : BY_ZONE;
  }

  private isZoneEndless(state: StateId): boolean {
    const { locations, cells, zone } = decodeState(encoded(this.engine, state), this.network, this.semantics.dim);
    return foreverAvoiding(this.semantics, { locations, cells }, zone, []).length > 0;
  }

  private discreteOf(state: StateId): Discrete {
    const { locations, cells } = this.engine.view(state);
    return { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
  }
}
