// Computes the mass of evidence again, from its transitions alone: values grow from 0, every sweep rounded down, so
// that whatever it ends with is a lower bound. It shares nothing with the search and the solver that made the evidence.

const MOST_SWEEPS = 100_000;

interface Step {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
}

interface Bounds {
  /** So many steps, or with `rates` so much time. */
  readonly within?: number;
  /** By state of a `ctmc`: how often it is left per unit of time. */
  readonly rates?: ArrayLike<number>;
}

/** Proven lower bounds of the probability to reach the targets, by state; never more than there is. */
export function judgedChances(
  isTarget: readonly boolean[],
  transitions: readonly Step[],
  { within, rates }: Bounds = {},
): Float64Array {
  const rows: Step[][] = Array.from({ length: isTarget.length }, () => []);
  for (const step of transitions) rows[step.from]!.push(step);
  if (within === undefined) return limit(isTarget, rows);
  if (rates !== undefined) return inTime(isTarget, rows, rates, within);
  let value = Float64Array.from(isTarget, Number);
  for (let step = 0; step < within; step++) value = once(isTarget, rows, value);
  return value;
}

/** As many roundings as there are terms, and those of the probabilities. */
const down = (sum: number, terms: number): number => sum * (1 - (terms + 8) * 2 ** -52);

function once(
  isTarget: readonly boolean[],
  rows: readonly (readonly Step[])[],
  value: Float64Array,
): Float64Array<ArrayBuffer> {
  return Float64Array.from(isTarget, (target, state) => {
    if (target) return 1;
    let sum = 0;
    for (const { to, probability } of rows[state]!) sum += probability * value[to]!;
    return down(sum, rows[state]!.length);
  });
}

function limit(isTarget: readonly boolean[], rows: readonly (readonly Step[])[]): Float64Array {
  const value = Float64Array.from(isTarget, Number);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let change = 0;
    for (let state = value.length - 1; state >= 0; state--) {
      if (isTarget[state]) continue;
      let sum = 0;
      for (const { to, probability } of rows[state]!) sum += probability * value[to]!;
      const next = down(sum, rows[state]!.length);
      if (next > value[state]!) {
        change = Math.max(change, (next - value[state]!) / next);
        value[state] = next;
      }
    }
    if (change < 1e-13) break;
  }
  return value;
}

/** The share of what the Poisson weights may be wrong by, being made of logarithms. */
const WEIGHT_ERROR = 1e-10;

/**
 * Jumps come at one rate; after each a state is left with its own. What more jumps than are counted would bring is left
 * out.
 */
function inTime(
  isTarget: readonly boolean[],
  rows: readonly (readonly Step[])[],
  rates: ArrayLike<number>,
  time: number,
): Float64Array {
  let rate = 0;
  for (let state = 0; state < isTarget.length; state++) if (!isTarget[state]) rate = Math.max(rate, rates[state]!);
  const mean = rate * time;
  const sum = Float64Array.from(isTarget, Number);
  if (mean === 0) return sum;
  const total = new Float64Array(isTarget.length);
  let value = Float64Array.from(isTarget, Number);
  const last = Math.ceil(mean + 12 * Math.sqrt(mean) + 30);
  let logFactorial = 0;
  for (let jumps = 0; jumps <= last; jumps++) {
    if (jumps > 0) logFactorial += Math.log(jumps);
    const weight = Math.exp(jumps * Math.log(mean) - mean - logFactorial) * (1 - WEIGHT_ERROR);
    for (let state = 0; state < total.length; state++) total[state]! += down(weight * value[state]!, jumps + 4);
    const before = value;
    value = Float64Array.from(isTarget, (target, state) => {
      if (target) return 1;
      const share = rates[state]! / rate;
      let next = (1 - share) * before[state]!;
      for (const { to, probability } of rows[state]!) next += share * probability * before[to]!;
      return down(next, 2 * rows[state]!.length + 4);
    });
  }
  return total.map((chance, state) => (isTarget[state] ? 1 : chance));
}
