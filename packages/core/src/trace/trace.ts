// A trace is a concrete timed run: exact delays, joint transitions and the states between them. It is what users see
// as a witness or counterexample, and every trace was replayed through the concrete semantics before it was shown.

import type { JointTransition } from "../engine/engine.ts";
import type { ConcreteState } from "../engine/index.ts";
import type { Rational } from "../zone/index.ts";

export interface Trace {
  readonly initial: ConcreteState;
  readonly steps: readonly TraceStep[];
  /** Time that passes in the last state until what the trace shows is the case; zero when it is so at once. */
  readonly finalDelay: Rational;
  /** The state when the final delay has passed. */
  readonly final: ConcreteState;
  readonly end: TraceEnd;
  /** The run goes back to this state (0 is the initial one, i the state after step i) for ever; for lassos. */
  readonly loopStart?: number;
}

/** First `delay` passes, then the transition is taken, which leads to `state`. */
export interface TraceStep {
  readonly delay: Rational;
  readonly transition: JointTransition;
  readonly state: ConcreteState;
}

/**
 * Why the trace stops where it does: the formula holds; nothing can happen any more; time passes for ever; the last
 * state is the one the loop started with; or the model fails when the next step is tried.
 */
export type TraceEnd = "target" | "deadlock" | "unbounded-delay" | "loop" | "fault";

/** What a search found, before it is timed: which steps are taken, and what must hold on the way. */
export interface Path {
  /** Index into the initial states of the semantics. */
  readonly initial: number;
  readonly transitions: readonly JointTransition[];
}
