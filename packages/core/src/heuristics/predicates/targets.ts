// What of the target concerns each part: its disjuncts, each as locations of the part's automata and conditions on its
// data. A condition on data is given to one part only, so that a sum does not count it twice. Clock constraints count
// as true.

import type { Expression } from "../../network/index.ts";
import type { Action, ActionTable } from "../factored/actions.ts";
import type { Goal } from "../goal.ts";
import type { Part } from "./part.ts";
import type { PartStep } from "./part-steps.ts";

interface Disjunct {
  readonly locations: ReadonlyMap<number, { readonly is?: number; readonly isNot: ReadonlySet<number> }>;
  readonly data: readonly Expression[];
}

const MOST_DISJUNCTS = 500;

/** Per part: one step without effects for each disjunct. An empty list: the target is out of reach. */
export function targetsOf(
  goal: Goal,
  parts: readonly Part[],
  actions: ActionTable,
  frameSize: number,
): readonly (readonly PartStep[])[] {
  const disjuncts = disjunctsOf(goal);
  const conditions = new Map<Expression, Action>();
  const actionOf = (expression: Expression): Action => {
    let action = conditions.get(expression);
    if (action === undefined) {
      action = actions.condition(expression, frameSize, []);
      conditions.set(expression, action);
    }
    return action;
  };
  const canRead = (part: Part, { reads, asksLocations }: Action): boolean =>
    !asksLocations && [...reads].every((cell) => part.ownsCell(cell));
  const owner = (action: Action): Part | undefined => parts.find((part) => canRead(part, action));
  return parts.map((part) => {
    const steps = new Map<string, PartStep>();
    for (const { locations, data } of disjuncts) {
      const moves = part.processes.flatMap((process, at) => {
        const is = locations.get(process)?.is;
        return is === undefined ? [] : [{ at, source: is, target: is }];
      });
      const own = data.map(actionOf).filter((action) => owner(action) === part);
      const key = `${moves.map(({ at, source }) => `${at}:${source}`)} ${own.map(({ id }) => id)}`;
      steps.set(key, {
        moves,
        joins: [],
        guard: [],
        resets: [],
        freed: [],
        conditions: own,
        statements: [],
        lost: new Set(),
      });
    }
    return [...steps.values()];
  });
}

function disjunctsOf(goal: Goal): readonly Disjunct[] {
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
