// What edges cost, read off the model: an edge that assigns a constant to a variable (`price = 3`, `price += 3`) says
// what it costs. A joint step costs what the variable holds after the updates of all its edges, if it held its first
// value before; so it is best a `meta` variable, which is no part of the state as long as nothing else reads it. What
// depends on data is refused: then a step has no cost of its own.

import { type Network, type Place, type Statement, sizeOf, visitNetwork } from "../../network/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";

export interface EdgeCosts {
  /** Of a joint step. */
  of(transition: JointTransition): number;
  /** No step costs less, none costs more. */
  readonly least: number;
  readonly most: number;
}

interface Change {
  /** "": is set to the value; "+": grows by it. */
  readonly op: "" | "+";
  readonly value: number;
}

/** The costs, or why there are none; `gains`: some may be negative. */
export function edgeCosts(network: Network, name: string, { gains = false } = {}): EdgeCosts | string {
  const variable = network.variables.find((one) => one.name === name);
  if (variable === undefined || sizeOf(variable.type) !== 1) return `the model has no integer variable \`${name}\``;
  const { cell } = variable;
  const initial = network.initialValues[cell]!;
  const changes = new Map<number, readonly Change[]>();
  let writes = 0;
  for (const { id, update } of network.edges) {
    const own = changesIn(update, cell);
    writes += own.length;
    if (own.length > 0) changes.set(id, own);
  }
  if (writes < writesOf(network, cell)) return `something other than a constant is assigned to \`${name}\``;
  const values = [initial, ...[...changes.values()].flat().map(({ value }) => value)];
  if (!gains && values.some((value) => value < 0)) return `\`${name}\` becomes negative`;
  const of = ({ edges }: JointTransition): number => {
    let value = initial;
    for (const { edge } of edges) {
      for (const change of changes.get(edge) ?? []) value = change.op === "" ? change.value : value + change.value;
    }
    return value;
  };
  const alone = network.edges.map(({ id }) => of({ edges: [{ edge: id, select: [] }] }));
  const grows = [...changes.values()].flat().some(({ op }) => op === "+");
  return {
    of,
    least: Math.min(...alone),
    most: grows ? Number.POSITIVE_INFINITY : Math.max(initial, ...alone),
  };
}

/** Assignments of constants to a cell, where they stand by themselves. */
function changesIn(statements: readonly Statement[], cell: number): Change[] {
  return statements.flatMap((statement) => {
    if (statement.kind === "block") return changesIn(statement.body, cell);
    if (statement.kind !== "expression" || statement.expression.kind !== "assign") return [];
    const { target, op, value } = statement.expression;
    if (!isCell(target, cell) || value.kind !== "constant") return [];
    return op === "" || op === "+" ? [{ op, value: value.value }] : [];
  });
}

/** In how many places the network may write a cell. */
function writesOf(network: Network, cell: number): number {
  let writes = 0;
  visitNetwork(network, {
    place(place, access) {
      if (access !== "read" && isCell(place, cell)) writes++;
    },
  });
  return writes;
}

function isCell({ space, base, offset, steps }: Place, cell: number): boolean {
  return space === "state" && base + offset === cell && steps.length === 0;
}
