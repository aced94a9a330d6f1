// The state that a query asks for, where it asks for one.

import type { Target } from "../../engine/index.ts";
import { type Query, soughtBy } from "../../network/index.ts";

export interface SoughtState {
  readonly target: Target;
  /** The verdict if such a state exists. */
  readonly whenReached: "satisfied" | "violated";
}

/** Undefined: it asks for something else. */
export function soughtState(query: Query): SoughtState | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") return undefined;
  return { target: { formula: sought.formula, frameSize: query.frameSize }, whenReached: sought.whenFound };
}
