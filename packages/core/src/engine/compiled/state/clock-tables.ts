// What a location says about clocks, as data: L and U, constant upper bounds from its invariant, whether the clock is
// of interest there. One record of four int32 per (process, location, clock), shaped so that the record of a location
// vector is the lane-wise minimum over the processes.

import type { Conjunct, Location, Network } from "../../../network/index.ts";
import type { Lanes } from "../../../wasm/simd.ts";
import { NO_BOUND } from "../../../zone/index.ts";
import type { BoundList, ClockBounds } from "../../clock-bounds.ts";

/** −2·L (or infinity) │ −2·U − 1 (or 1) │ upper bound of invariants (or infinity) │ 0: active, 1: not. */
export type ClockRecord = readonly [lower: number, below: number, upper: number, inactive: 0 | 1];

export interface ClockTables {
  /** Per process: the clocks it has something to say about, ascending. */
  readonly clocksOf: readonly (readonly number[])[];
  /** Per process, location, and clock of `clocksOf`. */
  readonly records: readonly (readonly (readonly ClockRecord[])[])[];
  /** Per clock: what holds everywhere. */
  readonly everywhere: readonly ClockRecord[];
  /** Per process and location: the conjuncts that code must evaluate. */
  readonly residue: readonly (readonly (readonly Conjunct[])[])[];
}

export function clockTables(network: Network, bounds: ClockBounds, lanes: Lanes): ClockTables {
  const nothing: ClockRecord = [lanes.infinity, 1, lanes.infinity, 1];
  const everywhere = network.clocks.map((_, clock) => fromList(bounds.everywhere, clock, nothing));
  const simple = network.processes.map(({ locations }) => locations.map((location) => constantUppers(location)));
  const clocksOf = network.processes.map(({ locations, edges }, process) => {
    const clocks = new Set<number>();
    for (const [l] of locations.entries()) {
      for (const clock of bounds.locations[process]![l]!.clocks) clocks.add(clock);
      for (const clock of simple[process]![l]!.uppers.keys()) clocks.add(clock);
    }
    for (const edge of edges) for (const clock of tested(network.edges[edge]!.guard)) clocks.add(clock);
    return [...clocks].sort((a, b) => a - b);
  });
  const records = network.processes.map(({ locations, edges }, process) =>
    locations.map((_, l) => {
      // A clock that a guard or invariant tests has a row, whatever the bounds say about it.
      const needed = new Set<number>(simple[process]![l]!.uppers.keys());
      for (const id of edges) {
        const edge = network.edges[id]!;
        if (edge.source === l) for (const clock of tested(edge.guard)) needed.add(clock);
      }
      return clocksOf[process]!.map((clock): ClockRecord => {
        const [lower, below, , inactive] = fromList(bounds.locations[process]![l]!, clock, nothing);
        const upper = simple[process]![l]!.uppers.get(clock) ?? lanes.infinity;
        return [lower, below, upper, needed.has(clock) ? 0 : inactive];
      });
    }),
  );
  const residue = simple.map((list) => list.map(({ rest }) => rest));
  return { clocksOf, records, everywhere, residue };
}

function fromList(list: BoundList, clock: number, nothing: ClockRecord): ClockRecord {
  const at = list.clocks.indexOf(clock);
  if (at < 0) return nothing;
  const lower = list.lower[at]!;
  const upper = list.upper[at]!;
  return [
    lower === NO_BOUND ? nothing[0] : -2 * lower,
    upper === NO_BOUND ? nothing[1] : -2 * upper - 1,
    nothing[2],
    lower === NO_BOUND && upper === NO_BOUND ? 1 : 0,
  ];
}

/** Conjuncts `x ≤ c` and `x < c` with a constant become bounds; the rest stays code. */
function constantUppers({ invariant }: Location): { uppers: Map<number, number>; rest: Conjunct[] } {
  const uppers = new Map<number, number>();
  const rest: Conjunct[] = [];
  // What follows a data conjunct is met only if that holds; code keeps the order.
  const isPure = invariant.every(({ kind }) => kind === "clock");
  for (const conjunct of invariant) {
    if (
      isPure &&
      conjunct.kind === "clock" &&
      conjunct.left !== undefined &&
      conjunct.right === undefined &&
      conjunct.when === undefined &&
      conjunct.binders.length === 0 &&
      conjunct.left.space === "clock" &&
      conjunct.left.steps.length === 0 &&
      conjunct.bound.kind === "constant" &&
      conjunct.bound.value >= 0 &&
      (conjunct.op === "<" || conjunct.op === "<=")
    ) {
      const bound = 2 * conjunct.bound.value - (conjunct.op === "<" ? 1 : 0);
      const clock = conjunct.left.base;
      uppers.set(clock, Math.min(uppers.get(clock) ?? bound, bound));
    } else {
      rest.push(conjunct);
    }
  }
  return { uppers, rest };
}

/** Clocks that conjuncts name directly; indexed ones are found by the bounds. */
function tested(conjuncts: readonly Conjunct[]): number[] {
  return conjuncts.flatMap((conjunct) => {
    if (conjunct.kind === "data") return [];
    return [conjunct.left, conjunct.right].flatMap((ref) =>
      ref !== undefined && ref.space === "clock" && ref.steps.length === 0 ? [ref.base] : [],
    );
  });
}
