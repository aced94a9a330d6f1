// The functions of the language that draw random numbers. Parameters are those of UPPAAL: `random(m)` lies in [0, m),
// `random_normal(mean, sd)`, `random_gamma(shape, scale)`, `random_weibull(shape, scale)`,
// `random_tri(from, mode, to)`, `random_beta(a, b)`, `random_arcsine(from, to)`, `random_poisson(mean)`.

import { ModelFault } from "../semantics/fault.ts";
import type { Stream } from "./stream.ts";

type RandomFunction = (stream: Stream, a: number, b: number, c: number) => number;

export const RANDOM_FUNCTIONS: ReadonlyMap<string, RandomFunction> = new Map<string, RandomFunction>([
  ["random", (stream, most) => stream.fraction() * most],
  ["random_normal", (stream, mean, deviation) => mean + positive(deviation, "a deviation", 0) * stream.normal()],
  ["random_gamma", (stream, shape, scale) => gamma(stream, positive(shape, "a shape")) * positive(scale, "a scale")],
  ["random_weibull", weibull],
  ["random_tri", triangle],
  ["random_beta", beta],
  ["random_arcsine", (stream, from, to) => from + (to - from) * Math.sin((Math.PI / 2) * stream.fraction()) ** 2],
  ["random_poisson", (stream, mean) => poisson(stream, positive(mean, "a mean", 0))],
]);

function positive(value: number, what: string, least?: number): number {
  if (least === undefined ? value > 0 : value >= least) return value;
  throw new ModelFault("range", `${what} of a random number cannot be ${value}`);
}

function weibull(stream: Stream, shape: number, scale: number): number {
  return positive(scale, "a scale") * stream.exponential() ** (1 / positive(shape, "a shape"));
}

function triangle(stream: Stream, from: number, mode: number, to: number): number {
  if (!(from <= mode && mode <= to)) throw new ModelFault("range", `a triangle from ${from} over ${mode} to ${to}`);
  const u = stream.fraction();
  const rise = (mode - from) * (to - from);
  const share = to === from ? 0 : (mode - from) / (to - from);
  return u < share ? from + Math.sqrt(u * rise) : to - Math.sqrt((1 - u) * (to - mode) * (to - from));
}

function beta(stream: Stream, a: number, b: number): number {
  const one = gamma(stream, positive(a, "a shape"));
  return one / (one + gamma(stream, positive(b, "a shape")));
}

/** Marsaglia and Tsang 2000; shapes below 1 are boosted. */
function gamma(stream: Stream, shape: number): number {
  if (shape < 1) return gamma(stream, shape + 1) * (1 - stream.fraction()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = stream.normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - stream.fraction()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** By products of uniforms, in portions of mean 500 so that the product does not vanish. */
function poisson(stream: Stream, mean: number): number {
  let count = 0;
  for (let rest = mean; rest > 0; rest -= 500) {
    const limit = Math.exp(-Math.min(rest, 500));
    let product = 1 - stream.fraction();
    while (product > limit) {
      count++;
      product *= 1 - stream.fraction();
    }
  }
  return count;
}
