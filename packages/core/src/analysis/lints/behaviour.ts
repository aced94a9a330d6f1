// Lints on what a model will do when it runs, as far as a look at one location or one loop shows it: no way to start,
// no way on while time stands still, rounds that take no time, questions that are answered before they are asked.

import {
  askedFormulas,
  type ClockConjunct,
  type Conjunct,
  type Edge,
  type Expression,
  type Formula,
  implicationOf,
  kindOf,
  type Location,
  type Network,
  type Query,
} from "../../network/index.ts";
import type { Lint, Report } from "./lint.ts";
import { edgeKey, isFalse, reachableLocations } from "./structure.ts";

/** The bound of a conjunct on one clock alone, when it is a number: `x <= 5`. */
function simpleBound(conjunct: Conjunct): { clock: number; op: ClockConjunct["op"]; value: number } | null {
  if (conjunct.kind !== "clock" || conjunct.when !== undefined || conjunct.binders.length > 0) return null;
  const { left, right, op, bound } = conjunct;
  if (bound.kind !== "constant" || left === undefined || right !== undefined) return null;
  return left.space === "clock" && left.steps.length === 0 ? { clock: left.base, op, value: bound.value } : null;
}

function holds(clock: number, op: ClockConjunct["op"], value: number): boolean {
  return { "<": clock < value, "<=": clock <= value, "==": clock === value, ">=": clock >= value, ">": clock > value }[
    op
  ];
}

export const noInitialState: Lint = {
  code: "TH2806",
  title: "An invariant that is false at the start",
  check(network, report) {
    for (const { locations, initial, name } of network.processes) {
      if (initial.length !== 1) continue;
      const start = locations[initial[0]!]!;
      const broken = start.invariant.find((conjunct) => {
        const bound = simpleBound(conjunct);
        return bound === null ? isFalse(conjunct) : !holds(network.clocks[bound.clock]!.initial, bound.op, bound.value);
      });
      if (broken === undefined) continue;
      report(
        `the invariant of \`${name}.${start.name}\` is false at the start: no state exists, and every \`A[]\` holds`,
        (broken.kind === "clock" ? broken.span : undefined) ?? start.span,
        "an invariant must hold when the process starts",
      );
    }
  },
};

/** Edges by the location they leave, for each process. */
function edgesFrom(network: Network, process: number, location: number): Edge[] {
  return network.processes[process]!.edges.map((id) => network.edges[id]!).filter(({ source }) => source === location);
}

export const blockedCommitted: Lint = {
  code: "TH2807",
  title: "A committed location that can block everything",
  check(network, report) {
    for (const [process, { locations, name }] of network.processes.entries()) {
      for (const [index, location] of locations.entries()) {
        if (location.committed) checkCommitted(edgesFrom(network, process, index), location, name, report);
      }
    }
  },
};

function checkCommitted(edges: readonly Edge[], location: Location, process: string, report: Report): void {
  if (edges.length === 0) {
    const message = `the committed location \`${process}.${location.name}\` has no way out: everything stops there`;
    report(message, location.span, "give it an edge, or let it not be committed");
    return;
  }
  // A clock does not move while time stands still, so such a guard cannot become true by waiting.
  const waits = (edge: Edge): boolean =>
    edge.guard.some((conjunct) => {
      const bound = simpleBound(conjunct);
      return bound !== null && bound.value > 0 && (bound.op === ">" || bound.op === ">=" || bound.op === "==");
    });
  if (!edges.every(waits)) return;
  report(
    `all ways out of the committed location \`${process}.${location.name}\` wait for a clock, but time stands still there`,
    location.span,
    "wait in a location that is not committed",
  );
}

export const zenoLoop: Lint = {
  code: "TH2808",
  title: "A loop that takes no time",
  check(network, report) {
    for (const process of network.processes.keys()) {
      const { locations } = network.processes[process]!;
      for (const cycle of unheldCycles(network, process)) {
        // Where nothing limits time it need not stand still, and a step that changes nothing harms nobody.
        const limited = cycle.find(({ source }) => limitsTime(locations[source]!));
        if (limited === undefined || (cycle.length === 1 && limited.update.length === 0)) continue;
        const { name } = locations[limited.source]!;
        const way = cycle.map(({ source }) => `\`${locations[source]!.name}\``).join(", ");
        report(
          `this loop ${cycle.length === 1 ? "" : `(${way}) `}can be taken again and again while no time passes, though \`${name}\` limits time`,
          limited.span,
          "let it wait for a clock: `guard x >= 1`, and set the clock back",
        );
      }
    }
  },
};

function limitsTime({ committed, urgent, invariant }: Location): boolean {
  return committed || urgent || invariant.length > 0;
}

