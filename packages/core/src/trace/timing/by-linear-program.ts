// Times a path of a network with stopwatches, exactly. Zones over-approximate delays with stopped clocks, but along
// one path every clock is a sum of delays, so each guard and invariant is a linear inequality. Where the semantics
// splits (a receiver that stays out, a formula with "or"), the alternatives are tried one after the other.

import type { Network } from "../../network/index.ts";
import {
  createSymbolicSemantics,
  type Discrete,
  foreverAvoiding,
  type SymbolicSemantics,
  sameTransition,
  stuckAvoiding,
} from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { compare, type Federation, plus, type Rational, rational, times, universe, ZERO } from "../../zone/index.ts";
import type { Delays, Expired, TimingProblem } from "../timing-problem.ts";
import {
  atZone,
  avoidBefore,
  avoidDuring,
  type Linear,
  type LinearClockValues,
  pass,
  reset,
  start,
} from "./linear-clocks.ts";
import { type Inequality, maximise } from "./simplex.ts";

/** More combinations of alternatives than this are not tried: the path then counts as not timed. */
export const MOST_PROGRAMS = 64;

export function timeByLinearProgram(network: Network, problem: TimingProblem, expired?: Expired): Delays | undefined {
  const program = lay(createSymbolicSemantics(network), problem);
  const values = program?.solve(expired);
  return values === undefined ? undefined : program!.delaysIn(values);
}

/** Linear inequalities along a path, gathered step by step: what delays and clocks have to satisfy. */
export class PathProgram {
  /** One of each list has to hold. */
  readonly choices: (readonly (readonly Linear[])[])[] = [];
  /** The same for urgent synchronisations: asked for only where a solution disregards them, which is rare. */
  private readonly urgencies: (readonly (readonly Linear[])[])[] = [];
  /** The variables that make up the delay before each step, and at the end. */
  readonly delays: (readonly number[])[] = [];
  variables: number;
  discrete: Discrete;
  clocks: LinearClockValues;
  private readonly semantics: SymbolicSemantics;
  private readonly problem: Pick<TimingProblem, "stay" | "frameSize">;
  private readonly everywhere: Int32Array;

  /** Variables below `variables` are the caller's: `clocks` may speak of them. */
  constructor(
    semantics: SymbolicSemantics,
    problem: Pick<TimingProblem, "stay" | "frameSize">,
    at: { readonly discrete: Discrete; readonly clocks: LinearClockValues; readonly variables: number },
  ) {
    this.semantics = semantics;
    this.problem = problem;
    this.discrete = at.discrete;
    this.clocks = at.clocks;
    this.variables = at.variables;
    this.everywhere = universe(semantics.dim);
  }

  /** Time passes in state `index` of the path. */
  wait(index: number): void {
    const { semantics, discrete } = this;
    const { stay, frameSize } = this.problem;
    const parts: number[] = [];
    const arrived = this.clocks;
    const stops = semantics.timeStops(discrete);
    const stopped = semantics.stopped(discrete);
    const phase = (): void => {
      if (stops) return;
      parts.push(this.variables);
      this.clocks = pass(this.clocks, this.variables++, stopped);
    };
    const staying = stay !== undefined && index >= stay.from;
    if (staying && index === stay.from && stay.start !== undefined) {
      phase();
      this.lieIn(semantics.where(stay.start, frameSize, discrete, this.everywhere));
    }
    const entered = this.clocks;
    phase();
    if (staying) {
      for (const bad of semantics.where(stay.avoid, frameSize, discrete, this.everywhere)) {
        this.choices.push(avoidDuring(bad, entered, this.clocks, semantics.dim));
      }
    }
    if (parts.length > 0) {
      const none = parts.map((part): Linear => ({ coefficients: new Map([[part, 1]]), bound: 0, strict: false }));
      for (const urgent of semantics.urgentZones(discrete)) {
        this.urgencies.push([none, ...avoidBefore(urgent, arrived, this.clocks, semantics.dim)]);
      }
    }
    this.delays.push(parts);
  }

  /** False when there is no such step. */
  take(transition: JointTransition): boolean {
    const { semantics, discrete } = this;
    const moves = semantics
      .successors(discrete, semantics.invariant(discrete), transition)
      .moves.filter((move) => sameTransition(move.transition, transition));
    const first = moves[0];
    if (first === undefined) return false;
    this.lieIn(moves.map(({ leave }) => leave));
    this.clocks = reset(this.clocks, first.assignments);
    this.discrete = first.target;
    return true;
  }

