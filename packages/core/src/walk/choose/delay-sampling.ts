// Moments inside windows of time. Moments are multiples of a power of two, as coarse as the window allows: whole
// numbers where there are some, halves, quarters and so on where ends are excluded or the walk likes it finer.

import type { Prng } from "../../basics/prng.ts";
import { FINEST } from "../clock-origins.ts";

/** How a walk likes its delays; drawn anew for every walk. */
export interface DelayTaste {
  /** Probabilities of the lower and of the upper end of a window; otherwise uniform. */
  readonly lower: number;
  readonly upper: number;
  /** Moments are multiples of 2^−grain where possible. */
  readonly grain: number;
  /** Probability that an endless window is looked at beyond what the candidates of the state ask for. */
  readonly far: number;
}

export function drawTaste(random: Prng): DelayTaste {
  const grain = random.below(2) === 0 ? 0 : 1 + random.below(3);
  const far = random.below(3) === 0 ? 0.1 : 0;
  switch (random.below(6)) {
    case 0:
      return { lower: 1, upper: 0, grain, far };
    case 1:
      return { lower: 0, upper: 1, grain, far };
    case 2:
      return { lower: 0, upper: 0, grain, far };
    default: {
      const lower = random.fraction();
      return { lower, upper: (1 - lower) * random.fraction(), grain, far };
    }
  }
}

/** The first moment of the window on a grid that has one in it; NaN when the window is too narrow. */
export function earliest(low: number, lowOpen: boolean, high: number, highOpen: boolean): number {
  if (!lowOpen) return low;
  for (let grain = 0; grain <= FINEST; grain++) {
    const moment = firstOn(2 ** -grain, low, true);
    if (moment < high || (moment === high && !highOpen)) return moment;
  }
  return Number.NaN;
}

function latest(low: number, lowOpen: boolean, high: number, highOpen: boolean): number {
  if (!highOpen) return high;
  for (let grain = 0; grain <= FINEST; grain++) {
    const moment = lastOn(2 ** -grain, high, true);
    if (moment > low || (moment === low && !lowOpen)) return moment;
  }
  return Number.NaN;
}

function uniform(low: number, lowOpen: boolean, high: number, highOpen: boolean, from: number, random: Prng): number {
  for (let grain = from; grain <= FINEST; grain++) {
    const grid = 2 ** -grain;
    const first = firstOn(grid, low, lowOpen);
    const last = lastOn(grid, high, highOpen);
    if (first <= last) return first + grid * random.below((last - first) / grid + 1);
  }
  return earliest(low, lowOpen, high, highOpen);
}

/** Exact: dividing by a power of two loses nothing. */
function firstOn(grid: number, low: number, open: boolean): number {
  const moment = Math.ceil(low / grid) * grid;
  return open && moment === low ? moment + grid : moment;
}

function lastOn(grid: number, high: number, open: boolean): number {
  const moment = Math.floor(high / grid) * grid;
  return open && moment === high ? moment - grid : moment;
}

/**
 * A moment of a window other than its lower end, which was not drawn: the upper end or any. NaN when it is too narrow.
 */
export function drawMoment(
  low: number,
  lowOpen: boolean,
  high: number,
  highOpen: boolean,
  draw: number,
  taste: DelayTaste,
  random: Prng,
): number {
  if (draw < taste.lower + taste.upper) return latest(low, lowOpen, high, highOpen);
  return uniform(low, lowOpen, high, highOpen, taste.grain, random);
}
