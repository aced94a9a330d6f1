// The slow twin of the fast stepper: walks on the reference semantics with exact rationals. It takes what the fast
// one does not (TChecker's vectors, too many slots), and tests hold the fast one against it.

import type { Target } from "../engine/index.ts";
import {
  type ConcreteOption,
  type ConcreteSemantics,
  type ConcreteState,
  type IntervalSet,
  ModelFault,
} from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { toNumber } from "../zone/index.ts";
import { earliest } from "./choose/delay-sampling.ts";
import { FINEST, LATEST } from "./clock-origins.ts";
import { exactly, type WalkStep } from "./record.ts";
import type { StateCondition, StateFault, Stepper } from "./stepper.ts";

interface Row {
  readonly option: ConcreteOption;
  readonly low: number;
  readonly lowOpen: 0 | 1;
  readonly high: number;
  readonly highOpen: 0 | 1;
}

export class ReferenceStepper implements Stepper {
  private readonly semantics: ConcreteSemantics;
  private readonly target: Target | null;
  private readonly initials: readonly ConcreteState[];
  private state: ConcreteState;
  private rows: Row[] = [];
  private history: WalkStep[] = [];
  now = 0;
  largest = 0;
  metAt = 0;
  readonly fault: ModelFault | null = null;
  failing: StateFault | null = null;
  heldBack = false;
  private within: StateCondition | null = null;

  constructor(semantics: ConcreteSemantics, target: Target | null) {
    this.semantics = semantics;
    this.target = target;
    this.initials = semantics.initial();
    this.state = this.initials[0]!;
  }

  get table() {
    const { rows } = this;
    return {
      count: rows.length,
      low: rows.map(({ low }) => low),
      lowOpen: rows.map(({ lowOpen }) => lowOpen),
      high: rows.map(({ high }) => high),
      highOpen: rows.map(({ highOpen }) => highOpen),
    };
  }

  get length(): number {
    return this.history.length;
  }

  restart(initial: number): boolean {
    const state = this.initials[initial];
    if (state === undefined) return false;
    this.state = state;
    this.history = [];
    this.now = 0;
    this.heldBack = false;
    return true;
  }

  get discrete() {
    return this.state;
  }

  keepWithin(condition: StateCondition | null): void {
    this.within = condition;
  }

  weigh(timesCovered: Int32Array, into: Int32Array): number {
    const weights = this.rows.map(({ option }) =>
      Math.min(...option.transition.edges.map(({ edge }) => timesCovered[edge]!)),
    );
    into.set(weights);
    return Math.min(...weights);
  }

  look(): boolean {
    const { now } = this;
    const { options, faults } = this.semantics.options(this.state);
    this.failing = null;
    for (const { transition, fault, delays } of faults) {
      const moment = firstMoment(now, delays[0]!);
      if (!Number.isNaN(moment)) this.failing ??= { transition, fault, moment };
    }
    this.rows = options.flatMap((option) =>
      option.delays.map(
        (delays): Row => ({
          option,
          low: now + toNumber(delays.lower),
          lowOpen: delays.lowerStrict ? 1 : 0,
          high: delays.upper === undefined ? Number.POSITIVE_INFINITY : now + toNumber(delays.upper),
          highOpen: delays.upperStrict ? 1 : 0,
        }),
      ),
    );
    for (const { low, high } of this.rows) {
      const end = high === Number.POSITIVE_INFINITY ? low : high;
      this.largest = Math.max(this.largest, Math.ceil(end - now));
    }
    for (const when of this.holds()) {
      const moment = firstMoment(now, when);
      if (Number.isNaN(moment)) continue;
      this.metAt = moment;
      return true;
    }
    return false;
  }

  private holds(): IntervalSet {
    const { target } = this;
    if (target === null) return [];
    try {
      return this.semantics.whenHolds(target.formula, target.frameSize, this.state);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.failing ??= { fault: error, moment: this.now };
      return [];
    }
  }

  take(candidate: number, moment: number): boolean {
    if (moment > LATEST || !Number.isInteger(moment * 2 ** FINEST)) return false;
    const { option } = this.rows[candidate]!;
    const next = this.semantics.take(this.state, option, exactly(moment - this.now));
    if (this.within !== null && !this.within(next)) {
      this.heldBack = true;
      return false;
    }
    this.state = next;
    this.now = moment;
    this.history.push({ moment, transition: option.transition });
    return true;
  }

  drop(candidate: number): void {
    this.rows.splice(candidate, 1);
  }

  /** Faults are not offered as options here. */
  tried(): JointTransition {
    return this.history.at(-1)!.transition;
  }

  metWhenStuck(): boolean {
    return false;
  }

  forEachEdge(visit: (edge: number) => void): void {
    for (const { edge } of this.history.at(-1)!.transition.edges) visit(edge);
  }

  steps(): WalkStep[] {
    return [...this.history];
  }
}

/** The first moment of a walk that lies in an interval of delays from now; NaN when walks cannot say it. */
function firstMoment(now: number, { lower, lowerStrict, upper, upperStrict }: IntervalSet[number]): number {
  const high = upper === undefined ? Number.POSITIVE_INFINITY : now + toNumber(upper);
  return earliest(now + toNumber(lower), lowerStrict, high, upperStrict);
}
