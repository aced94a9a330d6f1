// Times a path so that waiting costs least: along one path guards and invariants are linear in the delays, and so is
// what they cost. Where bounds are strict the least may not be attained; then the delays come close to it.

import type { Network } from "../../network/index.ts";
import { createSymbolicSemantics } from "../../semantics/index.ts";
import { compare, type Rational, rational, times, ZERO } from "../../zone/index.ts";
import type { Delays, Expired, TimingProblem } from "../timing-problem.ts";
import { combinations, lay, MOST_PROGRAMS, tightestOf } from "./by-linear-program.ts";
import type { Linear } from "./linear-clocks.ts";
import { type Inequality, maximise } from "./simplex.ts";

export interface CheapestDelays {
  readonly delays: Delays;
  /** Of waiting: no delays cost less. */
  readonly least: Rational;
  /** False: the delays cost a little more, and all that path has do. */
  readonly attained: boolean;
}

/** A run that does not attain the least costs at most this much more. */
const CLOSE = 100n;

/** `rates`: what a unit of time costs in each state of the path. Undefined: there is no such run. */
export function cheapestDelays(
  network: Network,
  problem: TimingProblem,
  rates: readonly number[],
  expired?: Expired,
): CheapestDelays | undefined {
  const program = lay(createSymbolicSemantics(network), problem);
  if (program === undefined) return undefined;
  const weights = new Map<number, bigint>();
  for (const [index, parts] of program.delays.entries()) {
    for (const part of parts) weights.set(part, BigInt(rates[index] ?? 0));
  }
  let best: Solution | undefined;
  let budget = MOST_PROGRAMS;
  for (const chosen of combinations(program.choices)) {
    if (budget-- === 0) break;
    const found = solve(program.variables, chosen.flat(), weights, expired);
    if (found === undefined) continue;
    const order = best === undefined ? -1 : compare(found.least, best.least);
    if (order < 0 || (order === 0 && found.attained && !best!.attained)) best = found;
  }
  return best && { ...best, delays: program.delaysIn(best.values) };
}

interface Solution extends Omit<CheapestDelays, "delays"> {
  readonly values: readonly Rational[];
}

function solve(
  variables: number,
  linears: readonly Linear[],
  weights: ReadonlyMap<number, bigint>,
  expired?: Expired,
): Solution | undefined {
  const tightest = tightestOf(linears);
  if (tightest === undefined) return undefined;
  const room = variables;
  const asked = (isStrict: boolean): Inequality[] =>
    tightest.map(({ coefficients, bound, strict }) => {
      const own = new Map([...coefficients].map(([variable, weight]) => [variable, BigInt(weight)] as const));
      if (strict && isStrict) own.set(room, 1n);
      return { coefficients: own, bound: BigInt(bound) };
    });
  const negated = new Map([...weights].map(([variable, weight]) => [variable, -weight] as const));
  const closed = maximise(variables, asked(false), negated, expired);
  if (closed === undefined) return undefined;
  const least = times(closed.optimum, rational(-1));
  const within = (more: bigint): Inequality => ({
    coefficients: new Map([...weights].map(([variable, weight]) => [variable, weight * least.d * CLOSE] as const)),
    bound: least.n * CLOSE + more * least.d,
  });
  for (const attained of [true, false]) {
    const program = [...asked(true), within(attained ? 0n : 1n)];
    const atMostOne: Inequality = { coefficients: new Map([[room, 1n]]), bound: 1n };
    const widest = maximise(variables + 1, [...program, atMostOne], new Map([[room, 1n]]), expired);
    if (widest === undefined || compare(widest.optimum, ZERO) <= 0) continue;
    // Half of the room is kept, and nobody waits longer than that takes.
    const half = times(widest.optimum, rational(1, 2));
    const keepRoom: Inequality = { coefficients: new Map([[room, -half.d]]), bound: -half.n };
    const total = new Map(Array.from({ length: variables }, (_, variable) => [variable, -1n] as const));
    const values = maximise(variables + 1, [...program, atMostOne, keepRoom], total, expired)?.values;
    return { values: values ?? widest.values, least, attained };
  }
  return undefined;
}
