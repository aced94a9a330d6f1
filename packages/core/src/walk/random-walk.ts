// Random walks as a search: they wander until the target is met. No state is stored, so this neither runs out of memory
// nor ever proves anything.

import { Prng } from "../basics/prng.ts";
import type { Target } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { Runnable, SearchStatistics, SearchStatus } from "../search/index.ts";
import type { Expired } from "../trace/index.ts";
import { FastStepper } from "./fast-stepper.ts";
import type { WalkRun } from "./record.ts";
import { shortenRun } from "./shorten/shorten.ts";
import type { StateCondition } from "./stepper.ts";
import { type WalkFault, type WalkOptions, Wanderer } from "./wanderer.ts";

export class RandomWalk implements Runnable {
  readonly target: Target;
  private readonly wanderer: Wanderer;
  /** The run that the latest `found` is about. */
  run: WalkRun | null = null;

  constructor(network: Network, target: Target, options: WalkOptions, hints: readonly StateCondition[] = []) {
    this.target = target;
    this.wanderer = new Wanderer(network, target, options, hints);
  }

  get statistics(): SearchStatistics {
    const { taken, visited } = this.wanderer;
    return {
      explored: visited,
      generated: taken,
      stored: 0,
      transitions: taken,
      covered: 0,
      peakOpen: 0,
      queues: [],
      contextSwitches: 0,
      prunable: 0,
    };
  }

  /** The first fault that was met. */
  get fault(): WalkFault | null {
    return this.wanderer.fault;
  }

  /** One step of a walk. There is always a next walk, unless there is no initial state. */
  step(): SearchStatus {
    const { wanderer } = this;
    const progressed = wanderer.step();
    // As nearly always.
    if (progressed === "stepped" || progressed === "over") return "running";
    if (progressed === "nowhere") return "gave-up";
    this.run = wanderer.runUntil(wanderer.stepper.metAt);
    return "found";
  }

  /** The run that was found without idle wandering, as far as about `budget` steps get. */
  shortened(budget: number, expired?: Expired): WalkRun {
    const { run } = this;
    const { stepper } = this.wanderer;
    // A seed of its own: what is found must not depend on how long it took to find it.
    return stepper instanceof FastStepper ? shortenRun(stepper.another(new Prng(1)), run!, budget, expired) : run!;
  }
}
