// What keeps a clock from where a target wants it, for all moments of a state:
// `P.x is at most 5 by the invariant of P.m`.

import type { ClockRef, Formula, Network } from "../network/index.ts";
import type { SymbolicState } from "../semantics/index.ts";
import { constantOf, INF, isStrict } from "../zone/index.ts";

/** Undefined where the condition could hold at some moment, or is none about clocks. */
export function clockLimit(network: Network, formula: Formula, state: SymbolicState): string | undefined {
  if (formula.kind !== "clock" || formula.bound.kind !== "constant") return undefined;
  const { left, right, op } = formula;
  const [row, other] = [rowOf(left), rowOf(right)];
  if (row === undefined || other === undefined || row === other) return undefined;
  const { value } = formula.bound;
  const { zone, dim } = state;
  const above = zone[row * dim + other]!;
  const below = zone[other * dim + row]!;
  const name = [left, right].flatMap((clock) => (clock === undefined ? [] : network.clocks[clock.base]!.name));
  const what = row === 0 ? `0 - ${name[0]}` : name.join(" - ");
  if (op !== "<" && op !== "<=" && isBeyond(above, value, op === ">")) {
    const by = other === 0 ? keepers(network, row - 1, state) : "";
    return `${what} is ${isStrict(above) ? "less than" : "at most"} ${constantOf(above)}${by}`;
  }
  if (op !== ">" && op !== ">=" && isBeyond(below, -value, op === "<"))
    return `${what} is ${isStrict(below) ? "greater than" : "at least"} ${0 - constantOf(below)}`;
  return undefined;
}

/** Does `difference ≺ bound` keep it below the value, or at most there where it would have to be more? */
function isBeyond(bound: number, value: number, strictly: boolean): boolean {
  if (bound === INF) return false;
  const most = constantOf(bound);
  return most < value || (most === value && (strictly || isStrict(bound)));
}

/**
 * Who lets no more time pass: the invariants that speak of the clock itself, or locations in which time stands still.
 */
function keepers(network: Network, clock: number, { locations }: SymbolicState): string {
  const here = network.processes.map(({ name, locations: all }, process) => {
    const location = all[locations[process]!]!;
    return { ...location, name: `${name}.${location.name}` };
  });
  const bounding = here.filter(({ invariant }) =>
    invariant.some(
      (conjunct) => conjunct.kind === "clock" && conjunct.right === undefined && conjunct.left?.base === clock,
    ),
  );
  if (bounding.length > 0) return ` by the invariant of ${bounding.map(({ name }) => name).join(" and ")}`;
  const still = here.find(({ urgent, committed }) => urgent || committed);
  return still === undefined ? "" : `, since no time passes in ${still.name}`;
}

/** 0 where there is none; undefined where nobody knows which it is. */
function rowOf(clock: ClockRef | undefined): number | undefined {
  if (clock === undefined) return 0;
  return clock.space === "clock" && clock.steps.length === 0 ? clock.base + 1 : undefined;
}
