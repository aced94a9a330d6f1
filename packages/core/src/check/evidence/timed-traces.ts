// From a state that a search found, or where it failed, to a timed run that was replayed: the way is taken again in a
// fresh engine, put into the order of time where local time was searched, and timed.

import { defined } from "../../basics/defined.ts";
import type { Target } from "../../engine/index.ts";
import type { Arrival, Failed } from "../../search/index.ts";
import { createConcreteSemantics } from "../../semantics/index.ts";
import { inOrderOfTime, replayOrdinals, type TimingProblem, type Trace, TraceMismatch } from "../../trace/index.ts";
import { failing } from "../answer.ts";
import { hasStopwatches } from "../plan/features.ts";
import type { Session } from "../session.ts";
import type { EngineSetup, Retraced } from "../setup/engines.ts";
import type { Verdict } from "../verdict.ts";

/** A timed run to the state that the search found; undefined when there is none. */
export function traceOfTarget(
  session: Session,
  setup: EngineSetup,
  found: Arrival,
  { formula, frameSize }: Target,
): Trace | undefined {
  const goal = { kind: "target", formula } as const;
  // With stopwatches the path may turn out to have no run.
  if (!hasStopwatches(session.network)) session.context.onHit?.();
  return timed(session, () => problemTo(session, setup, found, goal, frameSize));
}

/** An answer is in hand: what is left is to find the way again, to time it and to replay it. */
export function timed(session: Session, problem: () => TimingProblem): Trace | undefined {
  return session.finish(() => session.time(problem()));
}

/** The way to the state that the search found or where it failed, ready to be timed. */
export function problemTo(
  session: Session,
  setup: EngineSetup,
  { ordinals }: Arrival,
  goal: TimingProblem["goal"],
  frameSize: number,
): TimingProblem {
  // The steps are taken again in a fresh engine.
  const semantics = createConcreteSemantics(session.network);
  const retraced = setup.retrace?.(ordinals(), semantics);
  const path = retraced?.path ?? replayOrdinals(ordinals(), setup.create(), semantics);
  const problem = { path, goal: retraced === undefined ? goal : realGoal(goal, retraced), frameSize };
  if (setup.abstraction !== "local-time") return problem;
  const ordered = inOrderOfTime(session.network, problem);
  if (ordered === undefined)
    throw new TraceMismatch("a path that was found in local time has no order of time", problem);
  return { ...problem, path: ordered };
}

/** A step that fails, in the state that the run ends in. */
function realGoal(goal: TimingProblem["goal"], { real }: Retraced): TimingProblem["goal"] {
  return goal.kind === "fault" && "transition" in goal && goal.transition !== undefined
    ? { ...goal, transition: real(goal.transition) }
    : goal;
}

/** A fault that a timed trace leads to ends the check; one that none leads to (stopwatches) was never met. */
export function faultVerdict(
  session: Session,
  setup: EngineSetup,
  failed: Failed,
  { formula, frameSize }: Target,
): Verdict | undefined {
  const { state, transition, diagnostic } = failed;
  const goal = { kind: "fault", ...(transition === undefined ? { formulas: [formula] } : { transition }) } as const;
  const trace: Trace | undefined =
    state < 0 ? undefined : timed(session, () => problemTo(session, setup, failed, goal, frameSize));
  if (trace === undefined && state >= 0) return undefined;
  return { ...failing(diagnostic), ...defined({ trace }) };
}
