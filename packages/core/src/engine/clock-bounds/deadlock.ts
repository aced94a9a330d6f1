// At which locations the values of clocks can decide whether there is a deadlock. Elsewhere LU-bounds may stay as they
// are, because what LU-simulation does not preserve (what is disabled) is never asked. Locations are of four kinds:
//
// - *escape*: some step of the process alone is possible whatever the clocks and the data are; no vector with such a
//   location is deadlocked.
// - *relaxed*: time may pass for ever, and every edge only asks clocks to be large and leads where its invariant holds.
// - *bounded*: the invariant stops time, but then some step of the process alone is possible.
// - *hard*: all others.
//
// Without hard locations a vector has an escape or a bounded location, and is not deadlocked, or it is relaxed
// throughout, and then data alone decides: whichever step the data allows becomes possible when time passes. So
// clocks matter only in vectors with a hard location and no escape.

import type { Intervals } from "../../analysis/intervals.ts";
import { stopsClocks } from "../../network/index.ts";
import type { ClockConjunct, Conjunct, Edge, Expression, Location, Network, Statement } from "../../network/network.ts";
import { visitStatements } from "../../network/visit.ts";
import { visitClockAssignments } from "./assignments.ts";

/** By process and location: do the guards (or the invariant) there decide about deadlock? */
export interface DeadlockSensitivity {
  readonly guards: readonly (readonly boolean[])[];
  /** Also where a step from a sensitive location leads to: it is possible only if that invariant holds. */
  readonly invariants: readonly (readonly boolean[])[];
}

type Kind = "escape" | "relaxed" | "bounded" | "hard";

export function deadlockSensitivity(network: Network, intervals: Intervals): DeadlockSensitivity {
  const kinds = kindsOf(network, intervals);
  const isHard = kinds.map((list) => list.includes("hard"));
  const guards = kinds.map((list, process) => {
    const elsewhere = isHard.some((hard, other) => hard && other !== process);
    return list.map((kind) => kind === "hard" || (kind !== "escape" && elsewhere));
  });
  const invariants = guards.map((list) => [...list]);
  for (const { process, source, target } of network.edges) {
    if (guards[process]![source]!) invariants[process]![target] = true;
  }
  return { guards, invariants };
}

function kindsOf(network: Network, intervals: Intervals): Kind[][] {
  const isPlain = hasPlainClocks(network, intervals);
  const hasUrgency = network.channels.some(({ urgent }) => urgent);
  const kinds = network.processes.map(({ locations, edges }) =>
    locations.map((location, index): Kind => {
      if (!isPlain) return "hard";
      const leaving = edges.map((id) => network.edges[id]!).filter(({ source }) => source === index);
      const alone = leaving.filter((edge) => isSureStep(edge, location, locations[edge.target]!));
      if (alone.some(({ guard }) => guard.every((part) => isImplied(part, location)))) return "escape";
      if (location.urgent || location.committed) return "hard";
      if (location.invariant.length === 0) {
        return leaving.every((edge) => isLateStep(edge, locations[edge.target]!)) ? "relaxed" : "hard";
      }
      // An urgent synchronisation may stop time earlier although its target's invariant forbids it.
      return !hasUrgency && alone.some(({ guard }) => opensInTime(guard, location)) ? "bounded" : "hard";
    }),
  );
  // A committed process that is stuck keeps the others from moving.
  const committed = network.processes.flatMap((process, p) =>
    process.locations.flatMap((location, l) => (location.committed ? [kinds[p]![l]!] : [])),
  );
  if (committed.every((kind) => kind === "escape")) return kinds;
  return kinds.map((list, p) =>
    list.map((kind, l) => (kind === "escape" && !network.processes[p]!.locations[l]!.committed ? "hard" : kind)),
  );
}

/** All clocks run and are never copied or compared with each other; invariants are constant upper bounds. */
function hasPlainClocks(network: Network, intervals: Intervals): boolean {
  if (network.beforeUpdate.length > 0 || network.afterUpdate.length > 0) return false;
  const locations = network.processes.flatMap((process) => process.locations);
  if (locations.some(stopsClocks)) return false;
  if (!locations.every(({ invariant }) => invariant.every((part) => upperBound(part) !== null))) return false;
  let isPlain = network.edges.every(({ guard }) =>
    guard.every((part) => part.kind === "data" || (part.left !== undefined && part.right === undefined)),
  );
  visitClockAssignments(network, intervals, ({ source }) => {
    if (source !== undefined) isPlain = false;
  });
  return isPlain;
}

