// What the compiled engine covers, and which lanes a network may use. Whatever is not covered is named, so that the
// caller can fall back to the reference engine and say why.

import { Intervals } from "../../analysis/intervals.ts";
import type { Edge, Network } from "../../network/index.ts";
import { NO_BOUND } from "../../zone/index.ts";
import { visitClockAssignments } from "../clock-bounds/assignments.ts";
import type { ClockBounds } from "../clock-bounds.ts";
import type { AbstractionName } from "../reference/abstraction.ts";
import { setsClocksBack } from "./zones/splits.ts";

const MOST_OPTIONS = 1 << 20;
const MOST_ROWS = 4096;

/** The first thing about a network that is not covered, in a user's words; null when all is. */
export function obstacleOf(network: Network, abstraction: AbstractionName): string | null {
  if (dimensionOf(network) > MOST_ROWS) return "more than 4,095 clocks";
  if (abstraction === "local-time" && network.processes.length + network.clocks.length > MOST_ROWS) {
    return "more than 4,096 clocks and processes in local time";
  }
  if (abstraction === "local-time" && setsClocksBack(network)) return "clocks that are set back in local time";
  const selections = ({ selects }: Edge): number =>
    selects.reduce((product, { min, max }) => product * Math.max(0, max - min + 1), 1);
  if (network.edges.reduce((sum, edge) => sum + selections(edge), 0) > MOST_OPTIONS) return "very many select values";
  return null;
}

/** Most rows a zone can have: all clocks, and the constant 0. */
export function dimensionOf(network: Network): number {
  return network.clocks.length + 1;
}

/**
 * Do 16-bit lanes hold every bound that can occur with Extra⁺_LU? A finite bound of a widened, closed zone is a sum
 * of at most `dim` bounds of at most 2K + 1; a step adds one such bound per constraint it meets, one for the
 * invariant and one for an assignment. Where zones are subtracted, each bound of a piece is a sum of at most `dim`
 * of those.
 */
export function fitsShortLanes(network: Network, bounds: ClockBounds, dim: number, subtracts: boolean): boolean {
  if (bounds.diagonals.length > 0) return false;
  let most = 0;
  const raise = (value: number): void => {
    if (value !== NO_BOUND) most = Math.max(most, Math.abs(value));
  };
  for (const list of [bounds.everywhere, ...bounds.locations.flat()]) {
    for (const value of list.lower) raise(value);
    for (const value of list.upper) raise(value);
  }
  for (const { initial } of network.clocks) raise(initial);
  const intervals = new Intervals(network);
  visitClockAssignments(network, intervals, ({ value }, frame) => {
    const { min, max } = intervals.of(value, frame);
    raise(min);
    raise(max);
  });
  let perEdge = 0;
  for (const { guard } of network.edges) {
    let count = 0;
    for (const conjunct of guard) {
      if (conjunct.kind === "data") continue;
      // Negative constants and quantified constraints are left to the wide lanes.
      if (conjunct.binders.length > 0 || conjunct.right !== undefined || conjunct.bound.kind !== "constant")
        return false;
      raise(conjunct.bound.value);
      count += conjunct.op === "==" ? 2 : 1;
    }
    perEdge = Math.max(perEdge, count);
  }
  for (const { locations } of network.processes) {
    for (const { invariant } of locations) {
      for (const conjunct of invariant) {
        if (conjunct.kind === "data") continue;
        if (conjunct.bound.kind !== "constant" || conjunct.right !== undefined) return false;
        raise(conjunct.bound.value);
      }
    }
  }
  const participants = network.vectors.reduce((size, vector) => Math.max(size, vector.participants.length), 2);
  return (subtracts ? dim : 1) * (dim + participants * perEdge + 3) * (2 * most + 1) < 0x7fff;
}
