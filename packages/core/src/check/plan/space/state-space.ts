// Where the fastest run is looked for: in the schedules of a shop where the network is one, else among zones. What was
// recognised, and what was in the way, is kept to be told.

import { AccessAnalysis } from "../../../analysis/accesses.ts";
import { reachableIntervals } from "../../../analysis/faults/cell-ranges.ts";
import { inUnits, timeUnit } from "../../../analysis/time-unit.ts";
import { largestClockConstant, type Target } from "../../../engine/index.ts";
import { TimeBound } from "../../../heuristics/index.ts";
import { type Formula, mentions, type Network, type Query } from "../../../network/index.ts";
import { type Digitised, digitised, eventPointsOf, type TaskView, taskViewOf } from "../../../schedule/index.ts";

/** `--space`: where a best run is looked for. */
export type SpaceChoice = "tasks" | "points" | "ticks" | "zones";

export interface Ticks {
  readonly digital: Digitised;
  /** So much of the model's time is one tick. */
  readonly unit: number;
  /** In ticks. */
  readonly bound: TimeBound;
  /** No clock is compared with more, in ticks. */
  readonly largest: number;
}

export interface StateSpace {
  readonly bound: TimeBound;
  /** Schedules of a shop, or why there is none. */
  readonly tasks: TaskView | string;
  /** Instants at which some clock meets a lower bound, or which condition fails that makes them enough. */
  readonly points: Ticks | string;
  /** Whole units of time, or why they are not enough. */
  readonly ticks: Ticks | string;
  /** Runs that take longer are no targets, by a clock that is never set; Infinity: they may take any time. */
  readonly deadline: number;
}

/** Where clocks count further, zones are fewer than ticks. */
export const MOST_TICKS = 100;

/** `wish`: only this one is tried; `isTimeAsked`: the target asks for the time, which is not what is made least. */
export function stateSpaceFor(
  network: Network,
  query: Query,
  target: Target,
  wish?: SpaceChoice,
  isTimeAsked = false,
): StateSpace {
  const bound = new TimeBound({ network, target: target.formula });
  const { setters } = bound.work;
  const isWished = (name: SpaceChoice): boolean => wish === undefined || wish === name;
  // Each is worked out when it is first asked for: where one space answers, the next is not.
  const points = once(() => (isWished("points") ? pointsOf(network, query, target, bound) : NOT_ASKED));
  const ticks = once(() => (isWished("ticks") ? ticksOf(network, query, target, bound, wish, isTimeAsked) : NOT_ASKED));
  return {
    bound,
    tasks: isWished("tasks") ? taskViewOf(network, bound.work) : "it was not asked for",
    get points() {
      return points();
    },
    get ticks() {
      return ticks();
    },
    deadline: deadlineIn(target.formula, setters),
  };
}

const NOT_ASKED = "they were not asked for";

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Everything is asked in the model's own units: how far time goes makes no difference. */
function pointsOf(network: Network, query: Query, target: Target, bound: TimeBound): Ticks | string {
  if (!bound.isTelling) return "nothing guides the search there";
  const formula = withoutDeadline(target.formula, bound.work.setters);
  if (mentions(formula, "clock") || mentions(formula, "deadlock")) return "E1: the target asks for clocks";
  const points = eventPointsOf(network, bound.work);
  if (typeof points === "string") return points;
  const asked: Query = { kind: "E<>", text: query.text, formula, frameSize: target.frameSize };
  const largest = largestClockConstant(network, [asked]);
  const digital = digitised(network, formula, largest, points);
  return typeof digital === "string" ? digital : { digital, unit: 1, largest, bound };
}

function ticksOf(
  network: Network,
  query: Query,
  target: Target,
  bound: TimeBound,
  wish: SpaceChoice | undefined,
  isTimeAsked: boolean,
): Ticks | string {
  if (!bound.isTelling && wish === undefined) return "nothing guides the search there";
  const formula = isTimeAsked ? target.formula : withoutDeadline(target.formula, bound.work.setters);
  const asked: Query = { kind: "E<>", text: query.text, formula, frameSize: target.frameSize };
  const unit = timeUnit(network, asked);
  const scaled = unit === 1 ? network : inUnits(network, unit);
  const sought = unit === 1 ? formula : inUnits(formula, unit);
  const largest = largestIn(scaled, { ...asked, formula: sought });
  if (largest > MOST_TICKS && wish === undefined) return `clocks count to ${largest}`;
  const digital = digitised(scaled, sought, largest);
  if (typeof digital === "string") return digital;
  return { digital, unit, largest, bound: unit === 1 ? bound : new TimeBound({ network: scaled, target: sought }) };
}

/** No clock is compared with more: where declared ranges say too much (`int need;`), what is ever stored counts. */
function largestIn(network: Network, query: Query): number {
  const declared = largestClockConstant(network, [query]);
  if (declared <= MOST_TICKS) return declared;
  return largestClockConstant(network, [query], reachableIntervals(network, new AccessAnalysis(network)));
}

/** What tells the time is not asked: the search counts it. */
function withoutDeadline(formula: Formula, setters: readonly ReadonlySet<number>[]): Formula {
  if (formula.kind === "and") return { ...formula, parts: formula.parts.map((part) => withoutDeadline(part, setters)) };
  if (deadlineIn(formula, setters) === Number.POSITIVE_INFINITY) return formula;
  return { kind: "data", condition: { kind: "constant", value: 1 } };
}

function deadlineIn(formula: Formula, setters: readonly ReadonlySet<number>[]): number {
  if (formula.kind === "and") return Math.min(...formula.parts.map((part) => deadlineIn(part, setters)));
  if (formula.kind !== "clock" || formula.right !== undefined || formula.bound.kind !== "constant")
    return Number.POSITIVE_INFINITY;
  const { left, op, bound } = formula;
  const clock = left?.space === "clock" && left.steps.length === 0 ? left.base : -1;
  if ((op !== "<=" && op !== "<") || (setters[clock]?.size ?? 1) > 0) return Number.POSITIVE_INFINITY;
  return op === "<=" ? bound.value : bound.value - 1;
}

/** What is told before anything runs. */
export function stateSpaceText({ bound, tasks, points, ticks }: StateSpace): readonly string[] {
  const { locks } = bound.work;
  const resources = locks.map(({ name, capacity }) => (capacity === 1 ? name : `${name} (up to ${capacity})`));
  const told = bound.isTelling
    ? `the estimate schedule() knows ${resources.length === 0 ? "no resources" : `the resources ${resources.join(", ")}`}`
    : "the estimate schedule() knows of no time that must pass: nothing guides the search";
  if (typeof tasks !== "string") {
    const { shop } = tasks;
    const what = `schedules of a shop: ${shop.jobs} ${shop.jobs === 1 ? "job" : "jobs"}, ${shop.operations} ${shop.operations === 1 ? "operation" : "operations"}`;
    if (typeof points !== "string") return [`${what}; event points where a schedule cannot be followed`, told];
    const otherwise =
      typeof ticks !== "string"
        ? `whole units of time where a schedule cannot be followed (event points are not enough: ${points})`
        : `zones where a schedule cannot be followed (event points are not enough: ${points}; whole units of time are not taken: ${ticks})`;
    return [`${what}; ${otherwise}`, told];
  }
  if (typeof points !== "string") return [`event points, since the model is no shop: ${tasks}`, told];
  const why = `the model is no shop (${tasks}), event points are not enough (${points})`;
  if (typeof ticks !== "string") return [`whole units of time, since ${why}`, told];
  return [`zones, since ${why} and whole units of time are not taken (${ticks})`, told];
}
