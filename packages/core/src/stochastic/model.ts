// The network as the race needs it: per process and location what can be done, grouped into edges as people draw them
// (an edge to a branchpoint is one edge with several outcomes; one with a disjunctive guard is one edge), each guard
// and update compiled once.

import { combinationCount, type Edge, type Location, type Network, type Rate, type Select } from "../network/index.ts";
import {
  compileBlock,
  compileClock,
  compileIndexed,
  type Evaluator,
  type Runner,
} from "../semantics/evaluate/index.ts";
import { RealCompiler, type RealMachine } from "./real-machine.ts";
import { compileConjunct, type DelayCondition, readsClocks } from "./window.ts";

/** One way to be enabled: a guard, in the frame of its edge. */
interface Alternative {
  readonly guard: readonly DelayCondition[];
  readonly frameSize: number;
}

/** What comes of an edge: where it leads, and what it changes. */
export interface EdgeOutcome {
  /** The edges of the network that lead there, by alternative of the guard. */
  readonly edges: readonly number[];
  readonly target: number;
  readonly weight: Evaluator | null;
  readonly update: Runner | null;
  readonly frameSize: number;
  readonly selects: readonly Select[];
  /** How many combinations of values the selects of the outcome itself have. */
  readonly combinations: number;
}

/** An edge as one draws it. */
export interface DrawnEdge {
  readonly process: number;
  readonly kind: "internal" | "send" | "receive";
  /** The selects of the edge itself; every combination of their values is an edge of its own. */
  readonly selects: readonly Select[];
  readonly combinations: number;
  readonly channel: Evaluator | null;
  readonly alternatives: readonly Alternative[];
  readonly outcomes: readonly EdgeOutcome[];
  readonly edge: Edge;
  /** May the guard depend on clocks in a way that is not foretold? */
  readonly general: boolean;
}

type RateSetter = (machine: RealMachine, slopes: { [clock: number]: number }) => void;

export interface SampledLocation {
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: readonly DelayCondition[];
  /** Set slopes of clocks. */
  readonly rates: readonly RateSetter[];
  /** Those of them that read clocks: the slope changes while time passes. */
  readonly changing: readonly RateSetter[];
  readonly rate: Evaluator | null;
  readonly frameSize: number;
  readonly initiating: readonly DrawnEdge[];
  readonly receiving: readonly DrawnEdge[];
  readonly location: Location;
}

export interface StochasticModel {
  readonly network: Network;
  readonly compiler: RealCompiler;
  readonly places: readonly (readonly SampledLocation[])[];
  readonly before: Runner | null;
  readonly after: Runner | null;
  readonly hasRates: boolean;
  readonly hasInvariants: boolean;
  readonly hasCommitted: boolean;
  readonly hasUrgentLocations: boolean;
  /** Processes with receiving edges: whoever sends looks only there. */
  readonly listeners: Int32Array;
}

export function compileModel(network: Network): StochasticModel {
  const compiler = new RealCompiler(network.functions);
  const places = network.processes.map((process) => {
    const units = unitsOf(
      process.edges.map((id) => network.edges[id]!),
      compiler,
    );
    return process.locations.map((location, index) => placeOf(location, units.get(index) ?? [], compiler));
  });
  const all = places.flat();
  const block = (body: Network["beforeUpdate"]): Runner | null =>
    body.length === 0 ? null : compileBlock(body, compiler);
  const listens = (process: readonly SampledLocation[]): boolean =>
    process.some(({ receiving }) => receiving.length > 0);
  return {
    network,
    compiler,
    places,
    before: block(network.beforeUpdate),
    after: block(network.afterUpdate),
    hasRates: all.some(({ rates }) => rates.length > 0),
    hasInvariants: all.some(({ invariant }) => invariant.length > 0),
    hasCommitted: all.some(({ committed }) => committed),
    hasUrgentLocations: all.some(({ urgent }) => urgent),
    listeners: Int32Array.from(places.flatMap((process, index) => (listens(process) ? [index] : []))),
  };
}

