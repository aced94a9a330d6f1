// Where a run may end for good: nothing can happen any more, now or later (a deadlock, or time that cannot go on), or
// time passes for ever. Whether it can is read from invariants and urgent synchronisations, never from whether a
// widened zone is bounded; it is a matter of the discrete state, unless clocks guard what is urgent.

import { NumberTable } from "../../basics/grow.ts";
import type { GraphEngine, StateId } from "../../engine/engine.ts";
import { decodeState, encoded } from "../../engine/index.ts";
import type { Conjunct, Formula, Location, Network } from "../../network/index.ts";
import {
  createSymbolicSemantics,
  type Discrete,
  foreverAvoiding,
  type SymbolicSemantics,
} from "../../semantics/index.ts";
import { INF } from "../../zone/index.ts";

export type End = "deadlock" | "unbounded-delay";

/** How a run may end in a state, if it may; whether staying there is no run, since evaluating its edges fails. */
export interface PossibleEnds {
  /** The number of the engine's target that says where nothing can happen any more; null where none says it. */
  readonly stuck: number | null;
  of(state: StateId): End | undefined;
  isBroken(state: StateId): boolean;
}

/** To be registered with the engine: what `Ends` asks of it. */
export const STUCK: { readonly formula: Formula; readonly frameSize: number } = {
  formula: { kind: "deadlock" },
  frameSize: 0,
};

const [NEVER, ALWAYS, BY_ZONE] = [1, 2, 3] as const;

export class Ends implements PossibleEnds {
  private readonly network: Network;
  private readonly engine: GraphEngine;
  /** Made when the locations alone do not tell. */
  private made: SymbolicSemantics | undefined;
  /** By process, by location: time cannot pass for ever there, whatever the data. */
  private readonly bounded: readonly Uint8Array[];
  readonly stuck: number | null;
  /** By discrete state, 0 where it was not asked for. */
  private readonly forever = new NumberTable(new Int32Array(1024));

  /**
   * `stuck` is the number under which the engine knows `STUCK`; null: where nothing can happen any more, runs do not
   * count.
   */
  constructor(network: Network, engine: GraphEngine, stuck: number | null) {
    this.network = network;
    this.engine = engine;
    this.bounded = network.processes.map(({ locations }) =>
      Uint8Array.from(locations, (at) => (isBounded(at) ? 1 : 0)),
    );
    this.stuck = stuck;
  }

  private get semantics(): SymbolicSemantics {
    this.made ??= createSymbolicSemantics(this.network);
    return this.made;
  }

  of(state: StateId): End | undefined {
    if (this.lastsForever(state)) return "unbounded-delay";
    return this.stuck !== null && this.engine.satisfies(state, this.stuck) ? "deadlock" : undefined;
  }

  isBroken(state: StateId): boolean {
    return this.semantics.fault(this.discreteOf(state)) !== null;
  }

  private lastsForever(state: StateId): boolean {
    const id = this.engine.discreteOf(state);
    let kind = this.forever.get(id);
    if (kind === 0) this.forever.set(id, (kind = this.kindOf(state)));
    return kind === ALWAYS || (kind === BY_ZONE && this.isZoneEndless(state));
  }

  private kindOf(state: StateId): number {
    const { locations } = this.engine.view(state);
    for (let process = 0; process < locations.length; process++) {
      if (this.bounded[process]![locations[process]!] === 1) return NEVER;
    }
    const { semantics } = this;
    const discrete = this.discreteOf(state);
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

/** Time stops there, or an invariant holds that bounds a clock from above. */
function isBounded({ urgent, committed, invariant }: Location): boolean {
  const bounds = (conjunct: Conjunct): boolean =>
    conjunct.kind === "clock" &&
    conjunct.binders.length === 0 &&
    conjunct.when === undefined &&
    conjunct.left !== undefined &&
    conjunct.right === undefined &&
    (conjunct.op === "<" || conjunct.op === "<=" || conjunct.op === "==");
  return urgent || committed || invariant.some(bounds);
}
