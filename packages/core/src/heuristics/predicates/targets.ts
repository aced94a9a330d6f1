// What of the target concerns each part: its disjuncts, each as locations of the part's automata and conditions on its
// data. A condition on data is given to one part only, so that a sum does not count it twice. Clock constraints that
// are conjuncts of the target are asked of every disjunct; others count as true.

import { OPPOSITE } from "../../network/comparisons.ts";
import type { ClockConjunct, Expression, Formula } from "../../network/index.ts";
import type { Action, ActionTable } from "../factored/actions.ts";
import type { GoalFormula } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import { clockConstraints } from "./clock-constraints.ts";
import type { PredicatePart } from "./part.ts";
import type { PartStep } from "./part-steps.ts";

interface Asked {
  readonly is?: number;
  readonly isNot: ReadonlySet<number>;
}

interface Disjunct {
  readonly locations: ReadonlyMap<number, Asked>;
  readonly data: readonly Expression[];
}

const MOST_DISJUNCTS = 500;

/** Per part: one step without effects for each disjunct. An empty list: the target is out of reach. */
export function targetsOf(
  { target, frameSize, network }: Problem,
  goal: GoalFormula,
  parts: readonly PredicatePart[],
  actions: ActionTable,
): readonly (readonly PartStep[])[] {
  const disjuncts = disjunctsOf(goal);
  const clocks = clockConstraints(clockConjuncts(target, true));
  const conditions = new Map<Expression, Action>();
  const actionOf = (expression: Expression): Action => {
    let action = conditions.get(expression);
    if (action === undefined) {
      action = actions.condition(expression, frameSize, []);
      conditions.set(expression, action);
    }
    return action;
  };
  const canRead = (part: PredicatePart, { reads, asksLocations }: Action): boolean =>
    !asksLocations && [...reads].every((cell) => part.ownsCell(cell));
  const owner = (action: Action): PredicatePart | undefined => parts.find((part) => canRead(part, action));
  return parts.map((part) => {
    const owns = (row: number): boolean => row === 0 || part.ownsClock(row - 1);
    const guard = clocks.filter(({ i, j }) => owns(i) && owns(j));
    const steps = new Map<string, PartStep>();
    for (const { locations, data } of disjuncts) {
      const own = data.map(actionOf).filter((action) => owner(action) === part);
      const allowed = part.processes.map((process) => {
        const { locations: all } = network.processes[process]!;
        return allowedBy(locations.get(process), all.length);
      });
      for (const moves of placesOf(allowed)) {
        const key = `${moves.map(({ at, source }) => `${at}:${source}`)} ${own.map(({ id }) => id)}`;
        steps.set(key, {
          moves,
          joins: [],
          calm: false,
          guard,
          resets: [],
          freed: [],
          conditions: own,
          statements: [],
          lost: new Set(),
        });
      }
    }
    return [...steps.values()];
  });
}

/** The locations that a disjunct allows an automaton; undefined: all. */
function allowedBy(asked: Asked | undefined, count: number): readonly number[] | undefined {
  if (asked === undefined) return undefined;
  if (asked.is !== undefined) return [asked.is];
  return Array.from({ length: count }, (_, at) => at).filter((at) => !asked.isNot.has(at));
}

/** Every way to be in allowed locations, while there are few: else those with several are left open. */
function placesOf(allowed: readonly (readonly number[] | undefined)[]): readonly PartStep["moves"][] {
  const ways = allowed.reduce((count, list) => count * (list?.length ?? 1), 1);
  let places: PartStep["moves"][] = [[]];
  for (const [at, list] of allowed.entries()) {
    if (list === undefined || (ways > MOST_DISJUNCTS && list.length > 1)) continue;
    places = places.flatMap((place) => list.map((source) => [...place, { at, source, target: source }]));
  }
  return places;
}

/** Clock constraints that hold wherever the formula does (or, negated, does not). */
function clockConjuncts(formula: Formula, positive: boolean): readonly ClockConjunct[] {
  switch (formula.kind) {
    case "not":
      return clockConjuncts(formula.part, !positive);
    case "and":
    case "or":
      if ((formula.kind === "and") !== positive && formula.parts.length !== 1) return [];
      return formula.parts.flatMap((part) => clockConjuncts(part, positive));
    case "clock": {
      const op = positive ? formula.op : OPPOSITE[formula.op];
      return op === "!=" ? [] : [{ ...formula, op, binders: [] }];
    }
    default:
      return [];
  }
}

function disjunctsOf(goal: GoalFormula): readonly Disjunct[] {
  const nothing: Disjunct = { locations: new Map(), data: [] };
  switch (goal.kind) {
    case "true":
      return [nothing];
    case "false":
      return [];
    case "location": {
      const { process, location, holds } = goal;
      const at = holds ? { is: location, isNot: new Set<number>() } : { isNot: new Set([location]) };
      return [{ locations: new Map([[process, at]]), data: [] }];
    }
    case "data":
      return [{ locations: new Map(), data: [goal.condition] }];
    case "or": {
      const all = goal.parts.flatMap(disjunctsOf);
      return all.length > MOST_DISJUNCTS ? [nothing] : all;
    }
    case "and": {
      let all: readonly Disjunct[] = [nothing];
      for (const part of goal.parts) {
        const more = disjunctsOf(part);
        // Too many: the target without this part is a weaker one.
        if (all.length * more.length > MOST_DISJUNCTS) continue;
        all = all.flatMap((a) => more.flatMap((b) => both(a, b)));
      }
      return all;
    }
  }
}

function both(a: Disjunct, b: Disjunct): readonly Disjunct[] {
  const locations = new Map(a.locations);
  for (const [process, at] of b.locations) {
    const known = locations.get(process);
    if (known === undefined) {
      locations.set(process, at);
      continue;
    }
    const is = known.is ?? at.is;
    const isNot = new Set([...known.isNot, ...at.isNot]);
    if (known.is !== undefined && at.is !== undefined && known.is !== at.is) return [];
    if (is !== undefined && isNot.has(is)) return [];
    locations.set(process, is === undefined ? { isNot } : { is, isNot });
  }
  return [{ locations, data: [...a.data, ...b.data] }];
}
