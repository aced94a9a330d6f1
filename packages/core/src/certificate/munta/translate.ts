// From a network and a question to a model of Munta's. Munta's language differs from ours; each difference is met in
// one place:
//
// - committed locations alone let time pass: they are marked urgent as well (`text.ts`);
// - right sides are computed before anything is written: nothing written is read by others (`effects.ts`);
// - of two that synchronise, `?` updates first: roles of binary channels are exchanged (`roles.ts`);
// - variables start at 0: values are shifted by the initial one (`text.ts`, `states.ts`);
// - an update out of range disables the step, 1/0 is 0, divisions round down: updates are tabulated, and faults raise a
//   trap that belongs to the target (`edges.ts`, `drafts.ts`);
// - guards compare variables with constants: they are tabulated, too (`cases.ts`);
// - clocks are reset to 0, no data in invariants, no differences: anything else is refused (`edges.ts`, `placesOf`);
// - no clocks in formulas: an observer looks at them (`target.ts`, `text.ts`);
// - a process needs an edge, and so does a location: a loop at each, which never happens (`loops` in `text.ts`);
// - an initial state may break its invariant: refused, there is no such state here (`placesOf`).
//
// Everything is evaluated by the reference evaluator; no engine and no search is asked.

import { cellTable, type Formula, hasStopwatches, type Network, type Query, soughtBy } from "../../network/index.ts";
import { compileConjunct } from "../../semantics/discrete/compiled-network.ts";
import { type Constraint, ModelFault } from "../../semantics/index.ts";
import type { CertifiedState } from "../certificate.ts";
import { visitedLocations } from "../locations.ts";
import { type CaseMachine, Unknown } from "./case-machine.ts";
import { Cases, type Observed } from "./cases.ts";
import { type Draft, Drafts } from "./drafts.ts";
import { clockBounds, EdgeTranslator } from "./edges.ts";
import type { ClockBound } from "./effects.ts";
import { MUNTA_BUDGET, refuse } from "./refusal.ts";
import { Roles } from "./roles.ts";
import { type Disjunct, TargetTranslator } from "./target.ts";

/** A location that a process may visit, and what it asks of clocks. */
export interface MuntaPlace {
  readonly location: number;
  readonly invariant: readonly ClockBound[];
}

/** What the exported model is made of, before it is text. */
export interface TranslatedParts {
  readonly network: Network;
  /** By process; a place's position here is its id there. */
  readonly places: readonly (readonly MuntaPlace[])[];
  readonly drafts: readonly Draft[];
  /** What is looked for; null: deadlocks. */
  readonly disjuncts: readonly Disjunct[] | null;
}

/** `certified`: only values that occur there are told apart, all others raise the trap; absent: all values are. */
export function partsFor(network: Network, query: Query, certified?: readonly CertifiedState[]): TranslatedParts {
  expectSayable(network);
  const formula = soughtFormula(query);
  const table = cellTable(network);
  const roles = new Roles(network);
  const visited = visitedLocations(network);
  const seen = certified === undefined ? undefined : observedOf(network, certified);
  const cases = new Cases(table, network.cells, visited);
  const translator = new EdgeTranslator(network, table, roles, cases, seen?.all);
  const places = placesOf(network, visited, translator);
  const entered = places.map((own) => new Set(own.map(({ location }) => location)));
  const drafting = new Drafts(network, roles);
  const byEdge = new Map<number, Draft[]>();
  let count = 0;
  for (const edge of roles.inOrder(network.edges)) {
    const { id, process, source, target } = edge;
    if (!entered[process]!.has(source) || !entered[process]!.has(target)) continue;
    const own: Draft[] = [];
    byEdge.set(id, own);
    for (const one of translator.casesOf(edge, seen?.at(process, source))) {
      const made = drafting.of(one);
      own.push(...made);
      count += made.length;
      if (count > MUNTA_BUDGET.edges) {
        refuse("too many edges", `there are more than ${MUNTA_BUDGET.edges} cases of edges`, edge.span);
      }
    }
  }
  const drafts = network.edges.flatMap(({ id }) => byEdge.get(id) ?? []);
  if (formula.kind === "deadlock") return { network, places, drafts, disjuncts: null };
  const asking = new TargetTranslator(network, translator.machine, translator.functions);
  return { network, places, drafts, disjuncts: asking.disjuncts(formula, query.frameSize, cases, seen?.all) };
}

