// The smallest proof of "cannot happen": the locations that each process can visit when it is looked at alone, all
// guards and partners granted. Where the target asks for another one, nothing has to be explored. It is what an
// estimate by distance knows when it is infinite in the initial state. Such a proof says nothing about faults of the
// model.

import type { Expression, Formula, Network } from "../network/index.ts";

/** By process: the locations it may visit, ascending. */
export type VisitedLocations = readonly (readonly number[])[];

export function visitedLocations({ processes, edges }: Network): VisitedLocations {
  return processes.map(({ initial, edges: own }) => {
    const visited = new Set(initial);
    for (let size = -1; size !== visited.size; ) {
      size = visited.size;
      for (const id of own) if (visited.has(edges[id]!.source)) visited.add(edges[id]!.target);
    }
    return [...visited].sort((a, b) => a - b);
  });
}

/** Undefined when the lists hold all initial locations and are closed under edges, else what is missing. */
export function notClosed({ processes, edges }: Network, visited: VisitedLocations): string | undefined {
  if (visited.length !== processes.length) return "there is not one list of locations per process";
  for (const [process, { name, initial, locations, edges: own }] of processes.entries()) {
    const listed = new Set(visited[process]);
    const missing =
      initial.find((location) => !listed.has(location)) ??
      own.map((id) => edges[id]!).find(({ source, target }) => listed.has(source) && !listed.has(target))?.target;
    if (missing !== undefined) return `${name} may visit ${locations[missing]!.name}, which is not listed`;
  }
  return undefined;
}

/** Is the formula false wherever all processes are in these locations? Whatever is not about locations may hold. */
export function isFalseAt(formula: Formula, visited: VisitedLocations): boolean {
  return truthOf(formula, visited) === false;
}

/** Undefined: it may be either. */
type Truth = boolean | undefined;

function truthOf(formula: Formula, visited: VisitedLocations): Truth {
  switch (formula.kind) {
    case "data":
      return truthOfExpression(formula.condition, visited);
    case "and":
      return all(formula.parts.map((part) => truthOf(part, visited)));
    case "or":
      return not(all(formula.parts.map((part) => not(truthOf(part, visited)))));
    case "not":
      return not(truthOf(formula.part, visited));
    default:
      return undefined;
  }
}

function truthOfExpression(expression: Expression, visited: VisitedLocations): Truth {
  switch (expression.kind) {
    case "constant":
      return expression.value !== 0;
    case "and":
      return all([truthOfExpression(expression.left, visited), truthOfExpression(expression.right, visited)]);
    case "or": {
      const parts = [expression.left, expression.right].map((part) => not(truthOfExpression(part, visited)));
      return not(all(parts));
    }
    case "unary":
      return expression.op === "!" ? not(truthOfExpression(expression.operand, visited)) : undefined;
    case "at": {
      const { process, location } = expression;
      if (process.steps.length > 0) return undefined;
      const listed = visited[process.base]!;
      if (!listed.includes(location)) return false;
      return listed.length === 1 ? true : undefined;
    }
    default:
      return undefined;
  }
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}
