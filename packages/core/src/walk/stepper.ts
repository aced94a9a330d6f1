// What a random walk walks on: a place that lists candidate steps with their windows of time and takes one. The fast
// one works on typed arrays (`fast-stepper.ts`), its slow twin on the reference semantics (`reference-stepper.ts`).

import type { DiscreteView } from "../engine/index.ts";
import type { ModelFault } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { ChoiceTable } from "./choices/choice.ts";

export interface StateFault {
  readonly transition?: JointTransition;
  readonly fault: ModelFault;
  readonly moment: number;
}

/** What guides a walk: a condition on discrete states. */
export type StateCondition = (state: DiscreteView) => boolean;

export interface Stepper {
  readonly now: number;
  /** The largest constant that a clock was compared with so far. */
  readonly largest: number;
  readonly table: ChoiceTable;
  /**
   * How often the edges of each candidate were covered, as far as these are known before the moment is; yields the
   * least.
   */
  weigh(timesCovered: Int32Array, into: Int32Array): number;
  /** Goes to an initial state; false when it does not exist. */
  restart(initial: number): boolean;
  /** Fills the table and tells whether the goal, if there is one, is met here or after a delay (at `metAt`). */
  look(): boolean;
  readonly metAt: number;
  /**
   * What fails where the walk is, after `look`: the data of an edge (then the table is empty), a step that may be
   * tried, or the goal's formula (no transition).
   */
  readonly failing: StateFault | null;
  /** Takes a candidate; false (the state is as before) when the target's invariant forbids it or the model fails. */
  take(candidate: number, moment: number): boolean;
  /** The step tried last, and the fault it met, if any. */
  tried(): JointTransition;
  readonly fault: ModelFault | null;
  /** Removes a candidate that could not be taken. */
  drop(candidate: number): void;
  /** From now on only steps to states of which this holds are taken, others are refused (`heldBack`); null: all. */
  keepWithin(condition: StateCondition | null): void;
  /** Was a step refused for that alone since `restart`? */
  readonly heldBack: boolean;
  /** The state of the walk as conditions see it. */
  readonly discrete: DiscreteView;
  /** Nothing can be taken: is the goal met because of that (`deadlock`), and when? */
  metWhenStuck(): boolean;
  /** Edges of the step taken last. */
  forEachEdge(visit: (edge: number) => void): void;
  /** Steps taken since `restart`. */
  readonly length: number;
  steps(): { readonly moment: number; readonly transition: JointTransition }[];
}
