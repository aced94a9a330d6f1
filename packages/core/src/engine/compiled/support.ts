// What the compiled engine covers, and which lanes a network may use. Whatever is not covered is named, so that the
// caller can fall back to the reference engine and say why.

import { EMPTY_FRAME, type Frame, Intervals, type Range, withRange } from "../../analysis/intervals.ts";
import { type Conjunct, combinationCount, type Network } from "../../network/index.ts";
import { CLOCK_LIMIT } from "../../zone/index.ts";
import { visitClockAssignments } from "../clock-bounds/assignments.ts";
import { edgeFrame } from "../clock-bounds/constants.ts";
import { type ClockBounds, KEPT } from "../clock-bounds.ts";
import type { AbstractionName } from "../reference/abstraction.ts";
import { setsClocksBack, someSplit, splitsOf } from "./zones/splits.ts";

const MOST_OPTIONS = 1 << 20;
const MOST_ROWS = 4096;

/** The first thing about a network that is not covered, in a user's words; null when all is. */
export function obstacleOf(network: Network, abstraction: AbstractionName, bounds: ClockBounds): string | null {
  if (dimensionOf(network) > MOST_ROWS) return "more than 4,095 clocks";
  if (abstraction === "local-time" && network.processes.length + network.clocks.length > MOST_ROWS) {
    return "more than 4,096 clocks and processes in local time";
  }
  if (abstraction === "local-time" && setsClocksBack(network)) return "clocks that are set back in local time";
  if (network.edges.reduce((sum, edge) => sum + combinationCount(edge.selects), 0) > MOST_OPTIONS)
    return "very many select values";
  if (!fitsWideLanes(network, abstraction, bounds)) return "clock constants whose sums need more than 32 bits";
  return null;
}

/** Most rows a zone can have: all clocks, and the constant 0. */
export function dimensionOf(network: Network): number {
  return network.clocks.length + 1;
}

/**
 * Do 16-bit lanes hold every bound that can occur with Extra⁺_LU? A bound is the length of a path through clocks and 0,
 * each met once. Widening leaves what is at most 2·L of the clock on the left, or at most 0 in row 0: together at most
 * twice the sum of all L. Before the step one guard or invariant leads to 0 and after it one invariant, each at most
 * 2K; an assignment adds what it adds. Downwards a clock is at least −2U − 1, plus one guard. Sums of two bounds may
 * leave the lanes: they stay infinite (`Lanes.sum`), and less is found on another path. Where zones are subtracted,
 * each bound of a piece is a sum of at most `dim` others, counted without looking at clocks.
 */
export function fitsShortLanes(network: Network, bounds: ClockBounds, dim: number, subtracts: boolean): boolean {
  if (bounds.diagonals.length > 0) return false;
  // Computed and quantified constraints are left to the wide lanes.
  const isPlain = (conjunct: Conjunct): boolean =>
    conjunct.kind === "data" ||
    (conjunct.binders.length === 0 && conjunct.right === undefined && conjunct.bound.kind === "constant");
  const invariants = network.processes.flatMap(({ locations }) => locations.flatMap(({ invariant }) => invariant));
  if (!network.edges.every(({ guard }) => guard.every(isPlain)) || !invariants.every(isPlain)) return false;
  const { written, computed, assigned } = clockValues(network);
  const largest = 2 * Math.max(written, computed, largestOf(bounds)) + 1;
  if (subtracts) return dim * (dim + constraintsPerStep(network) + 3) * largest < 0x7fff;
  return Math.max(2 * sumOfLower(bounds), 2 * largest) + 2 * largest + 4 * assigned < 0x7fff;
}

/**
 * How large a bound of a stored zone may be, so that no sum within one step leaves 32-bit lanes: a path through the
 * matrix uses each of the step's constraints once at most, and an entry before and behind each. Null when that is less
 * than the largest of the network's constants: zones would outgrow it at once.
 */
export function roomInWideLanes(network: Network, dim: number, subtracts: boolean): number | null {
  const constraints = constraintsPerStep(network) + 2;
  const most = 2 * mostInWideLanes(network, dim, subtracts) + 1;
  const room = Math.floor((0x7fffffff - constraints * most) / (constraints + 1));
  const largest = Math.min(MOST_IN_LANES, subtracts ? Math.floor(room / dim) : room);
  return largest < most && most > FEW ? null : largest;
}

/**
 * The most that a clock is compared with or set to in wide lanes. Computed values may be declared to be much larger
 * than any that is met, so they are taken up to what leaves zones room for a few of them (`roomInWideLanes`); a larger
 * one ends the search where it is met (`checkLimit`).
 */
