// A* on zones for the fastest run (Behrmann et al. 2001 guide in the same way). A clock that is never set tells the
// time; states come in the order of the least time at which the target can hold behind them. Later times are covered by
// earlier ones, since nothing asks the clock to be large.

import type { Engine, StateId } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { TimeBound } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import { ZoneReader } from "../../search-context/index.ts";
import type { ReferenceSemantics } from "../../semantics/index.ts";
import { constantOf, isStrict } from "../../zone/index.ts";
import { BestFirstZones } from "./best-first-zones.ts";

export interface ZoneSearchParts {
  readonly network: Network;
  readonly engine: Engine;
  readonly semantics: ReferenceSemantics;
  /** Within some time, by the clock that comes last. */
  readonly timed: Target;
  /** What is known about what is left; none: time alone decides. */
  readonly bound?: TimeBound;
}

/** Times are doubled, and odd where they are not attained. */
export class ZoneSearch extends BestFirstZones {
  private readonly parts: ZoneSearchParts;
  private readonly reader: ZoneReader;

  constructor(parts: ZoneSearchParts) {
    super(parts.engine);
    this.parts = parts;
    this.reader = new ZoneReader(parts.engine, parts.network);
  }

  protected enter(state: StateId, atLeast: number): void {
    const { bound, network } = this.parts;
    const { view, zone } = this.reader.read(state);
    const time = network.clocks.length;
    const { bounds, dim } = zone!;
    const now = timeKey(bounds[time]!);
    const left =
      bound === undefined
        ? now
        : 2 * bound.of(view, now >> 1, (clock) => -constantOf(bounds[(clock + 1) * dim + time]!));
    if (left !== Number.POSITIVE_INFINITY) this.push(state, now, Math.max(now, left, atLeast));
  }

  protected reached(state: StateId): number {
    if (!this.engine.satisfies(state, 0)) return Number.POSITIVE_INFINITY;
    const { semantics, timed, network } = this.parts;
    const { view, zone } = this.reader.read(state);
    const pieces = semantics.where(timed.formula, timed.frameSize, view as never, zone!.bounds.slice());
    return Math.min(...pieces.map((piece) => timeKey(piece[network.clocks.length]!)));
  }
}

/** Orders greatest lower bounds: `time ≥ c` before `time > c` before `time ≥ c + 1`. */
function timeKey(bound: number): number {
  return -2 * constantOf(bound) + (isStrict(bound) ? 1 : 0);
}
