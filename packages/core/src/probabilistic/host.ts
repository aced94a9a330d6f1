// What solvers are handed by their surroundings: where emitted loops keep their numbers, and whom to tell that they are
// still at it. They are ended from outside, wherever they are (`limits/budget.ts`).

import type { ComponentOrder } from "../basics/components.ts";
import { type MakeMemory, plainMemory } from "../basics/linear-memory.ts";
import type { System } from "./system.ts";

export interface Host {
  readonly makeMemory: MakeMemory;
  /** Called now and then, with what is going on. */
  readonly tell: (doing: string) => void;
  /** Hears of sweeps as they begin, for whoever ends them. */
  readonly soFar?: Watcher;
  /** Products that plain loops compute before emitted ones are made ready (`kernel/`); `EMITTED_AFTER` unless told. */
  readonly emittedAfter?: number;
}

/** Sweeps that are under way: from 0 upwards, as long as nothing else was tried. */
export interface Iteration {
  readonly system: System;
  readonly order: ComponentOrder;
  /** Brings the values up to date. */
  values(): Float64Array;
  /** How many times a value was computed anew. */
  readonly updates: number;
  readonly isFromBelow: boolean;
}

/** Who is told what is being solved (`so-far.ts`). */
export interface Watcher {
  /** A question over all states: these values are known beforehand, the others are unknown, and at most `most`. */
  asking(value: Float64Array, most: number): void;
  iterating(iteration: Iteration): void;
}

/** Some milliseconds of plain loops. */
export const EMITTED_AFTER = 2_000_000;

export const quietHost: Host = { makeMemory: plainMemory, tell: () => {} };
