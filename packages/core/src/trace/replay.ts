// Replays a timed run through the concrete semantics, step by step, and checks what the run is meant to show: that
// every delay is allowed and every step possible, that what must never hold never does, and that the end is the end.
// This is the last word on every trace: it shares no zones and no search with what found the run.

import {
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  delaysFrom,
  delaysUpTo,
  type IntervalSet,
  intersectDelays,
  ModelFault,
} from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { compare, equalRationals, type Rational, rationalToString, ZERO } from "../zone/index.ts";
import type { Delays, TimingProblem } from "./timing.ts";
import type { Trace, TraceStep } from "./trace.ts";

export type Replay =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly step: number; readonly problem: string };

export function replay(network: Network, problem: TimingProblem, delays: Delays): Replay {
  return new Replayer(network, problem, delays).run();
}

class Replayer {
  private readonly semantics: ConcreteSemantics;
  private readonly problem: TimingProblem;
  private readonly delays: Delays;

  constructor(network: Network, problem: TimingProblem, delays: Delays) {
    this.semantics = createConcreteSemantics(network);
    this.problem = problem;
    this.delays = delays;
  }

  run(): Replay {
    const { path, goal } = this.problem;
    const initial = this.semantics.initial()[path.initial];
    if (initial === undefined) return { ok: false, step: 0, problem: "there is no such initial state" };
    let state = initial;
    const steps: TraceStep[] = [];
    for (const [index, transition] of path.transitions.entries()) {
      const delay = this.delays[index]!;
      const wrong = this.waits(state, delay, index);
      if (wrong !== undefined) return { ok: false, step: index + 1, problem: wrong };
      const fired = this.semantics.fire(this.semantics.delay(state, delay), transition);
      if (!fired.ok) {
        const problem = fired.fault === undefined ? "the step is not possible here" : fired.fault.message;
        return { ok: false, step: index + 1, problem };
      }
      state = fired.state;
      steps.push({ delay, transition, state });
    }
    const finalDelay = this.delays[path.transitions.length]!;
    const wrong = this.waits(state, finalDelay, path.transitions.length);
    if (wrong !== undefined) return { ok: false, step: steps.length, problem: wrong };
    const final = this.semantics.delay(state, finalDelay);
    const missing = this.ends(final, initial, steps);
    if (missing !== undefined) return { ok: false, step: steps.length, problem: missing };
    const loop = goal.kind === "loop" ? { loopStart: goal.loopStart } : {};
    return { ok: true, trace: { initial, steps, finalDelay, final, end: goal.kind, ...loop } };
  }

  /** Undefined when the delay is fine, else what is wrong with it. */
  private waits(state: ConcreteState, delay: Rational, index: number): string | undefined {
    if (compare(delay, ZERO) < 0) return "the delay is negative";
    if (!this.semantics.canDelay(state, delay)) return `a delay of ${rationalToString(delay)} is not allowed here`;
    const { stay, frameSize } = this.problem;
    if (stay === undefined || index < stay.from) return undefined;
    const met = intersectDelays(this.semantics.whenHolds(stay.avoid, frameSize, state), delaysUpTo(delay, false));
    if (index > stay.from || stay.start === undefined) {
      return met.length === 0 ? undefined : "what must not hold holds on the way";
    }
    const begins = intersectDelays(this.semantics.whenHolds(stay.start, frameSize, state), delaysUpTo(delay, false));
    return beginsAfter(begins, met) ? undefined : "the premise does not hold before the rest of the run";
  }

  private ends(final: ConcreteState, initial: ConcreteState, steps: readonly TraceStep[]): string | undefined {
    const { goal, frameSize } = this.problem;
    switch (goal.kind) {
      case "target":
        return this.semantics.holds(goal.formula, frameSize, final) ? undefined : "the target does not hold at the end";
      case "loop": {
        const start = goal.loopStart === 0 ? initial : steps[goal.loopStart - 1]!.state;
        return sameDiscrete(start, final) ? undefined : "the loop does not come back to where it started";
      }
      case "deadlock":
        if (!this.semantics.isDeadlocked(final)) return "something is still possible at the end";
        return this.avoidedForEver(final);
      case "unbounded-delay":
        if (this.semantics.delays(final).at(-1)?.upper !== undefined) return "time cannot pass for ever at the end";
        return this.avoidedForEver(final);
      case "fault":
        return this.fails(final) ? undefined : "nothing fails at the end";
    }
  }

  private avoidedForEver(final: ConcreteState): string | undefined {
    const { stay, frameSize } = this.problem;
    if (stay === undefined || this.semantics.whenHolds(stay.avoid, frameSize, final).length === 0) return undefined;
    return "what must not hold holds after the end";
  }

  private fails(final: ConcreteState): boolean {
    const { goal } = this.problem;
    if (goal.kind !== "fault" || goal.transition === undefined) return true;
    try {
      const fired = this.semantics.fire(final, goal.transition);
      if (!fired.ok) return fired.fault !== undefined;
      this.semantics.delays(fired.state);
      return false;
    } catch (error) {
      if (error instanceof ModelFault) return true;
      throw error;
    }
  }
}

/** Is there a moment in `begins` behind which nothing of `met` comes? */
function beginsAfter(begins: IntervalSet, met: IntervalSet): boolean {
  const last = met.at(-1);
  if (last === undefined) return begins.length > 0;
  if (last.upper === undefined) return false;
  return intersectDelays(begins, delaysFrom(last.upper, !last.upperStrict)).length > 0;
}

export function sameDiscrete(a: ConcreteState, b: ConcreteState): boolean {
  return a.locations.every((l, i) => l === b.locations[i]) && a.cells.every((c, i) => c === b.cells[i]);
}

/** Do all clocks of two states agree, too? Then a loop between them repeats exactly. */
export function sameState(a: ConcreteState, b: ConcreteState): boolean {
  return sameDiscrete(a, b) && a.clocks.every((value, i) => equalRationals(value, b.clocks[i]!));
}
