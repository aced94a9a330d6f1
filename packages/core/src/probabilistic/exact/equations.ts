// Exact values of unbounded questions: the equations of one way to resolve choices, solved in rationals by elimination,
// component by component. That no other way is better is then checked in rationals, too; values of a way that no single
// change betters are the best ones, since 0, 1 and infinite were told apart on the graph.

import { orderedComponents } from "../../basics/components.ts";
import { minus, ONE, over, plus, type Rational, times, ZERO } from "../../basics/rational.ts";
import type { Solved } from "../measures/unbounded.ts";
import type { Model, Optimum } from "../model.ts";
import { type Arithmetic, eliminateStates, type StateEquation } from "../state-elimination.ts";
import type { ExactChoice, ExactModel } from "./choices.ts";
import type { ExactValues } from "./values.ts";

/** Products of short fractions. */
const MOST_WORK = 200_000;
/** Digits of all fractions together: what a moment of work can carry. */
const MOST_BITS = 20_000_000;

export interface ExactEquations {
  readonly exact: ExactModel;
  /** What numbers found: which values are known from the graph, and the best choices of the others. */
  readonly solved: Solved;
  readonly optimum: Optimum;
  /** By choice; absent: a probability is asked for, and `one` are its states. Else these have infinite values. */
  readonly earned?: readonly Rational[] | undefined;
}

/** Undefined where components or numbers are too large. */
export function exactSolution(model: Model, equations: ExactEquations): ExactValues | undefined {
  const value = solveExactly(model, equations);
  if (value === undefined || !isOptimal(model, equations, value)) return undefined;
  return { at: (state) => value[state] ?? undefined };
}

/** `null`: infinite. */
type Value = Rational | null;

/** The values of all states under the scheduler that the solver found. */
function solveExactly(model: Model, { exact, solved, earned }: ExactEquations): Value[] | undefined {
  const { zero, one } = solved;
  const scheduler = completed(model, solved);
  const value: (Value | undefined)[] = Array.from({ length: model.states }, (_, state) =>
    one[state] ? (earned === undefined ? ONE : null) : zero[state] ? ZERO : undefined,
  );
  const isSought = (state: number): boolean => value[state] === undefined;
  const branchesOf = (state: number): ExactChoice["branches"] => exact.choices[scheduler[state]!]?.branches ?? [];
  for (let state = 0; state < model.states; state++) if (isSought(state) && scheduler[state]! < 0) return undefined;
  const { count, first, nodes } = orderedComponents(model.states, isSought, (state, k) => {
    const step = branchesOf(state)[k];
    return step === undefined ? -2 : isSought(step.to) ? step.to : -1;
  });
  let bits = 0;
  for (let component = 0; component < count; component++) {
    const members = Array.from(nodes.subarray(first[component]!, first[component + 1]!));
    const constants = members.map((state) => earned?.[scheduler[state]!] ?? ZERO);
    const values = eliminate(members, branchesOf, constants, value);
    if (values === undefined) return undefined;
    for (const [at, state] of members.entries()) {
      value[state] = values[at]!;
      bits += values[at]!.d.toString(16).length * 4;
    }
    if (bits > MOST_BITS) return undefined;
  }
  return value as Value[];
}

/**
 * In an end component the solver knows which state leaves it, and how; the others go there, by choices that stay among
 * states of the same value and may come closer. A state is near once its choice may lead to one that is, down to those
 * whose value is known: one with a single choice inside of the component is not near by itself.
 */
function completed(model: Model, { scheduler, lower, zero, one }: Solved): Int32Array {
  const { states, choices, transitions, target } = model;
  const chosen = scheduler.slice();
  const isNear = zero.map((member, state) => (member || one[state] ? 1 : 0));
  const targetsOf = (choice: number): Int32Array => target.subarray(transitions[choice]!, transitions[choice + 1]!);
  const leadsOn = (choice: number): boolean => targetsOf(choice).some((next) => isNear[next] === 1);
  const staysEven = (state: number, choice: number): boolean =>
    targetsOf(choice).every((next) => lower[next] === lower[state]);
  const nearChoice = (state: number): number => {
    if (chosen[state]! >= 0) return leadsOn(chosen[state]!) ? chosen[state]! : -1;
    for (let choice = choices[state]!; choice < choices[state + 1]!; choice++)
      if (staysEven(state, choice) && leadsOn(choice)) return choice;
    return -1;
  };
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    // Against the direction in which most steps go.
    for (let state = states - 1; state >= 0; state--) {
      const choice = isNear[state] ? -1 : nearChoice(state);
      if (choice < 0) continue;
      chosen[state] = choice;
      isNear[state] = 1;
      isMoving = true;
    }
  }
  return chosen;
}

/** x = A x + b over the states of one component. */
function eliminate(
  members: readonly number[],
  branchesOf: (state: number) => ExactChoice["branches"],
  constants: readonly Rational[],
  value: readonly (Value | undefined)[],
): Rational[] | undefined {
  const place = new Map(members.map((state, at) => [state, at]));
  const equations: StateEquation<Rational>[] = [];
  for (const [at, state] of members.entries()) {
    const to = new Map<number, Rational>();
    let [constant, exit] = [constants[at]!, ZERO];
    for (const { to: next, p } of branchesOf(state)) {
      const inside = place.get(next);
      if (inside !== undefined) {
        if (inside !== at) to.set(inside, plus(to.get(inside) ?? ZERO, p));
        continue;
      }
      // A way to an infinite value was none that the solver could take.
      if (value[next] === null) return undefined;
      constant = plus(constant, times(p, value[next]!));
      exit = plus(exit, p);
    }
    equations.push({ to, exit, constant });
  }
  return eliminateStates(equations, fractions, MOST_WORK);
}

const fractions: Arithmetic<Rational> = {
  zero: ZERO,
  plus,
  times,
  over,
  isZero: ({ n }) => n === 0n,
  // Reducing takes a time that grows with the square of the length.
  weigh: ({ d }) => 1 + (d.toString(16).length / 16) ** 2,
};

/** Is no choice better anywhere? */
function isOptimal(model: Model, { exact, solved, optimum, earned }: ExactEquations, value: readonly Value[]): boolean {
  const { zero, one } = solved;
  for (let state = 0; state < model.states; state++) {
    if (zero[state] || one[state] || model.choices[state + 1]! - model.choices[state]! === 1) continue;
    for (let choice = model.choices[state]!; choice < model.choices[state + 1]!; choice++) {
      const { branches } = exact.choices[choice]!;
      // Where a maximum is finite no choice leads to an infinite one; a minimum leaves such choices to others.
      if (branches.some(({ to }) => value[to] === null)) continue;
      const sum = branches.reduce((total, { to, p }) => plus(total, times(p, value[to]!)), earned?.[choice] ?? ZERO);
      const gain = minus(sum, value[state]!).n;
      if (optimum === "max" ? gain > 0n : gain < 0n) return false;
    }
  }
  return true;
}
