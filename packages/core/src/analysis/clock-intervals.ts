// Which values clocks can have in which location, for each automaton on its own: intervals that guards and invariants
// narrow, resets set and time widens upwards; what other automata reset may be reset at any time. Edges whose guards
// lie outside are never taken. Strict bounds count as weak ones, so the intervals are a little larger than the truth.

import type { ClockConjunct, Conjunct, Edge, Expression, Location, Network, Statement } from "../network/index.ts";
import { visitStatements } from "../network/visit.ts";
import { EMPTY_FRAME, type Frame, hull, Intervals, type Range } from "./intervals.ts";

/** What one edge may set clocks to; `surely` only where it certainly does. */
export interface Reset {
  readonly clock: number;
  readonly range: Range;
  readonly surely: boolean;
}

const ANY: Range = { min: 0, max: Number.POSITIVE_INFINITY };

export class ClockIntervals {
  private readonly network: Network;
  /** What data expressions may yield. */
  readonly data: Intervals;
  /** By process, location and clock; undefined where the automaton does not get to. */
  private readonly ranges: (Range[] | undefined)[][];
  /** By edge. */
  readonly resets: readonly (readonly Reset[])[];
  /** By clock: the processes that set it; −1 for the hooks that run with every transition. */
  private readonly setters: readonly Set<number>[];

  constructor(network: Network) {
    this.network = network;
    this.data = new Intervals(network);
    this.resets = network.edges.map((edge) => this.resetsOf(edge.update, frameOf(edge)));
    const hooks = this.resetsOf([...network.beforeUpdate, ...network.afterUpdate], EMPTY_FRAME);
    this.ranges = network.processes.map(({ locations }) => locations.map(() => undefined));
    const resetters = network.clocks.map(() => new Map<number, Range>());
    this.setters = network.clocks.map(() => new Set<number>());
    for (const { clock } of hooks) this.setters[clock]!.add(-1);
    for (const [id, resets] of this.resets.entries()) {
      for (const { clock } of resets) this.setters[clock]!.add(network.edges[id]!.process);
    }
    for (const [id, resets] of this.resets.entries()) {
      const { process } = network.edges[id]!;
      for (const { clock, range } of resets) {
        const known = resetters[clock]!.get(process);
        resetters[clock]!.set(process, known === undefined ? range : hull(known, range));
      }
    }
    for (let process = 0; process < network.processes.length; process++) {
      const others = resetters.map((byProcess, clock) => {
        let range: Range | undefined;
        for (const [other, set] of byProcess) if (other !== process) range = range ? hull(range, set) : set;
        for (const hook of hooks) if (hook.clock === clock) range = range ? hull(range, hook.range) : hook.range;
        return range;
      });
      this.explore(process, others);
    }
  }

  /** Can the guard of the edge hold in its source location, and the invariant behind it? */
  isPossible(edge: Edge): boolean {
    return this.ranges[edge.process]![edge.source] !== undefined && this.leave(edge) !== null;
  }

  /** Can the clock have a value of the range while the process is in the location? */
  mayBe(process: number, location: number, clock: number, range: Range): boolean {
    const here = this.ranges[process]![location]?.[clock];
    return here !== undefined && here.min <= range.max && here.max >= range.min;
  }

  settersOf(clock: number): ReadonlySet<number> {
    return this.setters[clock]!;
  }

  /** The largest value of the clock while the process is in the location; 0 where it never is. */
  most(process: number, location: number, clock: number): number {
    return this.ranges[process]![location]?.[clock]?.max ?? 0;
  }

  /** What is known of an edge's selects. */
  frameOf(edge: Edge): Frame {
    return frameOf(edge);
  }

