// The mean of a sample, and how far from it the expectation may lie (Student 1908).

import { betaQuantile } from "./beta.ts";

/** The t with P(|T| ≤ t) = confidence for Student's law with that many degrees of freedom. */
export function studentQuantile(confidence: number, freedom: number): number {
  // P(|T| > t) = I_x(ν/2, 1/2) with x = ν / (ν + t²).
  const x = betaQuantile(1 - confidence, freedom / 2, 0.5);
  return Math.sqrt((freedom * (1 - x)) / x);
}

/** Mean and spread, one value after the other (Welford 1962). */
export class Sample {
  count = 0;
  mean = 0;
  least = Number.POSITIVE_INFINITY;
  greatest = Number.NEGATIVE_INFINITY;
  private squares = 0;

  add(value: number): void {
    this.count++;
    // The mean of what is infinite stays so.
    const before = value === this.mean ? 0 : value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
    if (value < this.least) this.least = value;
    if (value > this.greatest) this.greatest = value;
  }

  get deviation(): number {
    return this.count < 2 ? 0 : Math.sqrt(this.squares / (this.count - 1));
  }

  /** Half the width of the interval around the mean. */
  halfWidth(alpha: number): number {
    if (this.count < 2) return Number.POSITIVE_INFINITY;
    if (this.least === this.greatest) return 0;
    return (studentQuantile(1 - alpha, this.count - 1) * this.deviation) / Math.sqrt(this.count);
  }
}
