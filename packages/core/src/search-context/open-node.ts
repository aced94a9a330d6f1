// What a search knows of a state besides its id when it hands it on: how it was reached, and at what cost.

import type { DiscreteView, StateId } from "../engine/engine.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";

/** What a list may want to know of a state besides its id. Lent by the search: valid during `push` only. */
export interface OpenNode {
  /** -1 for initial states. */
  readonly parent: StateId;
  /** Number of action transitions on the path by which the state was reached. */
  readonly depth: number;
  /** The cost the search promises something about; 0 when it promises nothing. */
  readonly cost: number;
  /** The least cost of a way that goes on for so many steps; absent where steps are what counts. */
  readonly ahead?: (steps: number) => number;
  /** The transition from the parent; absent for initial states and when no list asked for it. */
  readonly transition?: JointTransition;
}

/** Costs of steps as a search uses them: numbers, smaller is better. */
export interface StepCosts {
  readonly start: number;
  /** What the way costs that goes on from `parent`, where it cost `before`. */
  after(before: number, transition: JointTransition, parent: StateId): number;
  /**
   * What a way that cost so much and goes on for so many steps costs at least; absent: no estimate can tell. A cost may
   * know more of the state where the way stands than the number of steps that are left.
   */
  ahead?(cost: number, steps: number, state: () => DiscreteView): number;
  /** What two ways cost, one after the other. */
  together?(first: number, second: number): number;
  /** A cost as people write it, and back, where that is one number. */
  show?(cost: number): string;
  read?(shown: number): number;
}
