// A small graph once more, with its probabilities as fractions: weights are evaluated in rationals for every state.

import { ONE, over, plus, type Rational, rational, times, toNumber, ZERO } from "../../basics/rational.ts";
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

/** Equal choices of an MDP were dropped, so each that is left is found by its action, targets and probabilities. */
function choicesOf(
  { graph, choices, transitions, target, probability, choiceOf }: ExplicitModel,
  state: number,
  commands: readonly Command[],
): ExactChoice[] {
  const scaled = commands.map(({ event, branches }) => {
    const total = graph.draws.normalises ? sumOf(branches) : ONE;
    return { event, branches: branches.map(({ to, p }) => ({ to, p: over(p, total) })) };
  });
  const list: ExactChoice[] = [];
  for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
    const wanted = new Map<number, number>();
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++) wanted.set(target[at]!, probability[at]!);
    const found = scaled.find(({ event, branches }) => {
      const sums = new Map<number, number>();
      for (const { to, p } of branches) sums.set(to, (sums.get(to) ?? 0) + toNumber(p));
      return (
        event === graph.action.data[choiceOf[choice]!] &&
        sums.size === wanted.size &&
        [...sums].every(([to, p]) => Math.abs((wanted.get(to) ?? -1) - p) < 1e-12)
      );
    });
    if (found === undefined) throw new Inexact();
    list.push({ branches: found.branches, shares: [{ event: found.event, share: ONE }] });
  }
  return list;
}
