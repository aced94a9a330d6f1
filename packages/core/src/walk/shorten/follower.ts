// The shortest run so far, and attempts at shorter ones. An attempt begins at the last checkpoint before the first
// change. Work is counted, not timed, so that a seed fixes the result.

import type { Expired } from "../../trace/index.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { FastStepper } from "../fast-stepper.ts";
import type { WalkRun } from "../record.ts";
import { Attempt, type AttemptPlan, type MarkedRun } from "./attempt.ts";
import type { ShorteningGuide } from "./guide.ts";

/** What things cost, where looking at all that can happen and taking one step of it costs 1. */
const COST = { repeated: 0.05, resumed: 0.5 } as const;

export class Follower {
  readonly stepper: FastStepper;
  private best: MarkedRun;
  /** The steps of the run. */
  plans: readonly AttemptPlan[];
  /** Work that may still be done. */
  budget: number;
  private readonly expired: Expired;

  constructor(stepper: FastStepper, run: WalkRun, budget: number, expired: Expired) {
    this.stepper = stepper;
    this.budget = budget;
    this.expired = expired;
    stepper.restart(run.initial);
    const names = [...run.steps.keys()];
    this.best = { run, names, checkpoints: [{ at: 0, where: stepper.walker.checkpoint() }] };
    this.plans = this.plansOf(this.best);
  }

  get length(): number {
    return this.best.run.steps.length;
  }

  get isTired(): boolean {
    if (this.budget > 0 && this.expired()) this.budget = 0;
    return this.budget <= 0;
  }

  /** Lets somebody spend this share of the work that may still be done. */
  spend(share: number, work: () => void): void {
    const kept = this.budget * (1 - share);
    this.budget -= kept;
    work();
    this.budget = kept + Math.max(0, this.budget);
  }

  /**
   * Are there fewer steps to the target when the run goes on by these plans behind so many of its steps? Then that is
   * the run. With a guide the plans are followed freely.
   */
  goesOnBy(plans: Iterable<AttemptPlan>, behind: number, guide?: ShorteningGuide): boolean {
    if (this.isTired) return false;
    const found = this.follow(plans, behind, guide);
    if (found === undefined || found.run.steps.length >= this.length) return false;
    this.best = found;
    this.plans = this.plansOf(found);
    return true;
  }

  /** The run with every step as early as it can be behind those before it. */
  hurried(): WalkRun {
    const plans = this.plans.map(({ name, slots }) => ({ name, delay: undefined, slots }));
    return (this.follow(plans, 0) ?? this.best).run;
  }

  /** Goes along a part of the run; `visit` sees every state, the first and the last included. */
  walk(from: number, to: number, visit: () => void): void {
    this.goTo(from);
    visit();
    for (let at = from; at < to; at++) {
      this.repeat(at);
      visit();
    }
  }

  /** Goes to the state behind so many steps of the run. */
  goTo(step: number): void {
    const from = this.best.checkpoints.filter(({ at }) => at <= step).at(-1)!;
    this.resumeAt(from.where);
    for (let at = from.at; at < step; at++) this.repeat(at);
  }

  resumeAt(where: Checkpoint): void {
    this.budget -= COST.resumed;
    this.stepper.resume(where);
  }

  private repeat(at: number): void {
    this.budget -= COST.repeated;
    if (!this.stepper.repeat(this.plans[at]!.slots, this.best.run.steps[at]!.moment)) {
      throw new Error(`step ${at} of a run cannot be taken again`);
    }
  }

  private follow(plans: Iterable<AttemptPlan>, behind: number, guide?: ShorteningGuide): MarkedRun | undefined {
    this.goTo(behind);
    const attempt = new Attempt(this.stepper, this.best, behind);
    const found = guide === undefined ? attempt.strictly(plans) : attempt.freely(plans, guide);
    this.budget -= attempt.cost;
    return found;
  }

  private plansOf({ run: { steps }, names }: MarkedRun): readonly AttemptPlan[] {
    const { model } = this.stepper;
    return steps.map(({ moment, transition }, i) => ({
      name: names[i]!,
      delay: moment - (steps[i - 1]?.moment ?? 0),
      slots: transition.edges.map(({ edge, select }) => model.slotOf(edge, select)),
    }));
  }
}
