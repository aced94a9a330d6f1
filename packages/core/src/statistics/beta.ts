// The beta law: its distribution function (the regularised incomplete beta function, by the continued fraction of Lentz
// 1976) and its quantiles. Binomial intervals and Student's law are written in terms of it.

import { logGamma } from "../basics/log-gamma.ts";

const TINY = 1e-300;

/** P(X ≤ x) for X ~ Beta(a, b). */
export function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = away(1 - ((a + b) * x) / (a + 1));
  d = 1 / d;
  let result = d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

function away(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** The x with P(X ≤ x) = p, by bisection: sure, and exact to the last digits that the distribution has. */
export function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 200 && high - low > 1e-16 * high; i++) {
    const middle = (low + high) / 2;
    if (betaDistribution(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
