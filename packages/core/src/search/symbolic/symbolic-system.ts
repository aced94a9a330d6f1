// What searches by decision diagrams have in common: the network as sets and relations, and how a run of theirs becomes
// a state of an engine.

import type { Problem } from "../../heuristics/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import {
  CompiledDiagrams,
  FormulaSets,
  reachFrom,
  type StrictSide,
  SymbolicSystem,
  structureOf,
} from "../../symbolic/index.ts";
import type { StoredState } from "../search.ts";
import { followRun } from "./follow-run.ts";

/** Throws `NotForDiagrams`. */
export function systemFor(
  { network, frameSize, makeMemory }: Problem,
  side: StrictSide,
  mostNodes?: number,
): { readonly system: SymbolicSystem; readonly formulas: FormulaSets } {
  const diagrams = new CompiledDiagrams({
    ...(makeMemory === undefined ? {} : { makeMemory }),
    ...(mostNodes === undefined ? {} : { mostNodes }),
  });
  const system = new SymbolicSystem(diagrams, structureOf(network, side));
  return { system, formulas: new FormulaSets(system, frameSize) };
}

/** All states by saturation. */
export const SATURATION = {
  order: "saturation",
  reach: (system: SymbolicSystem) => reachFrom(system, "saturation"),
} as const;

/** Where a run ends, in an engine of its own; undefined where no engine goes this way. */
export function placeOf(
  context: SearchContext,
  system: SymbolicSystem,
  run: readonly (readonly number[])[],
): StoredState | undefined {
  const { engine } = context.restarted();
  const state = followRun(
    engine,
    run.map((tuple) => system.stateOf(tuple)),
  );
  return state === undefined ? undefined : { engine, state };
}
