// Random walks as such: from an initial state, step by step, until nothing can be done or the walk is long enough; then
// from the start again. Whether they look for something is up to who makes them (`random-walk.ts` looks for a target):
// a walk without a goal goes on for ever.

import { defined } from "../basics/defined.ts";
import { Prng } from "../basics/prng.ts";
import type { Target } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { type ConcreteSemantics, createConcreteSemantics, type ModelFault } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { type ChoiceName, choiceRules } from "./choices/index.ts";
import { Chooser } from "./choose/chooser.ts";
import { luby } from "./choose/walk-lengths.ts";
import { canWalkFast } from "./compile/walk-network.ts";
import { FastStepper } from "./fast-stepper.ts";
import type { WalkRun } from "./record.ts";
import { ReferenceStepper } from "./reference-stepper.ts";
import type { StateCondition, StateFault, Stepper } from "./stepper.ts";

export interface WalkOptions {
  readonly choice: ChoiceName;
  readonly seed: number;
  /** Steps of the shortest walks; others are 2, 4, 8, … times as long. */
  readonly depth: number;
  /** Conditions of the user's, the narrowest first: the walks of a round keep to the states of one of them. */
  readonly hints?: readonly string[];
  /** Walk on the reference semantics even where the fast way would do. */
  readonly slow?: boolean;
}

/** A run that ends where trying `transition` fails. */
export interface WalkFault {
  readonly run: WalkRun;
  /** Absent when it is the goal's formula that fails. */
  readonly transition?: JointTransition;
  readonly fault: ModelFault;
}

/**
 * What came of looking at a state and taking a step: it goes on, the walk is over, its goal is met, or nothing ever
 * begins.
 */
export type Progressed = "stepped" | "over" | "met" | "nowhere";

export class Wanderer {
  readonly stepper: Stepper;
  private readonly chooser: Chooser;
  private readonly random: Prng;
  private readonly depth: number;
  private readonly initials: number;
  private readonly noteCovered: (edge: number) => void;
  private initial = 0;
  private walks = 0;
  private limit = 0;
  private under = false;
  /** By round; in the last one walks go anywhere. */
  private readonly hints: readonly StateCondition[];
  /** What this walk keeps to, as soon as it is there. */
  private hint: StateCondition | null = null;
  /** States that were looked at, and steps that were taken, in all walks. */
  visited = 0;
  taken = 0;
  /** The first fault that was met. */
  fault: WalkFault | null = null;

  /** `hints`: what those of the options mean. */
  constructor(network: Network, goal: Target | null, options: WalkOptions, hints: readonly StateCondition[] = []) {
    const semantics: ConcreteSemantics = createConcreteSemantics(network);
    this.random = new Prng(options.seed);
    const weigh = (coverage: Int32Array, into: Int32Array): number => this.stepper.weigh(coverage, into);
    this.chooser = new Chooser(choiceRules[options.choice], network.edges.length, this.random, weigh);
    this.depth = options.depth;
    this.hints = hints;
    this.stepper =
      options.slow !== true && canWalkFast(network)
        ? new FastStepper(semantics, goal, this.random)
        : new ReferenceStepper(semantics, goal);
    this.initials = semantics.initial().length;
    this.noteCovered = (edge) => this.chooser.covered(edge);
  }

  /** One step of a walk. There is always a next walk, unless there is no initial state. */
  step(): Progressed {
    if (this.initials === 0) return "nowhere";
    if (!this.under) this.begin();
    const { chooser, stepper } = this;
    this.visited++;
    if (stepper.look()) return this.end("met");
    if (stepper.failing !== null) this.noteFault(stepper.failing);
    if (stepper.length >= this.limit) return this.end("over");
    if (this.hint?.(stepper.discrete) === true) {
      stepper.keepWithin(this.hint);
      this.hint = null;
    }
    while (stepper.table.count > 0) {
      chooser.choose(stepper.table, stepper.now, stepper.largest);
      const { candidate, moment } = chooser;
      if (!Number.isNaN(moment) && stepper.take(candidate, moment)) {
        this.taken++;
        if (chooser.counts) stepper.forEachEdge(this.noteCovered);
        return "stepped";
      }
      if (stepper.fault !== null) this.noteFault({ transition: stepper.tried(), fault: stepper.fault, moment });
      stepper.drop(candidate);
    }
    // Nothing can be taken; the walk ends here.
    return this.end(!stepper.heldBack && stepper.metWhenStuck() ? "met" : "over");
  }

  /** The walk so far, up to a moment. */
  runUntil(end: number): WalkRun {
    return { initial: this.initial, steps: this.stepper.steps(), end };
  }

  private begin(): void {
    this.under = true;
    this.walks++;
    // Each round has walks of all lengths.
    const rounds = this.hints.length + 1;
    this.limit = this.depth * luby(Math.ceil(this.walks / rounds));
    this.hint = this.hints[(this.walks - 1) % rounds] ?? null;
    this.stepper.keepWithin(null);
    this.chooser.restart();
    this.initial = this.random.below(this.initials);
    if (!this.stepper.restart(this.initial)) throw new Error("an initial state of the reference semantics is refused");
  }

  private end(how: "met" | "over"): Progressed {
    this.under = false;
    return how;
  }

  private noteFault({ moment, transition, fault }: StateFault): void {
    this.fault ??= { run: this.runUntil(moment), ...defined({ transition }), fault };
  }
}
