// Constraints and assignments meet zones: how a list of constraints cuts a zone, and what a constraint on the clocks
// after a list of assignments asks of the clocks before it.

import { constrain, copyZone, le, lt, universe } from "../zone/index.ts";
import type { ClockAssignment, Constraint, Constraints } from "./semantics.ts";

export function boundOf({ value, strict }: Constraint): number {
  return strict ? lt(value) : le(value);
}

/** Cuts the zone in place; false when nothing is left. */
export function constrainAll(zone: Int32Array, dim: number, constraints: Constraints): boolean {
  for (const constraint of constraints) {
    if (!constrain(zone, dim, constraint.left, constraint.right, boundOf(constraint))) return false;
  }
  return true;
}

/** A copy of the zone cut by the constraints, or null when nothing is left. */
export function cut(zone: Int32Array, dim: number, constraints: Constraints): Int32Array | null {
  const result = copyZone(zone);
  return constrainAll(result, dim, constraints) ? result : null;
}

/** The zone that the constraints describe; possibly empty. */
export function zoneOf(constraints: Constraints, dim: number): Int32Array {
  const zone = universe(dim);
  constrainAll(zone, dim, constraints);
  return zone;
}

/**
 * After a list of assignments every clock equals some clock before it (or 0) plus a constant; most are what they were.
 */
export class ClockMap {
  private readonly changed = new Map<number, { readonly origin: number; readonly offset: number }>();

  assign({ row, source, value }: ClockAssignment): void {
    const from = this.changed.get(source);
    this.changed.set(row, { origin: from?.origin ?? source, offset: (from?.offset ?? 0) + value });
  }

  /** The same constraint, said of the clocks before the assignments. */
  pullBack({ left, right, value, strict }: Constraint): Constraint {
    const [a, b] = [this.changed.get(left), this.changed.get(right)];
    return {
      left: a?.origin ?? left,
      right: b?.origin ?? right,
      value: value - (a?.offset ?? 0) + (b?.offset ?? 0),
      strict,
    };
  }
}
