// The updates of edges. Most set clocks and variables to constants: those are lists of numbers; what is left runs as
// compiled statements. Clocks that a statement sets are set at the end of the step, in order, so a constant may only
// come first if nothing before it is about clocks.

import type { Edge, Statement } from "../../network/index.ts";
import { visitStatements } from "../../network/visit.ts";
import { compileBlock, type FunctionTable, type Machine, type Runner } from "../../semantics/evaluate/index.ts";
import { CLOCK_LIMIT } from "../../zone/index.ts";

export interface Update {
  /** Rows of clocks and the constants they are set to, flattened. */
  readonly resets: Int32Array;
  /** Cells and the constants they are set to, before the rest runs. */
  readonly stores: Int32Array;
  readonly rest: Runner | null;
  readonly frameSize: number;
}

/** Null where nothing but the location changes. */
export function compileUpdate({ update: statements, frameSize }: Edge, functions: FunctionTable): Update | null {
  const update = statements.flatMap(flat);
  if (update.length === 0) return null;
  const others = update.filter((statement) => resetOf(statement) === null);
  const mayPull = !concernsClocks(others);
  const resets = mayPull ? update.flatMap((statement) => resetOf(statement) ?? []) : [];
  const left = mayPull ? others : update;
  const first = left.findIndex((statement) => storeOf(statement) === null);
  const end = first < 0 ? left.length : first;
  const rest = left.slice(end);
  return {
    resets: Int32Array.from(resets),
    stores: Int32Array.from(left.slice(0, end).flatMap((statement) => storeOf(statement)!)),
    rest: rest.length === 0 ? null : compileBlock(rest, functions),
    frameSize,
  };
}

export function storeConstants(stores: Int32Array, machine: Machine): void {
  for (let i = 0; i < stores.length; i += 2) {
    machine.memory[stores[i]!] = stores[i + 1]!;
    machine.noteWrite(stores[i]!);
  }
}

/** The statements of blocks, which have nothing of their own. */
function flat(statement: Statement): readonly Statement[] {
  return statement.kind === "block" ? statement.body.flatMap(flat) : [statement];
}

/** Row and constant of `x = 3`; null of other statements. */
function resetOf(statement: Statement): [row: number, value: number] | null {
  if (statement.kind !== "expression" || statement.expression.kind !== "clock-assign") return null;
  const { clock, source, value } = statement.expression;
  if (clock.space !== "clock" || clock.steps.length > 0 || source !== undefined || value.kind !== "constant")
    return null;
  return value.value >= 0 && value.value < CLOCK_LIMIT ? [clock.base + 1, value.value] : null;
}

/** Cell and constant of `v = 3` or `a[2] = 3`; null of other statements. */
function storeOf(statement: Statement): [cell: number, value: number] | null {
  if (statement.kind !== "expression" || statement.expression.kind !== "assign") return null;
  const { target, op, value, min, max } = statement.expression;
  if (target.space !== "state" || target.steps.length > 0 || op !== "" || value.kind !== "constant") return null;
  return value.value >= min && value.value <= max ? [target.base + target.offset, value.value] : null;
}

/** May statements set clocks, or call a function that does? */
function concernsClocks(statements: readonly Statement[]): boolean {
  let found = false;
  visitStatements(statements, {
    expression: ({ kind }) => {
      if (kind === "call" || kind === "clock-assign") found = true;
    },
  });
  return found;
}
