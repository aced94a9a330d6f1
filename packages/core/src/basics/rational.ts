// Exact rationals over BigInt, for clock valuations, delays of concrete runs, and probabilities. Always in lowest terms
// with a positive denominator, so equal numbers have equal fields.

export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };

export function rational(numerator: number | bigint, denominator: number | bigint = 1n): Rational {
  return normal(BigInt(numerator), BigInt(denominator));
}

/** Exactly the number that a double is. */
export function rationalOf(value: number): Rational {
  let scaled = value;
  let factor = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    factor *= 2n;
  }
  return normal(BigInt(scaled), factor);
}

function normal(n: bigint, d: bigint): Rational {
  if (d === 0n) throw new RangeError("division by zero");
  if (d === 1n) return { n, d };
  let a = n < 0n ? -n : n;
  let b = d < 0n ? -d : d;
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / a, d: (sign * d) / a };
}

export function plus(a: Rational, b: Rational): Rational {
  return a.d === b.d ? normal(a.n + b.n, a.d) : normal(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function minus(a: Rational, b: Rational): Rational {
  return plus(a, { n: -b.n, d: b.d });
}

export function times(a: Rational, b: Rational): Rational {
  return normal(a.n * b.n, a.d * b.d);
}

export function over(a: Rational, b: Rational): Rational {
  return normal(a.n * b.d, a.d * b.n);
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.d === b.d ? a.n - b.n : a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function equalRationals(a: Rational, b: Rational): boolean {
  return a.n === b.n && a.d === b.d;
}

export function floor(a: Rational): bigint {
  const quotient = a.n / a.d;
  return a.n < 0n && quotient * a.d !== a.n ? quotient - 1n : quotient;
}

export function ceil(a: Rational): bigint {
  return -floor({ n: -a.n, d: a.d });
}

/** The nearest number, or the one next to it, also of fractions whose parts are beyond numbers. */
export function toNumber({ n, d }: Rational): number {
  const [high, low] = [Number(n), Number(d)];
  if (Number.isSafeInteger(high) && Number.isSafeInteger(low)) return high / low;
  // 64 significant bits of the quotient, then scaled: in halves, since not all powers that are needed are numbers.
  const bits = (x: bigint): number => x.toString(2).length - (x < 0n ? 1 : 0);
  const shift = Math.max(0, 66 - (bits(n) - bits(d)));
  const half = shift >> 1;
  return Number((n << BigInt(shift)) / d) * 2 ** -half * 2 ** (half - shift);
}

/** `7`, `-7/2`. */
export function rationalToString(a: Rational): string {
  return a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`;
}

/** Reads `7`, `-7/2` and `3.25`; undefined for anything else. */
export function parseRational(text: string): Rational | undefined {
  const match = /^([+-]?)(\d+)(?:\/(\d+)|\.(\d+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole, below, decimals] = match;
  let value: Rational;
  if (below !== undefined) {
    if (/^0+$/.test(below)) return undefined;
    value = normal(BigInt(whole!), BigInt(below));
  } else if (decimals !== undefined) {
    value = normal(BigInt(whole! + decimals), 10n ** BigInt(decimals.length));
  } else {
    value = normal(BigInt(whole!), 1n);
  }
  return sign === "-" ? { n: -value.n, d: value.d } : value;
}
