// Committed locations as relations: a step in which nobody leaves a committed location is possible only while nobody is
// in one, so every process takes part in it, if only by staying where it is uncommitted. A product of sets is then
// split on the process whose committed location was in the way.

import type { Meter } from "../factored/build-budget.ts";
import type { FactoredSystem, TransitionLabel } from "../factored/factored-system.ts";

/** What a part of a label costs: an entry of a map. */
const BYTES = 48;

export function respectingCommitted(
  { components, labels, calm }: FactoredSystem,
  meter: Meter,
): readonly TransitionLabel[] {
  const uncommitted = components.flatMap(({ system }, component) => {
    if (!system.committed.includes(1)) return [];
    const stays = Array.from(system.committed.keys()).filter((state) => system.committed[state] === 0);
    return [{ component, system, stay: system.relationOf(new Map(stays.map((state) => [state, [state]]))) }];
  });
  if (uncommitted.length === 0) return labels;
  return labels.map((label) => {
    if (!calm.has(label)) return label;
    meter.spend(uncommitted.length);
    meter.hold(BYTES * uncommitted.length);
    const restrained = new Map(label);
    for (const { component, system, stay } of uncommitted) {
      const relation = label.get(component);
      restrained.set(component, relation === undefined ? stay : system.followedBy(stay, relation));
    }
    return restrained;
  });
}
