// For every location of every process: the largest constants each clock is compared with from below (L) and from
// above (U) before the process resets it. Extrapolation and subsumption take, at a location vector, the maximum over
// the processes; a clock without any bound there is inactive. The tables are data, made for the queries at hand.

import { EMPTY_FRAME, Intervals, type Range } from "../analysis/intervals.ts";
import type { Diagnostic, Result } from "../diagnostics/index.ts";
import {
  type Edge,
  type Formula,
  formulasOf,
  kindOf,
  mentions,
  type Network,
  type Query,
  termsOf,
} from "../network/index.ts";
import { type Diagonal, NO_BOUND } from "../zone/index.ts";
import { visitClockAssignments } from "./clock-bounds/assignments.ts";
import { type BoundMap, MAX_CONSTANT, raise, raiseAll } from "./clock-bounds/bound-map.ts";
import {
  type ConstantSink,
  conjunctConstants,
  edgeFrame,
  queryConstants,
  withinLimit,
} from "./clock-bounds/constants.ts";
import { type DeadlockSensitivity, deadlockSensitivity } from "./clock-bounds/deadlock.ts";
import { DiagonalTable } from "./clock-bounds/diagonals.ts";
import { endless, UpdateFlow } from "./clock-bounds/flow.ts";
import { BoundsRefusal } from "./clock-bounds/refusal.ts";

/** Clock ids ascending, with the bounds of each. */
export interface BoundList {
  readonly clocks: Int32Array;
  readonly lower: Int32Array;
  readonly upper: Int32Array;
}

export interface ClockBounds {
  readonly clockCount: number;
  /** By process and location. */
  readonly locations: readonly (readonly BoundList[])[];
  /** Holds at every location vector: constants of queries, clocks that are kept, clocks of diagonals. */
  readonly everywhere: BoundList;
  /** Cuts between clocks, as rows; when there are any, L = U everywhere and zones are widened along them. */
  readonly diagonals: readonly Diagonal[];
}

/**
 * What is asked of the exploration. LU-simulation preserves what is enabled, not what is disabled: `deadlock` and
 * liveness look at what is disabled, so constants count both ways for them; for `deadlock` only where clocks can
 * decide about it (see `deadlock.ts`).
 */
export type BoundNeeds = "reachability" | "deadlock" | "liveness";

export interface Purpose {
  /** Queries answered by the exploration; `explore` gives none. */
  readonly queries: readonly Query[];
  /** Default: what the queries need. */
  readonly needs?: BoundNeeds;
  /** Clocks whose values are wanted (`sup`, fastest traces): never extrapolated. */
  readonly clocksKept?: readonly number[];
}

/** Bound of clocks that are kept, unless something is larger: far beyond what clocks are usually measured with. */
export const KEPT = 2 ** 27;

export function needsOf(queries: readonly Query[]): BoundNeeds {
  if (queries.some((query) => kindOf(query).needs === "liveness")) return "liveness";
  return queries.flatMap(formulasOf).some(mentionsDeadlock) ? "deadlock" : "reachability";
}

export function mentionsDeadlock(formula: Formula): boolean {
  return mentions(formula, "deadlock");
}

/** The largest number that clocks are compared with or set to, as far as declared ranges or those given tell. */
export function largestClockConstant(network: Network, queries: readonly Query[], known?: Intervals): number {
  let most = 0;
  visitConstants(network, queries, known ?? new Intervals(network), ({ min, max }) => {
    most = Math.max(most, Math.abs(min), Math.abs(max));
  });
  return most;
}

/** What is wrong with a constant that clocks are compared with or set to; null when all may be met. */
export function tooLargeConstant(network: Network, queries: readonly Query[]): Diagnostic | null {
  try {
    visitConstants(network, queries, new Intervals(network), () => undefined);
    return null;
  } catch (error) {
    if (error instanceof BoundsRefusal) return error.diagnostic;
    throw error;
  }
}

/** Throws a `BoundsRefusal` at one that is too large. */
function visitConstants(
  network: Network,
  queries: readonly Query[],
  intervals: Intervals,
  visit: (range: Range) => void,
): void {
  const sink: ConstantSink = {
    single: (_clock, lower, upper) => visit({ min: 0, max: Math.max(0, lower, upper) }),
    difference: (_left, _right, _op, range) => visit(range),
  };
  for (const { initial } of network.clocks) visit(withinLimit({ min: initial, max: initial }, undefined));
  for (const query of queries) queryConstants(query, intervals, sink);
  for (const { locations } of network.processes) {
    for (const { invariant } of locations) conjunctConstants(invariant, intervals, EMPTY_FRAME, sink);
  }
  for (const edge of network.edges) conjunctConstants(edge.guard, intervals, edgeFrame(edge), sink);
  visitClockAssignments(network, intervals, ({ value, span }, frame) => {
    visit(withinLimit(intervals.of(value, frame), span));
  });
}

export function analyseClockBounds(network: Network, purpose: Purpose): Result<ClockBounds> {
  try {
    return { ok: true, value: analyse(network, purpose), diagnostics: [] };
  } catch (error) {
    if (error instanceof BoundsRefusal) return { ok: false, diagnostics: [error.diagnostic] };
    throw error;
  }
}

