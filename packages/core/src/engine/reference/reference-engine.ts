// The reference engine: exact semantics, an abstraction and a passed list behind the seam. Plain and readable; it
// defines what the compiled engine has to do. A state's zone is stored closed under delay and widened; its invariant
// is applied again whenever the state is looked at, which is what TChecker does and what its counts depend on. Which
// zones these are and how they follow each other is said by a `ZoneGraph`.

import { localTimeOf } from "../../analysis/local-time.ts";
import { defined } from "../../basics/defined.ts";
import { cellTable, type Formula, type Network } from "../../network/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { Discrete, SymbolicState } from "../../semantics/semantics.ts";
import type { CompiledFormula } from "../../semantics/symbolic/formula.ts";
import { ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import { includes, zoneToString } from "../../zone/index.ts";
import { encoded } from "../encoded.ts";
import {
  COVERED,
  type DiscreteId,
  type Engine,
  type EngineFault,
  type EngineStatistics,
  type Expansion,
  type GraphEngine,
  type StateId,
} from "../engine.ts";
import type { Rearranger } from "../rearranging.ts";
import { type AbstractionName, createAbstraction, type LocationBounds, type SubsumptionName } from "./abstraction.ts";
import { decodeState, encodeState } from "./encoding.ts";
import { LocalTimeGraph } from "./local-time.ts";
import { ReferenceStore } from "./state-store.ts";
import { GlobalTime, type ZoneGraph } from "./zone-graph.ts";

/** A formula that `satisfies` may be asked about, with the size of the frame its binders live in. */
export interface Target {
  readonly formula: Formula;
  readonly frameSize: number;
}

export interface ReferenceEngineOptions {
  readonly targets: readonly Target[];
  readonly abstraction: AbstractionName;
  readonly subsumption: SubsumptionName;
  /** Needed by all abstractions but `none`. */
  readonly bounds: LocationBounds | null;
  /** Candidates are rearranged before anybody sees them; not in local time. */
  readonly rearranger?: Rearranger;
}

/** A successor that may be stored. */
export interface Candidate {
  readonly transition: JointTransition;
  readonly discrete: Discrete;
  readonly zone: Int32Array;
  /** What the rearranger did. */
  readonly how?: unknown;
}

const NO_STEP: JointTransition = { edges: [] };

/** What the states are, and how they follow each other. */
export type GraphOf = (semantics: ReferenceSemantics, options: ReferenceEngineOptions) => ZoneGraph;

export class ReferenceEngine implements GraphEngine {
  readonly name = "reference";
  readonly semantics: ReferenceSemantics;
  readonly faults: EngineFault[] = [];
  private readonly graph: ZoneGraph;
  private readonly store: ReferenceStore;
  protected readonly targets: readonly CompiledFormula[];
  /** Their zones have the form in which they are stored. */
  private candidates: readonly Candidate[] = [];
  private generated = 0;
  private readonly rearranger: Rearranger | undefined;
  transitions = 0;

  constructor(network: Network, options: ReferenceEngineOptions, graphOf: GraphOf = zoneGraph) {
    this.semantics = new ReferenceSemantics(network);
    this.graph = graphOf(this.semantics, options);
    this.store = new ReferenceStore(this.graph);
    this.rearranger = options.rearranger;
    this.targets = options.targets.map(({ formula, frameSize }) => this.semantics.compile(formula, frameSize));
  }

  initial(): Expansion {
    const found: Candidate[] = [];
    this.guarded(-1, undefined, () => {
      for (const { discrete, zone } of this.graph.initial()) this.settle(NO_STEP, discrete, zone, found);
    });
    return this.offer(found);
  }

  expand(state: StateId): Expansion {
    const found = this.successorsOf(state, this.zoneOf(state));
    this.transitions += found.length;
    return this.offer(found);
  }

  insert(candidate: number, parent: StateId | -1, cost: number): StateId | typeof COVERED {
    const { discrete, zone } = this.candidates[candidate]!;
    this.generated++;
    return this.store.insert(discrete, zone, parent, candidate, cost);
  }

  intern(candidate: number, parent: StateId | -1): StateId {
    const { discrete, zone } = this.candidates[candidate]!;
    this.generated++;
    return this.store.intern(discrete, zone, parent, candidate);
  }

  internAll(state: StateId): StateId[] {
    const { count } = this.expand(state);
    return Array.from({ length: count }, (_, candidate) => this.intern(candidate, state));
  }

  expandAll(state: StateId, cost: number): StateId[] {
    const fresh: StateId[] = [];
    const { count } = this.expand(state);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const id = this.insert(ordinal, state, cost);
      if (id !== COVERED) fresh.push(id);
    }
    return fresh;
  }

  alive(state: StateId): boolean {
    return this.store.alive(state);
  }

  discreteOf(state: StateId): DiscreteId {
    return this.store.discreteOf(state);
  }

  view(state: StateId): Discrete {
    return this.store.discrete(state);
  }

  /** A fault met on the way counts as "no" and is recorded. */
  satisfies(state: StateId, target: number): boolean {
    let answer = false;
    this.guarded(state, undefined, () => {
      const discrete = this.store.discrete(state);
      const zone = this.valuationsOf(state);
      answer = this.targets[target]!.where(discrete, zone).length > 0;
    });
    return answer;
  }

  parentOf(state: StateId): StateId | -1 {
    return this.store.parentOf(state);
  }

  ordinalOf(state: StateId): number {
    return this.store.ordinalOf(state);
  }

  encode(state: StateId, into: Uint8Array): number {
    const { locations, cells } = this.store.discrete(state);
    return encodeState({ locations, cells, zone: this.zoneOf(state), dim: this.graph.dim }, into);
  }

  decode(bytes: Uint8Array, cost = 0): StateId | typeof COVERED {
    const { locations, cells, zone } = this.decoded(bytes);
    const discrete = { locations, cells };
    return this.store.insert(discrete, this.graph.compress(discrete, zone), -1, 0, cost);
  }

  private decoded(bytes: Uint8Array): SymbolicState {
    return decodeState(bytes, this.semantics.network, this.graph.dim, this.graph.size);
  }

  adopt(from: Engine, state: StateId): StateId {
    const { locations, cells, zone } = this.decoded(encoded(from, state));
    const discrete = { locations, cells };
    return this.store.intern(discrete, this.graph.compress(discrete, zone), -1, 0);
  }

  includes(larger: StateId, smaller: StateId): boolean {
    return includes(this.zoneOf(larger), this.zoneOf(smaller), this.graph.dim);
  }

  release(state: StateId): void {
    this.store.release(state);
  }

  get statistics(): EngineStatistics {
    const { network } = this.semantics;
    const perDiscrete = 4 * (network.processes.length + network.cells) + 320;
    return {
      stored: this.store.stored,
      generated: this.generated,
      covered: this.store.covered,
      transitions: this.transitions,
      memoryBytes: this.store.zoneBytes + this.store.size * 40 + this.store.discretes.size * perDiscrete,
    };
  }

  // ------------------------------------------------------------------------------------------ readable access

  /** The state as stored: widened, its invariant not applied again. In local time: what of it is synchronised. */
  stateOf(state: StateId): SymbolicState {
    const { locations, cells } = this.store.discrete(state);
    return { locations, cells, zone: this.graph.plain(this.zoneOf(state)), dim: this.semantics.dim };
  }

  /** The valuations of a state: its zone and its invariant. */
  valuationsOf(state: StateId): Int32Array {
    return this.graph.valuations(this.store.discrete(state), this.zoneOf(state));
  }

  /** The least cost at which a state was reached, where zones carry one; 0 where they do not. */
  leastCostOf(state: StateId): number {
    return this.graph.leastCost?.(this.zoneOf(state)) ?? 0;
  }

  /** The zone of a state with whatever it carries behind its bounds. */
  carriedBy(state: StateId): Int32Array {
    return this.zoneOf(state);
  }

  /** A candidate of the latest expansion. */
  candidate(ordinal: number): Candidate {
    const { transition, discrete, zone } = this.candidates[ordinal]!;
    return { transition, discrete, zone: this.graph.plain(this.graph.unpack(discrete, zone)) };
  }

  /** `P.l Q.m v=1, x <= 5`: a state in one line, for messages and debugging. */
  describe(state: StateId): string {
    const { network, dim } = this.semantics;
    const { locations, cells } = this.store.discrete(state);
    const places = network.processes.map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`);
    const table = cellTable(network);
    const values = [...cells.keys()]
      .filter((cell) => table.meta[cell] === 0)
      .map((cell) => `${table.name(cell)}=${cells[cell]}`);
    const names = network.clocks.map(({ name }) => name);
    return `${[...places, ...values].join(" ")}, ${zoneToString(this.valuationsOf(state), dim, names)}`;
  }

  private offer(found: readonly Candidate[]): Expansion {
    this.candidates = found;
    return { count: found.length, transition: (ordinal) => found[ordinal]!.transition };
  }

  /** The zone as stored, with all its rows. A swallowed state is rebuilt from its parents. */
  private zoneOf(state: StateId): Int32Array {
    return this.graph.unpack(this.store.discrete(state), this.store.zone(state) ?? this.rebuild(state));
  }

  private successorsOf(state: StateId, from: Int32Array): Candidate[] {
    const found: Candidate[] = [];
    const before = this.store.discrete(state);
    this.guarded(state, undefined, () => {
      const { steps, faults } = this.graph.successors(before, from);
      for (const { transition, fault } of faults) this.record(state, transition, fault);
      for (const { transition, discrete, zone } of steps) {
        this.guarded(state, transition, () => this.settle(transition, discrete, zone, found));
      }
    });
    return found;
  }

  /** Lets time pass and widens. */
  private settle(transition: JointTransition, target: Discrete, entry: Int32Array, into: Candidate[]): void {
    const how = this.rearranged(target, entry);
    // What is known about a state is remembered by object.
    const discrete = this.store.discretes.canonical(how?.discrete ?? target);
    for (const zone of this.graph.settle(discrete, how?.zone ?? entry)) {
      into.push({ transition, discrete, zone, ...defined({ how: how?.done }) });
    }
  }

  private rearranged(target: Discrete, entry: Int32Array) {
    if (this.rearranger === undefined) return undefined;
    const discrete = { locations: Int32Array.from(target.locations), cells: Int32Array.from(target.cells) };
    const zone = entry.slice();
    const { dim } = this.semantics;
    // Row r is that of clock r − 1.
    const rows = Int32Array.from({ length: dim }, (_, row) => row - 1);
    const done = this.rearranger.rearrange(discrete.locations, discrete.cells, zone, dim, rows);
    return done === undefined ? undefined : { discrete, zone, done };
  }

  rearrangedBy(candidate: number): unknown {
    return this.candidates[candidate]!.how;
  }

  /** Replays the ordinals that lead to a state whose zone was dropped. Nothing is counted or recorded twice. */
  private rebuild(state: StateId): Int32Array {
    const path = [state];
    while (this.store.zone(path[0]!) === undefined && this.store.parentOf(path[0]!) >= 0) {
      path.unshift(this.store.parentOf(path[0]!));
    }
    const { candidates, faults } = this;
    const faultsBefore = faults.length;
    const first = path[0]!;
    let zone = this.store.zone(first);
    if (zone === undefined) {
      this.initial();
      zone = this.candidates[this.store.ordinalOf(first)]!.zone;
    }
    for (let i = 1; i < path.length; i++) {
      const whole = this.graph.unpack(this.store.discrete(path[i - 1]!), zone);
      const found = this.successorsOf(path[i - 1]!, whole);
      zone = found[this.store.ordinalOf(path[i]!)]!.zone;
    }
    this.candidates = candidates;
    faults.length = faultsBefore;
    return zone;
  }

  protected guarded(state: StateId | -1, transition: JointTransition | undefined, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.record(state, transition, error);
    }
  }

  private record(state: StateId | -1, transition: JointTransition | undefined, fault: ModelFault): void {
    const { diagnostic } = fault;
    this.faults.push({ state, diagnostic, ...defined({ transition }) });
  }
}

export function createReferenceEngine(network: Network, options: ReferenceEngineOptions): ReferenceEngine {
  return new ReferenceEngine(network, options);
}

function zoneGraph(semantics: ReferenceSemantics, options: ReferenceEngineOptions): ZoneGraph {
  const { abstraction, subsumption, bounds } = options;
  if (abstraction !== "local-time") {
    return new GlobalTime(semantics, createAbstraction(abstraction, subsumption, bounds, semantics.dim));
  }
  const local = localTimeOf(semantics.network);
  if ("obstacle" in local || bounds === null) throw new Error("this network has no local time");
  return new LocalTimeGraph(semantics, local, bounds);
}