/** Loops of internal edges without guards: for each edge that closes one on a walk through the automaton, that one. */
function unheldCycles(network: Network, process: number): Edge[][] {
  const { locations, edges } = network.processes[process]!;
  const ways = locations.map((): Edge[] => []);
  for (const id of edges) {
    const edge = network.edges[id]!;
    if (edge.guard.length === 0 && edge.sync.kind === "internal") ways[edge.source]!.push(edge);
  }
  const cycles: Edge[][] = [];
  const done = new Set<number>();
  for (const start of locations.keys()) {
    // The edges from the start to where the walk is, and for each location on it the ways that are left.
    const path: Edge[] = [];
    const open = new Map([[start, 0]]);
    let at = start;
    while (!done.has(start)) {
      const next = ways[at]![open.get(at)!];
      if (next === undefined) {
        done.add(at);
        open.delete(at);
        at = path.pop()?.source ?? start;
        continue;
      }
      open.set(at, open.get(at)! + 1);
      if (open.has(next.target)) {
        if (cycles.length === MAX_CYCLES) return cycles;
        const from = path.findIndex(({ source }) => source === next.target);
        cycles.push([...(from < 0 ? [] : path.slice(from)), next]);
      } else if (!done.has(next.target)) {
        path.push(next);
        open.set(next.target, 0);
        at = next.target;
      }
    }
  }
  return cycles;
}

/** More are not told of one process. */
const MAX_CYCLES = 20;

export const contradictoryGuard: Lint = {
  code: "TH2809",
  title: "A guard that contradicts itself or the invariant of its location",
  check(network, report) {
    const clocks = network.edges.map((edge) => emptyClock(network, edge));
    const taken = new Set(network.edges.filter((_, i) => clocks[i] === null).map((edge) => edgeKey(network, edge)));
    for (const [i, edge] of network.edges.entries()) {
      if (clocks[i] === null || taken.has(edgeKey(network, edge))) continue;
      const { name } = network.clocks[clocks[i]!]!;
      report(`no value of \`${name}\` satisfies the guard and the invariant: the edge is never taken`, edge.span);
    }
  },
};

/** A clock to which guard and invariant leave no value; null when there is none. */
function emptyClock(network: Network, { process, source, guard }: Edge): number | null {
  const low = new Map<number, { value: number; strict: boolean }>();
  const high = new Map<number, { value: number; strict: boolean }>();
  for (const conjunct of [...network.processes[process]!.locations[source]!.invariant, ...guard]) {
    const bound = simpleBound(conjunct);
    if (bound === null) continue;
    const { clock, op, value } = bound;
    const strict = op === "<" || op === ">";
    const below = low.get(clock);
    const above = high.get(clock);
    if (op !== "<" && op !== "<=" && (below === undefined || value > below.value)) low.set(clock, { value, strict });
    if (op !== ">" && op !== ">=" && (above === undefined || value < above.value)) high.set(clock, { value, strict });
  }
  for (const [clock, { value, strict }] of low) {
    const above = high.get(clock);
    if (above === undefined || value < above.value) continue;
    if (value > above.value || strict || above.strict) return clock;
  }
  return null;
}

export const vacuousQuery: Lint = {
  code: "TH2820",
  title: "A query whose answer does not depend on what the model does",
  check(network, report) {
    const reached = network.processes.map((_, index) => reachableLocations(network, index));
    for (const query of network.queries) {
      for (const { formula, what } of suspects(query)) {
        const value = decided(formula, reached);
        if (value !== null)
          report(`${what} is ${value ? "always" : "never"} true, whatever the model does`, query.span);
      }
    }
  },
};

/** Formulas that had better not be decided by themselves. */
function suspects(query: Query): { formula: Formula; what: string }[] {
  const named = askedFormulas(query).flatMap(({ formula, what }) => (what === undefined ? [] : [{ formula, what }]));
  if (kindOf(query).form !== "path") return named;
  const implied = named.flatMap(({ formula }) => premises(formula));
  return [...named, ...implied.map((formula) => ({ formula, what: "the premise of the implication" }))];
}

/** `p` of `p imply q`. */
function premises(formula: Formula): Formula[] {
  const premise = implicationOf(formula)?.premise;
  return premise === undefined ? [] : [premise];
}

/** What the formula comes to when no location is entered that no path leads to; null when that does not decide it. */
function decided(formula: Formula, reached: readonly ReadonlySet<number>[]): boolean | null {
  if (formula.kind !== "data") return null;
  const value = decidedValue(formula.condition, reached);
  return value === null ? null : value !== 0;
}

function decidedValue(condition: Expression, reached: readonly ReadonlySet<number>[]): number | null {
  switch (condition.kind) {
    case "constant":
      return condition.value;
    case "at": {
      const { process, location } = condition;
      if (process.steps.length > 0) return null;
      return reached[process.base]?.has(location) === false ? 0 : null;
    }
    case "unary": {
      const operand = condition.op === "!" ? decidedValue(condition.operand, reached) : null;
      return operand === null ? null : operand === 0 ? 1 : 0;
    }
    case "and":
    case "or": {
      const sides = [decidedValue(condition.left, reached), decidedValue(condition.right, reached)];
      const decisive =
        condition.kind === "and" ? (v: number | null) => v === 0 : (v: number | null) => v !== null && v !== 0;
      if (sides.some(decisive)) return condition.kind === "and" ? 0 : 1;
      return sides.includes(null) ? null : condition.kind === "and" ? 1 : 0;
    }
    default:
      return null;
  }
}
