// How much time is left, at the least: read off what single processes still have to do and the resources that they
// share. It counts time, not transitions; `--optimal time` searches with it.

import { constantOf } from "../../zone/index.ts";
import { defineHeuristic, type ZoneBounds } from "../heuristic.ts";
import { TimeBound } from "./time-bound.ts";

export const schedule = defineHeuristic({
  name: "schedule",
  summary: "Least time until the target: work that is left to single processes and to the resources that they share.",
  params: {},
  examples: ["schedule()"],
  // A step may take as long as it likes, so time says nothing about their number; as a bound of time it is admissible.
  guarantees: () => ({ safe: true, admissible: false, consistent: false, clocks: "relaxed" }),
  tabled: () => true,
  readsZones: () => true,
  create(problem) {
    const bound = new TimeBound(problem);
    return {
      estimate: (state, _without, zone) => bound.of(state, 0, (clock) => -longest(clock, zone)),
    };
  },
});

/** The most that a clock can show. */
function longest(clock: number, zone: ZoneBounds | undefined): number {
  if (zone === undefined) return Number.POSITIVE_INFINITY;
  return constantOf(zone.bounds[(clock + 1) * zone.dim]!);
}
