// A run to some states, as the tuples it passes through: picked backwards from layer to layer where layers were kept,
// else a shortest one, found by layers from both ends within everything that is reached.

import type { Diagram } from "./diagrams.ts";
import type { Reach } from "./reach.ts";
import type { SymbolicSystem } from "./system.ts";
import { Meeting } from "./ways/meeting.ts";
import { acrossLayers, alongLayers, type Tuple } from "./ways/way-back.ts";

export function runTo(system: SymbolicSystem, reach: Reach, targets: Diagram): readonly Tuple[] {
  const { layers, isStepwise, states } = reach;
  const among = system.diagrams.valuesByLevel(states);
  if (layers !== undefined) return (isStepwise ? alongLayers : acrossLayers)(system, layers, targets, among);
  const meeting = new Meeting(system, { targets, within: states, among });
  while (!meeting.hasMet) if (!meeting.advance()) throw new Error("a state that is reached has no run");
  const run = meeting.run();
  if (run === undefined) throw new Error("a run among reached states leads nowhere");
  meeting.end();
  return run;
}
