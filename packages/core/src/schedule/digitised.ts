// A closed network in whole units of time: clocks become counters, and a process of its own lets one unit pass. Where
// bounds are not strict, and clocks are set to whole numbers, some fastest and some cheapest run takes its steps at
// whole times (Henzinger, Manna and Pnueli 1992), so nothing is lost. A clock that is set before it is next read is
// kept at zero.

import type { ClockConjunct, Edge, Expression, Formula, Network, Place, Process, Statement } from "../network/index.ts";
import { hasStopwatches } from "../network/index.ts";
import { type LivelyClocks, livelyClocks } from "./lively-clocks.ts";

export interface Digitised {
  /** Processes, locations, edges and cells keep their numbers; time and the counters come behind them. */
  readonly network: Network;
  /** The edge that lets one unit of time pass: always the last candidate of a state. */
  readonly tick: number;
  readonly target: Formula;
  /** By clock; −1: nothing asks for it. */
  readonly cells: readonly number[];
}

/** Larger constants make too many states. */
const MOST_UNITS = 5000;

class Refused extends Error {}

/** Or why whole units of time are not enough. `largest`: no clock is compared with more. */
export function digitised(network: Network, target: Formula, largest: number): Digitised | string {
  const obstacle = obstacleIn(network, largest);
  if (obstacle !== undefined) return obstacle;
  try {
    return new Digitiser(network, largest + 1).digitise(target);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function obstacleIn(network: Network, largest: number): string | undefined {
  if (network.language === "tchecker" || network.vectors.length > 0) return "events of TChecker";
  if (hasStopwatches(network)) return "clocks that are stopped";
  if (network.hasPriorities) return "priorities";
  if (network.beforeUpdate.length + network.afterUpdate.length > 0) return "what runs around every update";
  if (network.channels.some(({ urgent }) => urgent)) return "urgent channels";
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

  constructor(network: Network, most: number) {
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
    const digital: Network = {
      ...network,
      functions: this.converted(network.functions),
      processes: [...processes, timeProcess(tick)],
      edges: [...edges, this.tickEdge(tick, time, kept, always)],
      clocks: [],
      cells: network.cells + kept.length,
      initialValues: [...network.initialValues, ...kept.map((clock) => Math.min(network.clocks[clock]!.initial, most))],
      variables: [
        ...network.variables,
        ...kept.map((clock) => ({
          name: `${network.clocks[clock]!.name} (whole)`,
          type: { kind: "int", min: 0, max: most } as const,
          cell: this.cells[clock]!,
          meta: false,
        })),
      ],
      queries: [],
    };
    return { network: digital, tick, target: this.converted(target), cells: this.cells };
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

  private tickEdge(id: number, process: number, kept: readonly number[], always: ReadonlySet<number>): Edge {
    const { network, most } = this;
    const urgent = network.processes.flatMap(({ locations }, p) =>
      [...locations.keys()].filter((l) => locations[l]!.urgent || locations[l]!.committed).map((l) => not(at(p, l))),
    );
    const update = kept.map((clock) => {
      const now: Expression = { kind: "load", place: this.place(clock) };
      const less: Expression = { kind: "binary", op: "<?", left: now, right: constant(most - 1) };
      const more: Expression = { kind: "binary", op: "+", left: less, right: constant(1) };
      const isRead = always.has(clock) ? undefined : this.readSomewhere(clock);
      const value: Expression =
        isRead === undefined ? more : { kind: "conditional", condition: isRead, then: more, otherwise: constant(0) };
      return this.setting(this.place(clock), value);
    });
    const guard = urgent.length === 0 ? [] : [{ kind: "data", condition: all(urgent) } as const];
    const common = { id, process, source: 0, target: 0, selects: [], frameSize: 0, controllable: true, fileIndex: 0 };
    return { ...common, guard, sync: { kind: "internal" }, update };
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
