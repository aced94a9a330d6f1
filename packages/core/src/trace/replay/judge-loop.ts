// What may be said about the loop of a lasso. A loop *repeats exactly* when it comes back to the same state, up to
// clocks that lie above every constant they are still compared with: then the same delays can be taken for ever.
// Otherwise it can be taken for ever *with changing delays* if the zones recur that its steps lead through from where
// the run has come to: every valuation of a zone behind a turn comes from one before it, so there are runs of any
// number of turns, and since extra-m leaves finitely many zones and keeps what is enabled, one of them never ends. What
// holds of one point of a region holds of all, so the turns that are shown go on, and not only others that take the
// same steps.

import {
  boundsByVector,
  chooseAbstraction,
  createAbstraction,
  type LocationBounds,
  OBSERVATION,
} from "../../engine/index.ts";
import { type Formula, hasStopwatches, type Network } from "../../network/index.ts";
import {
  type Cell,
  Cells,
  type ConcreteState,
  createSymbolicSemantics,
  type Discrete,
  type SymbolicSemantics,
  sameTransition,
} from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import {
  CLOCK_LIMIT,
  compare,
  equalRationals,
  equals,
  INF,
  isEmpty,
  NO_BOUND,
  plus,
  rational,
  reduce,
  regionOf,
  ZERO,
} from "../../zone/index.ts";
import type { Delays, Stay, TimingProblem } from "../timing-problem.ts";
import type { Loop } from "../trace.ts";
import { ObservedRoute, ObservedSemantics } from "./clock-cells-on-path.ts";
import { asksForClocks, cellsAlong } from "./run-letters.ts";
import { type StayingPlace, StayingZones } from "./staying-zones.ts";

/** Turns after which a loop whose zones do not recur counts as not closed. */
const MOST_TURNS = 1000;
const BEYOND = rational(CLOCK_LIMIT);

export type LoopProblem = Pick<TimingProblem, "path" | "stay" | "word" | "frameSize">;

/** What clocks are still compared with, besides what the network does. */
export function askedOf({ stay, word }: Pick<TimingProblem, "stay" | "word">): Formula {
  return { kind: "or", parts: [...(stay === undefined ? [] : [stay.avoid]), ...(word?.atoms ?? [])] };
}

/** `states` are those of the run, the initial one first; the loop begins in state `start` and ends with the run. */
export function judgeLoop(
  network: Network,
  problem: LoopProblem,
  states: readonly ConcreteState[],
  delays: Delays,
  { start, turns }: { readonly start: number; readonly turns: number },
): Loop | { readonly problem: string } {
  const { transitions } = problem.path;
  const length = (transitions.length - start) / turns;
  if (!Number.isInteger(length) || length < 1 || start < 0) return { problem: "the loop has no whole turns" };
  for (let index = start + length; index < transitions.length; index++) {
    if (!sameTransition(transitions[index]!, transitions[index - length]!)) {
      return { problem: `the turns of the loop differ in step ${index + 1}` };
    }
  }
  const [first, last] = [states[start]!, states.at(-1)!];
  for (let turn = start; turn < states.length; turn += length) {
    if (!sameDiscrete(states[turn]!, last)) return { problem: "the loop does not come back to where it started" };
  }
  const bounds = loopBounds(network, askedOf(problem), problem.frameSize);
  if (comesBack(first, last, bounds)) {
    const period = delays.slice(start, transitions.length).reduce(plus, ZERO);
    const time = compare(period, ZERO) > 0 ? "diverges" : "stands still";
    return { start, turns, repeats: "exactly", time, period };
  }
  if (bounds === undefined || hasStopwatches(network)) {
    return { problem: "the loop does not come back to where it started" };
  }
  const turn = watchedTurn(network, problem, states, delays, transitions.length - length);
  if (!recurs(turn, problem, last, bounds)) {
    return { problem: "the loop cannot be taken for ever from where it has come to" };
  }
  const time = converges(createSymbolicSemantics(network), problem, states, start, length) ? "converges" : "unknown";
  return { start, turns, repeats: "with changing delays", time };
}

/**
 * The constants that clocks are still compared with in a loop about which something is asked; undefined: there is no
 * telling.
 */
export function loopBounds(network: Network, asked: Formula, frameSize: number): LocationBounds | undefined {
  const chosen = chooseAbstraction(network, [{ kind: "A<>", formula: asked, text: "", frameSize }], "extra-m");
  return chosen.ok ? boundsByVector(chosen.value.bounds) : undefined;
}

export function sameDiscrete(a: Discrete, b: Discrete): boolean {
  return a.locations.every((l, i) => l === b.locations[i]) && a.cells.every((c, i) => c === b.cells[i]);
}

/**
 * Do two states agree in everything that can still be seen? Where clocks are compared with each other: in all clocks.
 */