  lieIn(zones: Federation): void {
    this.choices.push(zones.map((zone) => atZone(zone, this.clocks, this.semantics.dim)));
  }

  /**
   * Values of all variables, earliest end first; undefined: there are none, or finding them takes too many programs.
   */
  solve(expired?: Expired): readonly Rational[] | undefined {
    const choices = [...this.choices];
    let disregarded = [...this.urgencies];
    for (;;) {
      const values = this.solveWith(choices, expired);
      if (values === undefined) return undefined;
      const broken = disregarded.filter((ways) => !ways.some((way) => way.every((linear) => holds(linear, values))));
      if (broken.length === 0) return values;
      choices.push(...broken);
      disregarded = disregarded.filter((ways) => !broken.includes(ways));
    }
  }

  private solveWith(choices: PathProgram["choices"], expired?: Expired): readonly Rational[] | undefined {
    let budget = MOST_PROGRAMS;
    for (const chosen of combinations(choices)) {
      if (budget-- === 0) return undefined;
      const values = solve(this.variables, chosen.flat(), expired);
      if (values !== undefined) return values;
    }
    return undefined;
  }

  /** The delays of the path in a solution. */
  delaysIn(values: readonly Rational[]): Rational[] {
    return this.delays.map((parts) => parts.reduce((sum, variable) => plus(sum, values[variable]!), ZERO));
  }
}

export function lay(semantics: SymbolicSemantics, problem: TimingProblem): PathProgram | undefined {
  const { path, goal } = problem;
  const { dim } = semantics;
  const initial = semantics.initial()[path.initial];
  if (initial === undefined) return undefined;
  const clocks = start(initial.zone, dim);
  const program = new PathProgram(semantics, problem, { discrete: initial, clocks, variables: 0 });
  let loop = clocks;
  for (const [index, transition] of path.transitions.entries()) {
    if (goal.kind === "loop" && goal.loopStart === index) loop = program.clocks;
    program.wait(index);
    if (!program.take(transition)) return undefined;
  }
  if (goal.kind === "loop") {
    program.delays.push([]);
    program.choices.push([equal(loop, program.clocks)]);
  } else {
    program.wait(path.transitions.length);
    program.lieIn(ends(semantics, problem, program.discrete));
  }
  return program;
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

function holds({ coefficients, bound, strict }: Linear, values: readonly Rational[]): boolean {
  let sum = ZERO;
  for (const [variable, weight] of coefficients) sum = plus(sum, times(values[variable]!, rational(weight)));
  const order = compare(sum, rational(bound));
  return strict ? order < 0 : order <= 0;
}

/** All clocks (of some rows) have the values they had. */
export function equal(
  a: LinearClockValues,
  b: LinearClockValues,
  among: (row: number) => boolean = () => true,
): Linear[] {
  return a.flatMap((before, row) => {
    if (!among(row)) return [];
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
export function* combinations<T>(choices: readonly (readonly T[])[], from = 0): Generator<T[]> {
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
  const tightest = tightestOf(linears);
  if (tightest === undefined) return undefined;
  const asked = tightest.map(({ coefficients, bound, strict }): Inequality => {
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

/**
 * One inequality of those with the same left side: steps between which no time passes ask the same, so most go. Bounds
 * are integers, and strict ones leave room of at most 1, so the tightest implies the others. Undefined: one cannot
 * hold.
 */
export function tightestOf(linears: readonly Linear[]): readonly Linear[] | undefined {
  const bySide = new Map<string, Linear>();
  for (const linear of linears) {
    const { bound, strict } = linear;
    const coefficients = new Map([...linear.coefficients].filter(([, weight]) => weight !== 0));
    if (coefficients.size === 0) {
      if (bound < 0 || (strict && bound === 0)) return undefined;
      continue;
    }
    const side = [...coefficients].sort(([a], [b]) => a - b).join(";");
    const known = bySide.get(side);
    if (known !== undefined && (known.bound < bound || (known.bound === bound && (known.strict || !strict)))) continue;
    bySide.set(side, { coefficients, bound, strict });
  }
  return [...bySide.values()];
}
