// A run to some states, picked backwards from layer to layer: to the layer before where one step leads from each to the
// next, which is a shortest run; else to the earliest that has a predecessor.

import { type Diagram, EMPTY, firstOf } from "../diagrams.ts";
import type { LevelValues } from "../link-relation.ts";
import type { SymbolicSystem } from "../system.ts";

export type Tuple = readonly number[];

/** Back to a state of the earliest layer that has one, again and again. */
export function acrossLayers(
  system: SymbolicSystem,
  layers: readonly Diagram[],
  targets: Diagram,
  among: LevelValues,
): Tuple[] {
  const { diagrams } = system;
  /** All layers up to each. */
  const until: Diagram[] = [];
  for (const layer of layers) until.push(diagrams.union(until.at(-1) ?? EMPTY, layer));
  const earliest = (set: Diagram): number => layers.findIndex((layer) => diagrams.intersect(layer, set) !== EMPTY);
  let at = earliest(targets);
  if (at < 0) throw new Error("no layer holds a target");
  const run = [picked(system, diagrams.intersect(layers[at]!, targets))];
  while (at > 0) {
    const waited = system.waitedFor(diagrams.ofTuples([[...run.at(-1)!]]), layers[at]!);
    const before = system.predecessors(waited, until[at - 1]!, among);
    at = earliest(before);
    run.push(picked(system, at < 0 ? EMPTY : diagrams.intersect(layers[at]!, before)));
  }
  return run.reverse();
}

export function alongLayers(
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

/** The least of a set that cannot be empty. */
export function picked({ diagrams }: SymbolicSystem, set: Diagram): number[] {
  const tuple = firstOf(diagrams, set);
  if (tuple === undefined) throw new Error("a run ends before its beginning");
  return tuple;
}
