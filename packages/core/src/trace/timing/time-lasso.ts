// Times a lasso so that what is said about its loop is true. First delays are looked for with which the loop comes back
// to the clock values it began with, after one turn or a few: then it repeats exactly. Along one path every clock is a
// sum of delays, so that is a linear program over the values at the beginning of the loop and the delays in it; the
// stem is walked back through its zones. Where there is no such period a few turns are timed as they come, and replay
// decides whether the loop can be taken for ever, each turn with other delays (Zeno runs do so).

import type { LocationBounds } from "../../engine/index.ts";
import { hasStopwatches, type Network } from "../../network/index.ts";
import { createSymbolicSemantics, type SymbolicSemantics } from "../../semantics/index.ts";
import { NO_BOUND, type Rational, ZERO } from "../../zone/index.ts";
import { ObservedRoute, ObservedSemantics, plainly } from "../replay/clock-cells-on-path.ts";
import { askedOf, comesBack, loopBehindPremise, loopBounds } from "../replay/judge-loop.ts";
import { type Replay, replay } from "../replay/replay.ts";
import type { StayingPlace } from "../replay/staying-zones.ts";
import type { Delays, Expired, TimingGoal, TimingProblem } from "../timing-problem.ts";
import { equal, PathProgram, timeByLinearProgram } from "./by-linear-program.ts";
import { stemByZones, timeInZones } from "./by-zones.ts";
import type { Linear, LinearClockValues } from "./linear-clocks.ts";
import { withTimeClock } from "./time-clock.ts";

type LassoProblem = TimingProblem & { readonly goal: TimingGoal & { readonly kind: "loop" } };

/** Turns that are shown where none repeats. */
const SHOWN_TURNS = 3;
/** More are timed, so that the last that is shown is not the last there is; many where few do not lead on for ever. */
const MORE_TURNS = [1, 4, 16];
/** Steps in a linear program; longer loops are only looked at as they come. */
const MOST_STEPS = 64;

/** Of a period it is asked that time passes, for ever, if it can: a run in which it stands still convinces nobody. */
const DEMANDS = ["a unit", "something", "nothing"] as const;
type Demand = (typeof DEMANDS)[number];

/** Undefined: no run takes these steps for ever. */
export function concretiseLasso(network: Network, problem: LassoProblem, expired?: Expired): Replay | undefined {
  if (hasStopwatches(network)) return byOneProgram(network, problem, expired);
  const setting = settingOf(network, problem);
  return byPeriod(setting, expired) ?? asItComes(setting, expired);
}

/** What a loop is timed in; where clocks are watched that is another semantics, with more steps. */
interface Setting {
  readonly network: Network;
  /** With a clock for the time that has passed. */
  readonly semantics: SymbolicSemantics;
  readonly problem: LassoProblem;
  readonly bounds: LocationBounds | undefined;
}

function settingOf(network: Network, problem: LassoProblem): Setting {
  const { observed, path, goal } = problem;
  const bounds = loopBounds(network, askedOf(problem), problem.frameSize);
  const semantics = createSymbolicSemantics(withTimeClock(network));
  if (observed === undefined) return { network, semantics, problem, bounds };
  const { steps, loopStart, first } = new ObservedRoute(observed);
  return {
    network,
    semantics: new ObservedSemantics(semantics, first),
    problem: { ...problem, path: { ...path, transitions: steps }, goal: { ...goal, loopStart: loopStart! } },
    bounds,
  };
}

/** The same lasso with the loop begun behind the premise, and taken a number of times. */
function unrolled(problem: LassoProblem, turns: number): LassoProblem {
  const { path, goal, stay } = problem;
  const word = path.transitions.slice(goal.loopStart);
  const loopStart = loopBehindPremise(goal.loopStart, word.length, stay);
  const extra = (loopStart - goal.loopStart) / word.length + turns - 1;
  const transitions = [...path.transitions, ...Array.from({ length: extra }, () => word).flat()];
  return { ...problem, path: { ...path, transitions }, goal: { kind: "loop", loopStart, turns } };
}

function byPeriod({ network, semantics, problem, bounds }: Setting, expired?: Expired): Replay | undefined {
  const first = unrolled(problem, 1);
  const { loopStart } = first.goal;
  const length = first.path.transitions.length - loopStart;
  const stem = { ...first, path: { ...first.path, transitions: first.path.transitions.slice(0, loopStart) } };
  const { places, delaysTo } = stemByZones(semantics, stem, expired);
  for (const demand of DEMANDS) {
    for (let turns = 1; turns <= network.clocks.length + 1 && turns * length <= MOST_STEPS; turns++) {
      const whole = unrolled(problem, turns);
      for (const place of places) {
        const found = period(semantics, whole, place, bounds, demand, expired);
        if (found === undefined) continue;
        const run = plainly(whole, [...delaysTo(place, found.entered), ...found.delays, ZERO]);
        const replayed = replay(network, run.problem, run.delays, expired);
        if (replayed.ok && replayed.trace.loop?.repeats === "exactly") return replayed;
      }
    }
  }
  return undefined;
}

