// What the clocks leave of a joint step while its participants are being chosen. A broadcast with many receivers has
// exponentially many combinations, of which a zone (or the delays of a valuation) allows a few: looking at what is
// left after each choice finds those without trying all.

import { type Federation, isEmpty, subtract } from "../zone/index.ts";
import type { DelayLine } from "./concrete/delay-line.ts";
import { type IntervalSet, intersectDelays, subtractDelays } from "./concrete/delay-sets.ts";
import { cut, zoneOf } from "./constraints.ts";
import type { Constraints } from "./semantics.ts";

/**
 * The valuations that a joint step in the making still has; null when there are none left. Keeping too many costs
 * time, nothing else.
 */
export interface Room {
  within(constraints: Constraints): Room | null;
  outside(guards: readonly Constraints[]): Room | null;
}

/** Knows nothing of clocks: there is always room. */
export const BOUNDLESS: Room = { within: () => BOUNDLESS, outside: () => BOUNDLESS };

/** What is left of a zone while a joint step is put together. */
export class ZoneRoom implements Room {
  private readonly pieces: Federation;
  private readonly dim: number;

  constructor(pieces: Federation, dim: number) {
    this.pieces = pieces;
    this.dim = dim;
  }

  within(constraints: Constraints): Room | null {
    if (constraints.length === 0) return this;
    return this.of(this.pieces.flatMap((piece) => cut(piece, this.dim, constraints) ?? []));
  }

  outside(guards: readonly Constraints[]): Room | null {
    const excluded = guards.map((guard) => zoneOf(guard, this.dim)).filter((zone) => !isEmpty(zone));
    return this.of(subtract(this.pieces, excluded, this.dim));
  }

  private of(pieces: Federation): Room | null {
    return pieces.length === 0 ? null : new ZoneRoom(pieces, this.dim);
  }
}

/** The delays that are left while a joint step is put together. */
export class DelayRoom implements Room {
  private readonly delays: IntervalSet;
  private readonly line: DelayLine;

  constructor(delays: IntervalSet, line: DelayLine) {
    this.delays = delays;
    this.line = line;
  }

  within(constraints: Constraints): Room | null {
    return this.of(intersectDelays(this.delays, this.line.where(constraints)));
  }

  outside(guards: readonly Constraints[]): Room | null {
    return this.of(guards.reduce((left, guard) => subtractDelays(left, this.line.where(guard)), this.delays));
  }

  private of(delays: IntervalSet): Room | null {
    return delays.length === 0 ? null : new DelayRoom(delays, this.line);
  }
}
