// A shortest run to some states, as the tuples it passes through: picked backwards from layer to layer where layers
// were kept, else found by layers that go backwards from the states within everything that is reached.

import { type Diagram, EMPTY, firstOf } from "./diagrams.ts";
import type { LevelValues } from "./link-relation.ts";
import type { Reach } from "./reach.ts";
import type { SymbolicSystem } from "./system.ts";

type Tuple = readonly number[];

export function runTo(system: SymbolicSystem, reach: Reach, targets: Diagram): readonly Tuple[] {
  const among = system.diagrams.valuesByLevel(reach.states);
  const { layers } = reach;
  return layers === undefined
    ? byBackwardLayers(system, reach.states, targets, among)
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

function byBackwardLayers(system: SymbolicSystem, states: Diagram, targets: Diagram, among: LevelValues): Tuple[] {
  const { diagrams } = system;
  const layers = [system.waitedFor(diagrams.intersect(states, targets), states)];
  let seen = layers[0]!;
  while (diagrams.intersect(layers.at(-1)!, system.initial) === EMPTY) {
    const earlier = system.waitedFor(system.predecessors(layers.at(-1)!, states, among), states);
    const before = diagrams.minus(earlier, seen);
    if (before === EMPTY) throw new Error("a state that is reached has no run");
    layers.push(before);
    seen = diagrams.union(seen, before);
    diagrams.tidy([...system.roots, states, targets, seen, ...layers]);
  }
  let tuple = picked(system, diagrams.intersect(layers.at(-1)!, system.initial));
  const run = [tuple];
  for (let at = layers.length - 2; at >= 0; at--) {
    const waiting = system.elapse(diagrams.ofTuples([[...tuple]]), () => [states, targets, seen, ...layers]);
    const next = diagrams.intersect(system.successors(waiting), layers[at]!);
    tuple = picked(system, next);
    run.push(tuple);
  }
  return run;
}

function picked({ diagrams }: SymbolicSystem, set: Diagram): number[] {
  const tuple = firstOf(diagrams, set);
  if (tuple === undefined) throw new Error("a run ends before its beginning");
  return tuple;
}
