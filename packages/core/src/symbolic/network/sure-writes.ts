// What an edge sets whatever it was before: plain assignments that stand at the top of its update and name a fixed
// place. Where nobody reads the old value, a relation need not either.

import type { Edge } from "../../network/index.ts";

export function surelyWritten({ update }: Edge): ReadonlySet<number> {
  const cells = new Set<number>();
  for (const statement of update) {
    if (statement.kind !== "expression" || statement.expression.kind !== "assign") continue;
    const { op, target } = statement.expression;
    if (op !== "" || target.space !== "state") continue;
    let cell = target.base + target.offset;
    let isFixed = true;
    for (const { index, first, stride } of target.steps) {
      if (index.kind === "constant") cell += (index.value - first) * stride;
      else isFixed = false;
    }
    if (isFixed) cells.add(cell);
  }
  return cells;
}

export function surelyReset({ update }: Edge, clock: number): boolean {
  return update.some((statement) => {
    if (statement.kind !== "expression" || statement.expression.kind !== "clock-assign") return false;
    const { clock: set, source } = statement.expression;
    return source === undefined && set.space === "clock" && set.base === clock && set.steps.length === 0;
  });
}
