// Looks along paths for loops that let a clock grow for ever (`pumping.ts`): places where a path is in the same
// discrete state as before, and the clock higher. What was found out about a state is kept, since all paths through it
// share it.

import type { Target } from "../../engine/index.ts";
import type { SymbolicSemantics } from "../../semantics/index.ts";
import type { Path } from "../../trace/index.ts";
import { MOST_TURNS, type Pump, type Spot } from "./pumping.ts";

/**
 * How many states a look goes back, how many earlier visits of the same discrete state it tries, and behind how many
 * loops it looks.
 */
export const MOST_BACK = 5_000;
const MOST_VISITS = 12;
const MOST_LOOPS = 8;

/** In states walked along: reading two zones and comparing them; following one step exactly. */
const COST = { zones: 20, step: 200 } as const;

/** The way to a state, seen from its end: 0 is the state itself, 1 the one before. */
export interface Trail {
  readonly length: number;
  /** The same for the same state of another trail. */
  id(back: number): number;
  /** Tells discrete states apart. */
  discrete(back: number): number | string;
  spot(back: number): Spot;
  /** The steps between two states. */
  steps(from: number, to: number): Path["transitions"];
}

export class GrowingLoops {
  private readonly semantics: SymbolicSemantics;
  private readonly pump: Pump;
  private readonly target: Target;
  /** By state: what a loop that ends there and can be repeated leads to. */
  private readonly repeated = new Map<number, readonly Spot[]>();
  /** Counts states looked at, roughly. */
  cost = 0;

  constructor(semantics: SymbolicSemantics, pump: Pump, target: Target) {
    this.semantics = semantics;
    this.pump = pump;
    this.target = target;
  }

  /** Does a loop on the way let the clock grow for ever, and can the target be met behind it? */
  isShownBy(trail: Trail): boolean {
    this.cost += trail.length;
    let loops = 0;
    for (let back = 0; back < trail.length && loops < MOST_LOOPS; back++) {
      const spots = this.repeatedAt(trail, back);
      if (spots.length === 0) continue;
      loops++;
      this.cost += COST.step * back;
      const ends = this.pump.follow(spots, trail.steps(back, 0));
      // Where the clock was set since, it was also set since any earlier state.
      if (ends === undefined) return false;
      if (ends.some((end) => this.meetsTarget(end))) return true;
    }
    return false;
  }

  private meetsTarget({ discrete, zone }: Spot): boolean {
    const { formula, frameSize } = this.target;
    return this.semantics.where(formula, frameSize, discrete, zone).length > 0;
  }

  /** What loops lead to that end in the state `back` steps before the last one. */
  private repeatedAt(trail: Trail, back: number): readonly Spot[] {
    const id = trail.id(back);
    const known = this.repeated.get(id);
    if (known !== undefined) return known;
    const found = this.findAt(trail, back);
    this.repeated.set(id, found);
    return found;
  }

  private findAt(trail: Trail, back: number): readonly Spot[] {
    const discrete = trail.discrete(back);
    let after: Int32Array | undefined;
    let visits = 0;
    for (let from = back + 1; from < trail.length && visits < MOST_VISITS; from++) {
      if (trail.discrete(from) !== discrete) continue;
      visits++;
      this.cost += COST.zones;
      after ??= trail.spot(back).zone;
      const before = trail.spot(from);
      if (!this.pump.isHigher(before.zone, after)) continue;
      this.cost += COST.step * MOST_TURNS * (from - back);
      const spots = this.pump.repeated(before, trail.steps(from, back));
      if (spots.length > 0) return spots;
    }
    return [];
  }
}

/** A place on a path, with its exact zone, and the one before it. */
interface Reached {
  readonly discrete: Spot["discrete"];
  readonly elapsed: Int32Array;
  readonly parent?: Reached;
}

/** The way to a place whose zones are exact. */
export function trailTo(place: Reached, { transitions }: Path): Trail {
  const places: Reached[] = [];
  for (let at: Reached | undefined = place; at !== undefined && places.length < MOST_BACK; at = at.parent)
    places.push(at);
  const keys = places.map(({ discrete: { locations, cells } }) => `${locations.join()};${cells.join()}`);
  return {
    length: places.length,
    id: (back) => back,
    discrete: (back) => keys[back]!,
    spot: (back) => ({ discrete: places[back]!.discrete, zone: places[back]!.elapsed }),
    steps: (from, to) => transitions.slice(transitions.length - from, transitions.length - to),
  };
}
