// What an expression says by which somebody wants to guide a search: its value in every state along a trace, before any
// search goes by it.

import { guideValue } from "../heuristics/index.ts";
import type { GuideTerm, Network } from "../network/index.ts";
import type { Trace } from "../trace/index.ts";

/** By state, the initial one first; null where evaluating it fails. */
export function guideAlong(network: Network, term: GuideTerm, trace: Trace): readonly (number | null)[] {
  const value = guideValue({ network, guidance: [term] }, term.text);
  return [trace.initial, ...trace.steps.map(({ state }) => state)].map((state) => value(state) ?? null);
}
