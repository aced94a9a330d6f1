// What it means to time a path: which steps are taken in which order, what must hold on the way, and how the run has
// to end. Three solvers answer it: `timing/by-differences.ts` where what a path asks is a conjunction,
// `timing/by-zones.ts` where all clocks run, `timing/by-linear-program.ts` where some may be stopped.

import type { Formula, Temporal } from "../network/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Rational } from "../zone/index.ts";
import type { ObservedPath, Path } from "./trace.ts";

export interface TimingProblem {
  readonly path: Path;
  readonly goal: TimingGoal;
  readonly stay?: Stay;
  readonly word?: Word;
  /** The same path as clocks are watched on it, where the word asks for clocks. */
  readonly observed?: ObservedPath;
  readonly frameSize: number;
}

export type TimingGoal =
  /** The formula holds at the end. */
  | { readonly kind: "target"; readonly formula: Formula }
  /** Right after the last step the loop is closed that begins in state `loopStart`, after so many turns (1). */
  | { readonly kind: "loop"; readonly loopStart: number; readonly turns?: number }
  | { readonly kind: "deadlock" }
  | { readonly kind: "unbounded-delay" }
  /** Trying the transition fails. Absent: something does that is tried here, evaluating `formulas` included. */
  | { readonly kind: "fault"; readonly transition?: JointTransition; readonly formulas?: readonly Formula[] };

/** From some moment on at which `start` holds, `avoid` never holds. */
export interface Avoidance {
  /** Absent: from the moment the state is entered. */
  readonly start?: Formula;
  readonly avoid: Formula;
}

/** The moment lies in state `from` of the path; 0 is the initial state. */
export interface Stay extends Avoidance {
  readonly from: number;
}

/**
 * What the letters of an infinite run have to satisfy: one for its beginning and one behind every step, and where atoms
 * ask for clocks one whenever an atom changes while time passes.
 */
export interface Word {
  readonly temporal: Temporal;
  readonly atoms: readonly Formula[];
}

/** Delays before each step, and one more at the end. */
export type Delays = readonly Rational[];

/** Asked now and then while a path is timed; true: give up. */
export type Expired = () => boolean;

/** Timing a path took longer than the caller wants to wait. */
export class TimingAborted extends Error {
  constructor() {
    super("timing a path took too long");
    this.name = "TimingAborted";
  }
}
