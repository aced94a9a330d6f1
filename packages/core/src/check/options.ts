// What a user may ask of a check besides the query: the order of the search, the abstraction, what the trace should
// be best at, and the limits.

import type { AbstractionName } from "../engine/index.ts";
import type { Limits } from "../search/index.ts";

export type AbstractionChoice = "auto" | AbstractionName;

export type SearchOrder =
  | { readonly kind: "bfs" }
  | { readonly kind: "dfs" }
  | { readonly kind: "rdfs"; readonly seed: number };

export interface CheckOptions {
  readonly search?: SearchOrder;
  readonly abstraction?: AbstractionChoice;
  readonly optimal?: "steps" | "time";
  /** Time is for all queries together, memory is the whole process's. */
  readonly limits?: Limits;
}

export function orderName(order: SearchOrder): string {
  return order.kind === "rdfs" ? `rdfs(seed=${order.seed})` : order.kind;
}
