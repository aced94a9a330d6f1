// The best run so far as an answer: the verdict with its trace, what is known of the optimum, and the plan that the run
// is.

import { defined } from "../../basics/defined.ts";
import type { WorkLeft } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import { barsFault, barsOf, type ScheduleBar } from "../../schedule/index.ts";
import type { Trace } from "../../trace/index.ts";
import { toNumber } from "../../zone/index.ts";
import type { Answer } from "../answer.ts";
import type { Session } from "../session.ts";
import { type Improvement, Improvements, type RunOptimum } from "./optimum.ts";

/** Better runs of a session, told as they are found, with the plans that they are. */
export function improvementsOf(session: Session, work: WorkLeft): Improvements {
  const { onImprovement } = session.context;
  const tell =
    onImprovement &&
    ((improvement: Improvement, trace: Trace) =>
      onImprovement(improvement, () => ({ trace, schedule: planOf(session.network, work, trace) })));
  return new Improvements(() => session.cpuSeconds(), tell);
}

export function shownRun(
  { network }: Session,
  kind: "satisfied" | "violated",
  work: WorkLeft,
  { trace, best, all }: Improvements,
  { objective, lower, proven }: Pick<RunOptimum, "objective" | "lower" | "proven">,
): Pick<Answer, "verdict" | "optimum" | "improvements" | "schedule"> {
  const attained = !proven || lower === best;
  const optimum = { objective, best, lower: Math.min(lower, best), proven, attained };
  const schedule = planOf(network, work, trace!);
  const verdict = { kind, evidence: { kind: "trace", trace: trace! } } as const;
  return { verdict, optimum, improvements: all, ...defined({ schedule }) };
}

/**
 * The run as bars, which are checked by themselves before anybody sees them; undefined: nobody has to stay anywhere.
 */
function planOf(network: Network, work: WorkLeft, trace: Trace): readonly ScheduleBar[] | undefined {
  let time = 0;
  const times = [0];
  for (const { delay } of trace.steps) {
    time += toNumber(delay);
    times.push(time);
  }
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  const bars = barsOf(network, work, { states, times, end: time + toNumber(trace.finalDelay) });
  const fault = barsFault(bars, new Map(work.locks.map(({ name, capacity }) => [name, capacity])));
  if (fault !== undefined) throw new Error(`a run that was replayed is no plan: ${fault}`);
  return bars.length === 0 ? undefined : bars;
}
