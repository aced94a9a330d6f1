// Exact probabilities of small graphs: the equations of one way to resolve choices, solved in rationals by elimination,
// component by component; that no other way is better is then checked in rationals, too.

import { minus, over, plus, type Rational, rational, times } from "../basics/rational.ts";
import { internSteps, StepBuffer } from "../engine/index.ts";
import { componentsOf } from "./components.ts";
import { exactValueOf, Inexact } from "./exact-weights.ts";
import type { ExplicitModel } from "./explicit.ts";
import type { Optimum } from "./model.ts";
import type { Solved } from "./unbounded.ts";

const MOST_STATES = 2_000;
const MOST_IN_COMPONENT = 40;
/** Digits of all fractions together: what a moment of work can carry. */
const MOST_BITS = 20_000_000;

/** By choice of the model: where it leads, and how likely, exactly. */
type ExactChoices = readonly (readonly { readonly to: number; readonly p: Rational }[])[];

/** The exact value in a state; undefined where the graph is too large or some number has no fraction. */
export function exactProbability(
  model: ExplicitModel,
  solved: Solved,
  state: number,
  optimum: Optimum,
): Rational | undefined {
  if (model.states > MOST_STATES) return undefined;
  if (solved.one[state] || solved.zero[state]) return rational(solved.one[state] ? 1 : 0);
  try {
    const choices = exactChoices(model);
    const value = solveExactly(model, choices, solved);
    return value !== undefined && isOptimal(model, choices, solved, value, optimum) ? value[state] : undefined;
  } catch (error) {
    if (error instanceof Inexact) return undefined;
    throw error;
  }
}

function exactChoices(model: ExplicitModel): ExactChoices {
  const { graph } = model;
  const { stochastic } = graph.network;
  if (stochastic === undefined) throw new Inexact();
  const steps = new StepBuffer();
  const result: { to: number; p: Rational }[][] = [];
  for (let index = 0; index < model.states; index++) {
    const state = model.stateOf[index]!;
    internSteps(graph.engine, state, steps);
    const { cells } = graph.engine.view(state);
    const weight = new Map<number, Rational>();
    const weightOf = (edge: number): Rational => {
      if (!weight.has(edge)) weight.set(edge, exactValueOf(stochastic.branches[edge]!.weight, cells));
      return weight.get(edge)!;
    };
    const commands = new Map<string, { to: number; p: Rational }[]>();
    for (let ordinal = 0; ordinal < steps.count; ordinal++) {
      const edges = Array.from(
        steps.edges.subarray(ordinal === 0 ? 0 : steps.ends[ordinal - 1]!, steps.ends[ordinal]!),
      );
      const p = edges.reduce((product, edge) => times(product, weightOf(edge)), rational(1));
      if (p.n === 0n) continue;
      const key = edges.map((edge) => graph.draws.command[edge]).join();
      if (!commands.has(key)) commands.set(key, []);
      commands.get(key)!.push({ to: model.indexOf[steps.targets[ordinal]!]!, p });
    }
    result.push(...asChoices(model, index, [...commands.values()]));
  }
  return result;
}

/**
 * Commands of a chain are one choice; equal choices of an MDP were dropped, so each is found by its targets and
 * probabilities.
 */
function asChoices(
  model: ExplicitModel,
  index: number,
  commands: { to: number; p: Rational }[][],
): { to: number; p: Rational }[][] {
  const { kind } = model.graph.draws;
  if (commands.length === 0) return [[{ to: index, p: rational(1) }]];
  if (kind !== "mdp") {
    const all = commands.flat();
    const total = kind === "ctmc" ? all.reduce((sum, { p }) => plus(sum, p), rational(0)) : rational(commands.length);
    return [all.map(({ to, p }) => ({ to, p: over(p, total) }))];
  }
  const { choices, transitions, target, probability } = model;
  const list: { to: number; p: Rational }[][] = [];
  for (let choice = choices[index]!; choice < choices[index + 1]!; choice++) {
    const wanted = new Map<number, number>();
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++) wanted.set(target[at]!, probability[at]!);
    const found = commands.find((command) => {
      const sums = new Map<number, number>();
      for (const { to, p } of command) sums.set(to, (sums.get(to) ?? 0) + Number(p.n) / Number(p.d));
      return sums.size === wanted.size && [...sums].every(([to, p]) => Math.abs((wanted.get(to) ?? -1) - p) < 1e-12);
    });
    if (found === undefined) throw new Inexact();
    list.push(found);
  }
  return list;
}

