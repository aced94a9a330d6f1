// A closed network in whole units of time: clocks become counters, and a process of its own lets one unit pass. Where
// bounds are not strict, and clocks are set to whole numbers, some fastest and some cheapest run takes its steps at
// whole times (Henzinger, Manna and Pnueli 1992), so nothing is lost. Urgent channels keep it so as long as no clock
// guards them: in each state on the way, time then either may pass or may not. A clock that is set before it is next
// read is kept at zero.

import type { ClockConjunct, Edge, Expression, Formula, Network, Place, Process, Statement } from "../network/index.ts";
import { hasStopwatches, mentions } from "../network/index.ts";
import type { EventPoint } from "./event-points.ts";
import { type LivelyClocks, livelyClocks } from "./lively-clocks.ts";
import { isUrgencyGuarded, urgentChannels } from "./used-channels.ts";

export interface Digitised {
  /** Processes, locations, edges and cells keep their numbers; time and the counters come behind them. */
  readonly network: Network;
  /** The edge that lets one unit of time pass: always the last candidate of a state. */
  readonly tick: number;
  readonly target: Formula;
  /** By clock; −1: nothing asks for it. */
  readonly cells: readonly number[];
  /** Of event points: how much time passes in a tick, seen from the state before it. */
  readonly step?: Expression;
  /** Synchronisations on urgent channels may stop time: whoever searches asks before a tick. */
  readonly hasUrgentChannels: boolean;
}

/** Larger constants make too many states. */
const MOST_UNITS = 5000;

/** More than any clock shows. */
const NEVER = 2 ** 30;

class Refused extends Error {}

/** What the edge that lets time pass does besides counting, and how far it counts. */
interface TickHook {
  readonly begin: readonly Statement[];
  readonly end: readonly Statement[];
  readonly after: readonly Statement[];
  readonly variables: Network["variables"];
  readonly by: Expression;
  readonly when: readonly Expression[];
}

/**
 * Or why whole units of time are not enough. `largest`: no clock is compared with more; `points`: time passes to the
 * next one.
 */
