// A shortest run to some states, as the tuples it passes through: picked backwards from layer to layer where layers
// were kept, else found by layers from both ends within everything that is reached.

import { type Diagram, EMPTY, firstOf } from "./diagrams.ts";
import type { LevelValues } from "./link-relation.ts";
import { type Reach, reachFrom } from "./reach.ts";
import type { SymbolicSystem } from "./system.ts";

type Tuple = readonly number[];

export function runTo(system: SymbolicSystem, reach: Reach, targets: Diagram): readonly Tuple[] {
  const among = system.diagrams.valuesByLevel(reach.states);
  const { layers } = reach;
  return layers === undefined
    ? fromBothEnds(system, reach.states, targets, among)
    : alongLayers(system, layers, targets, among);
}

function alongLayers(
  system: SymbolicSystem,
  layers: readonly Diagram[],
  targets: Diagram,
  among: LevelValues,
): Tuple[] {
  const { diagrams } = system;
  const last = layers.findIndex((layer) => diagrams.intersect(layer, targets) !== EMPTY);
  if (last < 0) throw new Error("no layer holds a target");
  let tuple = firstOf(diagrams, diagrams.intersect(layers[last]!, targets))!;
  const run = [tuple];
  for (let at = last - 1; at >= 0; at--) {
    const waited = system.waitedFor(diagrams.ofTuples([[...tuple]]), layers[at + 1]!);
    tuple = picked(system, system.predecessors(waited, layers[at]!, among));
    run.push(tuple);
  }
  return run.reverse();
}

/**
 * Layers from the initial states and layers from the targets, those first whose last diagram is smaller, until they
 * meet. Backwards each holds the one before: what is at most so far away is a smaller diagram than what is just so far.
 */
function fromBothEnds(system: SymbolicSystem, states: Diagram, targets: Diagram, among: LevelValues): Tuple[] {
  const { diagrams, pinned } = system;
  const nearer = [system.waitedFor(diagrams.intersect(states, targets), states)];
  const pin = (): void => {
    system.pinned = [...pinned, states, targets, ...nearer];
  };
  pin();
  const forwards = reachFrom(system, "bfs");
  const layers = forwards.layers!;
  const meeting = (): Diagram => diagrams.intersect(layers.at(-1)!, nearer.at(-1)!);
  while (meeting() === EMPTY) {
    const near = nearer.at(-1)!;
    if (diagrams.size(layers.at(-1)!) <= diagrams.size(near)) {
      if (!forwards.advance()) throw new Error("a state that is reached has no run");
    } else {
      nearer.push(diagrams.union(near, system.waitedFor(system.predecessors(near, states, among), states)));
      pin();
      diagrams.tidy([...system.roots, ...layers, forwards.states]);
    }
  }
  const run = alongLayers(system, layers, meeting(), among);
  for (let at = nearer.length - 2; at >= 0; at--) {
    const waiting = system.elapse(diagrams.ofTuples([[...run.at(-1)!]]), () => layers);
    run.push(picked(system, diagrams.intersect(system.successors(waiting), nearer[at]!)));
  }
  system.pinned = pinned;
  return run;
}

function picked({ diagrams }: SymbolicSystem, set: Diagram): number[] {
  const tuple = firstOf(diagrams, set);
  if (tuple === undefined) throw new Error("a run ends before its beginning");
  return tuple;
}
