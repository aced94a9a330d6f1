// The commands of a network as far as a pattern sees them: a guard that may hold, and branches with their weights and
// what they assign. Edges that are taken together are one branch of one command. What is not a plain assignment to a
// variable is not abstracted.

import { staticTransitions } from "../../analysis/joint-transitions.ts";
import type { Expression, Network, NumericExpression, Statement } from "../../network/index.ts";
import type { Draws } from "../draws.ts";
import { numericOf } from "../uppaal-branches.ts";

export interface AbstractCommand {
  /** Conditions that must hold; one that is not understood is left out. */
  readonly guard: readonly NumericExpression[];
  readonly branches: readonly AbstractBranch[];
}

export interface AbstractBranch {
  /** Of each edge; undefined: anything up to 1. */
  readonly weights: readonly (NumericExpression | undefined)[];
  /** One after the other. */
  readonly assignments: readonly AbstractAssignment[];
}

export interface AbstractAssignment {
  readonly cell: number;
  /** Undefined: any value of its range. */
  readonly value: NumericExpression | undefined;
}

/** More joint steps than are looked at. */
const MOST_STEPS = 20_000;

/** Undefined where the network does something else than assign numbers to variables. */
export function abstractCommands(network: Network, draws: Draws): readonly AbstractCommand[] | undefined {
  const steps = staticTransitions(network);
  if (steps.length > MOST_STEPS || steps.some(({ joining }) => joining.length > 0)) return undefined;
  const commands = new Map<string, AbstractCommand & { branches: AbstractBranch[] }>();
  for (const { edges } of steps) {
    const own = edges.map((id) => network.edges[id]!);
    const key = edges.map((edge) => draws.command[edge]).join();
    let command = commands.get(key);
    if (command === undefined) {
      const guard = own.flatMap((edge) =>
        edge.guard.flatMap((part) => (part.kind === "data" ? (understood(part.condition) ?? []) : [])),
      );
      command = { guard, branches: [] };
      commands.set(key, command);
    }
    const statements = [network.beforeUpdate, ...own.map(({ update }) => update), network.afterUpdate].flat();
    const assignments = assignmentsOf(statements);
    if (assignments === undefined || own.some(({ selects }) => selects.length > 0)) return undefined;
    command.branches.push({
      weights: edges.map((edge) => weightOf(draws, network, edge)),
      assignments,
    });
  }
  return [...commands.values()];
}

/**
 * Weights of UPPAAL are shares of a sum, rates compete: of both nothing is known but that a step has at most the chance
 * 1.
 */
function weightOf(draws: Draws, { stochastic }: Network, edge: number): NumericExpression | undefined {
  if (draws.kind === "ctmc" || stochastic === undefined) return undefined;
  return stochastic.branches[edge]!.weight;
}

function understood(expression: Expression): NumericExpression | undefined {
  try {
    return numericOf(expression);
  } catch {
    return undefined;
  }
}

function assignmentsOf(statements: readonly Statement[]): AbstractAssignment[] | undefined {
  const list: AbstractAssignment[] = [];
  for (const statement of statements) {
    if (statement.kind !== "expression") return undefined;
    for (const one of flatten(statement.expression)) {
      if (one.kind === "constant") continue;
      if (one.kind !== "assign" || one.op !== "") return undefined;
      const { space, base, offset, steps } = one.target;
      if (space !== "state" || steps.length > 0) return undefined;
      list.push({ cell: base + offset, value: understood(one.value) });
    }
  }
  return list;
}

const flatten = (expression: Expression): Expression[] =>
  expression.kind === "sequence" ? [...expression.first, expression.value].flatMap(flatten) : [expression];