export function digitised(
  network: Network,
  target: Formula,
  largest: number,
  points?: readonly EventPoint[],
): Digitised | string {
  const obstacle = obstacleIn(network, points === undefined ? largest : 0);
  if (obstacle !== undefined) return obstacle;
  // There, waiting is a step: whoever may still wait would not be stuck.
  if (mentions(target, "deadlock")) return "`deadlock` in the target";
  try {
    return new Digitiser(network, largest + 1, points).digitise(target);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function obstacleIn(network: Network, largest: number): string | undefined {
  if (network.language === "tchecker" || network.vectors.length > 0) return "events of TChecker";
  if (hasStopwatches(network)) return "clocks that are stopped";
  if (network.hasPriorities) return "priorities";
  if (network.beforeUpdate.length > 0) return "what runs before every update";
  if (isUrgencyGuarded(network)) return "guards on clocks at urgent channels";
  return largest > MOST_UNITS ? `clocks that count to ${largest}` : undefined;
}

const constant = (value: number): Expression => ({ kind: "constant", value });
const not = (operand: Expression): Expression => ({ kind: "unary", op: "!", operand });
const at = (process: number, location: number): Expression => ({
  kind: "at",
  process: { base: process, steps: [] },
  location,
});
const all = (parts: readonly Expression[]): Expression =>
  parts.reduceRight((right, left) => ({ kind: "and", left, right }), constant(1));

class Digitiser {
  private readonly network: Network;
  private readonly most: number;
  private readonly lively: LivelyClocks;
  private cells: number[] = [];
  private readonly points: readonly EventPoint[] | undefined;

  constructor(network: Network, most: number, points: readonly EventPoint[] | undefined) {
    this.points = points;
    this.network = network;
    this.most = most;
    this.lively = livelyClocks(network);
  }

  digitise(target: Formula): Digitised {
    const { network, most } = this;
    const { tested } = this.lively;
    const asked = new Set([...tested.keys(), ...clocksOf(target)]);
    const kept = [...network.clocks.keys()].filter((clock) => asked.has(clock));
    this.cells = network.clocks.map((_, clock) => (asked.has(clock) ? network.cells + kept.indexOf(clock) : -1));
    const time = network.processes.length;
    const tick = network.edges.length;
    const always = new Set(clocksOf(target));
    const processes = network.processes.map((process) => this.converted(process));
    const edges = network.edges.map((edge) => this.edge(edge, always));
    const hook =
      this.points === undefined ? this.hooked(network.cells + kept.length) : this.jumping(network.cells + kept.length);
    const digital: Network = {
      ...network,
      functions: this.converted(network.functions),
      processes: [...processes, timeProcess(tick)],
      edges: [...edges, this.tickEdge(tick, time, kept, always, hook)],
      afterUpdate: hook.after,
      clocks: [],
      cells: network.cells + kept.length + hook.variables.length,
      initialValues: [
        ...network.initialValues,
        ...kept.map((clock) => Math.min(network.clocks[clock]!.initial, most)),
        ...hook.variables.map(() => 0),
      ],
      variables: [
        ...network.variables,
        ...kept.map((clock) => ({
          name: `${network.clocks[clock]!.name} (whole)`,
          type: { kind: "int", min: 0, max: most } as const,
          cell: this.cells[clock]!,
          meta: false,
        })),
        ...hook.variables,
      ],
      queries: [],
    };
    const step = this.points && this.nextPoint();
    const hasUrgentChannels = urgentChannels(network).size > 0;
    const sought = this.converted(target);
    return { network: digital, tick, target: sought, cells: this.cells, ...(step && { step }), hasUrgentChannels };
  }

  /**
   * A clock that only this process asks for, and that it sets before it asks again, is forgotten when the edge is
   * taken.
   */
  private edge(edge: Edge, always: ReadonlySet<number>): Edge {
    const { tested, isLively } = this.lively;
    const own = [...tested].filter(([clock, by]) => by.size === 1 && by.has(edge.process) && !always.has(clock));
    const forgotten = own.filter(([clock]) => !isLively(edge.process, edge.target, clock)).map(([clock]) => clock);
    const { guard, update, ...rest }: Edge = this.converted(edge);
    const zeros = forgotten.map((clock) => this.setting(this.place(clock), constant(0)));
    return { ...rest, guard, update: [...update, ...zeros] };
  }

  /** Time until some clock meets a bound; NEVER where none will. */
  private nextPoint(): Expression {
    let least: Expression = constant(NEVER);
    for (const { process, location, clock, bound, conditions } of this.points!) {
      const now: Expression = { kind: "load", place: this.place(clock) };
      const later: Expression = { kind: "binary", op: "<", left: now, right: bound };
      const condition = all([at(process, location), ...conditions.map((one) => this.converted(one)), later]);
      const then: Expression = { kind: "binary", op: "-", left: bound, right: now };
      const until: Expression = { kind: "conditional", condition, then, otherwise: constant(NEVER) };
      least = { kind: "binary", op: "<?", left: least, right: until };
    }
    return least;
  }

  /** How far time goes is computed before any clock does, and forgotten behind the tick. */
  private jumping(cell: number): TickHook {
    const place: Place = { space: "state", base: cell, offset: 0, steps: [] };
    const set = (value: Expression): Statement => ({
      kind: "expression",
      expression: { kind: "assign", target: place, op: "", value, min: 0, max: NEVER, yields: "new" },
    });
    const variable = { name: "(time to pass)", type: { kind: "int", min: 0, max: NEVER }, cell, meta: false } as const;
    const some: Expression = { kind: "binary", op: "<", left: this.nextPoint(), right: constant(NEVER) };
    return {
      begin: [set(this.nextPoint())],
      end: [set(constant(0))],
      after: [],
      variables: [variable],
      by: { kind: "load", place },
      when: [some],
    };
  }

  /** What runs after every update does not run when time passes: a flag tells. */
  private hooked(cell: number): TickHook {
    const { afterUpdate } = this.network;
    const none = { end: [], by: constant(1), when: [] };
    if (afterUpdate.length === 0) return { ...none, begin: [], after: [], variables: [] };
    const place: Place = { space: "state", base: cell, offset: 0, steps: [] };
    const set = (value: number): Statement => this.setting(place, constant(value));
    const condition: Expression = { kind: "load", place };
    const flag = { name: "(time passes)", type: { kind: "int", min: 0, max: 1 }, cell, meta: false } as const;
    const after: Statement = { kind: "if", condition, then: [set(0)], otherwise: this.converted(afterUpdate) };
    return { ...none, begin: [set(1)], after: [after], variables: [flag] };
  }

  private tickEdge(
    id: number,
    process: number,
    kept: readonly number[],
    always: ReadonlySet<number>,
    { begin, end, by, when }: TickHook,
  ): Edge {
    const { network, most } = this;
    const urgent = network.processes.flatMap(({ locations }, p) =>
      [...locations.keys()].filter((l) => locations[l]!.urgent || locations[l]!.committed).map((l) => not(at(p, l))),
    );
    const update = kept.map((clock) => {
      const now: Expression = { kind: "load", place: this.place(clock) };
      const later: Expression = { kind: "binary", op: "+", left: now, right: by };
      const more: Expression = { kind: "binary", op: "<?", left: later, right: constant(most) };
      const isRead = always.has(clock) ? undefined : this.readSomewhere(clock);
      const value: Expression =
        isRead === undefined ? more : { kind: "conditional", condition: isRead, then: more, otherwise: constant(0) };
      return this.setting(this.place(clock), value);
    });
    const asked = [...urgent, ...when];
    const guard = asked.length === 0 ? [] : [{ kind: "data", condition: all(asked) } as const];
    const common = { id, process, source: 0, target: 0, selects: [], frameSize: 0, controllable: true, fileIndex: 0 };
    return { ...common, guard, sync: { kind: "internal" }, update: [...begin, ...update, ...end] };
  }

  /** Undefined: always. */
  private readSomewhere(clock: number): Expression | undefined {
    const where: Expression[] = [];
    for (const process of this.lively.tested.get(clock) ?? []) {
      const { locations } = this.network.processes[process]!;
      const lively = [...locations.keys()].filter((location) => this.lively.isLively(process, location, clock));
      if (lively.length === locations.length) return undefined;
      where.push(...lively.map((location) => at(process, location)));
    }
    return not(all(where.map(not)));
  }

  private setting(target: Place, value: Expression): Statement {
    return {
      kind: "expression",
      expression: { kind: "assign", target, op: "", value, min: 0, max: this.most, yields: "new" },
    };
  }

  private place(clock: number, steps: Place["steps"] = []): Place {
    return { space: "state", base: this.cells[clock]!, offset: 0, steps };
  }

  /** Plain data with everything about clocks replaced by the same about counters. */
  private converted<T>(of: T): T {
    const copy = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(copy);
      const parts = Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, key === "span" ? part : copy(part)]),
      ) as Record<string, unknown>;
      const { kind } = value as { readonly kind?: unknown };
      if (kind === "clock" && "op" in value) return this.comparison(parts as unknown as ClockConjunct);
      if (kind === "clock-assign")
        return this.assignment(parts as unknown as Extract<Expression, { kind: "clock-assign" }>);
      if (kind === "clock") throw new Refused("clocks that are handed to functions");
      return parts;
    };
    return copy(of) as T;
  }

  private comparison({ left, right, op, bound, when, binders = [] }: ClockConjunct): object {
    if (op === "<" || op === ">") throw new Refused("strict bounds of clocks");
    if (left !== undefined && right !== undefined) throw new Refused("differences of clocks");
    const clock = left ?? right!;
    const side: Expression = { kind: "load", place: this.refPlace(clock) };
    const value: Expression = left === undefined ? { kind: "unary", op: "-", operand: side } : side;
    const compared: Expression = { kind: "binary", op, left: value, right: bound };
    const asked: Expression = when === undefined ? compared : { kind: "or", left: not(when), right: compared };
    const condition = binders.reduceRight<Expression>(
      (body, { cell, min, max }) => ({ kind: "forall", cell, min, max, body }),
      asked,
    );
    return { kind: "data", condition };
  }

  private assignment({ clock, source, value }: Extract<Expression, { kind: "clock-assign" }>): object {
    if (clock.space !== "clock") throw new Refused("clocks that are handed to functions");
    // What nobody asks for is not kept; the value may still fail.
    if (clock.steps.length === 0 && this.cells[clock.base] === -1) return value;
    const from: Expression =
      source === undefined
        ? value
        : { kind: "binary", op: "+", left: { kind: "load", place: this.refPlace(source) }, right: value };
    const capped: Expression = { kind: "binary", op: "<?", left: from, right: constant(this.most) };
    const target = this.refPlace(clock);
    return { kind: "assign", target, op: "", value: capped, min: 0, max: this.most, yields: "new" };
  }

  /** Elements of an array of clocks are neighbours, so all of them must have been kept. */
  private refPlace({ space, base, steps }: { readonly space: string } & Pick<Place, "base" | "steps">): Place {
    const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
    for (let clock = base; clock <= base + reach; clock++) {
      if (space !== "clock" || this.cells[clock] === -1)
        throw new Refused("arrays of clocks that are asked for in part");
    }
    return this.place(base, steps);
  }
}

function timeProcess(edge: number): Process {
  const passes = {
    name: "passes",
    urgent: false,
    committed: false,
    invariant: [],
    rates: [],
    frameSize: 0,
    labels: [],
  };
  return { name: "(time)", template: "(time)", locations: [passes], edges: [edge], initial: [0], priority: 0 };
}

/** Clocks that a formula asks for, elements of arrays included. */
function clocksOf(formula: Formula): readonly number[] {
  switch (formula.kind) {
    case "clock":
      return [formula.left, formula.right].flatMap((ref) => {
        const reach = (ref?.steps ?? []).reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
        return ref === undefined ? [] : Array.from({ length: reach + 1 }, (_, i) => ref.base + i);
      });
    case "and":
    case "or":
      return formula.parts.flatMap(clocksOf);
    case "not":
      return clocksOf(formula.part);
    case "forall":
    case "exists":
      return clocksOf(formula.body);
    default:
      return [];
  }
}
