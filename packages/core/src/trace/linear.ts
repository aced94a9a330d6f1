// Times a path of a network with stopwatches, exactly. Zones over-approximate delays with stopped clocks, but along
// one path every clock is a sum of delays, so each guard and invariant is a linear inequality. Where the semantics
// splits (a receiver that stays out, a formula with "or"), the alternatives are tried one after the other.

import { createSymbolicSemantics, type Discrete, type SymbolicSemantics, sameTransition } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { foreverAvoiding, stuckAvoiding } from "../search/index.ts";
import { compare, type Federation, type Rational, rational, times, universe, ZERO } from "../zone/index.ts";
import { atZone, avoidDuring, type ClockValues, type Linear, pass, reset, start } from "./linear-clocks.ts";
import { type Inequality, maximise } from "./simplex.ts";
import type { Delays, Expired, TimingProblem } from "./timing.ts";

/** More combinations of alternatives than this are not tried: the path then counts as not timed. */
const MOST_PROGRAMS = 64;

export function timeByLinearProgram(network: Network, problem: TimingProblem, expired?: Expired): Delays | undefined {
  const semantics = createSymbolicSemantics(network);
  const layout = lay(semantics, problem);
  if (layout === undefined) return undefined;
  const { choices, delays, variables } = layout;
  let budget = MOST_PROGRAMS;
  for (const chosen of combinations(choices)) {
    if (budget-- === 0) return undefined;
    const values = solve(variables, chosen.flat(), expired);
    if (values !== undefined) return delays.map((parts) => parts.reduce((sum, v) => plusAt(values, sum, v), ZERO));
  }
  return undefined;
}

function plusAt(values: readonly Rational[], sum: Rational, variable: number): Rational {
  const value = values[variable]!;
  return rational(sum.n * value.d + value.n * sum.d, sum.d * value.d);
}

interface Layout {
  /** One of each list has to hold. */
  readonly choices: readonly (readonly (readonly Linear[])[])[];
  /** The variables that make up the delay before each step, and at the end. */
  readonly delays: readonly (readonly number[])[];
  readonly variables: number;
}

function lay(semantics: SymbolicSemantics, problem: TimingProblem): Layout | undefined {
  const { path, stay, frameSize, goal } = problem;
  const { dim } = semantics;
  const initial = semantics.initial()[path.initial];
  if (initial === undefined) return undefined;
  const choices: (readonly (readonly Linear[])[])[] = [];
  const delays: number[][] = [];
  let variables = 0;
  let discrete: Discrete = initial;
  let clocks: ClockValues = start(initial.zone, dim);
  let loop: ClockValues | undefined;
  const everywhere = universe(dim);

  const wait = (index: number): void => {
    const parts: number[] = [];
    const stops = semantics.timeStops(discrete);
    const stopped = semantics.stopped(discrete);
    const phase = (): void => {
      if (stops) return;
      parts.push(variables);
      clocks = pass(clocks, variables++, stopped);
    };
    const staying = stay !== undefined && index >= stay.from;
    if (staying && index === stay.from && stay.start !== undefined) {
      phase();
      choices.push(alternatives(semantics.where(stay.start, frameSize, discrete, everywhere), clocks, dim));
    }
    const entered = clocks;
    phase();
    if (staying) {
      for (const bad of semantics.where(stay.avoid, frameSize, discrete, everywhere)) {
        choices.push(avoidDuring(bad, entered, clocks, dim));
      }
    }
    delays.push(parts);
  };

  for (const [index, transition] of path.transitions.entries()) {
    if (goal.kind === "loop" && goal.loopStart === index) loop = clocks;
    wait(index);
    const moves = semantics
      .successors(discrete, semantics.invariant(discrete))
      .moves.filter((move) => sameTransition(move.transition, transition));
    const first = moves[0];
    if (first === undefined) return undefined;
    choices.push(
      alternatives(
        moves.map(({ leave }) => leave),
        clocks,
        dim,
      ),
    );
    clocks = reset(clocks, first.assignments);
    discrete = first.target;
  }
  if (goal.kind === "loop") {
    delays.push([]);
    choices.push([equal(loop ?? clocks, clocks)]);
    return { choices, delays, variables };
  }
  wait(path.transitions.length);
  choices.push(alternatives(ends(semantics, problem, discrete), clocks, dim));
  return { choices, delays, variables };
}

