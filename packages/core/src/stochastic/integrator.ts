// Time along curves: clocks whose rates read clocks are integrated by the classic Runge–Kutta method of order 4 with a
// fixed step. Every step is handed on as a straight piece; where an urgent edge becomes enabled or an invariant ends on
// the way, which nobody could foretell, bisection finds the moment and the piece ends there.

import type { RealMachine } from "./real-machine.ts";

const BISECTIONS = 40;

/**
 * What comes first counts: an invariant that is left, an edge that is urgent, one that is enabled and should be urgent.
 */
export type Seen = "nothing" | "enabled" | "urgent" | "left";

/** The state whose clocks run along curves. */
interface Curved {
  readonly machine: RealMachine;
  readonly slopes: Float64Array;
  /** Sets the slopes at the clocks as they are. */
  setSlopes(): void;
  /** What is the case at the clocks as they are? */
  lookAround(): Seen;
  forgetCorners(): void;
}

export class Integrator {
  /** Did the last piece end because something happened? */
  isInterrupted = false;
  private readonly stepper: Curved;
  private readonly step: number;
  private readonly before: Float64Array;
  private readonly behind: Float64Array;
  private readonly k: readonly Float64Array[];

  constructor(stepper: Curved, step: number) {
    this.stepper = stepper;
    this.step = step;
    const clocks = stepper.slopes.length;
    this.before = new Float64Array(clocks);
    this.behind = new Float64Array(clocks);
    this.k = [0, 1, 2, 3].map(() => new Float64Array(clocks));
  }

  /** The length of the next piece; its slopes are set so that straight lines lead to its end. */
  piece(rest: number): number {
    const { stepper, before, behind } = this;
    const { clocks } = stepper.machine;
    this.isInterrupted = false;
    before.set(clocks);
    let length = Math.min(rest, this.step);
    this.integrate(length);
    const seen = this.lookAt(behind);
    if (seen !== "nothing") {
      this.isInterrupted = true;
      const { moment, isLeft } = this.moment(length, seen);
      length = moment;
      this.integrate(length);
      if (!isLeft) stepper.forgetCorners();
    }
    clocks.set(before);
    for (let i = 0; i < clocks.length; i++) {
      stepper.slopes[i] = length === 0 ? 0 : (behind[i]! - before[i]!) / length;
    }
    return length;
  }

  /**
   * The first moment at which an edge is enabled, or the last at which the invariant still holds. An edge that is not
   * urgent and becomes enabled where the invariant ends (`x >= 0`, and an edge with `x <= 0`) waits for that end.
   */
  private moment(length: number, sought: Seen): { readonly moment: number; readonly isLeft: boolean } {
    let low = 0;
    let high = length;
    let last = sought;
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = (low + high) / 2;
      this.integrate(middle);
      const seen = this.lookAt(this.behind);
      if (seen === "nothing" || (seen === "enabled" && sought === "left")) low = middle;
      else {
        high = middle;
        last = seen;
      }
    }
    return last === "left" ? { moment: low, isLeft: true } : { moment: high, isLeft: false };
  }

  private lookAt(clocks: Float64Array): ReturnType<Curved["lookAround"]> {
    this.stepper.machine.clocks.set(clocks);
    const seen = this.stepper.lookAround();
    this.stepper.machine.clocks.set(this.before);
    return seen;
  }

  /** From `before` to `behind`. */
  private integrate(h: number): void {
    const { before, behind, k } = this;
    const [k1, k2, k3, k4] = k as [Float64Array, Float64Array, Float64Array, Float64Array];
    this.slopesAt(before, k1, null, 0);
    this.slopesAt(before, k2, k1, h / 2);
    this.slopesAt(before, k3, k2, h / 2);
    this.slopesAt(before, k4, k3, h);
    for (let i = 0; i < behind.length; i++) {
      behind[i] = before[i]! + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!);
    }
    this.stepper.machine.clocks.set(before);
  }

  private slopesAt(from: Float64Array, into: Float64Array, along: Float64Array | null, by: number): void {
    const { clocks } = this.stepper.machine;
    for (let i = 0; i < clocks.length; i++) clocks[i] = from[i]! + (along === null ? 0 : by * along[i]!);
    this.stepper.setSlopes();
    into.set(this.stepper.slopes);
  }
}
