// Replays a timed run through the concrete semantics, step by step, and checks what the run is meant to show: that
// every delay is allowed and every step possible, that what must never hold never does, and that the end is the end.
// This is the last word on every trace: it shares no zones and no search with what found the run.

import { defined } from "../../basics/defined.ts";
import { holdsOnLasso } from "../../ltl/index.ts";
import type { Network } from "../../network/index.ts";
import {
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  delaysFrom,
  delaysUpTo,
  hasDelay,
  type IntervalSet,
  intersectDelays,
  ModelFault,
} from "../../semantics/index.ts";
import { compare, type Rational, rationalToString, ZERO } from "../../zone/index.ts";
import type { Avoidance, Delays, Expired, TimingGoal, Word } from "../timing-problem.ts";
import { TimingAborted } from "../timing-problem.ts";
import { type Loop, type Path, stepOf, type Trace, type TraceStep } from "../trace.ts";
import { judgeLoop, sameDiscrete } from "./judge-loop.ts";
import { asksForClocks, lettersDuring } from "./run-letters.ts";

/** Like a problem of timing; where the part begins that stays away from something may be left to be found. */
export interface ReplayProblem {
  readonly path: Path;
  readonly goal: TimingGoal;
  readonly stay?: Avoidance & { readonly from?: number };
  readonly word?: Word;
  readonly frameSize: number;
}

export type Replay =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly step: number; readonly problem: string };

export function replay(network: Network, problem: ReplayProblem, delays: Delays, expired?: Expired): Replay {
  return new Replayer(network, problem, delays, expired).run();
}

type Failure = Extract<Replay, { ok: false }>;

class Replayer {
  private readonly network: Network;
  private readonly semantics: ConcreteSemantics;
  private readonly problem: ReplayProblem;
  private readonly delays: Delays;
  private readonly expired: Expired;
  private readonly steps: TraceStep[] = [];
  private initial!: ConcreteState;

  constructor(network: Network, problem: ReplayProblem, delays: Delays, expired: Expired = () => false) {
    this.network = network;
    this.semantics = createConcreteSemantics(network);
    this.problem = problem;
    this.delays = delays;
    this.expired = expired;
  }

  run(): Replay {
    const { path, goal } = this.problem;
    const initial = this.semantics.initial()[path.initial];
    if (initial === undefined) return { ok: false, step: 0, problem: "there is no such initial state" };
    this.initial = initial;
    const last = path.transitions.length;
    for (const index of path.transitions.keys()) {
      const failure = this.take(index);
      if (failure !== undefined) return failure;
    }
    const finalDelay = this.delays[last]!;
    const wrong = this.waits(this.stateAt(last), finalDelay);
    if (wrong !== undefined) return { ok: false, step: last, problem: wrong };
    const final = this.semantics.delay(this.stateAt(last), finalDelay);
    const from = this.stays();
    if (typeof from === "object") return from;
    const missing = goal.kind === "loop" ? undefined : this.ends(final, goal);
    if (missing !== undefined) return { ok: false, step: last, problem: missing };
    const common = { initial, steps: this.steps, finalDelay, final, end: goal.kind };
    const loop = goal.kind === "loop" ? this.loop(goal.loopStart, goal.turns ?? 1, from) : undefined;
    if (loop !== undefined && "problem" in loop) return { ok: false, step: last, ...loop };
    if (!this.spells(goal, loop)) {
      return { ok: false, step: last, problem: "the run does not satisfy the temporal formula" };
    }
    return { ok: true, trace: { ...common, ...defined({ loop }) } };
  }

  /** Do the letters of the run, the last ones repeated for ever, satisfy what is asked of them? */
  private spells(goal: TimingGoal, loop: Loop | undefined): boolean {
    const { word } = this.problem;
    if (word === undefined || goal.kind === "target" || goal.kind === "fault") return true;
    const letters: number[] = [];
    const starts: number[] = [];
    // A loop ends where it began, so its last state is not another one.
    const count = this.steps.length + (loop === undefined ? 1 : 0);
    for (let index = 0; index < count; index++) {
      starts.push(letters.length);
      letters.push(...this.lettersIn(index, word));
    }
    return holdsOnLasso(
      word.temporal,
      letters,
      loop === undefined ? letters.length - 1 : starts[repeatedFrom(loop, count)]!,
    );
  }

  /**
   * One letter for having come there; where clocks are asked for, all until the next step, or until nothing happens any
   * more.
   */
  private lettersIn(index: number, word: Word): number[] {
    const state = this.stateAt(index);
    const { frameSize } = this.problem;
    const spent = !asksForClocks(word)
      ? delaysUpTo(ZERO, false)
      : index < this.steps.length
        ? delaysUpTo(this.delays[index]!, false)
        : this.semantics.delays(state);
    return lettersDuring(this.semantics, word, frameSize, state, spent);
  }

  private stateAt(index: number): ConcreteState {
    return index === 0 ? this.initial : this.steps[index - 1]!.state;
  }

  private take(index: number): Failure | undefined {
    if (this.expired()) throw new TimingAborted();
    const delay = this.delays[index]!;
    const transition = this.problem.path.transitions[index]!;
    const state = this.stateAt(index);
    const wrong = this.waits(state, delay);
    if (wrong !== undefined) return { ok: false, step: index + 1, problem: wrong };
    const fired = this.semantics.fire(this.semantics.delay(state, delay), transition);
    if (!fired.ok) {
      const problem = fired.fault === undefined ? "the step is not possible here" : fired.fault.message;
      return { ok: false, step: index + 1, problem };
    }
    this.steps.push(stepOf(delay, fired.option, fired.state));
    return undefined;
  }

