// Makes a run that a walk found presentable: cuts loops out, drops steps that nothing needs, and lets the rest happen
// as early as it can. Every attempt is walked again from the start; what still meets the target is kept. The result is
// not the shortest run, only one without idle wandering.

import type { Expired } from "../trace/index.ts";
import { LATEST } from "./clock-line.ts";
import { earliest } from "./delays.ts";
import type { FastStepper } from "./fast-stepper.ts";
import type { WalkRun, WalkStep } from "./record.ts";

/** A step to follow: how long to wait before it (as early as possible when absent), and who takes part. */
interface Plan {
  readonly delay: number | undefined;
  readonly slots: readonly number[];
}

/** Loops that are tried before one gives up on them. */
const MOST_LOOPS = 20;

/** Walks at most about `budget` steps over all attempts, and no longer than one wants to wait. */
export function shortenRun(stepper: FastStepper, run: WalkRun, budget: number, expired?: Expired): WalkRun {
  return new Shortener(stepper, run, budget, expired).run();
}

class Shortener {
  private readonly stepper: FastStepper;
  private readonly initial: number;
  private best: WalkRun;
  private planned?: { readonly run: WalkRun; readonly plans: readonly Plan[] };
  private taking?: { readonly run: WalkRun; readonly steps: ReadonlyMap<number, readonly number[]> };
  private budget: number;
  private readonly expired: Expired;

  constructor(stepper: FastStepper, run: WalkRun, budget: number, expired: Expired = () => false) {
    this.stepper = stepper;
    this.initial = run.initial;
    this.best = run;
    this.budget = budget;
    this.expired = expired;
  }

  run(): WalkRun {
    this.cutLoops();
    this.restProcesses();
    for (let size = this.best.steps.length >> 1; size >= 1 && this.budget > 0; size >>= 1) this.dropChunks(size);
    // What was dropped may have been needed by something that is gone now.
    let before: number;
    do {
      before = this.best.steps.length;
      if (this.budget > 0) this.dropChunks(1);
    } while (this.best.steps.length < before && this.budget > 0);
    return this.follow(this.plans().map(({ slots }) => ({ delay: undefined, slots }))) ?? this.best;
  }

  /** The steps of the best run; made once per run. */
  private plans(): readonly Plan[] {
    if (this.planned?.run === this.best) return this.planned.plans;
    const plans = this.best.steps.map(({ moment, transition }, i) => ({
      delay: moment - (this.best.steps[i - 1]?.moment ?? 0),
      slots: transition.edges.map(({ edge, select }) => this.stepper.model.slotOf(edge, select)),
    }));
    this.planned = { run: this.best, plans };
    return plans;
  }

  /** The steps of the best run that each process takes part in; made once per run. */
  private stepsOf(process: number): readonly number[] {
    if (this.taking?.run !== this.best) {
      const { slotProcess } = this.stepper.model;
      const steps = new Map<number, number[]>();
      for (const [i, { slots }] of this.plans().entries()) {
        for (const slot of slots) {
          const owner = slotProcess[slot]!;
          const own = steps.get(owner);
          if (own === undefined) steps.set(owner, [i]);
          else own.push(i);
        }
      }
      this.taking = { run: this.best, steps };
    }
    return this.taking.steps.get(process) ?? [];
  }

  /** Tries to go without what lies between two visits of the same discrete state, the longest loops first. */
  private cutLoops(): void {
    for (let cut = true; cut && this.budget > 0; ) {
      const keys = this.discreteStates();
      const plans = this.plans();
      const loops = repeats(keys).slice(0, MOST_LOOPS);
      cut = loops.some(({ from, to }) => this.without(plans, (i) => i >= from && i < to));
    }
  }

  /** Tries to let single processes do nothing at all, or go without their own loops. */
  private restProcesses(): void {
    for (const process of this.stepper.model.network.processes.keys()) {
      const own = new Set(this.stepsOf(process));
      if (own.size === 0 || this.budget <= 0) continue;
      if (this.without(this.plans(), (i) => own.has(i))) continue;
      for (let cut = true; cut && this.budget > 0; ) cut = this.cutOwnLoop(process);
    }
  }

  private cutOwnLoop(process: number): boolean {
    const { edges, slotEdge, slotProcess } = this.stepper.model;
    const plans = this.plans();
    const steps = this.stepsOf(process);
    const keys: string[] = [];
    for (const i of steps) {
      const own = plans[i]!.slots.find((slot) => slotProcess[slot] === process)!;
      const { source, target } = edges[slotEdge[own]!]!.edge;
      if (keys.length === 0) keys.push(String(source));
      keys.push(String(target));
    }
    return repeats(keys)
      .slice(0, MOST_LOOPS)
      .some(({ from, to }) => {
        const dropped = new Set(steps.slice(from, to));
        return this.without(plans, (i) => dropped.has(i));
      });
  }

  /** A key per state along the best run, the initial one first. */
  private discreteStates(): string[] {
    const keys: string[] = [];
    this.follow(this.plans(), 0, () => {
      const { locations, machine } = this.stepper.walker;
      keys.push(`${locations.join()};${machine.memory.slice(0, machine.cells).join()}`);
    });
    return keys;
  }

  private dropChunks(size: number): void {
    for (let from = this.best.steps.length - size; from > -size && this.budget > 0; from -= size) {
      this.without(this.plans(), (i) => i >= from && i < from + size);
    }
  }

  /** Does the run still get there without these steps? Then it is the best from now on. */
  private without(plans: readonly Plan[], dropped: (step: number) => boolean): boolean {
    const first = plans.findIndex((_, i) => dropped(i));
    const kept = plans.filter((_, i) => !dropped(i));
    if (this.expired()) this.budget = 0;
    const run = this.budget <= 0 ? undefined : this.follow(kept, first);
    if (run === undefined || run.steps.length >= this.best.steps.length) return false;
    this.best = run;
    return true;
  }

  /** Walks the plans as far as the target, the first `known` as in the best run; undefined: does not get there. */
  private follow(plans: readonly Plan[], known = 0, visit?: () => void): WalkRun | undefined {
    const { best, initial, stepper } = this;
    stepper.restart(initial);
    for (const [i, plan] of plans.entries()) {
      if (i < known) {
        this.budget -= 0.2;
        if (!stepper.repeat(plan.slots, best.steps[i]!.moment)) return undefined;
        continue;
      }
      this.budget--;
      visit?.();
      if (stepper.look()) return this.arrived(stepper.steps());
      if (!this.take(plan)) return undefined;
    }
    visit?.();
    return stepper.look() ? this.arrived(stepper.steps()) : undefined;
  }

  private take({ delay, slots }: Plan): boolean {
    const { stepper } = this;
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

  private arrived(steps: readonly WalkStep[]): WalkRun {
    return { initial: this.initial, steps, end: this.stepper.metAt };
  }
}

/** Stretches between equal keys, the longest first. */
function repeats(keys: readonly string[]): { from: number; to: number }[] {
  const last = new Map(keys.map((key, at) => [key, at]));
  return keys
    .map((key, from) => ({ from, to: last.get(key)! }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => b.to - b.from - (a.to - a.from));
}
