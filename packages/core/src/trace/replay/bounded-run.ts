// What a question about random runs asks of one run: that it comes to the goal before its bound, and keeps what must
// hold until then. Judged by the exact semantics, whoever drew the run.

import {
  type Formula,
  modelOf,
  type Network,
  negation,
  type Query,
  type QueryOf,
  type RunBound,
} from "../../network/index.ts";
import {
  createConcreteSemantics,
  delaysUpTo,
  hasDelay,
  type IntervalSet,
  intersectDelays,
  ModelFault,
} from "../../semantics/index.ts";
import { compare, minus, plus, type Rational, rational, rationalOf, ZERO } from "../../zone/index.ts";
import type { Delays, Expired } from "../timing-problem.ts";
import type { Path, Trace } from "../trace.ts";
import { type Replay, replay } from "./replay.ts";

export interface RunClaim {
  readonly goal: Formula;
  /** What must hold before the goal does. */
  readonly keep?: Formula;
  readonly bound: RunBound;
  readonly frameSize: number;
}

const ANYTHING = { kind: "and", parts: [] } as const;

/** Of `<>` and `U` an example, of `[]` a counterexample; of everything else any run up to the bound. */
export function claimOf({ question, frameSize }: Pick<QueryOf<"statistical">, "question" | "frameSize">): RunClaim {
  if (question.kind !== "probability") return { goal: ANYTHING, bound: question.bound, frameSize };
  const { goal, keep, bound } = question.property;
  return { goal, ...(keep === undefined ? {} : { keep }), bound, frameSize };
}

/** The network whose states a trace of an answer shows. */
export function tracedNetwork(network: Network, query: Query | undefined): Network {
  return query !== undefined && "model" in query ? modelOf(query) : network;
}

/** How much time the bound leaves when so much has passed; undefined: it does not count time. */
export function timeLeft({ kind, limit }: RunBound, passed: Rational): Rational | undefined {
  return kind === "time" ? minus(rationalOf(limit), passed) : undefined;
}

/** What is asked of the end, its clock within the bound included. */
export function endOf({ goal, bound }: RunClaim): Formula {
  if (bound.kind !== "clock") return goal;
  const limit = { kind: "constant", value: Math.floor(bound.limit) } as const;
  return { kind: "and", parts: [goal, { kind: "clock", left: bound.clock, op: "<=", bound: limit }] };
}

export function replayClaim(network: Network, path: Path, claim: RunClaim, delays: Delays, expired?: Expired): Replay {
  const { bound, frameSize, keep } = claim;
  const last = path.transitions.length;
  const refused = (problem: string): Replay => ({ ok: false, step: last, problem });
  if (bound.kind === "steps" && last > bound.limit) return refused(`the bound allows ${bound.limit} steps`);
  const duration = delays.reduce((sum, delay) => plus(sum, delay), ZERO);
  const left = timeLeft(bound, duration);
  if (left !== undefined && compare(left, ZERO) < 0) return refused(`the bound allows ${bound.limit} time units`);
  try {
    const result = replay(
      network,
      { path, goal: { kind: "target", formula: endOf(claim) }, frameSize },
      delays,
      expired,
    );
    if (!result.ok || keep === undefined || isKept(network, result.trace, keep, frameSize)) return result;
    return refused("what must hold until the end does not");
  } catch (error) {
    if (error instanceof ModelFault) return refused(error.message);
    throw error;
  }
}

/** Does it hold at every moment before the end? */
function isKept(network: Network, { initial, steps, finalDelay }: Trace, keep: Formula, frameSize: number): boolean {
  const semantics = createConcreteSemantics(network);
  const broken = negation(keep);
  const states = [initial, ...steps.map(({ state }) => state)];
  return states.every((state, index) => {
    const isLast = index === steps.length;
    if (isLast && finalDelay.n === 0n) return true;
    const spent: IntervalSet = delaysUpTo(isLast ? finalDelay : steps[index]!.delay, isLast);
    return intersectDelays(semantics.whenHolds(broken, frameSize, state), spent).length === 0;
  });
}

/** Of the delays in a set the one next to a wish; strict ends are kept away from by at most `grain`. */
export function nearest(set: IntervalSet, wish: Rational, grain: Rational): Rational | undefined {
  if (hasDelay(set, wish)) return wish;
  let best: Rational | undefined;
  const distance = (one: Rational): Rational => (compare(one, wish) < 0 ? minus(wish, one) : minus(one, wish));
  for (const { lower, lowerStrict, upper, upperStrict } of set) {
    const isBelow = upper !== undefined && compare(upper, wish) <= 0;
    const width = upper === undefined ? undefined : minus(upper, lower);
    const half = width === undefined ? grain : rational(width.n, width.d * 2n);
    const away = compare(half, grain) < 0 ? half : grain;
    const at = isBelow ? (upperStrict ? minus(upper, away) : upper) : lowerStrict ? plus(lower, away) : lower;
    if (best === undefined || compare(distance(at), distance(best)) < 0) best = at;
  }
  return best;
}
