// Small random chains, MDPs and CTMCs, with their values by exact linear algebra: the slow twin of the solver, which
// shares no code with it. Fractions are pairs of big integers; every memoryless way to resolve choices is tried.

import { Dice, seededChoices } from "@tracehound/core/testing";

export type Fraction = readonly [bigint, bigint];

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
export const fraction = (n: bigint, d = 1n): Fraction => {
  const by = gcd(n, d) * (d < 0n ? -1n : 1n);
  return by === 0n ? [0n, 1n] : [n / by, d / by];
};
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => fraction(a * d + c * b, b * d);
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => fraction(a * c, b * d);
const divide = ([a, b]: Fraction, [c, d]: Fraction): Fraction => fraction(a * d, b * c);
const negate = ([a, b]: Fraction): Fraction => [-a, b];
export const less = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b;
export const minus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
export const ZERO: Fraction = [0n, 1n];
export const ONE: Fraction = [1n, 1n];

/** The fraction that a double is. */
export function exactly(value: number): Fraction {
  let scale = 1n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    scale *= 2n;
  }
  return fraction(BigInt(scaled), scale);
}

export interface RandomModel {
  readonly kind: "dtmc" | "ctmc" | "mdp";
  readonly states: number;
  /** By state: choices; by choice: probabilities or rates, by target. */
  readonly choices: readonly (readonly (readonly { readonly to: number; readonly weight: Fraction }[])[])[];
  readonly text: string;
}

export function randomModel(seed: number): RandomModel {
  const choose = new Dice(seededChoices(seed));
  const kind = choose.one(["dtmc", "ctmc", "mdp"] as const);
  const states = choose.between(2, kind === "mdp" ? 7 : 12);
  const choices = Array.from({ length: states }, () => {
    // Some states have nothing to do: a deadlock, in which time passes.
    const count = choose.between(0, 9) === 0 ? 0 : kind === "mdp" ? choose.between(1, 3) : 1;
    return Array.from({ length: count }, () => {
      const targets = choose.between(1, 3);
      const parts = Array.from({ length: targets }, () => ({
        to: choose.between(0, states - 1),
        part: BigInt(choose.between(1, 9)),
      }));
      const total = kind === "ctmc" ? 7n : parts.reduce((sum, { part }) => sum + part, 0n);
      return parts.map(({ to, part }) => ({ to, weight: fraction(part, total) }));
    });
  });
  const commands = choices.flatMap((list, state) =>
    list.map((branches, at) => {
      const drawn = branches.map(({ to, weight: [n, d] }) => `${n}/${d} : (x'=${to})`).join(" + ");
      return `  [a${kind === "mdp" ? at : 0}] x=${state} -> ${drawn};`;
    }),
  );
  const text = `${kind}\nmodule m\n  x : [0..${states - 1}];\n${commands.join("\n")}\nendmodule\nrewards "r"\n  true : 2;\n  mod(x,3)=1 : 1/3;\nendrewards\n`;
  return { kind, states, choices, text };
}

type Row = readonly { readonly to: number; readonly weight: Fraction }[];

/** One way to resolve choices: rows of probabilities, a loop where nothing happens. */
export function* resolutions({ states, choices, kind }: RandomModel): Generator<readonly Row[]> {
  const at = new Array<number>(states).fill(0);
  for (;;) {
    yield at.map((choice, state) => {
      const row = choices[state]![choice];
      if (row === undefined) return [{ to: state, weight: ONE }];
      const total = kind === "ctmc" ? row.reduce((sum, { weight }) => add(sum, weight), ZERO) : ONE;
      return row.map(({ to, weight }) => ({ to, weight: divide(weight, total) }));
    });
    let state = 0;
    while (state < states && ++at[state]! >= choices[state]!.length) at[state++] = 0;
    if (state === states) return;
  }
}

/** Mean time until a state of a CTMC is left. */
export function sojourn({ choices }: RandomModel, state: number): Fraction {
  const row = choices[state]![0];
  return row === undefined
    ? ZERO
    : divide(
        ONE,
        row.reduce((sum, { weight }) => add(sum, weight), ZERO),
      );
}

/** The probability to reach `target` from each state. */
export function reach(rows: readonly Row[], target: (state: number) => boolean): Fraction[] {
  const can = canReach(rows, target);
  return solveRows(
    rows,
    (state) => (target(state) ? ONE : can[state] ? undefined : ZERO),
    () => ZERO,
  );
}

/** What is earned until `target` is reached; undefined where it may be missed. */
export function earn(
  rows: readonly Row[],
  target: (state: number) => boolean,
  pay: (state: number) => Fraction,
): (Fraction | undefined)[] {
  const chance = reach(rows, target);
  const sure = chance.map(([n, d]) => n === d);
  const values = solveRows(rows, (state) => (target(state) || !sure[state] ? ZERO : undefined), pay);
  return values.map((value, state) => (sure[state] ? value : undefined));
}

