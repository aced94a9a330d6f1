// The successors of a state as numbers, from any engine: by its fast path, or candidate by candidate.

import type { GraphEngine, StateId } from "./engine.ts";
import type { StepBuffer } from "./step-buffer.ts";

/** Expands a state into the buffer, whichever engine it is. */
export function internSteps(engine: GraphEngine, state: StateId, into: StepBuffer): void {
  if (engine.internSteps !== undefined) {
    engine.internSteps(state, into);
    return;
  }
  into.clear();
  const { count, transition } = engine.expand(state);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    for (const { edge } of transition(ordinal).edges) into.addEdge(edge);
    into.endCandidate(engine.intern(ordinal, state));
  }
}