export function comesBack(a: ConcreteState, b: ConcreteState, bounds: LocationBounds | undefined): boolean {
  if (!sameDiscrete(a, b)) return false;
  const constants = bounds === undefined || bounds.diagonals.length > 0 ? undefined : bounds.at(a.locations).upper;
  return a.clocks.every((value, clock) => {
    const other = b.clocks[clock]!;
    if (equalRationals(value, other)) return true;
    const constant = constants?.[clock + 1];
    if (constant === undefined) return false;
    if (constant === NO_BOUND) return true;
    return compare(value, rational(constant)) > 0 && compare(other, rational(constant)) > 0;
  });
}

/** The steps of a turn, and what they are steps of. */
interface Turn {
  readonly semantics: SymbolicSemantics;
  readonly steps: readonly JointTransition[];
  begin(discrete: Discrete): Discrete;
}

/**
 * The last turn of a run, which begins behind so many steps; where clocks are asked for, with the cells that it went
 * through.
 */
function watchedTurn(
  network: Network,
  { path, word, frameSize }: LoopProblem,
  states: readonly ConcreteState[],
  delays: Delays,
  start: number,
): Turn {
  const semantics = createSymbolicSemantics(network);
  const steps = path.transitions.slice(start);
  if (!asksForClocks(word)) return { semantics, steps, begin: (discrete) => discrete };
  const cells = new Cells(
    word.atoms.map((atom) => semantics.compile(atom, frameSize)),
    semantics.dim,
  );
  const transitions: JointTransition[] = [];
  const passed: Cell[] = [];
  for (const [index, step] of steps.entries()) {
    const state = states[start + index]!;
    const along = cellsAlong(cells.comparisonsIn(state), state.clocks, delays[start + index]!);
    passed.push(...along);
    transitions.push(...along.slice(1).map(() => OBSERVATION), step);
  }
  const route = new ObservedRoute({ initial: 0, transitions, cells: passed, loopStart: 0 });
  const watching = new ObservedSemantics(semantics, route.first);
  return { semantics: watching, steps: route.steps, begin: (discrete) => watching.begin(discrete) };
}

/** Does taking the steps of a turn again and again, beginning in a state, lead through zones that were there before? */
function recurs(
  { semantics, steps, begin }: Turn,
  { stay, frameSize }: LoopProblem,
  from: ConcreteState,
  bounds: LocationBounds,
): boolean {
  const { dim } = semantics;
  const zones = new StayingZones(semantics, frameSize, stay);
  const { widen } = createAbstraction("extra-m", "equality", bounds, dim);
  const { locations, cells } = from;
  // A clock that lies above every constant there may be can as well lie just above them.
  const clocks = from.clocks.map((value) => (compare(value, BEYOND) > 0 ? BEYOND : value));
  let layer: readonly StayingPlace[] = zones.within(begin({ locations, cells }), regionOf(clocks));
  const seen: Int32Array[][] = [];
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const [place] = layer;
    if (place === undefined) return false;
    const { discrete } = place;
    const widened = reduce(
      layer.flatMap(({ elapsed }) => widen(discrete, elapsed.slice())).filter((zone) => !isEmpty(zone)),
      dim,
    );
    const inside = (a: readonly Int32Array[], b: readonly Int32Array[]): boolean =>
      a.every((zone) => b.some((other) => equals(zone, other, dim)));
    if (seen.some((before) => before.length === widened.length && inside(before, widened))) return true;
    seen.push(widened);
    layer = widened.map((elapsed) => ({ discrete, entry: elapsed, elapsed, avoid: [] }));
    for (const step of steps) layer = zones.step(layer, step, Number.POSITIVE_INFINITY);
  }
  return false;
}

/** The state in which a loop begins behind the premise, which may hold within the first turns. */
export function loopBehindPremise(start: number, length: number, stay: Stay | undefined): number {
  if (stay?.start === undefined || stay.from < start) return start;
  return start + length * (Math.floor((stay.from - start) / length) + 1);
}

/** Is some clock bounded in the loop and never set in it? Then all turns together take a bounded time. */
function converges(
  semantics: SymbolicSemantics,
  { path }: LoopProblem,
  states: readonly ConcreteState[],
  start: number,
  length: number,
): boolean {
  const { dim } = semantics;
  const bounded = new Set<number>();
  const set = new Set<number>();
  for (let index = start; index < start + length; index++) {
    const discrete: Discrete = states[index]!;
    const invariant = semantics.invariant(discrete);
    for (const move of semantics.successors(discrete, invariant, path.transitions[index]).moves) {
      if (!sameTransition(move.transition, path.transitions[index]!)) continue;
      for (let row = 1; row < dim; row++) if (move.leave[row * dim] !== INF) bounded.add(row);
      for (const { row } of move.assignments) set.add(row);
    }
  }
  return [...bounded].some((row) => !set.has(row));
}
