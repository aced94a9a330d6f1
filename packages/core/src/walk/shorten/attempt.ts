// One attempt to get to the target by planned steps, from where a run is known to get. Strictly: the steps as they are,
// in their order. Freely: a step that is not possible waits until it is, with another partner of the same processes if
// need be; what never becomes possible is left out; and where the plans end a guide leads the way.

import type { Checkpoint } from "../checkpoint.ts";
import { earliest } from "../choose/delay-sampling.ts";
import { LATEST } from "../clock-origins.ts";
import type { FastStepper } from "../fast-stepper.ts";
import type { WalkRun } from "../record.ts";
import type { ShorteningGuide } from "./guide.ts";

/** A step to follow: how long to wait before it (as early as possible when absent), and who takes part. */
export interface AttemptPlan {
  /** Stays the same from run to run; −1 for a step that the first run did not have. */
  readonly name: number;
  readonly delay: number | undefined;
  readonly slots: readonly number[];
}

export interface MarkedRun {
  readonly run: WalkRun;
  /** By step. */
  readonly names: readonly number[];
  /** Along the run, by number of steps taken before, ascending. The first is the initial state. */
  readonly checkpoints: readonly { readonly at: number; readonly where: Checkpoint }[];
}

/** What things cost, where looking at all that can happen and taking one step of it costs 1. */
const FOLLOWED = 0.15;
/** Steps that a guide may lead, and that may wait. */
const MOST_GUIDED = 16;
const MOST_WAITING = 16;

export class Attempt {
  private readonly stepper: FastStepper;
  private readonly from: MarkedRun;
  /** Steps of the run that stand before what the stepper recorded. */
  private readonly offset: number;
  private readonly spacing: number;
  /** Of the steps behind those that are known. */
  private readonly names: number[] = [];
  private readonly known: number;
  private readonly checkpoints: { readonly at: number; readonly where: Checkpoint }[];
  /** What the attempt has cost so far. */
  cost = 0;

  /** The stepper stands behind `known` steps of the run. */
  constructor(stepper: FastStepper, from: MarkedRun, known: number) {
    this.stepper = stepper;
    this.from = from;
    this.offset = known - stepper.length;
    this.spacing = Math.max(8, Math.ceil(Math.sqrt(from.names.length)));
    this.known = known;
    this.checkpoints = from.checkpoints.filter(({ at }) => at <= known);
  }

  strictly(plans: Iterable<AttemptPlan>): MarkedRun | undefined {
    for (const plan of plans) {
      if (this.looks(plan)) return this.arrived();
      if (!this.takes(plan)) return undefined;
    }
    return this.stepper.look() ? this.arrived() : undefined;
  }

  freely(plans: Iterable<AttemptPlan>, guide: ShorteningGuide): MarkedRun | undefined {
    let waiting: AttemptPlan[] = [];
    /** Takes what has waited; true when the target is met. */
    const catchUp = (): boolean => {
      for (let i = 0; i < waiting.length; i++) {
        const plan = waiting[i]!;
        if (!this.isWhereItBegins(plan)) continue;
        if (this.looks(plan)) return true;
        if (!this.takes(plan) && !this.takesAlike(plan)) continue;
        waiting = waiting.filter((other) => other !== plan);
        i = -1;
      }
      return false;
    };
    for (const plan of plans) {
      if (catchUp() || this.looks(plan)) return this.arrived();
      if (this.takes(plan) || this.takesAlike(plan)) continue;
      waiting.push(plan);
      if (waiting.length > MOST_WAITING) waiting.shift();
    }
    for (let left = MOST_GUIDED; !catchUp() && !this.stepper.look(); left--) {
      this.cost++;
      if (left === 0 || !guide.step(this.stepper)) return undefined;
      this.names.push(-1);
    }
    return this.arrived();
  }

  private looks({ slots }: AttemptPlan): boolean {
    const { checkpoints, offset, stepper } = this;
    const taken = offset + stepper.length;
    if (taken >= checkpoints.at(-1)!.at + this.spacing) {
      checkpoints.push({ at: taken, where: stepper.walker.checkpoint() });
    }
    this.cost += FOLLOWED;
    return stepper.look(slots);
  }

  private takes(plan: AttemptPlan): boolean {
    if (!take(this.stepper, plan)) return false;
    this.names.push(plan.name);
    return true;
  }

  /** The same with another partner of the same processes. */
  private takesAlike({ name, slots }: AttemptPlan): boolean {
    const { model, table } = this.stepper;
    const [first, partner] = slots;
    if (partner === undefined) return false;
    for (let i = 0; i < table.count; i++) {
      const second = table.second[i]!;
      if (table.first[i] !== first || second < 0 || model.slotProcess[second] !== model.slotProcess[partner]) continue;
      if (this.takes({ name, delay: undefined, slots: [first!, second] })) return true;
    }
    return false;
  }

  private isWhereItBegins({ slots }: AttemptPlan): boolean {
    const { model, walker } = this.stepper;
    const first = slots[0]!;
    return walker.locations[model.slotProcess[first]!] === model.slotSource[first];
  }

  private arrived(): MarkedRun {
    const { checkpoints, from, known, offset, stepper } = this;
    const { initial, steps } = from.run;
    const run = { initial, steps: [...steps.slice(0, offset), ...stepper.steps()], end: stepper.metAt };
    return { run, names: [...from.names.slice(0, known), ...this.names], checkpoints };
  }
}

/** Takes a step that was looked at, when it is planned if that is possible, or as early as it can be. */
export function take(stepper: FastStepper, { delay, slots }: AttemptPlan): boolean {
  const at = stepper.candidateOf(slots);
  if (at < 0) return false;
  const { low, lowOpen, high, highOpen } = stepper.table;
  const first = earliest(low[at]!, lowOpen[at] === 1, high[at]!, highOpen[at] === 1);
  if (Number.isNaN(first)) return false;
  stepper.preferred.clear();
  for (const slot of slots) stepper.preferred.add(slot);
  const wished = delay === undefined ? first : stepper.now + delay;
  const possible = wished >= first && (wished < high[at]! || (wished === high[at] && highOpen[at] === 0));
  return (possible && wished < LATEST && stepper.take(at, wished)) || stepper.take(at, first);
}
