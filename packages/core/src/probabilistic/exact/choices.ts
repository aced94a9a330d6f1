// A small graph once more, with its probabilities as fractions: weights are evaluated in rationals for every state.

import { ONE, over, plus, type Rational, rational, rationalToString, times, ZERO } from "../../basics/rational.ts";
import { internSteps, StepBuffer } from "../../engine/index.ts";
import type { ExplicitModel } from "../explicit.ts";
import { uppaalBranches } from "../uppaal-branches.ts";
import { exactValueOf, Inexact } from "./weights.ts";

const MOST_STATES = 2_000;

export interface ExactBranch {
  readonly to: number;
  readonly p: Rational;
}

export interface ExactChoice {
  readonly branches: readonly ExactBranch[];
  /** Which part of its steps is of which action (−1: of none). */
  readonly shares: readonly { readonly event: number; readonly share: Rational }[];
}

export interface ExactModel {
  /** By choice of the model. */
  readonly choices: readonly ExactChoice[];
  /** By state of a CTMC: the sum of its rates. */
  readonly exit: readonly Rational[];
}

const known = new WeakMap<ExplicitModel, ExactModel | undefined>();

/** Undefined where the graph is too large or some number has no fraction. */
export function exactModel(model: ExplicitModel): ExactModel | undefined {
  if (model.states > MOST_STATES) return undefined;
  if (!known.has(model)) known.set(model, fractionsOf(model));
  return known.get(model);
}

function fractionsOf(model: ExplicitModel): ExactModel | undefined {
  const choices: ExactChoice[] = [];
  const exit: Rational[] = [];
  try {
    for (const [state, commands] of commandsOf(model)) {
      if (model.exit !== undefined) exit.push(sumOf(commands.flatMap(({ branches }) => branches)));
      if (commands.length === 0) choices.push({ branches: [{ to: state, p: ONE }], shares: [] });
      else if (model.graph.draws.kind === "mdp") choices.push(...choicesOf(model, state, commands));
      else choices.push(chainOf(commands, model.exit === undefined ? rational(commands.length) : exit[state]!));
    }
  } catch (error) {
    if (error instanceof Inexact) return undefined;
    throw error;
  }
  return { choices, exit };
}

const sumOf = (branches: readonly ExactBranch[]): Rational => branches.reduce((sum, { p }) => plus(sum, p), ZERO);

interface Command {
  readonly event: number;
  readonly branches: ExactBranch[];
}

/** State by state: the commands that are enabled, with those branches that have a chance. */
function* commandsOf(model: ExplicitModel): Generator<[state: number, readonly Command[]]> {
  const { graph, indexOf } = model;
  const { network, draws, engine } = graph;
  const weights = network.stochastic?.branches ?? uppaalBranches(network);
  const steps = new StepBuffer();
  for (const [index, state] of model.stateOf.entries()) {
    internSteps(engine, state, steps);
    const { cells } = engine.view(state);
    const weight = new Map<number, Rational>();
    const weightOf = (edge: number): Rational => {
      if (!weight.has(edge)) weight.set(edge, exactValueOf(weights[edge]!.weight, cells));
      return weight.get(edge)!;
    };
    const commands = new Map<string, Command>();
    for (let ordinal = 0; ordinal < steps.count; ordinal++) {
      const first = ordinal === 0 ? 0 : steps.ends[ordinal - 1]!;
      const edges = Array.from(steps.edges.subarray(first, steps.ends[ordinal]!));
      const p = edges.reduce((product, edge) => times(product, weightOf(edge)), ONE);
      if (p.n === 0n) continue;
      const key = edges.map((edge) => draws.command[edge]).join();
      if (!commands.has(key)) commands.set(key, { event: draws.event[edges[0]!]!, branches: [] });
      commands.get(key)!.branches.push({ to: indexOf[steps.targets[ordinal]!]!, p });
    }
    yield [index, [...commands.values()]];
  }
}

/** All commands of a chain are one choice. */
function chainOf(commands: readonly Command[], total: Rational): ExactChoice {
  const scaled = ({ to, p }: ExactBranch): ExactBranch => ({ to, p: over(p, total) });
  return {
    branches: commands.flatMap(({ branches }) => branches.map(scaled)),
    shares: commands.map(({ event, branches }) => ({ event, share: over(sumOf(branches), total) })),
  };
}

/**
 * Equal choices of an MDP were dropped: the commands are gone through in the same order, and those that repeat one
 * before are left out. Where numbers were equal that fractions tell apart, or the other way round, there is no saying
 * which is which.
 */
function choicesOf(
  { graph, choices, choiceOf }: ExplicitModel,
  state: number,
  commands: readonly Command[],
): ExactChoice[] {
  const scaled = commands.map(({ event, branches }) => {
    const total = graph.draws.normalises ? sumOf(branches) : ONE;
    return { event, branches: branches.map(({ to, p }) => ({ to, p: over(p, total) })) };
  });
  const [first, end] = [choices[state]!, choices[state + 1]!];
  const different = scaled.length === end - first ? scaled : withoutRepeats(scaled);
  if (different.length !== end - first) throw new Inexact();
  return different.map(({ event, branches }, at) => {
    if (event !== graph.action.data[choiceOf[first + at]!]) throw new Inexact();
    return { branches, shares: [{ event, share: ONE }] };
  });
}

function withoutRepeats(commands: readonly Command[]): Command[] {
  const known = new Map<string, Command>();
  for (const command of commands) {
    const sums = new Map<number, Rational>();
    for (const { to, p } of command.branches) sums.set(to, plus(sums.get(to) ?? ZERO, p));
    const branches = [...sums].map(([to, p]) => `${to}: ${rationalToString(p)}`).sort();
    const key = `${command.event} ${branches.join()}`;
    if (!known.has(key)) known.set(key, command);
  }
  return [...known.values()];
}
