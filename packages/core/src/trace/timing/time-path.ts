// From a path that a search found to a timed run that was replayed. Where all clocks run the zones along the path
// are exact, so a path without a run is our own fault; with stopwatches it means that the path is spurious.

import { hasStopwatches, type Network } from "../../network/index.ts";
import { createSymbolicSemantics } from "../../semantics/index.ts";
import { ObservedRoute, ObservedSemantics, outsideOf, plainly } from "../replay/clock-cells-on-path.ts";
import { replay } from "../replay/replay.ts";
import type { Delays, Expired, TimingProblem } from "../timing-problem.ts";
import type { ObservedPath, Trace } from "../trace.ts";
import { timeByMoments } from "./by-differences.ts";
import { timeByLinearProgram } from "./by-linear-program.ts";
import { timeByZones, timeInZones } from "./by-zones.ts";
import { withTimeClock } from "./time-clock.ts";
import { concretiseLasso } from "./time-lasso.ts";

/** The symbolic and the concrete semantics disagree: a bug of ours, to be reported with the path. */
export class TraceMismatch extends Error {
  readonly problem: TimingProblem;

  constructor(message: string, problem: TimingProblem) {
    super(message);
    this.name = "TraceMismatch";
    this.problem = problem;
  }
}

/** Undefined: there is no such run (only possible with stopwatches). Throws `TimingAborted` when it takes too long. */
export function concretise(network: Network, problem: TimingProblem, expired?: Expired): Trace | undefined {
  const approximate = hasStopwatches(network);
  if (problem.goal.kind === "loop") return ofLasso(network, { ...problem, goal: problem.goal }, approximate, expired);
  const delays = approximate
    ? timeByLinearProgram(network, problem, expired)
    : timeWhereClocksRun(network, problem, expired);
  if (delays === undefined) {
    if (approximate) return undefined;
    throw new TraceMismatch("a path that was found symbolically cannot be timed", problem);
  }
  const replayed = replay(network, problem, delays, expired);
  if (replayed.ok) return replayed.trace;
  if (approximate) return undefined;
  throw new TraceMismatch(`the timed run does not replay: step ${replayed.step}: ${replayed.problem}`, problem);
}

function timeWhereClocksRun(network: Network, problem: TimingProblem, expired?: Expired): Delays | undefined {
  if (problem.observed !== undefined) return timeObserved(network, problem, problem.observed, expired);
  const delays = timeByMoments(network, problem, expired);
  return delays === null ? timeByZones(network, problem, expired) : delays;
}

/** A run that ends, with its clocks watched: it may not leave its last cell any more. */
function timeObserved(
  network: Network,
  problem: TimingProblem,
  observed: ObservedPath,
  expired?: Expired,
): Delays | undefined {
  const { steps, first } = new ObservedRoute(observed);
  const semantics = new ObservedSemantics(createSymbolicSemantics(withTimeClock(network)), first);
  const path = { initial: observed.initial, transitions: steps };
  const stay = { avoid: outsideOf(observed.cells.at(-1)!), from: steps.length };
  const whole = { path, goal: problem.goal, frameSize: problem.frameSize, stay };
  const delays = timeInZones(semantics, whole, expired);
  return delays && plainly(whole, delays).delays;
}

function ofLasso(
  network: Network,
  problem: Parameters<typeof concretiseLasso>[1],
  approximate: boolean,
  expired?: Expired,
): Trace | undefined {
  const replayed = concretiseLasso(network, problem, expired);
  if (replayed?.ok) return replayed.trace;
  if (approximate) return undefined;
  const why = replayed === undefined ? "" : `: step ${replayed.step}: ${replayed.problem}`;
  throw new TraceMismatch(`a loop that was found symbolically cannot be taken for ever${why}`, problem);
}