/** The values of all states under the scheduler that the solver found. */
function solveExactly(
  model: ExplicitModel,
  choices: ExactChoices,
  { scheduler, zero, one }: Solved,
): Rational[] | undefined {
  const value: (Rational | undefined)[] = Array.from({ length: model.states }, (_, state) =>
    one[state] ? rational(1) : zero[state] ? rational(0) : undefined,
  );
  const isSought = (state: number): boolean => value[state] === undefined;
  const chosen = (state: number): ExactChoices[number] => choices[scheduler[state]!] ?? [];
  for (let state = 0; state < model.states; state++) if (isSought(state) && scheduler[state]! < 0) return undefined;
  const { count, first, nodes } = componentsOf(model.states, isSought, (state, k) => {
    const step = chosen(state)[k];
    return step === undefined ? -2 : isSought(step.to) ? step.to : -1;
  });
  let bits = 0;
  for (let component = 0; component < count; component++) {
    const members = Array.from(nodes.subarray(first[component]!, first[component + 1]!));
    if (members.length > MOST_IN_COMPONENT) return undefined;
    const values = eliminate(members, chosen, value);
    if (values === undefined) return undefined;
    for (const [at, state] of members.entries()) {
      value[state] = values[at]!;
      bits += values[at]!.d.toString(16).length * 4;
    }
    if (bits > MOST_BITS) return undefined;
  }
  return value as Rational[];
}

/** Gauss–Jordan elimination of x = A x + b over the states of one component. */
function eliminate(
  members: readonly number[],
  chosen: (state: number) => ExactChoices[number],
  value: readonly (Rational | undefined)[],
): Rational[] | undefined {
  const place = new Map(members.map((state, at) => [state, at]));
  const size = members.length;
  const rows = members.map((state, at) => {
    const row = Array.from({ length: size + 1 }, (_, column) => rational(column === at ? 1 : 0));
    for (const { to, p } of chosen(state)) {
      const column = place.get(to);
      if (column === undefined) row[size] = plus(row[size]!, times(p, value[to]!));
      else row[column] = minus(row[column]!, p);
    }
    return row;
  });
  for (let pivot = 0; pivot < size; pivot++) {
    const found = rows.findIndex((row, at) => at >= pivot && row[pivot]!.n !== 0n);
    if (found < 0) return undefined;
    [rows[pivot], rows[found]] = [rows[found]!, rows[pivot]!];
    const lead = rows[pivot]![pivot]!;
    rows[pivot] = rows[pivot]!.map((entry) => (entry.n === 0n ? entry : over(entry, lead)));
    for (const [at, row] of rows.entries()) {
      const factor = row[pivot]!;
      if (at === pivot || factor.n === 0n) continue;
      rows[at] = row.map((entry, column) =>
        rows[pivot]![column]!.n === 0n ? entry : minus(entry, times(factor, rows[pivot]![column]!)),
      );
    }
  }
  return rows.map((row) => row[size]!);
}

/** Is no choice better anywhere? */
function isOptimal(
  model: ExplicitModel,
  choices: ExactChoices,
  { zero, one }: Solved,
  value: readonly Rational[],
  optimum: Optimum,
): boolean {
  for (let state = 0; state < model.states; state++) {
    if (zero[state] || one[state] || model.choices[state + 1]! - model.choices[state]! === 1) continue;
    for (let choice = model.choices[state]!; choice < model.choices[state + 1]!; choice++) {
      const sum = choices[choice]!.reduce((total, { to, p }) => plus(total, times(p, value[to]!)), rational(0));
      const gain = minus(sum, value[state]!).n;
      if (optimum === "max" ? gain > 0n : gain < 0n) return false;
    }
  }
  return true;
}
