// The state that a query asks for, where it asks for one.

import { miniscoped } from "../../analysis/miniscope.ts";
import { defined } from "../../basics/defined.ts";
import type { Target } from "../../engine/index.ts";
import type { Problem } from "../../heuristics/index.ts";
import { type Formula, type Network, type Query, soughtBy } from "../../network/index.ts";

export interface SoughtState {
  readonly target: Target;
  /** The verdict if such a state exists. */
  readonly whenReached: "satisfied" | "violated";
}

/** Undefined: it asks for something else. */
export function soughtState(query: Query): SoughtState | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") return undefined;
  return {
    target: { formula: madeReady(query, sought.formula), frameSize: query.frameSize },
    whenReached: sought.whenFound,
  };
}

/** The same one for all who ask: what is compiled for a formula is kept by it. */
function madeReady(query: Query, formula: Formula): Formula {
  const known = ready.get(query) ?? miniscoped(formula);
  ready.set(query, known);
  return known;
}
const ready = new WeakMap<Query, Formula>();

/** What estimates are made for, and what of the outside world they are told. */
export function problemOf(
  network: Network,
  { formula, frameSize }: Target,
  { clock, makeMemory, guidance, disk }: Partial<Pick<Problem, "clock" | "makeMemory" | "guidance" | "disk">> = {},
): Problem {
  return { network, target: formula, frameSize, ...defined({ clock, makeMemory, guidance, disk }) };
}
