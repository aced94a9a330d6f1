// The shortcut of Kupferschmid et al. 2006, Fig. 2: after `v := v + c` the variable has every value that more and more
// of the same leads to, up to the end of its domain, so that counting takes one layer instead of one per step.

import type { Expression } from "../network/index.ts";
import type { SetPool } from "./set-pool.ts";
import { EMPTY, isEmpty, MAX_VALUES, type ValueSet } from "./value-set.ts";

export type Shortcut = "auto" | "on" | "off";

/** Domains with more values than a plain `int` are not counted through. */
const LARGE = 65_536;

type Assignment = Extract<Expression, { kind: "assign" }>;

/** The values after any number (but none) of steps from the old ones; null where each step is taken on its own. */
export function jumpOf(
  assignment: Assignment,
  shortcut: Shortcut,
  pool: SetPool,
): ((old: ValueSet) => ValueSet) | null {
  const { min, max, target } = assignment;
  // Locals of functions start anew with every call.
  if (target.space !== "state") return null;
  if (shortcut === "off" || (shortcut === "auto" && max - min < LARGE)) return null;
  const stride = strideOf(assignment);
  if (stride === 0) return null;
  return (old) => {
    if (isEmpty(old)) return EMPTY;
    if (old.values === null) return around(old, stride, min, max, pool);
    const values = new Set<number>();
    for (const start of old.values) {
      // Where a value was met before, so was all that it leads to.
      for (let value = start + stride; value >= min && value <= max && !values.has(value); value += stride) {
        if (values.add(value).size > MAX_VALUES) return around(old, stride, min, max, pool);
      }
    }
    return pool.of([...values]);
  };
}

function around(old: ValueSet, stride: number, min: number, max: number, pool: SetPool): ValueSet {
  return stride > 0
    ? pool.interval(Math.max(min, old.lo + stride), max)
    : pool.interval(min, Math.min(max, old.hi + stride));
}

/** The constant that is added to a variable; 0 when the assignment does something else. */
function strideOf({ op, target, value }: Assignment): number {
  if ((op === "+" || op === "-") && value.kind === "constant") return op === "+" ? value.value : -value.value;
  if (op !== "" || value.kind !== "binary" || (value.op !== "+" && value.op !== "-")) return 0;
  const { left, right } = value;
  const isTarget = (expression: Expression): boolean =>
    expression.kind === "load" && JSON.stringify(expression.place) === JSON.stringify(target);
  if (isTarget(left) && right.kind === "constant") return value.op === "+" ? right.value : -right.value;
  return value.op === "+" && left.kind === "constant" && isTarget(right) ? left.value : 0;
}