  private explore(process: number, others: readonly (Range | undefined)[]): void {
    const { initial, locations, edges } = this.network.processes[process]!;
    const table = this.ranges[process]!;
    const queue = [...initial];
    const enter = (location: number, entry: readonly Range[]): void => {
      const stays = this.stay(locations[location]!, entry, others);
      if (stays === null) return;
      const known = table[location];
      const after = known === undefined ? stays : known.map((range, clock) => hull(range, stays[clock]!));
      if (known?.every(({ min, max }, clock) => min === after[clock]!.min && max === after[clock]!.max) === true)
        return;
      table[location] = after;
      queue.push(location);
    };
    queue.length = 0;
    for (const location of initial) {
      enter(
        location,
        this.network.clocks.map((clock) => ({ min: clock.initial, max: clock.initial })),
      );
    }
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const id of edges) {
        const edge = this.network.edges[id]!;
        if (edge.source !== at) continue;
        const entry = this.leave(edge);
        if (entry !== null) enter(edge.target, entry);
      }
    }
  }

  /** The clocks as the edge leaves them; null when its guard cannot hold. */
  private leave(edge: Edge): Range[] | null {
    const ranges = [...this.ranges[edge.process]![edge.source]!];
    if (!this.narrow(ranges, edge.guard, frameOf(edge))) return null;
    for (const { clock, range, surely } of this.resets[edge.id]!) {
      ranges[clock] = surely ? range : hull(ranges[clock]!, range);
    }
    return ranges;
  }

  /** What the clocks can be while the automaton stays in a location that it enters so. */
  private stay(location: Location, entry: readonly Range[], others: readonly (Range | undefined)[]): Range[] | null {
    const still = location.urgent || location.committed;
    const ranges = entry.map((range, clock) => {
      const reset = others[clock];
      const { min, max } = reset === undefined ? range : hull(range, reset);
      return { min, max: still ? max : Number.POSITIVE_INFINITY };
    });
    return this.narrow(ranges, location.invariant, EMPTY_FRAME) ? ranges : null;
  }

  /** Only comparisons of one clock that hold without condition narrow anything. */
  private narrow(ranges: Range[], conjuncts: readonly Conjunct[], frame: Frame): boolean {
    for (const conjunct of conjuncts) {
      if (conjunct.kind !== "clock" || conjunct.binders.length > 0 || conjunct.when !== undefined) continue;
      const test = singleClock(conjunct, this.data, frame);
      if (test === null) continue;
      const { min, max } = ranges[test.clock]!;
      const narrowed = { min: Math.max(min, test.range.min), max: Math.min(max, test.range.max) };
      if (narrowed.min > narrowed.max) return false;
      ranges[test.clock] = narrowed;
    }
    return true;
  }

  private resetsOf(statements: readonly Statement[], frame: Frame): Reset[] {
    const list: Reset[] = [];
    const add = (assignment: Extract<Expression, { kind: "clock-assign" }>, within: Frame, surely: boolean): void => {
      const clocks = this.data.clocksOf(assignment.clock, within);
      const range = assignment.source === undefined ? this.data.of(assignment.value, within) : ANY;
      for (const clock of clocks) list.push({ clock, range, surely: surely && clocks.length === 1 });
    };
    for (const statement of statements) {
      if (statement.kind === "expression" && statement.expression.kind === "clock-assign") {
        add(statement.expression, frame, true);
        continue;
      }
      visitStatements([statement], {
        expression: (expression) => {
          if (expression.kind === "clock-assign") add(expression, EMPTY_FRAME, false);
          // What functions do to clocks is not followed.
          if (expression.kind === "call" && this.setsClocks(expression.function)) {
            for (let clock = 0; clock < this.network.clocks.length; clock++) {
              list.push({ clock, range: ANY, surely: false });
            }
          }
        },
      });
    }
    return list;
  }

  private setsClocks(index: number, seen: Set<number> = new Set()): boolean {
    if (seen.has(index)) return false;
    seen.add(index);
    let sets = false;
    visitStatements(this.network.functions[index]!.body, {
      expression: (expression) => {
        if (expression.kind === "clock-assign") sets = true;
        if (expression.kind === "call") sets ||= this.setsClocks(expression.function, seen);
      },
    });
    return sets;
  }
}

/** A comparison of one clock with a bound, as the values it allows at most. */
export function singleClock(
  { left, right, op, bound }: Pick<ClockConjunct, "left" | "right" | "bound"> & { readonly op: string },
  intervals: Intervals,
  frame: Frame = EMPTY_FRAME,
): { readonly clock: number; readonly range: Range } | null {
  if (left === undefined || right !== undefined) return null;
  const clocks = intervals.clocksOf(left, frame);
  if (clocks.length !== 1) return null;
  const { min, max } = intervals.of(bound, frame);
  const below = op === "<" || op === "<=" || op === "==";
  const above = op === ">" || op === ">=" || op === "==";
  if (!below && !above) return null;
  return {
    clock: clocks[0]!,
    range: { min: above ? min : Number.NEGATIVE_INFINITY, max: below ? max : Number.POSITIVE_INFINITY },
  };
}

const frameOf = ({ selects }: Edge): Frame => ({
  ...EMPTY_FRAME,
  ranges: new Map(selects.map((select, cell) => [cell, select])),
});
