// Selects stand for many edges, one per combination of their values. Combinations are numbered as digits are: the first
// select varies slowest. Engines number candidates in this order, so it is part of their contract (engine/engine.ts).

import type { Select } from "./network.ts";

type Range = Pick<Select, "min" | "max">;

/** How many combinations there are; of no selects there is one. */
export function combinationCount(ranges: readonly Range[]): number {
  return ranges.reduce((product, { min, max }) => product * Math.max(0, max - min + 1), 1);
}

/** All combinations, in order, each made when it is asked for: there may be more of them than an array can hold. */
export function* combinations(ranges: readonly Range[]): Generator<readonly number[]> {
  const count = combinationCount(ranges);
  for (let at = 0; at < count; at++) yield combinationAt(ranges, at);
}

/** The combination with a number. */
function combinationAt(ranges: readonly Range[], number: number): readonly number[] {
  const values = new Array<number>(ranges.length);
  let rest = number;
  for (let i = ranges.length - 1; i >= 0; i--) {
    const { min, max } = ranges[i]!;
    const size = max - min + 1;
    values[i] = min + (rest % size);
    rest = Math.floor(rest / size);
  }
  return values;
}

/** The number of a combination. */
export function numberOfCombination(ranges: readonly Range[], values: readonly number[]): number {
  return ranges.reduce((at, { min, max }, i) => at * (max - min + 1) + values[i]! - min, 0);
}