/** Refuses questions that Munta cannot be asked, whatever proves them. */
export function soughtFormula(query: Query): Formula {
  const sought = soughtBy(query);
  if (sought?.kind === "state") return sought.formula;
  return refuse(
    "the question",
    `Munta checks what cannot be reached, and ${query.kind} asks for something else`,
    query.span,
    "export `E<>` and `A[]`; `tracehound verify` checks the others",
  );
}

function expectSayable(network: Network): void {
  const { obstacles, beforeUpdate, afterUpdate, processes, clocks, stochastic } = network;
  const [obstacle] = obstacles;
  if (obstacle !== undefined) refuse("unsupported feature", `not supported: ${obstacle.feature}`, obstacle.span);
  if (stochastic !== undefined) refuse("unsupported feature", "Munta has no probabilities");
  if (network.hasPriorities || processes.some(({ priority }) => priority !== 0)) {
    refuse("priorities", "Munta has no priorities", network.channels.find(({ priority }) => priority !== 0)?.span);
  }
  if (beforeUpdate.length + afterUpdate.length > 0) {
    refuse("before_update or after_update", "Munta has no updates that every step makes");
  }
  for (const { name, initial, span } of clocks) {
    if (initial !== 0) refuse("clocks that start elsewhere", `${name} starts at ${initial}: Munta's start at 0`, span);
  }
  if (hasStopwatches(network)) {
    const place = processes.flatMap(({ locations }) => locations).find(({ rates }) => rates.length > 0);
    refuse("stopwatches", "Munta has no clocks that stand still", place?.rates[0]?.span ?? place?.span);
  }
  for (const { name, initial, locations } of processes) {
    if (initial.length !== 1) refuse("several initial locations", `${name} has several initial locations`);
    if (locations.length >= MUNTA_BUDGET.locations) {
      refuse(
        "too many locations",
        `${name} has ${locations.length} locations, Munta takes fewer than ${MUNTA_BUDGET.locations}`,
      );
    }
  }
}

/** Locations whose invariant no clocks meet are never entered. */
function placesOf(
  network: Network,
  visited: readonly (readonly number[])[],
  { machine, functions }: EdgeTranslator,
): readonly (readonly MuntaPlace[])[] {
  return network.processes.map(({ name, locations, initial }, process) =>
    visited[process]!.flatMap((location): MuntaPlace[] => {
      const { invariant, frameSize, span } = locations[location]!;
      const constraints: Constraint[] = [];
      const conjuncts = invariant.map((conjunct) => compileConjunct(conjunct, functions));
      const holds = dataOf(machine, frameSize, () => conjuncts.every((conjunct) => conjunct(machine, constraints)));
      if (holds === undefined) {
        const message = `the invariant of ${name}.${locations[location]!.name} depends on variables`;
        refuse("data in invariants", message, span, "write the bound into guards, or one location for each value");
      }
      const bounds = holds ? clockBounds(constraints, network, locations[location]!) : null;
      const isFirst = initial[0] === location;
      const isBroken =
        bounds === null || bounds.some(({ op, constant }) => op === ">" || (op === ">=" && constant > 0));
      if (isFirst && isBroken) {
        refuse(
          "no initial state",
          `no state begins in ${name}.${locations[location]!.name}: its invariant does not hold`,
          span,
        );
      }
      return bounds === null ? [] : [{ location, invariant: bounds }];
    }),
  );
}

/** Undefined where it depends on variables. */
function dataOf(machine: CaseMachine, frameSize: number, evaluate: () => boolean): boolean | undefined {
  machine.begin(new Map(), frameSize);
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Unknown || error instanceof ModelFault) return undefined;
    throw error;
  }
}

/** The discrete states of a certificate, by keys, and those of one location. */
function observedOf({ cells }: Network, states: readonly CertifiedState[]) {
  const at = new Map<string, Observed[]>();
  const all = states.map(({ locations, cells: values }) => {
    const observed: Observed = (key) => (key < cells ? values[key]! : locations[key - cells]!);
    for (const [process, location] of locations.entries()) {
      const key = `${process},${location}`;
      const here = at.get(key);
      if (here === undefined) at.set(key, [observed]);
      else here.push(observed);
    }
    return observed;
  });
  return {
    all,
    at: (process: number, location: number): readonly Observed[] => at.get(`${process},${location}`) ?? [],
  };
}
