// An abstract chain: states are the values of a few variables, a step leads wherever one of the network's can lead as
// far as these tell, with the largest chance that it can have. The best path from an abstract state is then at least as
// likely as that from any state that looks so.

import { HeapQueue } from "../../basics/priority-queue.ts";
import { cellTable, type Network, type NumericExpression } from "../../network/index.ts";
import { type AbstractBranch, type AbstractCommand, abstractCommands } from "./abstract-step.ts";
import { endsOf, isFalse, type ValueEnds } from "./ends.ts";
import type { ChanceProblem } from "./estimate.ts";
import { type Coordinate, coordinatesOf, type WantedPattern } from "./pattern.ts";

/** Abstract states times commands: what a moment of work can carry. */
const MOST_WORK = 400_000;
/** Where a step may lead; more is everywhere, which is of no use. */
const MOST_TARGETS = 2_000;

export interface AbstractChain {
  readonly size: number;
  readonly numberOf: (cells: ArrayLike<number>) => number;
  readonly isTarget: Uint8Array;
  /** Steps, by number: from, to, the largest chance. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly chance: readonly number[];
}

/** Undefined where the network cannot be seen this way, or would take too long. */
export function abstractChain(
  { network, draws, target, through }: ChanceProblem,
  wanted: WantedPattern,
  most: number,
): AbstractChain | undefined {
  const commands = abstractCommands(network, draws);
  if (commands === undefined || target === undefined) return undefined;
  const room = Math.min(most, Math.max(2, Math.floor(MOST_WORK / Math.max(1, commands.length))));
  const coordinates = coordinatesOf(network, commands, [target], wanted, wanted === "auto" ? room : most);
  const size = coordinates.reduce((product, one) => product * one.size, 1);
  if (size > most || size * commands.length > 10 * MOST_WORK) return undefined;
  return new ChainBuilder(network, coordinates, size).build(commands, target, through);
}

class ChainBuilder {
  private readonly coordinates: readonly Coordinate[];
  private readonly size: number;
  /** By cell: what it can hold now, and at all. */
  private readonly ends: ValueEnds[];
  private readonly ranges: ValueEnds[];
  private readonly cell = (cell: number): ValueEnds => this.ends[cell]!;

  constructor(network: Network, coordinates: readonly Coordinate[], size: number) {
    this.coordinates = coordinates;
    this.size = size;
    const { min, max } = cellTable(network);
    this.ranges = Array.from({ length: network.cells }, (_, cell) => [min[cell]!, max[cell]!]);
    this.ends = this.ranges.slice();
  }

  build(
    commands: readonly AbstractCommand[],
    target: NumericExpression,
    through: NumericExpression | undefined,
  ): AbstractChain | undefined {
    const { coordinates, size } = this;
    const isTarget = new Uint8Array(size);
    const [from, to, chance]: [number[], number[], number[]] = [[], [], []];
    for (let state = 0; state < size; state++) {
      this.load(state);
      if (!isFalse(endsOf(target, this.cell))) isTarget[state] = 1;
      if (through !== undefined && isFalse(endsOf(through, this.cell))) continue;
      for (const command of commands) {
        if (!this.mayHold(command)) continue;
        const sums = new Map<number, number>();
        for (const branch of command.branches) {
          this.load(state);
          const weight = this.mostOf(branch);
          if (weight === 0) continue;
          const targets = this.targets(branch);
          if (targets === undefined) return undefined;
          for (const next of targets) if (next !== state) sums.set(next, Math.min(1, (sums.get(next) ?? 0) + weight));
        }
        this.load(state);
        for (const [next, sum] of sums) {
          from.push(state);
          to.push(next);
          // Sums of chances are rounded.
          chance.push(Math.min(1, sum * (1 + 1e-12)));
        }
      }
    }
    const numberOf: AbstractChain["numberOf"] = (cells) => {
      let number = 0;
      for (const { cell, least, size: own } of coordinates) number = number * own + cells[cell]! - least;
      return number;
    };
    return { size, numberOf, isTarget, from, to, chance };
  }

  private load(state: number): void {
    const { ends, ranges, coordinates } = this;
    for (let cell = 0; cell < ends.length; cell++) ends[cell] = ranges[cell]!;
    let rest = state;
    for (let at = coordinates.length - 1; at >= 0; at--) {
      const { cell, least, size } = coordinates[at]!;
      const value = least + (rest % size);
      rest = Math.floor(rest / size);
      ends[cell] = [value, value];
    }
  }

  private mayHold({ guard }: AbstractCommand): boolean {
    return !guard.some((part) => isFalse(endsOf(part, this.cell)));
  }

  /** The largest chance of a branch. */
  private mostOf({ weights }: AbstractBranch): number {
    let product = 1;
    for (const weight of weights) product *= weight === undefined ? 1 : Math.min(1, endsOf(weight, this.cell)[1]);
    return product > 0 ? Math.min(1, product * (1 + 1e-12)) : 0;
  }

  /** Everywhere that a branch may lead; undefined: too many. */
  private targets({ assignments }: AbstractBranch): number[] | undefined {
    const { ends, ranges, coordinates } = this;
    for (const { cell, value } of assignments) {
      const [least, most] = value === undefined ? ranges[cell]! : endsOf(value, this.cell);
      const [low, high] = ranges[cell]!;
      // What leaves its range is a fault, no step.
      if (least > high || most < low) return [];
      ends[cell] = [Math.max(low, Math.ceil(least)), Math.min(high, Math.floor(most))];
    }
    let numbers = [0];
    for (const { cell, least, size } of coordinates) {
      const [low, high] = ends[cell]!;
      if (numbers.length * (high - low + 1) > MOST_TARGETS) return undefined;
      numbers = numbers.flatMap((number) =>
        Array.from({ length: high - low + 1 }, (_, at) => number * size + low + at - least),
      );
    }
    return numbers;
  }
}

/**
 * By abstract state: the chance of the best path to a target; 0 where there is none. `worth` of a step: its chance, or
 * another bound.
 */
export function bestPaths({ size, isTarget, from, to }: AbstractChain, worth: (step: number) => number): Float64Array {
  const first = new Int32Array(size + 1);
  for (const state of to) first[state + 1]!++;
  for (let state = 0; state < size; state++) first[state + 1]! += first[state]!;
  const place = first.slice();
  const entering = new Int32Array(to.length);
  for (const [step, state] of to.entries()) entering[place[state]!++] = step;
  const best = new Float64Array(size);
  const open = new HeapQueue();
  for (let state = 0; state < size; state++) {
    if (!isTarget[state]) continue;
    best[state] = 1;
    open.push([-1], 0, state);
  }
  const done = new Uint8Array(size);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (done[state]) continue;
    done[state] = 1;
    for (let at = first[state]!; at < first[state + 1]!; at++) {
      const before = from[entering[at]!]!;
      const value = best[state]! * worth(entering[at]!);
      if (value <= best[before]!) continue;
      best[before] = value;
      open.push([-value], 0, before);
    }
  }
  return best;
}