function analyse(network: Network, purpose: Purpose): ClockBounds {
  const intervals = new Intervals(network);
  const everywhere: BoundMap = new Map();
  const diagonals = new DiagonalTable(network, intervals);
  const into = (map: BoundMap, bothWays: boolean): ConstantSink => ({
    single(clock, lower, upper) {
      const most = Math.max(lower, upper);
      raise(map, clock, bothWays ? most : lower, bothWays ? most : upper);
    },
    difference: (left, right, op, range, span) => diagonals.add(left, right, op, range, span),
  });
  const weak = weakEvents(network);
  const needs = purpose.needs ?? needsOf(purpose.queries);
  const sensitivity = needs === "deadlock" ? deadlockSensitivity(network, intervals) : null;
  const isSensitive = (what: keyof DeadlockSensitivity, process: number, location: number): boolean =>
    sensitivity !== null && sensitivity[what][process]![location]!;
  const collect = (symmetric: boolean): BoundMap[][] => {
    for (const query of purpose.queries) queryConstants(query, intervals, into(everywhere, true));
    const result = network.processes.map((process, p) =>
      process.locations.map((location, l) => {
        const map: BoundMap = new Map();
        const bothWays = symmetric || isSensitive("invariants", p, l);
        conjunctConstants(location.invariant, intervals, EMPTY_FRAME, into(map, bothWays));
        return map;
      }),
    );
    for (const edge of network.edges) {
      const { process, source } = edge;
      const bothWays =
        symmetric || isSensitive("guards", process, source) || isUsedNegatively(network, edge, intervals, weak);
      conjunctConstants(edge.guard, intervals, edgeFrame(edge), into(result[process]![source]!, bothWays));
    }
    return result;
  };

  // A blocked transition is one whose rival is enabled, invariants of the rival's target included.
  const symmetric = needs === "liveness" || network.hasPriorities;
  let locations = collect(symmetric);
  if (diagonals.size > 0 && !symmetric) locations = collect(true);
  diagonals.complete(everywhere);
  const kept = Math.max(KEPT, mostOf([everywhere, ...locations.flat()]));
  for (const clock of [...(purpose.clocksKept ?? []), ...measuredClocks(purpose.queries, intervals)])
    raise(everywhere, clock, kept, kept);
  propagate(network, intervals, locations, everywhere);
  return {
    clockCount: network.clocks.length,
    locations: locations.map((process) => process.map(listOf)),
    everywhere: listOf(everywhere),
    diagonals: diagonals.list(),
  };
}

/** The clocks whose values are asked for. */
function measuredClocks(queries: readonly Query[], intervals: Intervals): number[] {
  const refs = queries
    .flatMap(termsOf)
    .flatMap(({ left, right }) => [left, right])
    .filter((ref) => ref !== undefined);
  return refs.flatMap((ref) => intervals.clocksOf(ref));
}

/**
 * Is it also asked whether the edge is *not* enabled? Urgent synchronisations stop time when they are enabled, and
 * receivers of a broadcast (weak participants of a vector) stay out only when they are not.
 */
function isUsedNegatively(network: Network, edge: Edge, intervals: Intervals, weak: ReadonlySet<string>): boolean {
  const { sync } = edge;
  if (sync.kind === "event") return weak.has(`${edge.process},${sync.event}`);
  if (sync.kind === "internal" || !edge.guard.some(({ kind }) => kind === "clock")) return false;
  return intervals.indicesOf(sync.channel, edgeFrame(edge)).some((index) => {
    const channel = network.channels[index];
    return channel !== undefined && (channel.urgent || (channel.broadcast && sync.kind === "receive"));
  });
}

/** Process and event of every weak participant. */
function weakEvents(network: Network): Set<string> {
  const participants = network.vectors.flatMap((vector) => vector.participants);
  return new Set(participants.filter(({ weak }) => weak).map(({ process, event }) => `${process},${event}`));
}

/** Lets the interest in clocks flow backwards along the edges of each process, until nothing changes. */
function propagate(network: Network, intervals: Intervals, locations: BoundMap[][], everywhere: BoundMap): void {
  const flow = new UpdateFlow(network, intervals);
  const copied = copyTargets(network, intervals);
  flow.limit = growthLimit(network, copied.lowered, [everywhere, ...locations.flat()]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [p, process] of network.processes.entries()) {
      const maps = locations[p]!;
      flow.outside = outsideOf(p, locations, everywhere, copied.targets);
      for (let again = true; again; ) {
        again = false;
        for (let k = process.edges.length - 1; k >= 0; k--) {
          const edge = network.edges[process.edges[k]!]!;
          const before = flow.before(edge.update, maps[edge.target]!, edgeFrame(edge));
          if (raiseAll(maps[edge.source]!, before)) again = true;
        }
        changed ||= again;
      }
    }
    // What runs around every update belongs to no process: copies there matter everywhere, resets end nothing.
    flow.outside = outsideOf(-1, locations, everywhere, copied.targets);
    for (const statements of [network.afterUpdate, network.beforeUpdate]) {
      if (raiseAll(everywhere, flow.before(statements, new Map(), EMPTY_FRAME))) changed = true;
    }
    if (copied.targets.size === 0) return;
  }
}

