// The states that satisfy `init … endinit`. One of them is simply where the model begins; several are chosen among by a
// first step. Variables that a conjunct fixes (`x=2`) are not enumerated.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import { type NumericExpression, numericFunction } from "../../network/index.ts";
import type { VariableEntry } from "./scope.ts";

const MOST_STATES = 1 << 20;

export type InitialChoice =
  | { readonly kind: "one"; readonly values: readonly number[] }
  | { readonly kind: "several"; readonly free: readonly VariableEntry[]; readonly fixed: ReadonlyMap<number, number> };

export function initialChoice(
  condition: NumericExpression,
  entries: readonly VariableEntry[],
  span: Span,
  sink: DiagnosticSink,
): InitialChoice | undefined {
  const fixed = new Map<number, number>();
  fix(condition, fixed);
  const free = entries.filter(({ cell, min, max }) => !fixed.has(cell) && max > min);
  const states = free.reduce((product, { min, max }) => product * (max - min + 1), 1);
  if (states > MOST_STATES) {
    const hint = "fix some variables: `x=0 & …`";
    sink.error("TH3500", `choosing among ${states} initial states is not supported`, span, hint);
    return undefined;
  }
  const values = entries.map(({ cell, min }) => fixed.get(cell) ?? min);
  const holds = numericFunction(condition);
  let found = 0;
  let first: number[] | undefined;
  const visit = (at: number): void => {
    if (at === free.length) {
      if (holds(values) === 0) return;
      found++;
      first ??= [...values];
      return;
    }
    const { cell, min, max } = free[at]!;
    for (let value = min; value <= max && found < 2; value++) {
      values[cell] = value;
      visit(at + 1);
    }
  };
  const inRange = [...fixed].every(([cell, value]) => value >= entries[cell]!.min && value <= entries[cell]!.max);
  if (inRange) visit(0);
  if (first === undefined) {
    sink.error("TH2514", "no state satisfies the condition of the initial states", span);
    return undefined;
  }
  return found === 1 ? { kind: "one", values: first } : { kind: "several", free, fixed };
}

/** What the conjuncts `x=2`, `b` and `!b` say. */
function fix(condition: NumericExpression, fixed: Map<number, number>): void {
  if (condition.kind === "cell") fixed.set(condition.cell, 1);
  if (condition.kind !== "operation") return;
  const [left, right] = condition.of as [NumericExpression, NumericExpression];
  if (condition.op === "&") for (const part of condition.of) fix(part, fixed);
  else if (condition.op === "!" && left.kind === "cell") fixed.set(left.cell, 0);
  else if (condition.op === "=" && left.kind === "cell" && right.kind === "number" && !fixed.has(left.cell)) {
    fixed.set(left.cell, right.value);
  }
}
