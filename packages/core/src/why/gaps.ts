// How far numbers are from what a target asks of them: `n > 20` lacks 19 where `n` is 2.

import type { Conjunct, Expression, Formula } from "../network/index.ts";

export type Gap = (cells: ArrayLike<number>) => number;

/** The sum over all conditions that compare a variable with a constant; of others nobody knows. */
export function gapsOf(parts: readonly (Formula | Conjunct)[]): Gap {
  const gaps = parts.flatMap((part) => (part.kind === "data" ? (gapOf(part.condition) ?? []) : []));
  return (cells) => gaps.reduce((sum, gap) => sum + gap(cells), 0);
}

function gapOf(condition: Expression): Gap | undefined {
  if (condition.kind !== "binary") return undefined;
  const { op, left, right } = condition;
  const [variable, constant, flipped] = left.kind === "load" ? [left, right, false] : [right, left, true];
  if (variable.kind !== "load" || constant.kind !== "constant") return undefined;
  const { space, base, offset, steps } = variable.place;
  if (space !== "state" || steps.length > 0) return undefined;
  const lacks = LACKS[flipped ? (MIRRORED[op] ?? op) : op];
  return lacks && ((cells) => Math.max(0, lacks(cells[base + offset]!, constant.value)));
}

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

const LACKS: Readonly<Record<string, (value: number, bound: number) => number>> = {
  "<": (value, bound) => value - bound + 1,
  "<=": (value, bound) => value - bound,
  ">": (value, bound) => bound - value + 1,
  ">=": (value, bound) => bound - value,
  "==": (value, bound) => Math.abs(value - bound),
};
