// The candidates of one state by the commands that they are branches of, with their weights. Branches of one command
// need not be neighbours where others take part. Everything lies in rows of numbers that are used again for the next
// state, since most states have few steps and there are millions of states.

import type { StepBuffer } from "../engine/index.ts";
import type { Draws } from "./draws.ts";

/** Beyond these a product may have lost its digits, or itself, since a double cannot hold it. */
export const LEAST_WEIGHT = 1e-290;
const MOST_WEIGHT = 1e290;

export class CommandGroups {
  /** How many commands are enabled. */
  count = 0;
  /** By command: its first candidate, and the sum of their weights. */
  first = new Int32Array(64);
  sum = new Float64Array(64);
  /** By candidate: the next one of its command, −1 behind the last; the product of the weights of its edges. */
  next = new Int32Array(64);
  weight = new Float64Array(64);
  /** A candidate whose weight no double holds, −1 without. */
  beyond = -1;
  private last = new Int32Array(64);

  /** Gathers the candidates; `weights` are those of edges. */
  gather(steps: StepBuffer, { command }: Draws, weights: Float64Array): void {
    this.count = 0;
    this.beyond = -1;
    if (steps.count > this.first.length) this.reserve(steps.count);
    const { first, last, sum, next, weight } = this;
    const { edges, ends } = steps;
    for (let ordinal = 0, from = 0; ordinal < steps.count; ordinal++) {
      const end = ends[ordinal]!;
      let product = 1;
      for (let i = from; i < end; i++) product *= weights[edges[i]!]!;
      if (
        !(product >= LEAST_WEIGHT && product <= MOST_WEIGHT) &&
        (product !== 0 || !hasNone(edges, weights, from, end))
      )
        this.beyond = ordinal;
      weight[ordinal] = product;
      next[ordinal] = -1;
      // Mostly it is the one at hand.
      let group = this.count - 1;
      while (group >= 0 && !isSame(steps, command, first[group]!, from, end)) group--;
      if (group < 0) {
        group = this.count++;
        first[group] = ordinal;
        sum[group] = 0;
      } else next[last[group]!] = ordinal;
      last[group] = ordinal;
      sum[group]! += product;
      from = end;
    }
  }

  private reserve(size: number): void {
    const room = Math.max(size, 2 * this.first.length);
    this.first = new Int32Array(room);
    this.last = new Int32Array(room);
    this.next = new Int32Array(room);
    this.sum = new Float64Array(room);
    this.weight = new Float64Array(room);
  }
}

/** Has one of the edges `from … end` no chance? */
function hasNone(edges: ArrayLike<number>, weights: Float64Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (weights[edges[i]!] === 0) return true;
  return false;
}

/** Do the edges `from … end` belong to the commands of another candidate? */
function isSame({ edges, ends }: StepBuffer, command: Int32Array, other: number, from: number, end: number): boolean {
  const start = other === 0 ? 0 : ends[other - 1]!;
  if (ends[other]! - start !== end - from) return false;
  for (let i = from; i < end; i++) if (command[edges[i]!] !== command[edges[start + i - from]!]) return false;
  return true;
}