/** The probability to reach `target` within so many steps. */
export function reachWithin(rows: readonly Row[], target: (state: number) => boolean, steps: number): Fraction[] {
  let value = rows.map((_, state) => (target(state) ? ONE : ZERO));
  for (let step = 0; step < steps; step++) {
    const before = value;
    value = rows.map((row, state) =>
      target(state) ? ONE : row.reduce((sum, { to, weight }) => add(sum, multiply(weight, before[to]!)), ZERO),
    );
  }
  return value;
}

/** What the best or the worst choices make of `target` within so many steps, or earn in them where `pay` is told. */
export function bestWithin(
  { choices }: RandomModel,
  steps: number,
  sign: 1 | -1,
  { target, pay = () => ZERO }: { target?: (state: number) => boolean; pay?: (state: number) => Fraction },
): Fraction[] {
  let value = choices.map((_, state) => (target?.(state) ? ONE : ZERO));
  for (let step = 0; step < steps; step++) {
    const before = value;
    value = choices.map((rows, state) => {
      if (target?.(state)) return ONE;
      const means = rows.map((row) =>
        row.reduce((sum, { to, weight }) => add(sum, multiply(weight, before[to]!)), pay(state)),
      );
      if (means.length === 0) return add(pay(state), before[state]!);
      return means.reduce((a, b) => (less(a, b) === (sign === 1) ? b : a));
    });
  }
  return value;
}

function canReach(rows: readonly Row[], target: (state: number) => boolean): boolean[] {
  const can = rows.map((_, state) => target(state));
  for (let round = 0; round < rows.length; round++) {
    for (const [state, row] of rows.entries()) can[state] ||= row.some(({ to }) => can[to]);
  }
  return can;
}

/** x = A x + b where nothing is known, by Gauss–Jordan elimination. */
function solveRows(
  rows: readonly Row[],
  known: (state: number) => Fraction | undefined,
  pay: (state: number) => Fraction,
): Fraction[] {
  const size = rows.length;
  const matrix = rows.map((row, state) => {
    const line = Array.from({ length: size + 1 }, (_, column): Fraction => (column === state ? ONE : ZERO));
    const value = known(state);
    if (value !== undefined) line[size] = value;
    else {
      line[size] = pay(state);
      for (const { to, weight } of row) line[to] = add(line[to]!, negate(weight));
    }
    return line;
  });
  for (let pivot = 0; pivot < size; pivot++) {
    const found = matrix.findIndex((line, at) => at >= pivot && line[pivot]![0] !== 0n);
    [matrix[pivot], matrix[found]] = [matrix[found]!, matrix[pivot]!];
    const lead = matrix[pivot]![pivot]!;
    matrix[pivot] = matrix[pivot]!.map((entry) => divide(entry, lead));
    for (const [at, line] of matrix.entries()) {
      if (at === pivot || line[pivot]![0] === 0n) continue;
      const factor = line[pivot]!;
      matrix[at] = line.map((entry, column) => add(entry, negate(multiply(factor, matrix[pivot]![column]!))));
    }
  }
  return matrix.map((line) => line[size]!);
}

/** 2 to this power is one, in numbers with so many binary digits behind the point. */
const DIGITS = 240n;
const UNIT = 1n << DIGITS;

/**
 * The probability to reach `target` within `time` from each state of a CTMC: jumps at one rate, in numbers of 240
 * binary digits; right to 180.
 */
export function reachInTime(
  { choices, states }: RandomModel,
  target: (state: number) => boolean,
  [n, d]: Fraction,
): Fraction[] {
  const rates = Array.from({ length: states }, (_, state) =>
    target(state) ? ZERO : (choices[state]![0] ?? []).reduce((sum, { weight }) => add(sum, weight), ZERO),
  );
  const rate = rates.reduce((most, one) => (less(most, one) ? one : most), ZERO);
  let value = rates.map((_, state) => (target(state) ? UNIT : 0n));
  if (rate[0] === 0n) return value.map((one) => fraction(one, UNIT));
  const [p, q] = fraction(rate[0] * n, rate[1] * d);
  // e to the power of the mean, by its series: all terms are positive.
  let whole = 0n;
  for (let term = UNIT, k = 1n; term > 0n; term = (term * p) / (q * k), k++) whole += term;
  const sum = rates.map(() => 0n);
  for (let term = UNIT, k = 1n; term > 0n; term = (term * p) / (q * k), k++) {
    for (let state = 0; state < states; state++) sum[state]! += (term * value[state]!) / whole;
    const before = value;
    value = before.map((own, state) => {
      if (target(state)) return UNIT;
      const [stayN, stayD] = add(rate, negate(rates[state]!));
      let next = (own * stayN * rate[1]) / (stayD * rate[0]);
      for (const { to, weight } of choices[state]![0] ?? [])
        next += (before[to]! * weight[0] * rate[1]) / (weight[1] * rate[0]);
      return next;
    });
  }
  return sum.map((one) => fraction(one, UNIT));
}
