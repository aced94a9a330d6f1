// Random walks as a search: walk from the initial state until the target is met, nothing can be done or the walk is
// long enough; then start again. No state is stored, so this neither runs out of memory nor ever proves anything.

import { defined } from "../basics/defined.ts";
import { Prng } from "../basics/prng.ts";
import type { Target } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { Runnable, SearchStatistics, SearchStatus } from "../search/index.ts";
import { type ConcreteSemantics, createConcreteSemantics, type ModelFault } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Expired } from "../trace/index.ts";
import { type ChoiceName, Chooser } from "./choose/choice-rules.ts";
import { luby } from "./choose/walk-lengths.ts";
import { canWalkFast } from "./compile/walk-network.ts";
import { FastStepper } from "./fast-stepper.ts";
import type { WalkRun } from "./record.ts";
import { ReferenceStepper } from "./reference-stepper.ts";
import { shortenRun } from "./shorten/shorten.ts";
import type { StateFault, Stepper } from "./stepper.ts";

export interface WalkOptions {
  readonly choice: ChoiceName;
  readonly seed: number;
  /** Steps of the shortest walks; others are 2, 4, 8, … times as long. */
  readonly depth: number;
  /** Walk on the reference semantics even where the fast way would do. */
  readonly slow?: boolean;
}

/** A run that ends where trying `transition` fails. */
export interface WalkFault {
  readonly run: WalkRun;
  /** Absent when it is the target's formula that fails. */
  readonly transition?: JointTransition;
  readonly fault: ModelFault;
}

export class RandomWalk implements Runnable {
  readonly target: Target;
  private readonly stepper: Stepper;
  private readonly chooser: Chooser;
  private readonly random: Prng;
  private readonly depth: number;
  private readonly initials: number;
  private readonly weigh: (into: Int32Array) => number;
  private readonly noteCovered: (edge: number) => void;
  private initial = 0;
  private walks = 0;
  private limit = 0;
  private taken = 0;
  private visited = 0;
  private under = false;
  /** The run that the latest `found` is about. */
  run: WalkRun | null = null;
  /** The first fault that was met. */
  fault: WalkFault | null = null;

  constructor(network: Network, target: Target, options: WalkOptions) {
    const semantics: ConcreteSemantics = createConcreteSemantics(network);
    this.target = target;
    this.random = new Prng(options.seed);
    this.chooser = new Chooser(options.choice, network.edges.length, this.random);
    this.depth = options.depth;
    this.stepper =
      options.slow !== true && canWalkFast(network)
        ? new FastStepper(semantics, target, this.random)
        : new ReferenceStepper(semantics, target);
    this.initials = semantics.initial().length;
    const { coverage } = this.chooser;
    this.weigh = (into) => this.stepper.weigh(coverage, into);
    this.noteCovered = (edge) => this.chooser.covered(edge);
  }

  get statistics(): SearchStatistics {
    return {
      explored: this.visited,
      generated: this.taken,
      stored: 0,
      transitions: this.taken,
      covered: 0,
      peakOpen: 0,
      queues: [],
      contextSwitches: 0,
      prunable: 0,
    };
  }

  /** One step of a walk. There is always a next walk, unless there is no initial state. */
  step(): SearchStatus {
    if (this.initials === 0) return "gave-up";
    if (!this.under) this.begin();
    const { stepper } = this;
    this.visited++;
    if (stepper.look()) return this.found();
    if (stepper.failing !== null) this.noteFault(stepper.failing);
    if (stepper.length >= this.limit) {
      this.under = false;
      return "running";
    }
    while (stepper.table.count > 0) {
      this.chooser.choose(stepper.table, stepper.now, stepper.largest, this.weigh);
      const { candidate, moment } = this.chooser;
      if (!Number.isNaN(moment) && stepper.take(candidate, moment)) {
        this.taken++;
        if (this.chooser.counts) stepper.forEachEdge(this.noteCovered);
        return "running";
      }
      if (stepper.fault !== null) this.noteFault({ transition: stepper.tried(), fault: stepper.fault, moment });
      stepper.drop(candidate);
    }
    // Nothing can be taken; the walk ends here.
    this.under = false;
    return stepper.metWhenStuck() ? this.found() : "running";
  }

  /** The run that was found without idle wandering, as far as about `budget` steps get. */
  shortened(budget: number, expired?: Expired): WalkRun {
    const { run, stepper } = this;
    // A seed of its own: what is found must not depend on how long it took to find it.
    return stepper instanceof FastStepper ? shortenRun(stepper.another(new Prng(1)), run!, budget, expired) : run!;
  }

  private begin(): void {
    this.under = true;
    this.walks++;
    this.limit = this.depth * luby(this.walks);
    this.chooser.restart();
    this.initial = this.random.below(this.initials);
    if (!this.stepper.restart(this.initial)) throw new Error("an initial state of the reference semantics is refused");
  }

  private found(): SearchStatus {
    this.run = { initial: this.initial, steps: this.stepper.steps(), end: this.stepper.metAt };
    this.under = false;
    return "found";
  }

  private noteFault({ moment, transition, fault }: StateFault): void {
    this.fault ??= {
      run: { initial: this.initial, steps: this.stepper.steps(), end: moment },
      ...defined({ transition }),
      fault,
    };
  }
}