interface Bound {
  readonly clock: number;
  readonly value: number;
  readonly strict: boolean;
}

/** `x ≤ c` or `x < c` that 0 satisfies; null for everything else. */
function upperBound(part: Conjunct): Bound | null {
  const bound = part.kind === "clock" && (part.op === "<" || part.op === "<=") ? constantBound(part) : null;
  return bound === null || bound.value < (bound.strict ? 1 : 0) ? null : bound;
}

function constantBound({ left, right, binders, when, op, bound }: ClockConjunct): Bound | null {
  if (left === undefined || right !== undefined || binders.length > 0 || when !== undefined) return null;
  if (left.space !== "clock" || left.steps.length > 0 || bound.kind !== "constant") return null;
  return { clock: left.base, value: bound.value, strict: op === "<" || op === ">" };
}

/** Does the invariant imply this part of a guard? */
function isImplied(part: Conjunct, { invariant }: Location): boolean {
  const wanted = upperBound(part);
  if (wanted === null) return false;
  return invariant.some((known) => {
    const bound = upperBound(known);
    if (bound?.clock !== wanted.clock) return false;
    return bound.value < wanted.value || (bound.value === wanted.value && (bound.strict || !wanted.strict));
  });
}

/**
 * A step of the process alone that asks nothing of the data, cannot fail, and leads where the invariant holds: no
 * invariant of the network is broken by setting clocks to 0.
 */
function isSureStep({ sync, selects, guard, update }: Edge, source: Location, target: Location): boolean {
  if (sync.kind !== "internal" || selects.length > 0 || guard.some(({ kind }) => kind === "data")) return false;
  const reset = resets(update);
  if (!update.every(isSafe)) return false;
  return target.invariant.every((part) => reset.has(upperBound(part)!.clock) || isImplied(part, source));
}

/** A step that is possible from some time on, as far as clocks are concerned. */
function isLateStep({ guard, update }: Edge, target: Location): boolean {
  const reset = resets(update);
  return (
    guard.every((part) => part.kind === "data" || part.op === ">" || part.op === ">=") &&
    target.invariant.every((part) => reset.has(upperBound(part)!.clock))
  );
}

/** Does the guard hold when the invariant, a bound on one clock, stops time? */
function opensInTime(guard: readonly Conjunct[], { invariant }: Location): boolean {
  const [limit, ...others] = invariant.map((part) => upperBound(part)!);
  if (limit === undefined || others.length > 0) return false;
  return guard.every((part) => {
    if (part.kind === "data" || (part.op !== ">" && part.op !== ">=")) return false;
    const bound = constantBound(part);
    if (bound?.clock !== limit.clock) return false;
    return bound.value < limit.value || (bound.value === limit.value && !bound.strict && !limit.strict);
  });
}

/** Clocks that the statements set to 0, and to nothing else afterwards, whatever happens. */
function resets(update: readonly Statement[]): Set<number> {
  const reset = new Set<number>();
  for (const statement of update) {
    let setsClocks = false;
    visitStatements([statement], {
      expression: ({ kind }) => {
        if (kind === "clock-assign" || kind === "call") setsClocks = true;
      },
    });
    if (!setsClocks) continue;
    const assigned = statement.kind === "expression" ? statement.expression : null;
    if (assigned?.kind === "clock-assign" && isSafeExpression(assigned)) reset.add(assigned.clock.base);
    else reset.clear();
  }
  return reset;
}

const isSafe = (statement: Statement): boolean =>
  statement.kind === "expression" && isSafeExpression(statement.expression);

/** A clock is set to 0, or a variable to a constant in its range. */
function isSafeExpression(expression: Expression): boolean {
  switch (expression.kind) {
    case "clock-assign": {
      const { clock, source, value } = expression;
      const isZero = value.kind === "constant" && value.value === 0;
      return isZero && source === undefined && clock.space === "clock" && clock.steps.length === 0;
    }
    case "assign": {
      const { target, op, value, min, max } = expression;
      if (op !== "" || value.kind !== "constant" || target.steps.length > 0) return false;
      return value.value >= min && value.value <= max;
    }
    default:
      return false;
  }
}
