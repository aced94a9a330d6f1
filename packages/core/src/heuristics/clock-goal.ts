// The target with what its clock constraints say about locations: `x <= 5` can only hold where every automaton is in a
// location in which x can be that small. Constraints that are conjuncts of the target count; others count as true.

import { type ClockIntervals, singleClock } from "../analysis/clock-intervals.ts";
import { Intervals } from "../analysis/intervals.ts";
import type { Formula } from "../network/index.ts";
import { type GoalFormula, goalOf, join } from "./goal.ts";
import type { Problem } from "./heuristic.ts";

export function goalWithClocks({ network, target }: Problem, clocks: ClockIntervals): GoalFormula {
  const intervals = new Intervals(network);
  const goal = goalOf(target);
  const parts: GoalFormula[] = [goal];
  // Where the target names an automaton's location it must be one of those: the relaxed graph, in which an automaton is
  // in several locations at a time, would not see it.
  const named = new Map<number, number>();
  for (const part of goal.kind === "and" ? goal.parts : [goal]) {
    if (part.kind === "location" && part.holds) named.set(part.process, part.location);
  }
  const visit = (formula: Formula): void => {
    if (formula.kind === "and") formula.parts.forEach(visit);
    if (formula.kind !== "clock") return;
    const test = singleClock(formula, intervals);
    if (test === null) return;
    for (const [process, { locations }] of network.processes.entries()) {
      const candidates = named.has(process) ? [named.get(process)!] : [...locations.keys()];
      const fitting = candidates.filter((at) => clocks.mayBe(process, at, test.clock, test.range));
      if (fitting.length === candidates.length) continue;
      parts.push(
        join(
          false,
          fitting.map((location): GoalFormula => ({ kind: "location", process, location, holds: true })),
        ),
      );
    }
  };
  visit(target);
  return join(true, parts);
}
