// What a user may ask of a check besides the query: the order of the search, the abstraction, what the trace should
// be best at, and the limits.

import type { AbstractionName } from "../engine/index.ts";
import type { Limits, SearchConfig } from "../search/index.ts";

export type AbstractionChoice = "auto" | AbstractionName;

/** `auto`: compiled where the network is covered, else reference. */
export type EngineChoice = "auto" | "reference";

export interface CheckOptions {
  readonly engine?: EngineChoice;
  /** Breadth first when absent. */
  readonly search?: SearchConfig;
  readonly abstraction?: AbstractionChoice;
  readonly optimal?: "steps" | "time";
  /** Time is for all queries together, memory is the whole process's. */
  readonly limits?: Limits;
}
