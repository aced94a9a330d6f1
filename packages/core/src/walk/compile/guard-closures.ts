// Guards, invariants and rates as closures that cut the window of a clock line instead of listing constraints: no
// object is made while a walk goes on. The meaning is that of `semantics/discrete/compiled-network.ts`, its slow twin.

import type { Binder, ClockConjunct, ClockRef, Conjunct, Rate } from "../../network/index.ts";
import {
  compileClock,
  compileExpression,
  type Evaluator,
  type FunctionTable,
  type Machine,
} from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { ClockLine } from "../clock-origins.ts";

/** Cuts the line's window by a conjunction; false when its data part fails (the window then means nothing). */
export type WindowCondition = (machine: Machine, line: ClockLine) => boolean;

export function compileConjunction(conjuncts: readonly Conjunct[], functions: FunctionTable): WindowCondition {
  const parts = conjuncts.map((conjunct) => compileConjunct(conjunct, functions));
  const [first, second] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (parts.length === 2) return (m, line) => first(m, line) && second(m, line);
  return (m, line) => {
    for (let i = 0; i < parts.length; i++) if (!parts[i]!(m, line)) return false;
    return true;
  };
}

function compileConjunct(conjunct: Conjunct, functions: FunctionTable): WindowCondition {
  if (conjunct.kind === "clock") return clockConjunct(conjunct, functions);
  const condition = compileExpression(conjunct.condition, functions);
  return (m) => condition(m) !== 0;
}

function clockConjunct(conjunct: ClockConjunct, functions: FunctionTable): WindowCondition {
  const { op, span, binders } = conjunct;
  const left = compileClock(conjunct.left, functions);
  const right = compileClock(conjunct.right, functions);
  const bound = compileExpression(conjunct.bound, functions);
  const when = conjunct.when === undefined ? null : compileExpression(conjunct.when, functions);
  const fixed = fixedRows(conjunct);
  if (fixed !== null) {
    const { row, otherRow } = fixed;
    if (conjunct.bound.kind !== "constant") {
      return (m, line) => {
        line.compare(row, otherRow, op, bound(m), span);
        return true;
      };
    }
    const { value } = conjunct.bound;
    return (_m, line) => {
      line.compare(row, otherRow, op, value, span);
      return true;
    };
  }
  const cut: WindowCondition = (m, line) => {
    if (when !== null && when(m) === 0) return true;
    const a = left(m);
    const b = right(m);
    line.compare(a, b, op, bound(m), span);
    return true;
  };
  return binders.reduceRight(bind, cut);
}

/** Rows of a constraint that is about the same clocks in every state. */
function fixedRows({ left, right, when, binders }: ClockConjunct) {
  if (when !== undefined || binders.length > 0) return null;
  const [row, otherRow] = [fixedRow(left), fixedRow(right)];
  return row === null || otherRow === null ? null : { row, otherRow };
}

function fixedRow(clock: ClockRef | undefined): number | null {
  if (clock === undefined) return 0;
  return clock.space === "clock" && clock.steps.length === 0 ? clock.base + 1 : null;
}

/** The condition for every value of the binder. */
function bind(inner: WindowCondition, { cell, min, max }: Binder): WindowCondition {
  return (m, line) => {
    for (let value = min; value <= max; value++) {
      m.memory[m.frame + cell] = value;
      inner(m, line);
    }
    return true;
  };
}

/** The row of the clock that stands still, 0 when none does; binders are spelled out by whoever asks. */
export function compileRate(rate: Rate, functions: FunctionTable): Evaluator {
  const clock = compileClock(rate.clock, functions);
  const speed = compileExpression(rate.rate, functions);
  const when: Evaluator = rate.when === undefined ? () => 1 : compileExpression(rate.when, functions);
  return (m) => {
    if (when(m) === 0) return 0;
    const row = clock(m);
    const value = speed(m);
    if (value === 0) return row;
    if (value === 1) return 0;
    throw new ModelFault("unsupported", `the clock rate ${value}: only 0 and 1 are supported`, rate.span);
  };
}