function placeOf(location: Location, units: readonly DrawnEdge[], compiler: RealCompiler): SampledLocation {
  const { urgent, committed, frameSize, rate } = location;
  return {
    urgent,
    committed,
    invariant: location.invariant.map((conjunct) => compileConjunct(conjunct, compiler)),
    rates: location.rates.map((each) => compileRate(each, compiler)),
    changing: location.rates.filter((each) => readsClocks(each.rate)).map((each) => compileRate(each, compiler, true)),
    rate: rate === undefined ? null : compiler.expression(rate),
    frameSize,
    initiating: units.filter(({ kind }) => kind !== "receive"),
    receiving: units.filter(({ kind }) => kind === "receive"),
    location,
  };
}

/** `mark`: writes 1 instead of the slope. */
function compileRate({ binders, when, clock, rate }: Rate, compiler: RealCompiler, mark = false): RateSetter {
  const row = compileClock(clock, compiler);
  const speed: Evaluator = mark ? () => 1 : compiler.expression(rate);
  const test = when === undefined ? null : compiler.expression(when);
  const set: RateSetter = (m, slopes) => {
    if (test === null || test(m) !== 0) slopes[row(m) - 1] = speed(m);
  };
  return binders.reduceRight<RateSetter>((body, { cell, min, max }) => {
    return (m, slopes) => {
      for (let value = min; value <= max; value++) {
        m.memory[m.frame + cell] = value;
        body(m, slopes);
      }
    };
  }, set);
}

/** By source location, in file order. */
function unitsOf(edges: readonly Edge[], compiler: RealCompiler): Map<number, DrawnEdge[]> {
  const groups = new Map<number, Edge[]>();
  for (const edge of edges) {
    const key = edge.branch?.group ?? edge.id;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [edge]);
    else known.push(edge);
  }
  const result = new Map<number, DrawnEdge[]>();
  for (const group of groups.values()) {
    const { source } = group[0]!;
    const unit = unitOf(group, compiler);
    if (unit === null) continue;
    const known = result.get(source);
    if (known === undefined) result.set(source, [unit]);
    else known.push(unit);
  }
  return result;
}

function unitOf(group: readonly Edge[], compiler: RealCompiler): DrawnEdge | null {
  const first = group[0]!;
  const { sync, process } = first;
  if (sync.kind === "event") return null;
  const same = group.filter(({ branch }) => (branch?.outcome ?? 0) === (first.branch?.outcome ?? 0));
  const selects = first.selects.slice(0, first.selects.length - (first.branch?.selects ?? 0));
  const outcomes = new Map<number, Edge[]>();
  for (const edge of group) {
    const outcome = edge.branch?.outcome ?? 0;
    const known = outcomes.get(outcome);
    if (known === undefined) outcomes.set(outcome, [edge]);
    else known.push(edge);
  }
  return {
    process,
    kind: sync.kind,
    selects,
    combinations: combinationCount(selects),
    channel: sync.kind === "internal" ? null : compileIndexed(sync.channel, compiler),
    alternatives: same.map(({ guard, frameSize }) => ({
      guard: guard.map((conjunct) => compileConjunct(conjunct, compiler)),
      frameSize,
    })),
    outcomes: [...outcomes.values()].map((edges) => outcomeOf(edges, compiler)),
    edge: first,
    general: same.some(({ guard }) =>
      guard.some((conjunct) => conjunct.kind === "clock" || readsClocks(conjunct.condition)),
    ),
  };
}

function outcomeOf(edges: readonly Edge[], compiler: RealCompiler): EdgeOutcome {
  const { target, branch, update, frameSize, selects } = edges[0]!;
  return {
    edges: edges.map(({ id }) => id),
    target,
    weight: branch?.weight === undefined ? null : compiler.expression(branch.weight),
    update: update.length === 0 ? null : compileBlock(update, compiler),
    frameSize,
    selects,
    combinations: combinationCount(selects.slice(selects.length - (branch?.selects ?? 0))),
  };
}
