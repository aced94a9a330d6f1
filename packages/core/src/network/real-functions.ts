// The mathematical functions of the language on doubles, by name: what folding constants and statistics both ask. `log`
// is the logarithm to base 10, as UPPAAL documents it. Functions that draw random numbers are in `stochastic/`.

import { logGamma } from "../basics/log-gamma.ts";

export interface RealFunction {
  readonly arity: number;
  readonly apply: (a: number, b: number, c: number) => number;
  /** Yields whole numbers, which integers can hold. */
  readonly integral?: true;
}

const one = (apply: (a: number) => number): RealFunction => ({ arity: 1, apply });
const two = (apply: (a: number, b: number) => number): RealFunction => ({ arity: 2, apply });
const whole = (arity: number, apply: RealFunction["apply"]): RealFunction => ({ arity, apply, integral: true });
const truth = (apply: (a: number) => boolean): RealFunction => whole(1, (a) => (apply(a) ? 1 : 0));

export const REAL_FUNCTIONS: ReadonlyMap<string, RealFunction> = new Map([
  ["abs", one(Math.abs)],
  ["fabs", one(Math.abs)],
  ["fmod", two((a, b) => a % b)],
  ["fma", { arity: 3, apply: (a, b, c) => a * b + c }],
  ["fmax", two(Math.max)],
  ["fmin", two(Math.min)],
  ["fdim", two((a, b) => Math.max(a - b, 0))],
  ["exp", one(Math.exp)],
  ["exp2", one((a) => 2 ** a)],
  ["expm1", one(Math.expm1)],
  ["ln", one(Math.log)],
  ["log", one(Math.log10)],
  ["log10", one(Math.log10)],
  ["log2", one(Math.log2)],
  ["log1p", one(Math.log1p)],
  ["pow", two((a, b) => a ** b)],
  ["sqrt", one(Math.sqrt)],
  ["cbrt", one(Math.cbrt)],
  ["hypot", two(Math.hypot)],
  ["sin", one(Math.sin)],
  ["cos", one(Math.cos)],
  ["tan", one(Math.tan)],
  ["asin", one(Math.asin)],
  ["acos", one(Math.acos)],
  ["atan", one(Math.atan)],
  ["atan2", two(Math.atan2)],
  ["sinh", one(Math.sinh)],
  ["cosh", one(Math.cosh)],
  ["tanh", one(Math.tanh)],
  ["asinh", one(Math.asinh)],
  ["acosh", one(Math.acosh)],
  ["atanh", one(Math.atanh)],
  ["erf", one(erf)],
  ["erfc", one((a) => (a < 0.5 ? 1 - erf(a) : upperErf(a)))],
  ["tgamma", one(gamma)],
  ["lgamma", one(logGamma)],
  ["ceil", one(Math.ceil)],
  ["floor", one(Math.floor)],
  ["trunc", one(Math.trunc)],
  // Halves away from zero, as in C.
  ["round", one((a) => Math.sign(a) * Math.floor(Math.abs(a) + 0.5))],
  ["fint", whole(1, (a) => Math.trunc(a) | 0)],
  ["ldexp", two((a, b) => a * 2 ** b)],
  ["ilogb", whole(1, (a) => Math.floor(Math.log2(Math.abs(a))) | 0)],
  ["logb", one((a) => Math.floor(Math.log2(Math.abs(a))))],
  ["nextafter", two(nextAfter)],
  ["copysign", two((a, b) => Math.abs(a) * (b < 0 || Object.is(b, -0) ? -1 : 1))],
  ["isfinite", truth(Number.isFinite)],
  ["isinf", truth((a) => Math.abs(a) === Number.POSITIVE_INFINITY)],
  ["isnan", truth(Number.isNaN)],
  ["isnormal", truth((a) => Number.isFinite(a) && Math.abs(a) >= 2 ** -1022)],
  ["signbit", truth((a) => a < 0 || Object.is(a, -0))],
  ["isunordered", whole(2, (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? 1 : 0))],
]);

/** Constants that every model finds declared. */
export const REAL_CONSTANTS: Readonly<Record<string, number>> = {
  FLT_MIN: 2 ** -126,
  FLT_MAX: (2 - 2 ** -23) * 2 ** 127,
  DBL_MIN: 2 ** -1022,
  DBL_MAX: Number.MAX_VALUE,
  M_PI: Math.PI,
  M_PI_2: Math.PI / 2,
  M_PI_4: Math.PI / 4,
  M_1_PI: 1 / Math.PI,
  M_2_PI: 2 / Math.PI,
  M_E: Math.E,
  M_LOG2E: Math.LOG2E,
  M_LOG10E: Math.LOG10E,
  M_LN2: Math.LN2,
  M_LN10: Math.LN10,
  M_2_SQRTPI: 2 / Math.sqrt(Math.PI),
  M_SQRT2: Math.SQRT2,
  M_SQRT1_2: Math.SQRT1_2,
};

function gamma(x: number): number {
  if (Number.isInteger(x) && x > 0 && x < 171) {
    let product = 1;
    for (let i = 2; i < x; i++) product *= i;
    return product;
  }
  return x < 0.5 ? Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x)) : Math.exp(logGamma(x));
}

/** Power series near 0, continued fraction of the complement further out. */
function erf(x: number): number {
  if (x < 0) return -erf(-x);
  if (x > 2) return 1 - upperErf(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** erfc for x ≥ 0.5, by the continued fraction of Laplace evaluated from its end. */
function upperErf(x: number): number {
  if (x <= 2) return 1 - erf(x);
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

function nextAfter(a: number, b: number): number {
  if (a === b || Number.isNaN(a) || Number.isNaN(b)) return a === b ? b : Number.NaN;
  if (a === 0) return b > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  value[0] = a;
  bits[0] = bits[0]! + (a < b === a > 0 ? 1n : -1n);
  return value[0]!;
}