/** Clock values at the beginning of the loop, and delays that lead back to them. */
function period(
  semantics: SymbolicSemantics,
  { path, goal, stay, frameSize }: LassoProblem,
  place: StayingPlace,
  bounds: LocationBounds | undefined,
  demand: Demand,
  expired?: Expired,
): { readonly entered: readonly Rational[]; readonly delays: readonly Rational[] } | undefined {
  const { dim } = semantics;
  const clocks: LinearClockValues = Array.from({ length: dim }, (_, row) => ({
    coefficients: new Map(row === 0 ? [] : [[row - 1, 1]]),
    constant: 0,
  }));
  const staying = stay === undefined ? {} : { stay: { avoid: stay.avoid, from: 0 } };
  const program = new PathProgram(
    semantics,
    { frameSize, ...staying },
    { discrete: place.discrete, clocks, variables: dim - 1 },
  );
  program.lieIn([place.entry]);
  // Clocks that the loop does not set keep growing where time passes.
  const set = new Set<number>();
  for (let index = goal.loopStart; index < path.transitions.length; index++) {
    program.wait(index);
    const before = program.clocks;
    if (!program.take(path.transitions[index]!)) return undefined;
    for (let row = 1; row < dim; row++) if (program.clocks[row] !== before[row]) set.add(row);
  }
  const constants =
    bounds === undefined || bounds.diagonals.length > 0 ? undefined : bounds.at(place.discrete.locations);
  // The time clock, which is the last one, is nobody's.
  const matters = (row: number): boolean =>
    row > 0 && row < dim - 1 && (constants === undefined || constants.upper[row] !== NO_BOUND);
  const grows = (row: number): boolean => constants !== undefined && demand !== "nothing" && !set.has(row);
  program.choices.push([equal(clocks, program.clocks, (row) => matters(row) && !grows(row))]);
  const asked: Linear[] = [];
  for (let row = 1; row < dim - 1; row++) {
    if (!matters(row) || !grows(row)) continue;
    asked.push({ coefficients: new Map([[row - 1, -1]]), bound: -constants!.upper[row]!, strict: true });
  }
  if (demand !== "nothing") {
    const passing = new Map(program.delays.flat().map((variable) => [variable, -1] as const));
    asked.push({ coefficients: passing, bound: demand === "a unit" ? -1 : 0, strict: demand === "something" });
  }
  program.choices.push([asked]);
  const values = program.solve(expired);
  if (values === undefined) return undefined;
  return { entered: [ZERO, ...values.slice(0, dim - 1)], delays: program.delaysIn(values) };
}

/** With stopwatches the zones along a path say too much, so the whole run is one program. */
function byOneProgram(network: Network, problem: LassoProblem, expired?: Expired): Replay | undefined {
  for (let turns = 1; turns <= SHOWN_TURNS; turns++) {
    const whole = unrolled(problem, turns);
    const delays = timeByLinearProgram(network, whole, expired);
    if (delays === undefined) continue;
    const replayed = replay(network, whole, delays, expired);
    if (replayed.ok) return replayed;
  }
  return undefined;
}

function asItComes(setting: Setting, expired?: Expired): Replay | undefined {
  let replayed: Replay | undefined;
  for (const more of MORE_TURNS) {
    replayed = turnsByZones(setting, SHOWN_TURNS + more, expired);
    if (replayed?.ok) break;
  }
  return replayed;
}

/** Some turns as the zones have them: perhaps they repeat; else replay says whether they can go on for ever. */
function turnsByZones(
  { network, semantics, problem, bounds }: Setting,
  timedTurns: number,
  expired?: Expired,
): Replay | undefined {
  const cut = unrolled(problem, timedTurns);
  const found = timeInZones(semantics, cut, expired);
  if (found === undefined) return undefined;
  const { problem: timed, delays } = plainly(cut, found);
  const { transitions } = timed.path;
  const { loopStart } = timed.goal;
  const length = (transitions.length - loopStart) / timedTurns;
  const shown = (from: number, turns: number): { problem: LassoProblem; delays: Delays } => {
    const start = loopStart + from * length;
    const end = start + turns * length;
    const path = { ...timed.path, transitions: transitions.slice(0, end) };
    return {
      problem: { ...timed, path, goal: { kind: "loop", loopStart: start, turns } },
      delays: [...delays.slice(0, end), ZERO],
    };
  };
  const run = replay(network, { ...timed, goal: { kind: "target", formula: ANYTHING } }, delays, expired);
  if (!run.ok) return run;
  const states = [run.trace.initial, ...run.trace.steps.map(({ state }) => state)];
  for (let turns = 1; turns <= SHOWN_TURNS; turns++) {
    for (let from = 0; from + turns <= SHOWN_TURNS + 1; from++) {
      const [a, b] = [states[loopStart + from * length]!, states[loopStart + (from + turns) * length]!];
      if (!comesBack(a, b, bounds)) continue;
      const part = shown(from, turns);
      const replayed = replay(network, part.problem, part.delays, expired);
      if (replayed.ok) return replayed;
    }
  }
  const part = shown(0, SHOWN_TURNS);
  return replay(network, part.problem, part.delays, expired);
}

const ANYTHING = { kind: "and", parts: [] } as const;
