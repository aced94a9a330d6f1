// Shortest runs, by layers that were kept and from both ends; and how many nodes layers take.

import { expect, it } from "vitest";
import { CompiledDiagrams, reachFrom, runTo, SymbolicSystem, structureOf } from "../../src/symbolic/index.ts";
import { familyModel } from "./family-model.ts";

/** With the nodes that may be made: step by step they are 207,128 and 250,634. Fischer is here for its clocks. */
const FAMILIES = [
  ["hanoi", 5, "hold", 60_000],
  ["arbiter", 3, undefined, 150_000],
  ["fischer", 3, undefined, Number.POSITIVE_INFINITY],
] as const;

it.each(FAMILIES)("runs to the furthest states of %s %i are as long from both ends", (name, size, variant, most) => {
  const diagrams = new CompiledDiagrams();
  const system = new SymbolicSystem(diagrams, structureOf(familyModel(name, size, variant)));
  const layered = reachFrom(system, "bfs");
  while (layered.advance());
  expect(diagrams.statistics.made).toBeLessThan(most);
  const { layers } = layered;
  const furthest = layers!.at(-1)!;
  system.pinned = [furthest];
  const saturated = reachFrom(system, "saturation");
  while (saturated.advance());
  expect(saturated.states).toBe(layered.states);
  expect(runTo(system, saturated, furthest).length).toBe(layers!.length);
  expect(runTo(system, layered, furthest).length).toBe(layers!.length);
});