  /** Undefined when the delay is fine, else what is wrong with it. */
  private waits(state: ConcreteState, delay: Rational): string | undefined {
    if (compare(delay, ZERO) < 0) return "the delay is negative";
    if (this.semantics.canDelay(state, delay)) return undefined;
    const text = rationalToString(delay);
    const told = text.length > 40 ? `${text.slice(0, 20)}… (${text.length} characters)` : text;
    return `a delay of ${told} is not allowed here`;
  }

  /**
   * The state in which the part begins that stays away from something: the one that is given, or the first that will
   * do. A loop is taken for ever, so all of it has to stay away.
   */
  private stays(): number | Failure {
    const { stay, goal } = this.problem;
    if (stay === undefined) return 0;
    const count = this.steps.length + 1;
    const looped = goal.kind === "loop" ? goal.loopStart : count;
    let first = count;
    while (first > 0 && this.meets(first - 1).length === 0) first--;
    const { start, from } = stay;
    // In state `first - 1` it is met, and may be over before the end of the delay: then the part may begin there.
    const earliest = Math.max(0, first - 1);
    if (start === undefined) {
      if (first <= (from ?? 0)) return from ?? 0;
      return { ok: false, step: Math.min(first, this.steps.length), problem: "what must not hold holds on the way" };
    }
    if (first > looped) return { ok: false, step: this.steps.length, problem: "what must not hold holds in the loop" };
    const candidates = from === undefined ? range(earliest, count) : from >= earliest ? [from] : [];
    for (const index of candidates) {
      if (index < looped && beginsAfter(this.during(start, index), this.meets(index))) return index;
      if (index >= looped && this.during(start, index).length > 0) return index;
    }
    const step = Math.min(candidates[0] ?? earliest, this.steps.length);
    return { ok: false, step, problem: "the premise does not hold before the rest of the run" };
  }

  private meets(index: number): IntervalSet {
    return this.during(this.problem.stay!.avoid, index);
  }

  /** The moments of the delay in a state at which a formula holds. */
  private during(formula: Avoidance["avoid"], index: number): IntervalSet {
    const { frameSize } = this.problem;
    const held = this.semantics.whenHolds(formula, frameSize, this.stateAt(index));
    return intersectDelays(held, delaysUpTo(this.delays[index]!, false));
  }

  private ends(final: ConcreteState, goal: Exclude<TimingGoal, { kind: "loop" }>): string | undefined {
    const { frameSize } = this.problem;
    switch (goal.kind) {
      case "target":
        return this.semantics.holds(goal.formula, frameSize, final) ? undefined : "the target does not hold at the end";
      case "deadlock":
        if (!this.semantics.isDeadlocked(final)) return "something is still possible at the end";
        return this.avoidedForEver(final);
      case "unbounded-delay":
        if (this.semantics.delays(final).at(-1)?.upper !== undefined) return "time cannot pass for ever at the end";
        return this.avoidedForEver(final);
      case "fault":
        return this.fails(final, goal) ? undefined : "nothing fails at the end";
    }
  }

  private avoidedForEver(final: ConcreteState): string | undefined {
    const { stay, frameSize } = this.problem;
    if (stay === undefined || this.semantics.whenHolds(stay.avoid, frameSize, final).length === 0) return undefined;
    return "what must not hold holds after the end";
  }

  /** Does trying the step fail? Without a step: does anything that can be tried here, the question included? */
  private fails(final: ConcreteState, { transition, formulas = [] }: TimingGoal & { kind: "fault" }): boolean {
    try {
      if (transition !== undefined) {
        const fired = this.semantics.fire(final, transition);
        return !fired.ok && fired.fault !== undefined;
      }
      for (const formula of formulas) this.semantics.whenHolds(formula, this.problem.frameSize, final);
      return this.semantics.options(final).faults.some(({ delays }) => hasDelay(delays, ZERO));
    } catch (error) {
      if (error instanceof ModelFault) return true;
      throw error;
    }
  }

  /** A loop that is said to repeat exactly is taken once more with the same delays. */
  private loop(start: number, turns: number, from: number): Loop | { readonly problem: string } {
    const { stay, frameSize, path, word } = this.problem;
    if (compare(this.delays[path.transitions.length]!, ZERO) !== 0) return { problem: "the loop ends with a delay" };
    const states = [this.initial, ...this.steps.map(({ state }) => state)];
    const staying = stay === undefined ? {} : { stay: { ...stay, from } };
    const loop = judgeLoop(this.network, { path, frameSize, ...staying, ...defined({ word }) }, states, this.delays, {
      start,
      turns,
    });
    if ("problem" in loop || loop.repeats !== "exactly") return loop;
    let state = states.at(-1)!;
    for (let index = start; index < path.transitions.length; index++) {
      const delay = this.delays[index]!;
      const fired =
        this.waits(state, delay) === undefined &&
        this.semantics.fire(this.semantics.delay(state, delay), path.transitions[index]!);
      if (fired === false || !fired.ok) return { problem: "the loop cannot be taken again with the same delays" };
      state = fired.state;
    }
    return sameDiscrete(state, states.at(-1)!) ? loop : { problem: "the loop does not come back to where it started" };
  }
}

/** The state from which on the letters are those of every turn: where delays change, that is known of the last one. */
function repeatedFrom({ start, turns, repeats }: Loop, end: number): number {
  return repeats === "exactly" ? start : end - (end - start) / turns;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
}

/** Is there a moment in `begins` behind which nothing of `met` comes? */
function beginsAfter(begins: IntervalSet, met: IntervalSet): boolean {
  const last = met.at(-1);
  if (last === undefined) return begins.length > 0;
  if (last.upper === undefined) return false;
  return intersectDelays(begins, delaysFrom(last.upper, !last.upperStrict)).length > 0;
}