/** Clocks that are set from another clock anywhere, and the largest amount a copy takes away. */
function copyTargets(network: Network, intervals: Intervals): { targets: Set<number>; lowered: number } {
  const targets = new Set<number>();
  let lowered = 0;
  visitClockAssignments(network, intervals, ({ clock, source, value }, frame) => {
    if (source === undefined) return;
    for (const target of intervals.clocksOf(clock, frame)) targets.add(target);
    lowered = Math.max(lowered, -intervals.of(value, frame).min);
  });
  return { targets, lowered };
}

/** Without a cycle that raises constants, each (location, clock) hands them on at most once. */
function growthLimit(network: Network, lowered: number, maps: readonly BoundMap[]): number {
  const most = mostOf(maps);
  if (lowered <= 0) return Math.max(most, KEPT);
  const places = maps.length * Math.max(1, network.clocks.length);
  const limit = Math.max(most, lowered) + lowered * places;
  if (most >= KEPT) return KEPT + lowered * places;
  if (limit > MAX_CONSTANT) throw endless();
  return limit;
}

function mostOf(maps: readonly BoundMap[]): number {
  let most = 0;
  for (const map of maps) for (const { lower, upper } of map.values()) most = Math.max(most, lower, upper);
  return most;
}

/** The interest of all processes but one in the clocks that copies set. */
function outsideOf(
  except: number,
  locations: readonly BoundMap[][],
  everywhere: BoundMap,
  targets: ReadonlySet<number>,
): BoundMap {
  const result: BoundMap = new Map();
  for (const clock of targets) {
    const add = (map: BoundMap): void => {
      const need = map.get(clock);
      if (need !== undefined) raise(result, clock, need.lower, need.upper);
    };
    add(everywhere);
    for (const [p, maps] of locations.entries()) if (p !== except) for (const map of maps) add(map);
  }
  return result;
}

function listOf(map: BoundMap): BoundList {
  const clocks = Int32Array.from([...map.keys()].sort((a, b) => a - b));
  return {
    clocks,
    lower: clocks.map((clock) => map.get(clock)!.lower),
    upper: clocks.map((clock) => map.get(clock)!.upper),
  };
}

/** Bounds under which nothing is extrapolated, for `--abstraction none`. */
export function boundsKeepingAll(network: Network): ClockBounds {
  const everywhere: BoundMap = new Map(network.clocks.map((_, clock) => [clock, { lower: KEPT, upper: KEPT }]));
  return {
    clockCount: network.clocks.length,
    locations: network.processes.map(({ locations }) => locations.map(() => listOf(new Map()))),
    everywhere: listOf(everywhere),
    diagonals: [],
  };
}

/** Fills L and U by row (clock + 1) for a location vector: the maximum over its locations. */
export function combineBounds(
  bounds: ClockBounds,
  locations: ArrayLike<number>,
  lower: Int32Array,
  upper: Int32Array,
): void {
  lower.fill(NO_BOUND);
  upper.fill(NO_BOUND);
  lower[0] = upper[0] = 0;
  raiseRows(bounds.everywhere, lower, upper);
  for (let p = 0; p < bounds.locations.length; p++) raiseRows(bounds.locations[p]![locations[p]!]!, lower, upper);
}

function raiseRows(list: BoundList, lower: Int32Array, upper: Int32Array): void {
  for (let k = 0; k < list.clocks.length; k++) {
    const row = list.clocks[k]! + 1;
    lower[row] = Math.max(lower[row]!, list.lower[k]!);
    upper[row] = Math.max(upper[row]!, list.upper[k]!);
  }
}

/** Marks, by clock, those that are tested again before their next reset. */
export function activeClocks(bounds: ClockBounds, locations: ArrayLike<number>, active: Uint8Array): void {
  active.fill(0);
  for (const clock of bounds.everywhere.clocks) active[clock] = 1;
  for (let p = 0; p < bounds.locations.length; p++) {
    for (const clock of bounds.locations[p]![locations[p]!]!.clocks) active[clock] = 1;
  }
}

/** The combined bounds of location vectors for an engine, remembered while the vector stays the same. */
export function boundsByVector(bounds: ClockBounds): {
  at(locations: Int32Array): { readonly lower: Int32Array; readonly upper: Int32Array };
  readonly diagonals: readonly Diagonal[];
} {
  const lower = new Int32Array(bounds.clockCount + 1);
  const upper = new Int32Array(bounds.clockCount + 1);
  const combined = { lower, upper };
  let latest = new Int32Array(0);
  return {
    diagonals: bounds.diagonals,
    at(locations) {
      let same = latest.length === locations.length && latest.length > 0;
      for (let p = 0; same && p < latest.length; p++) same = latest[p] === locations[p];
      if (!same) {
        combineBounds(bounds, locations, lower, upper);
        latest = locations.slice();
      }
      return combined;
    },
  };
}
