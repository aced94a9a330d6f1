// High-density reachability (Ravi and Somenzi 1995): of a set whose diagram is large, a part that has many states for
// its nodes. Here by heavy branches: of the values at a level those with most states, as long as there is room; where
// the heaviest alone is too large, the same below it.

import { type Diagram, type Diagrams, EMPTY, UNIT } from "../diagrams.ts";

/** A part of the set with about so many nodes at most; never empty, unless the set is. */
export function densePart(diagrams: Diagrams, set: Diagram, mostNodes: number): Diagram {
  if (set === UNIT || diagrams.size(set) <= mostNodes) return set;
  const heaviest = diagrams
    .branches(set)
    .map(({ value, below }) => ({ value, below, states: diagrams.count(below) }))
    .sort((a, b) => (a.states < b.states ? 1 : a.states > b.states ? -1 : a.value - b.value));
  const above = (value: number, below: Diagram): Diagram => diagrams.concatenate(diagrams.ofTuples([[value]]), below);
  let kept = EMPTY;
  for (const { value, below } of heaviest) {
    const more = diagrams.union(kept, above(value, below));
    if (diagrams.size(more) > mostNodes) break;
    kept = more;
  }
  const [first] = heaviest;
  if (kept !== EMPTY || first === undefined) return kept;
  return above(first.value, densePart(diagrams, first.below, mostNodes - 1));
}
