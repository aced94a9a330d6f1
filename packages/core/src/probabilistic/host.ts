// What solvers are handed by their surroundings: where emitted loops keep their numbers, and whom to tell that they are
// still at it. They are ended from outside, wherever they are (`limits/budget.ts`).

import { type MakeMemory, plainMemory } from "../basics/linear-memory.ts";

export interface Host {
  readonly makeMemory: MakeMemory;
  /** Called now and then, with what is going on. */
  readonly tell: (doing: string) => void;
  /** Products that plain loops compute before emitted ones are made ready (`kernel/`); `EMITTED_AFTER` unless told. */
  readonly emittedAfter?: number;
}

/** Some milliseconds of plain loops. */
export const EMITTED_AFTER = 2_000_000;

export const quietHost: Host = { makeMemory: plainMemory, tell: () => {} };
