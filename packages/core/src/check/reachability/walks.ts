// `E<>` and `A[]` by random walks. A walk that meets the target is cleaned of idle steps and replayed through the
// exact semantics; walks never show that something cannot happen.

import { defined } from "../../basics/defined.ts";
import type { Target } from "../../engine/index.ts";
import { guideCondition } from "../../heuristics/index.ts";
import { replay, type TimingGoal, type Trace, TraceMismatch } from "../../trace/index.ts";
import { delaysOf, RandomWalk, type WalkFault, type WalkOptions, type WalkRun } from "../../walk/index.ts";
import { cutShort, failing, type Reached } from "../answer.ts";
import { problemOf } from "../plan/target.ts";
import type { Session } from "../session.ts";
import type { Verdict } from "../verdict.ts";

/**
 * Steps that may be walked again to make a run shorter: a share of those it took to find it, within limits, and more
 * when it is asked for. Counted, not timed: a seed fixes the result.
 */
const SHORTENING = { share: 1 / 4, least: 5_000, most: 20_000, asked: 2_000_000 } as const;

export async function checkByWalk(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
  options: WalkOptions,
): Promise<Reached> {
  const { network, query } = session;
  const walk = session.work(() => {
    const problem = problemOf(network, target, defined({ guidance: query.guidance }));
    const hints = (options.hints ?? []).map((text) => guideCondition(problem, text));
    return new RandomWalk(network, target, options, hints);
  });
  const outcome = await session.run(walk);
  if (outcome === "found") session.context.onHit?.();
  const verdict: Verdict =
    outcome === "found"
      ? {
          kind: whenReached,
          evidence: { kind: "trace", trace: session.finish(() => found(session, target, walk)) },
        }
      : walk.fault === null
        ? cutShort(outcome === "exhausted" || outcome === "fault" ? "gave-up" : outcome)
        : session.finish(() => faultVerdict(session, walk.fault!, target));
  return { answer: { verdict, statistics: walk.statistics, abstraction: "none" } };
}

function found(session: Session, target: Target, walk: RandomWalk): Trace {
  const { context } = session;
  const { share, least, most, asked } = SHORTENING;
  // Steps of large networks take longer.
  const { processes, clocks } = session.network;
  const affordable = (least * 50) / Math.max(50, processes.length + clocks.length);
  const usual = Math.min(most, Math.max(affordable, share * walk.statistics.explored));
  const budget = (context.options.shorten ?? false) !== false ? asked : usual;
  const goal = { kind: "target", formula: target.formula } as const;
  const expired = () => session.secondsLeft() === 0;
  return replayed(session, walk.shortened(budget, expired), goal, target.frameSize);
}

/** Nothing was found, and the model failed on the way: that is worth knowing. */
function faultVerdict(session: Session, { run, transition, fault }: WalkFault, target: Target): Verdict {
  const { formula, frameSize } = target;
  const goal = { kind: "fault", ...(transition ? { transition } : { formulas: [formula] }) } as const;
  const trace = replayed(session, run, goal, frameSize);
  return { ...failing(fault.diagnostic), trace };
}

function replayed({ network }: Session, run: WalkRun, goal: TimingGoal, frameSize: number): Trace {
  const path = { initial: run.initial, transitions: run.steps.map(({ transition }) => transition) };
  const problem = { path, goal, frameSize };
  const result = replay(network, problem, delaysOf(run));
  if (result.ok) return result.trace;
  throw new TraceMismatch(`a walk does not replay: step ${result.step}: ${result.problem}`, problem);
}