function ends(semantics: SymbolicSemantics, problem: TimingProblem, discrete: Discrete): Federation {
  const { goal, stay, frameSize } = problem;
  const invariant = semantics.invariant(discrete);
  const avoid = stay === undefined ? [] : semantics.where(stay.avoid, frameSize, discrete, universe(semantics.dim));
  switch (goal.kind) {
    case "target":
      return semantics.where(goal.formula, frameSize, discrete, invariant);
    case "deadlock":
      return stuckAvoiding(semantics, discrete, invariant, avoid);
    case "unbounded-delay":
      return foreverAvoiding(semantics, discrete, invariant, avoid);
    case "loop":
      return [invariant];
    case "fault": {
      const { faults } = semantics.successors(discrete, invariant);
      const { transition } = goal;
      if (transition === undefined) return [invariant];
      return faults
        .filter((fault) => fault.transition !== undefined && sameTransition(fault.transition, transition))
        .map(({ leave }) => leave);
    }
  }
}

function alternatives(zones: Federation, clocks: ClockValues, dim: number): readonly (readonly Linear[])[] {
  return zones.map((zone) => atZone(zone, clocks, dim));
}

/** All clocks have the values they had. */
function equal(a: ClockValues, b: ClockValues): readonly Linear[] {
  return a.flatMap((before, row) => {
    const after = b[row]!;
    const difference = new Map(before.coefficients);
    for (const [variable, weight] of after.coefficients) {
      difference.set(variable, (difference.get(variable) ?? 0) - weight);
    }
    const negated = new Map([...difference].map(([variable, weight]) => [variable, -weight] as const));
    return [
      { coefficients: difference, bound: after.constant - before.constant, strict: false },
      { coefficients: negated, bound: before.constant - after.constant, strict: false },
    ];
  });
}

/** All ways to take one alternative of each choice, the first ones first. */
function* combinations<T>(choices: readonly (readonly T[])[], from = 0): Generator<T[]> {
  if (from === choices.length) {
    yield [];
    return;
  }
  for (const chosen of choices[from]!) {
    for (const rest of combinations(choices, from + 1)) yield [chosen, ...rest];
  }
}

/**
 * Delays that satisfy everything, earliest end first. Strict inequalities are met with some room to spare: first the
 * most room (up to 1) is found, then, with half of it kept, the least total delay.
 */
function solve(variables: number, linears: readonly Linear[], expired?: Expired): readonly Rational[] | undefined {
  const room = variables;
  const asked = linears.map(({ coefficients, bound, strict }): Inequality => {
    const weights = new Map([...coefficients].map(([variable, weight]) => [variable, BigInt(weight)] as const));
    if (strict) weights.set(room, 1n);
    return { coefficients: weights, bound: BigInt(bound) };
  });
  const atMostOne: Inequality = { coefficients: new Map([[room, 1n]]), bound: 1n };
  const widest = maximise(variables + 1, [...asked, atMostOne], new Map([[room, 1n]]), expired);
  if (widest === undefined || compare(widest.optimum, ZERO) <= 0) return undefined;
  const half = times(widest.optimum, rational(1, 2));
  const keepRoom: Inequality = { coefficients: new Map([[room, -half.d]]), bound: -half.n };
  const total = new Map(Array.from({ length: variables }, (_, variable) => [variable, -1n] as const));
  return maximise(variables + 1, [...asked, atMostOne, keepRoom], total, expired)?.values ?? widest.values;
}
