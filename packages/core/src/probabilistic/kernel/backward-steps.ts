// Values of states carried backwards, step by step: opt over choices of the weighted values of successors. Plain loops,
// and once these have worked for some time emitted ones, with the same arithmetic.

import { EMITTED_AFTER, type Host } from "../host.ts";
import type { Model, Optimum, StateSet } from "../model.ts";
import { type Loops, loopsIn } from "./emit-loops.ts";
import { bytesOf, NumberMemory } from "./number-memory.ts";

export interface StepSettings {
  readonly optimum: Optimum;
  /** States outside keep their values. */
  readonly within?: StateSet | undefined;
  /** By choice: what is earned by it. */
  readonly earned?: Float64Array | undefined;
}

/** One step; did any value change? */
export function stepBack(
  model: Model,
  from: Float64Array,
  into: Float64Array,
  { optimum, within, earned }: StepSettings,
): boolean {
  const { states, choices, transitions, target, probability } = model;
  const isMax = optimum === "max";
  let changed = false;
  // Rows are neighbours, so one index runs through all of them.
  let [choice, at] = [0, 0];
  for (let state = 0; state < states; state++) {
    const last = choices[state + 1]!;
    if (within !== undefined && within[state] === 0) {
      into[state] = from[state]!;
      choice = last;
      at = transitions[last]!;
      continue;
    }
    let best = isMax ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    for (; choice < last; choice++) {
      let sum = earned === undefined ? 0 : earned[choice]!;
      const end = transitions[choice + 1]!;
      for (; at < end; at++) sum += probability[at]! * from[target[at]!]!;
      if (isMax ? sum > best : sum < best) best = sum;
    }
    into[state] = best;
    if (best !== from[state]) changed = true;
  }
  return changed;
}

interface Emitted {
  readonly loops: Loops;
  readonly matrix: readonly number[];
}

export class BackwardSteps {
  /** The values after the steps that were taken. */
  value: Float64Array;
  /** What `collect` added up. */
  sum: Float64Array;
  private spare: Float64Array;
  private readonly model: Model;
  private readonly settings: StepSettings;
  private readonly host: Host;
  private emitted: Emitted | undefined;
  private work: number;

  constructor(model: Model, start: Float64Array, settings: StepSettings, host: Host) {
    this.model = model;
    this.settings = settings;
    this.host = host;
    this.value = start.slice();
    this.spare = new Float64Array(start.length);
    this.sum = new Float64Array(start.length);
    this.work = host.emittedAfter ?? EMITTED_AFTER;
  }

  /** One step; did any value change? */
  advance(): boolean {
    if (this.work <= 0) this.emit();
    const { model, settings, value, spare, emitted } = this;
    this.work -= model.target.length + model.states;
    this.value = spare;
    this.spare = value;
    if (emitted === undefined) return stepBack(model, value, spare, settings);
    const { loops, matrix } = emitted;
    return loops.step[settings.optimum](...matrix, value.byteOffset, spare.byteOffset, model.states) !== 0;
  }

  /** Adds the values as they are now to `sum`, so much of them. */
  collect(weight: number): void {
    const { sum, value } = this;
    if (this.emitted === undefined)
      for (let state = 0; state < sum.length; state++) sum[state]! += weight * value[state]!;
    else this.emitted.loops.addWeighted(sum.byteOffset, value.byteOffset, sum.length, weight);
  }

  private emit(): void {
    this.work = Number.POSITIVE_INFINITY;
    const { states, choices, transitions, target, probability } = this.model;
    const { earned, within } = this.settings;
    const size = 8 as const;
    const bytes = bytesOf([
      { length: choices.length + transitions.length + target.length, size },
      { length: target.length + (earned?.length ?? 0) + (within?.length ?? 0), size },
      { length: 3 * states + 64, size },
    ]);
    const memory = NumberMemory.make(this.host.makeMemory, bytes);
    if (memory === undefined) return;
    const ints = (from: Int32Array): number => {
      const own = memory.ints(from.length);
      own.set(from);
      return own.byteOffset;
    };
    const floats = (from: Float64Array): Float64Array => {
      const own = memory.floats(from.length);
      own.set(from);
      return own;
    };
    const column = memory.ints(target.length);
    for (let at = 0; at < target.length; at++) column[at] = 8 * target[at]!;
    const matrix = [
      ints(choices),
      ints(transitions),
      column.byteOffset,
      floats(probability).byteOffset,
      earned === undefined ? 0 : floats(earned).byteOffset,
      within === undefined ? 0 : memory.bytes(within).byteOffset,
    ];
    [this.value, this.spare, this.sum] = [floats(this.value), floats(this.spare), floats(this.sum)];
    this.emitted = { loops: loopsIn(memory.memory), matrix };
  }
}
