// A trace is a concrete timed run: exact delays, joint transitions and the states between them. It is what users see
// as a witness or counterexample, and every trace was replayed through the concrete semantics before it was shown.

import type { Cell, ConcreteOption, ConcreteState } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Rational } from "../zone/index.ts";

export interface Trace {
  readonly initial: ConcreteState;
  readonly steps: readonly TraceStep[];
  /** Time that passes in the last state until what the trace shows is the case; zero when it is so at once. */
  readonly finalDelay: Rational;
  /** The state when the final delay has passed. */
  readonly final: ConcreteState;
  readonly end: TraceEnd;
  /** Of a lasso. */
  readonly loop?: Loop;
  /** Of a run that was drawn at random. */
  readonly sampled?: Sampled;
}

/** The run of this number, drawn with this seed: it can be made again. */
export interface Sampled {
  readonly run: number;
  readonly seed: number;
  /** Why states are as doubles have them, rounded, and were not replayed; absent: the run is exact and was replayed. */
  readonly inexact?: string;
}

/** The steps from state `start` on (0 is the initial state, i the state after step i) are taken for ever. */
export interface Loop {
  readonly start: number;
  /** How often the steps of the loop are shown. */
  readonly turns: number;
  /** With the very delays that are shown, or so that some run takes the steps for ever, each turn with other delays. */
  readonly repeats: "exactly" | "with changing delays";
  /** What becomes of time on the way; `converges` and `stands still` are Zeno runs. */
  readonly time: "diverges" | "stands still" | "converges" | "unknown";
  /** Time that the turns shown take; where they repeat exactly. */
  readonly period?: Rational;
}

/** First `delay` passes, then the transition is taken, which leads to `state`. */
export interface TraceStep {
  readonly delay: Rational;
  readonly transition: JointTransition;
  readonly state: ConcreteState;
  /** The clocks that the transition sets, ascending; the others go on from what they were. */
  readonly assigned: readonly number[];
}

export function stepOf(delay: Rational, { transition, effect }: ConcreteOption, state: ConcreteState): TraceStep {
  const assigned = [...new Set(effect.assignments.map(({ row }) => row - 1))].sort((a, b) => a - b);
  return { delay, transition, state, assigned };
}

/**
 * Why the trace stops where it does: the formula holds; nothing can happen any more; time passes for ever; the last
 * state is the one the loop started with; the model fails when the next step is tried; or a user walked so far and no
 * farther (`stopped`), which shows nothing.
 */
export type TraceEnd = "stopped" | "target" | "deadlock" | "unbounded-delay" | "loop" | "fault";

/** What a search found, before it is timed: which steps are taken, and what must hold on the way. */
export interface Path {
  /** Index into the initial states of the semantics. */
  readonly initial: number;
  readonly transitions: readonly JointTransition[];
}

/** A path with observations among its steps (`CutEngine`), and the cell that clocks are in, in every state of it. */
export interface ObservedPath extends Path {
  readonly cells: readonly Cell[];
  /** Of a loop: the number of steps before it. It begins with the path or behind a step of the network. */
  readonly loopStart?: number;
}
