// What guards, invariants and updates say about clocks, as far as it is a matter of constants: constraints x − y ≺ c
// over rows (row 0 is the constant 0, a clock's row is its number + 1) and resets x := v. The rest is left out, which
// only weakens guards and invariants, or is known to set a clock to something.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import { type Bindings, specialise, specialiseRef } from "../../analysis/specialise.ts";
import type { ClockConjunct, ClockRef, Conjunct, Edge, Expression, Network } from "../../network/index.ts";
import { beyondLimit, le, lt } from "../../zone/index.ts";
import { bindingsOf } from "../factored/actions.ts";

/** x_i − x_j ≺ bound, as in zones. */
export interface ClockConstraint {
  readonly i: number;
  readonly j: number;
  readonly bound: number;
}

export interface ClockEffects {
  readonly resets: readonly { readonly row: number; readonly value: number }[];
  /** Rows of clocks that are set to what is not known. */
  readonly freed: ReadonlySet<number>;
}

/** More values of quantified variables than this are not spelled out. */
const MOST_BINDINGS = 64;

export function clockConstraints(conjuncts: readonly Conjunct[], select: readonly number[] = []): ClockConstraint[] {
  return conjuncts.flatMap((conjunct) =>
    conjunct.kind === "clock" ? spelledOut(conjunct, bindingsOf(select)).flatMap((b) => constraintOf(conjunct, b)) : [],
  );
}

function spelledOut({ binders }: ClockConjunct, bindings: Bindings): readonly Bindings[] {
  let all: Bindings[] = [bindings];
  for (const { cell, min, max } of binders) {
    if ((max - min + 1) * all.length > MOST_BINDINGS) return [];
    all = all.flatMap((known) =>
      Array.from({ length: Math.max(0, max - min + 1) }, (_, k) => new Map([...known, [cell, min + k]])),
    );
  }
  return all;
}

function constraintOf(conjunct: ClockConjunct, bindings: Bindings): readonly ClockConstraint[] {
  if (conjunct.when !== undefined) {
    const when = specialise(conjunct.when, bindings);
    if (when.kind !== "constant" || when.value === 0) return [];
  }
  const left = rowOf(conjunct.left, bindings);
  const right = rowOf(conjunct.right, bindings);
  const bound = specialise(conjunct.bound, bindings);
  if (left === undefined || right === undefined || left === right) return [];
  if (bound.kind !== "constant" || beyondLimit(bound.value) !== undefined) return [];
  const { value } = bound;
  const upper = (edge: number): ClockConstraint => ({ i: left, j: right, bound: edge });
  const lower = (edge: number): ClockConstraint => ({ i: right, j: left, bound: edge });
  switch (conjunct.op) {
    case "<":
      return [upper(lt(value))];
    case "<=":
      return [upper(le(value))];
    case "==":
      return [upper(le(value)), lower(le(-value))];
    case ">=":
      return [lower(le(-value))];
    case ">":
      return [lower(lt(-value))];
  }
}

function rowOf(ref: ClockRef | undefined, bindings: Bindings): number | undefined {
  if (ref === undefined) return 0;
  if (ref.space !== "clock") return undefined;
  const { base, steps } = specialiseRef(ref, bindings);
  return steps.length === 0 ? base + 1 : undefined;
}

/** What an edge's update does to clocks. */
export function clockEffects(edge: Edge, select: readonly number[], accesses: AccessAnalysis): ClockEffects {
  const bindings = bindingsOf(select);
  const freed = new Set<number>();
  const resets = new Map<number, number>();
  for (const statement of edge.update) {
    const assigned =
      statement.kind === "expression" ? constantReset(specialise(statement.expression, bindings), bindings) : undefined;
    if (assigned !== undefined) {
      resets.set(assigned.row, assigned.value);
      freed.delete(assigned.row);
      continue;
    }
    for (const clock of accesses.ofStatements([statement]).resetClocks) {
      freed.add(clock + 1);
      resets.delete(clock + 1);
    }
  }
  return { resets: [...resets].map(([row, value]) => ({ row, value })), freed };
}

function constantReset(expression: Expression, bindings: Bindings): { row: number; value: number } | undefined {
  if (expression.kind !== "clock-assign" || expression.source !== undefined) return undefined;
  const row = rowOf(expression.clock, bindings);
  if (row === undefined || expression.value.kind !== "constant") return undefined;
  const { value } = expression.value;
  return beyondLimit(value) === undefined && value >= 0 ? { row, value } : undefined;
}

/** Clocks that do not always run with rate 1. */
export function stoppedClocks(network: Network): ReadonlySet<number> {
  const stopped = new Set<number>();
  for (const { locations } of network.processes) {
    for (const { rates } of locations) {
      for (const { clock } of rates) {
        if (clock.space === "clock" && clock.steps.length === 0) stopped.add(clock.base);
        else for (const index of network.clocks.keys()) stopped.add(index);
      }
    }
  }
  return stopped;
}