export function mostInWideLanes(network: Network, dim: number, subtracts: boolean): number {
  const { written, computed } = clockValues(network);
  const constraints = constraintsPerStep(network) + 2;
  const most = Math.floor(0x7fffffff / (constraints + 4 * (constraints + 1) * (subtracts ? dim : 1)));
  return Math.max(written, Math.min(computed, Math.max((most - 1) >> 1, FEW >> 1)));
}

/** Widened zones are not checked as they grow: all their sums must fit, as in `fitsShortLanes`. */
function fitsWideLanes(network: Network, abstraction: AbstractionName, bounds: ClockBounds): boolean {
  const dim = dimensionOf(network);
  const subtracts = someSplit(splitsOf(network, []));
  if (roomInWideLanes(network, dim, subtracts) === null) return false;
  if (abstraction !== "extra-lu" && abstraction !== "extra-m") return true;
  const most = 2 * Math.max(mostInWideLanes(network, dim, subtracts), largestOf(bounds, KEPT)) + 1;
  return most <= FEW || (subtracts ? dim : 1) * (dim + constraintsPerStep(network) + 3) * most < 0x7fffffff;
}

const MOST_IN_LANES = 1 << 29;
/** With constants below this, whatever the room, it is the search that shows whether it is enough. */
const FEW = 1 << 17;

interface ClockValues {
  readonly written: number;
  readonly computed: number;
  /** Of both, what clocks are set to. */
  readonly assigned: number;
}

/** The most that clocks are compared with or set to: by constants, and by what is computed, as far as ranges tell. */
function clockValues(network: Network): ClockValues {
  const intervals = new Intervals(network);
  let [written, computed, assigned] = [0, 0, 0];
  const mostOf = ({ min, max }: Range): number => Math.min(CLOCK_LIMIT, Math.max(Math.abs(min), Math.abs(max)));
  const raise = (range: Range): void => {
    const { min, max } = range;
    const most = mostOf(range);
    if (min === max) written = Math.max(written, most);
    else computed = Math.max(computed, most);
  };
  const ofConjuncts = (conjuncts: readonly Conjunct[], frame: Frame): void => {
    for (const conjunct of conjuncts) {
      if (conjunct.kind === "data") continue;
      const inner = conjunct.binders.reduce((outer, binder) => withRange(outer, binder.cell, binder), frame);
      raise(intervals.of(conjunct.bound, inner));
    }
  };
  const raiseAssigned = (range: Range): void => {
    assigned = Math.max(assigned, mostOf(range));
    raise(range);
  };
  for (const { initial } of network.clocks) raiseAssigned({ min: initial, max: initial });
  for (const edge of network.edges) ofConjuncts(edge.guard, edgeFrame(edge));
  for (const { locations } of network.processes) {
    for (const { invariant } of locations) ofConjuncts(invariant, EMPTY_FRAME);
  }
  visitClockAssignments(network, intervals, ({ value }, frame) => raiseAssigned(intervals.of(value, frame)));
  return { written, computed, assigned };
}

/** The largest of L and U, those of clocks that are kept left aside if they are told. */
function largestOf({ everywhere, locations }: ClockBounds, kept?: number): number {
  let most = 0;
  const raise = (value: number): void => {
    if (value !== kept) most = Math.max(most, value);
  };
  for (const { lower, upper } of [everywhere, ...locations.flat()]) {
    lower.forEach(raise);
    upper.forEach(raise);
  }
  return most;
}

/** The largest L of each clock, together. */
function sumOfLower({ clockCount, everywhere, locations }: ClockBounds): number {
  const most = new Int32Array(clockCount);
  for (const { clocks, lower } of [everywhere, ...locations.flat()]) {
    for (const [at, clock] of clocks.entries()) most[clock] = Math.max(most[clock]!, lower[at]!);
  }
  return most.reduce((sum, bound) => sum + bound, 0);
}

/** How many constraints the guards of one step may put on a zone. */
function constraintsPerStep(network: Network): number {
  const count = (guard: readonly Conjunct[]): number =>
    guard.reduce((sum, conjunct) => {
      if (conjunct.kind === "data") return sum;
      return sum + combinationCount(conjunct.binders) * (conjunct.op === "==" ? 2 : 1);
    }, 0);
  const perEdge = network.edges.reduce((most, { guard }) => Math.max(most, count(guard)), 0);
  const participants = network.vectors.reduce((size, vector) => Math.max(size, vector.participants.length), 2);
  return participants * perEdge;
}
