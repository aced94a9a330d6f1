// What a walk did, step by step: the moment and the slots that moved. Kept in arrays that are reused from walk to
// walk; a walk that found something is copied out as a `WalkRun`, which the exact semantics then replay.

import { grown } from "../basics/grow.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { type Rational, rational } from "../zone/index.ts";
import { FINEST } from "./clock-origins.ts";

/** A timed run: which steps at which moments, and when it ends. */
export interface WalkRun {
  /** Index into the initial states. */
  readonly initial: number;
  readonly steps: readonly WalkStep[];
  /** When the target is met, or the state of interest is reached. */
  readonly end: number;
}

export interface WalkStep {
  /** Absolute time. */
  readonly moment: number;
  readonly transition: JointTransition;
}

export class WalkRecord {
  private moments = new Float64Array(256);
  private channels = new Int32Array(256);
  private starts = new Int32Array(257);
  private slots = new Int32Array(512);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(slots: Int32Array, count: number, channel: number, moment: number): void {
    const at = this.length++;
    const from = this.starts[at]!;
    const [steps, ends] = [this.length, from + count];
    // Arrays grow at their own pace: none says whether another one is full.
    if (steps > this.moments.length || steps + 1 > this.starts.length || ends > this.slots.length) {
      this.moments = grown(this.moments, steps);
      this.channels = grown(this.channels, steps);
      this.starts = grown(this.starts, steps + 1);
      this.slots = grown(this.slots, ends);
    }
    this.moments[at] = moment;
    this.channels[at] = channel;
    for (let i = 0; i < count; i++) this.slots[from + i] = slots[i]!;
    this.starts[at + 1] = ends;
  }

  momentOf(step: number): number {
    return this.moments[step]!;
  }

  /** −1: a step without a channel. */
  channelOf(step: number): number {
    return this.channels[step]!;
  }

  slotsOf(step: number): Int32Array {
    return this.slots.subarray(this.starts[step], this.starts[step + 1]);
  }
}

/** The delays before each step and at the end, exactly. */
export function delaysOf({ steps, end }: WalkRun): Rational[] {
  const moments = [...steps.map(({ moment }) => moment), end];
  return moments.map((moment, i) => exactly(moment - (i === 0 ? 0 : moments[i - 1]!)));
}

/** A multiple of the finest grid as a rational. */
export function exactly(value: number): Rational {
  const scaled = value * 2 ** FINEST;
  if (!Number.isSafeInteger(scaled)) throw new Error(`${value} is not a moment of a walk`);
  return rational(scaled, 2 ** FINEST);
}
