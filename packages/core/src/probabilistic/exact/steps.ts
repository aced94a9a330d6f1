// Values carried backwards step by step, exactly. All fractions of one step have one denominator, which grows by the
// same factor with every step, so that only whole numbers are multiplied and added, and nothing is ever reduced.

import { type Rational, rational } from "../../basics/rational.ts";
import type { Model, Optimum, StateSet } from "../model.ts";
import type { ExactModel } from "./choices.ts";
import type { ExactValues } from "./values.ts";

/** Digits (in base two) times products: what a moment of work can carry. */
const MOST_WORK = 20_000_000_000;

export interface ExactStepSettings {
  readonly optimum: Optimum;
  /** States outside keep their values. */
  readonly within?: StateSet | undefined;
  /** By choice. */
  readonly earned?: readonly Rational[] | undefined;
}

/** How many steps, and what each of them does. */
export interface ExactStage extends ExactStepSettings {
  readonly steps: number;
  /** Before the stage: values of states outside become 0. */
  readonly keep?: StateSet | undefined;
}

/** The values before all stages, the last of which ends with `start`; undefined where the numbers would be too long. */
export function exactlyCarried(
  model: Model,
  exact: ExactModel,
  start: readonly Rational[],
  stages: readonly ExactStage[],
): ExactValues | undefined {
  const factor = leastCommon(exact.choices.flatMap(({ branches }) => branches.map(({ p }) => p.d)));
  const initial = leastCommon([...start, ...stages.flatMap(({ earned = [] }) => earned)].map(({ d }) => d));
  if (factor === undefined || initial === undefined) return undefined;
  const steps = stages.reduce((sum, stage) => sum + stage.steps, 0);
  const digits = bitsOf(factor);
  const products = steps * (model.target.length + model.states);
  if (products * (bitsOf(initial) + (digits * steps) / 2) > MOST_WORK) return undefined;
  const rows = exact.choices.map(({ branches }) => branches.map(({ to, p }) => ({ to, weight: p.n * (factor / p.d) })));
  let denominator = initial;
  let value = start.map(({ n, d }) => n * (denominator / d));
  for (const { steps: count, keep, optimum, within, earned } of stages) {
    if (keep !== undefined) value = value.map((own, state) => (keep[state] ? own : 0n));
    for (let step = 0; step < count; step++) {
      denominator *= factor;
      const before = value;
      let isMoving = false;
      value = before.map((own, state) => {
        const kept = own * factor;
        if (within !== undefined && !within[state]) return kept;
        let best: bigint | undefined;
        for (let choice = model.choices[state]!; choice < model.choices[state + 1]!; choice++) {
          const pay = earned?.[choice];
          let sum = pay === undefined ? 0n : pay.n * (denominator / pay.d);
          for (const { to, weight } of rows[choice]!) sum += weight * before[to]!;
          if (best === undefined || (optimum === "max" ? sum > best : sum < best)) best = sum;
        }
        if (best !== kept) isMoving = true;
        return best!;
      });
      // The same values for ever.
      if (!isMoving) break;
    }
  }
  return { at: (state) => rational(value[state]!, denominator) };
}

const bitsOf = (number: bigint): number => 4 * number.toString(16).length;

/** Undefined where it is too long for anything. */
function leastCommon(denominators: Iterable<bigint>): bigint | undefined {
  let common = 1n;
  for (const denominator of new Set(denominators)) {
    let [a, b] = [common, denominator];
    while (b !== 0n) [a, b] = [b, a % b];
    common = (common / a) * denominator;
    if (common > MOST_COMMON) return undefined;
  }
  return common;
}

const MOST_COMMON = 1n << 40_000n;
