// Targets with an upper bound on a clock that is never set, such as `totalTime <= 500`: in a state whose automata
// cannot have got to their locations, and on to those that the target names, within the bound, the target is out of
// reach.

import { ClockIntervals, singleClock } from "../analysis/clock-intervals.ts";
import { ElapsedTime } from "../analysis/elapsed-time.ts";
import { Intervals } from "../analysis/intervals.ts";
import type { DiscreteView } from "../engine/engine.ts";
import type { Formula } from "../network/index.ts";
import { goalOf } from "./goal.ts";
import type { Problem } from "./heuristic.ts";

/** Null where the target has no such bound. */
export function deadlineOf({ network, target }: Problem): ((state: DiscreteView) => boolean) | null {
  const elapsed = new ElapsedTime(network, new ClockIntervals(network));
  const data = new Intervals(network);
  let bound = Number.POSITIVE_INFINITY;
  const visit = (formula: Formula): void => {
    if (formula.kind === "and") formula.parts.forEach(visit);
    if (formula.kind !== "clock") return;
    const test = singleClock(formula, data);
    if (test === null || !elapsed.tellsTime(test.clock)) return;
    bound = Math.min(bound, test.range.max - network.clocks[test.clock]!.initial);
  };
  visit(target);
  if (bound === Number.POSITIVE_INFINITY) return null;
  const named = new Map<number, number>();
  const goal = goalOf(target);
  for (const part of goal.kind === "and" ? goal.parts : [goal]) {
    if (part.kind === "location" && part.holds) named.set(part.process, part.location);
  }
  // Whatever the way, the target's own locations take this long from the start.
  const least = Math.max(0, ...[...named].map(([process, location]) => elapsed.until(process, location)));
  return ({ locations }) => {
    let sofar = 0;
    for (let process = 0; process < locations.length; process++) {
      sofar = Math.max(sofar, elapsed.until(process, locations[process]!));
    }
    let rest = 0;
    for (const [process, location] of named) {
      rest = Math.max(rest, elapsed.from(process, locations[process]!, location));
    }
    return Math.max(least, sofar + rest) > bound;
  };
}
