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

/** A step from the values at one address to those at another. */
type EmittedStep = (from: number, into: number) => number;

export class BackwardSteps {
  /** The values after the steps that were taken. */
  value: Float64Array;
  /** What `collect` added up. */
  sum: Float64Array;
  private spare: Float64Array;
  private readonly model: Model;
  private readonly settings: StepSettings;
  private readonly host: Host;
  private emitted: EmittedStep | undefined;
  private addWeighted: Loops["addWeighted"] | undefined;
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
    return emitted(value.byteOffset, spare.byteOffset) !== 0;
  }

  /** Adds the values as they are now to `sum`, so much of them. */
  collect(weight: number): void {
    const { sum, value } = this;
    if (this.emitted === undefined)
      for (let state = 0; state < sum.length; state++) sum[state]! += weight * value[state]!;
    else this.addWeighted!(sum.byteOffset, value.byteOffset, sum.length, weight);
  }

  private emit(): void {
    this.work = Number.POSITIVE_INFINITY;
    const { optimum } = this.settings;
    const { states, choices, rows, column, factor, earned } = matrixOf(this.model, this.settings);
    const memory = NumberMemory.make(
      this.host.makeMemory,
      bytesOf([
        { length: choices.length + rows.length + column.length, size: 4 },
        { length: factor.length + (earned?.length ?? 0) + 3 * states + 64, size: 8 },
      ]),
    );
    if (memory === undefined) return;
    const floats = (from: Float64Array): Float64Array => {
      const own = memory.floats(from.length);
      own.set(from);
      return own;
    };
    /** Numbers of entries as their addresses. */
    const addresses = (from: Int32Array, base: number, size: number): number => {
      const own = memory.ints(from.length);
      for (let at = 0; at < from.length; at++) own[at] = base + size * from[at]!;
      return own.byteOffset;
    };
    const columnAt = addresses(column, 0, 8);
    const rowEnds = addresses(rows.subarray(1), columnAt, 4);
    const factorAt = floats(factor).byteOffset;
    [this.value, this.spare, this.sum] = [floats(this.value), floats(this.spare), floats(this.sum)];
    const { step, stepChain, addWeighted } = loopsIn(memory.memory);
    this.addWeighted = addWeighted;
    if (earned === undefined && rows.length === states + 1 && choices.every((choice, state) => choice === state)) {
      this.emitted = (from, into) => stepChain(rowEnds, columnAt, factorAt, from, into, states);
      return;
    }
    const choiceEnds = addresses(choices.subarray(1), rowEnds, 4);
    const earnedAt = earned === undefined ? 0 : floats(earned).byteOffset;
    this.emitted = (from, into) => step[optimum](choiceEnds, rowEnds, columnAt, factorAt, earnedAt, from, into, states);
  }
}

interface Matrix {
  readonly states: number;
  readonly choices: Int32Array;
  readonly rows: Int32Array;
  readonly column: Int32Array;
  readonly factor: Float64Array;
  readonly earned: Float64Array | undefined;
}

/** What emitted loops run over: states that keep their values have one choice, which stays there and earns nothing. */
function matrixOf(model: Model, { within, earned }: StepSettings): Matrix {
  const { states, choices, transitions, target, probability } = model;
  const isWhole = within === undefined || !within.includes(0);
  if (isWhole) return { states, choices, rows: transitions, column: target, factor: probability, earned };
  const own = new Int32Array(states + 1);
  const rows = new Int32Array(transitions.length + states);
  const column = new Int32Array(target.length + states);
  const factor = new Float64Array(target.length + states);
  const pay = earned === undefined ? undefined : new Float64Array(transitions.length + states);
  let [count, at] = [0, 0];
  for (let state = 0; state < states; state++) {
    if (!within[state]) {
      column[at] = state;
      factor[at++] = 1;
      rows[++count] = at;
    }
    for (let choice = choices[state]!; within[state] && choice < choices[state + 1]!; choice++) {
      if (pay !== undefined) pay[count] = earned![choice]!;
      for (let step = transitions[choice]!; step < transitions[choice + 1]!; step++) {
        column[at] = target[step]!;
        factor[at++] = probability[step]!;
      }
      rows[++count] = at;
    }
    own[state + 1] = count;
  }
  return {
    states,
    choices: own,
    rows: rows.subarray(0, count + 1),
    column: column.subarray(0, at),
    factor: factor.subarray(0, at),
    earned: pay?.subarray(0, count),
  };
}
