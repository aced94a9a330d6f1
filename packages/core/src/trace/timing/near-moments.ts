// Times a path near moments that are given as doubles: every step is taken at the multiple of a small unit next to its
// moment, or at the nearest moment at which it is possible. So a run that was drawn at random becomes an exact one that
// differs from it by hardly more than the unit.

import type { Network } from "../../network/index.ts";
import {
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  delaysUpTo,
  hasDelay,
  intersectDelays,
  ModelFault,
  sameTransition,
} from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { compare, minus, plus, type Rational, rational, ZERO } from "../../zone/index.ts";
import { endOf, nearest, type RunClaim, replayClaim, timeLeft } from "../replay/bounded-run.ts";
import type { Replay } from "../replay/replay.ts";
import { type Delays, type Expired, TimingAborted } from "../timing-problem.ts";
import type { Path } from "../trace.ts";

/** Units are 2 to these powers: short numbers first. */
const UNITS = [10, 20, 40];

/**
 * `moments`: of the steps, and of the end. Not ok: no run of the path lies so near, or it does not show what is
 * claimed.
 */
export function replayNear(
  network: Network,
  path: Path,
  claim: RunClaim,
  moments: readonly number[],
  expired: Expired = () => false,
): Replay {
  let outcome: Replay = { ok: false, step: 0, problem: "no run takes these steps at these moments" };
  for (const bits of UNITS) {
    const delays = delaysNear(network, path, claim, moments, bits, expired);
    if (delays === undefined) continue;
    outcome = replayClaim(network, path, claim, delays, expired);
    if (outcome.ok) return outcome;
  }
  return outcome;
}

function delaysNear(
  network: Network,
  path: Path,
  claim: RunClaim,
  moments: readonly number[],
  bits: number,
  expired: Expired,
): Delays | undefined {
  const semantics = createConcreteSemantics(network);
  const grain = rational(1n, 2n ** BigInt(bits + 1));
  let state = semantics.initial()[path.initial];
  if (state === undefined) return undefined;
  const delays: Rational[] = [];
  let passed = ZERO;
  const wish = (moment: number): Rational => {
    const at = rational(BigInt(Math.round(moment * 2 ** bits)), 2n ** BigInt(bits));
    return compare(at, passed) < 0 ? ZERO : minus(at, passed);
  };
  for (const [index, transition] of path.transitions.entries()) {
    if (expired()) throw new TimingAborted();
    const taken = takeNear(semantics, state, transition, wish(moments[index]!), grain);
    if (taken === undefined) return undefined;
    delays.push(taken.delay);
    passed = plus(passed, taken.delay);
    state = taken.state;
  }
  const last = endNear(semantics, state, claim, passed, wish(moments.at(-1)!), grain);
  return last === undefined ? undefined : [...delays, last];
}

function takeNear(
  semantics: ConcreteSemantics,
  state: ConcreteState,
  transition: JointTransition,
  wish: Rational,
  grain: Rational,
): { readonly delay: Rational; readonly state: ConcreteState } | undefined {
  if (semantics.canDelay(state, wish)) {
    const fired = semantics.fire(semantics.delay(state, wish), transition);
    if (fired.ok) return { delay: wish, state: fired.state };
  }
  const option = semantics.options(state).options.find((one) => sameTransition(one.transition, transition));
  const delay = option && nearest(option.delays, wish, grain);
  return delay && { delay, state: semantics.take(state, option!, delay) };
}

function endNear(
  semantics: ConcreteSemantics,
  state: ConcreteState,
  claim: RunClaim,
  passed: Rational,
  wish: Rational,
  grain: Rational,
): Rational | undefined {
  const left = timeLeft(claim.bound, passed);
  try {
    const shown = semantics.whenHolds(endOf(claim), claim.frameSize, state);
    const within = left === undefined ? shown : intersectDelays(shown, delaysUpTo(left, false));
    return hasDelay(within, wish) ? wish : nearest(within, wish, grain);
  } catch (error) {
    // The question computes what the exact semantics does not.
    if (error instanceof ModelFault) return undefined;
    throw error;
  }
}
