// The compiled engine: the network as one WebAssembly module behind the seam. This file is the thin layer between
// the seam and linear memory: it instantiates the module, hands ids and addresses through, turns traps into faults
// of the model, and rebuilds swallowed states by replaying ordinals.

import { NumberTable } from "../../basics/grow.ts";
import type { MakeMemory } from "../../basics/linear-memory.ts";
import { mentions, type Network } from "../../network/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { createSymbolicSemantics, type ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import { synchronised } from "../../zone/index.ts";
import { symmetric } from "../abstraction.ts";
import { encoded } from "../encoded.ts";
import {
  COVERED,
  type DiscreteId,
  type DiscreteView,
  type Engine,
  type EngineFault,
  type EngineStatistics,
  type Expansion,
  type GraphEngine,
  type Run,
  type SharedStore,
  type StateId,
  type Walk,
  type WalkedAutomaton,
} from "../engine.ts";
import type { AbstractionName } from "../reference/abstraction.ts";
import { decodeState } from "../reference/encoding.ts";
import type { StepBuffer } from "../step-buffer.ts";
import { hashOfCandidate, insertPacked, packCandidate } from "./candidate-transfer.ts";
import { CompiledWalk, canWalk } from "./compiled-walk.ts";
import { appendDecoded, copyAll, copyState, decodeInto, encodeFrom } from "./encoding.ts";
import { type CompiledEngineOptions, type EngineTarget, initialVectors, programOptions } from "./engine-options.ts";
import { Instance, OutOfMemory } from "./instance.ts";
import { emitProgram, type Program } from "./program.ts";
import type { ProgramOptions } from "./program-parts.ts";
import { Recovery } from "./recovery.ts";
import { MEMORY_CODE } from "./store/heap.ts";
import { obstacleOf } from "./support.ts";

const ALL_PAGES = 65536;

/** The engine, or what about the network is not covered yet. */
export function createCompiledEngine(
  network: Network,
  options: CompiledEngineOptions,
): CompiledEngine | { readonly unsupported: string } {
  const { abstraction } = options;
  const bounds =
    abstraction === "extra-m" || options.bounds.diagonals.length > 0 ? symmetric(options.bounds) : options.bounds;
  const obstacle = obstacleOf(network, abstraction, bounds);
  if (obstacle !== null) return { unsupported: obstacle };
  return new CompiledEngine(network, { ...options, bounds });
}

const NO_STEP: JointTransition = { edges: [] };

export class CompiledEngine implements GraphEngine, SharedStore {
  readonly name = "compiled";
  readonly faults: EngineFault[] = [];
  /** Width of the lanes in use. */
  readonly laneBits: 16 | 32;
  private readonly network: Network;
  private readonly options: ProgramOptions;
  private readonly memoryPages: number;
  private readonly makeMemory: MakeMemory | undefined;
  private instance: Instance;
  private isDense: boolean;
  /** What was emitted: with the dense store, and without it. Engines that are alike share it. */
  readonly programs: Map<boolean, Program>;
  /** Targets with very many cases, and `deadlock` with stopwatches, are asked of the reference semantics, state by state. */
  private readonly uncompiled: ReadonlyMap<number, EngineTarget>;
  private readonly targets: readonly EngineTarget[];
  private semantics: ReferenceSemantics | undefined;
  transitions = 0;
  private generated = 0;
  /** Candidates of the latest expansion: addresses, and what was expanded. */
  private candidates: number[] = [];
  private expanded: StateId | -1 = -1;
  /** The steps of the latest expansion, where the reference engine had to make it. */
  private recovered: readonly JointTransition[] | null = null;
  private recovery: Recovery | undefined;
  /** How the reference engine expands a state in which something fails. */
  private readonly recoversAs: AbstractionName;
  /** Answers of `expandAll` and `internAll`, by length, used again and again. */
  private readonly lent: StateId[][] = [];
  /** States are asked for by value, so that none is swallowed. */
  private readonly keepsAll: boolean;
  private readonly isByValue: boolean;
  /** There was a walk; its numbers stay. */
  private isWalked = false;
  /** Rows of the zones of a discrete state, 0 where nobody asked. */
  private readonly dimensions = new NumberTable(new Int32Array(0));

  constructor(network: Network, options: CompiledEngineOptions) {
    this.network = network;
    const { graph = false } = options;
    const told = graph ? "equality" : options.subsumption;
    this.isByValue = told === "equality";
    this.targets = options.targets;
    this.keepsAll = graph;
    const { program, uncompiled } = programOptions(network, { ...options, subsumption: told });
    this.uncompiled = uncompiled;
    this.options = program;
    this.laneBits = program.laneBits;
    this.isDense = program.dense;
    this.recoversAs = network.clocks.length > 0 ? options.abstraction : "none";
    this.memoryPages = options.memoryPages ?? ALL_PAGES;
    this.makeMemory = options.makeMemory;
    this.programs = options.like?.programs ?? new Map();
    this.instance = this.newInstance(this.isDense);
  }

  initial(): Expansion {
    const { exports, program } = this.instance;
    this.expanded = -1;
    this.recovered = null;
    const failed = this.instance.guarded(() => {
      exports.begin();
      for (const vector of initialVectors(this.network)) {
        this.instance.words(program.at.startLocations, vector.length).set(vector);
        exports.enterInitial();
      }
    });
    if (failed !== null) this.recover(-1);
    const count = exports.ordinal.value;
    this.candidates = this.instance.candidateAddresses(count);
    return this.offer(count);
  }

  expand(state: StateId): Expansion {
    const count = this.candidatesOf(state);
    this.transitions += count;
    return this.offer(count);
  }

  insert(candidate: number, parent: StateId | -1, cost: number): StateId | typeof COVERED {
    if (cost !== 0 && this.isDense) this.keepCosts();
    this.generated++;
    return this.store(candidate, parent, cost);
  }

  intern(candidate: number, parent: StateId | -1): StateId {
    this.generated++;
    return this.idOf(candidate, parent);
  }

  internAll(state: StateId): ArrayLike<StateId> {
    const { exports } = this.instance;
    let count: number;
    let ids: StateId[];
    try {
      count = exports.expandAll(state, 0);
      ids = this.lend(count);
      this.instance.copyTargets(ids);
    } catch (error) {
      ids = this.settledIds(state, error);
      count = ids.length;
    }
    this.transitions += count;
    this.generated += count;
    return ids;
  }

  internSteps(state: StateId, into: StepBuffer): void {
    const { instance } = this;
    into.clear();
    let count: number;
    try {
      count = instance.exports.expand(state);
      if (!instance.internCandidates(count, state, into)) throw new OutOfMemory();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      count = this.internRecovered(state, error, into);
    }
    this.transitions += count;
    this.generated += count;
  }

  /** The steps of a state in which something fails, as the reference engine finds them. */
  private internRecovered(state: StateId, error: unknown, into: StepBuffer): number {
    this.attempt(state, () => {
      throw error;
    });
    const count = this.instance.exports.ordinal.value;
    this.candidates = this.instance.candidateAddresses(count);
    into.clear();
    for (const [ordinal, { edges }] of this.recovered!.entries()) {
      for (const { edge } of edges) into.addEdge(edge);
      into.endCandidate(this.idOf(ordinal, state));
    }
    return count;
  }

  expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    if (cost !== 0 && this.isDense) this.keepCosts();
    const { exports } = this.instance;
    if (!this.alive(state)) return this.expandSwallowed(state, cost);
    const before = exports.size();
    let count: number;
    try {
      count = exports.expandAll(state, cost);
    } catch (error) {
      count = this.settle(state, error, cost);
    }
    this.transitions += count;
    this.generated += count;
    // Ids are given in order, so the new ones are neighbours.
    const added = exports.size() - before;
    const ids = this.lend(added);
    for (let i = 0; i < added; i++) ids[i] = before + i;
    return ids;
  }

  expandRun(first: StateId, most: number): Run {
    const { exports } = this.instance;
    let next: number;
    let [explored, transitions, deadlocks] = [0, 0, 0];
    try {
      next = exports.expandRun(first, most);
    } catch (error) {
      const faulty = exports.sourceId.value;
      const faultsBefore = this.faults.length;
      transitions = this.settle(faulty, error, 0);
      next = faulty + 1;
      explored = 1;
      if (transitions === 0 && this.faults.length === faultsBefore) deadlocks = 1;
    }
    transitions += exports.runTransitions.value;
    this.transitions += transitions;
    this.generated += transitions;
    return {
      next,
      size: exports.size(),
      explored: explored + exports.runExplored.value,
      deadlocks: deadlocks + exports.runDeadlocks.value,
      peakOpen: exports.runPeak.value,
    };
  }

  alive(state: StateId): boolean {
    return this.instance.exports.blockOf(state) !== 0;
  }

  discreteOf(state: StateId): DiscreteId {
    return this.instance.exports.discreteOf(state);
  }

  view(state: StateId): DiscreteView {
    this.instance.exports.loadDiscrete(state);
    return this.instance.discreteView();
  }

  /** A fault met on the way counts as "no" and is recorded. */
  satisfies(state: StateId, target: number): boolean {
    const { exports } = this.instance;
    const uncompiled = this.uncompiled.get(target);
    if (uncompiled !== undefined) return this.satisfiesUncompiled(state, uncompiled);
    let answer = 0;
    const faultsBefore = this.faults.length;
    try {
      answer =
        this.keepsAll || this.alive(state)
          ? exports.satisfies(state, target)
          : exports.candidateSatisfies(this.candidateFor(state), target);
    } catch (error) {
      // Mostly nothing fails, so that nothing is made for it.
      this.noteFault(state, error);
    }
    const asked = this.targets[target]!;
    if (this.faults.length > faultsBefore && mentions(asked.formula, "deadlock")) {
      // A step that fails is no way out of a deadlock, but others may be: the reference semantics goes on with them.
      this.faults.length = faultsBefore;
      return this.satisfiesUncompiled(state, asked);
    }
    return answer !== 0;
  }

  letterOf(state: StateId, atoms: number): number {
    if (this.uncompiled.size > 0) return this.letterByTargets(state, atoms);
    try {
      return this.instance.exports.letterOf(state, atoms);
    } catch (error) {
      this.noteFault(state, error);
      return -1;
    }
  }

  walk(automaton: WalkedAutomaton): Walk | undefined {
    if (this.isWalked || !this.keepsAll || this.uncompiled.size > 0 || !canWalk(automaton)) return undefined;
    this.isWalked = true;
    const count = (candidates: number): void => {
      this.transitions += candidates;
      this.generated += candidates;
    };
    const successors = (state: StateId, error: unknown): readonly StateId[] => {
      const ids = this.settledIds(state, error);
      count(ids.length);
      return ids;
    };
    return new CompiledWalk(this.instance, automaton, {
      successors,
      letter: (state, error) => this.noteFault(state, error),
      count,
    });
  }

  firstSatisfying(first: StateId, end: StateId, target: number): StateId {
    let next = first;
    const byOne = this.uncompiled.has(target) || mentions(this.targets[target]!.formula, "deadlock");
    while (!byOne) {
      try {
        return this.instance.exports.firstSatisfying(next, end, target);
      } catch (error) {
        const state = this.instance.exports.sourceId.value;
        this.noteFault(state, error);
        next = state + 1;
      }
    }
    while (next < end && !(this.alive(next) && this.satisfies(next, target))) next++;
    return next;
  }

  parentOf(state: StateId): StateId | -1 {
    return this.instance.exports.parentOf(state);
  }

  ordinalOf(state: StateId): number {
    return this.instance.exports.ordinalOf(state);
  }

  encode(state: StateId, into: Uint8Array): number {
    const zone = this.alive(state) ? undefined : this.candidateFor(state);
    return encodeFrom(this.instance, state, zone, into);
  }

  decode(bytes: Uint8Array, cost = 0): StateId | typeof COVERED {
    if (cost !== 0 && this.isDense) this.keepCosts();
    const id = decodeInto(this.instance, bytes, cost);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  hashOf(candidate: number): number {
    return hashOfCandidate(this.instance, this.candidates[candidate]!);
  }

  pack(candidate: number, into: Int32Array): number {
    return packCandidate(this.instance, this.candidates[candidate]!, into);
  }

  unpack(words: Int32Array): StateId | typeof COVERED {
    const id = insertPacked(this.instance, words);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  adopt(from: Engine, state: StateId): StateId {
    const alike = from instanceof CompiledEngine && from.isLaidOutAs(this) && from.alive(state);
    const id = alike ? this.insertCopy(from.instance, state) : this.decode(encoded(from, state));
    return id === COVERED ? this.instance.exports.coveredBy!.value : id;
  }

  includes(larger: StateId, smaller: StateId): boolean {
    const { exports } = this.instance;
    const discrete = exports.discreteOf(larger);
    let dim = this.dimensions.get(discrete);
    if (dim === 0) this.dimensions.set(discrete, (dim = exports.dimensionOf(larger)));
    return this.instance.includes(exports.blockOf(larger), exports.blockOf(smaller), dim * dim);
  }

  release(state: StateId): void {
    if (this.isByValue) throw new Error("zones that are told apart by equality stay");
    if (this.isDense) this.keepCosts();
    this.instance.exports.release(state);
  }

  get statistics(): EngineStatistics {
    const { exports } = this.instance;
    return {
      stored: exports.stored.value,
      generated: this.generated,
      covered: exports.covered.value,
      transitions: this.transitions,
      memoryBytes: this.instance.usedBytes,
    };
  }

  /** Bytes of the emitted module. */
  get moduleBytes(): number {
    return this.instance.program.bytes.length;
  }

  // ------------------------------------------------------------------------------------------ private

  /** Do states of the two look the same in memory? */
  private isLaidOutAs({ network, options }: CompiledEngine): boolean {
    const { bounds, laneBits, dim, owners } = this.options;
    const same = bounds === options.bounds && laneBits === options.laneBits && dim === options.dim;
    return this.network === network && same && owners === null && options.owners === null;
  }

  private insertCopy(from: Instance, state: StateId): StateId | typeof COVERED {
    const { exports, program } = this.instance;
    const dim = copyState(from, state, this.instance);
    const id = exports.insert(program.at.candidateWords, program.at.tight, dim, 0, -1, 0);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  private letterByTargets(state: StateId, atoms: number): number {
    const before = this.faults.length;
    let letter = 0;
    for (let atom = 0; atom < atoms; atom++) if (this.satisfies(state, atom)) letter |= 1 << atom;
    return this.faults.length > before ? -1 : letter;
  }

  private satisfiesUncompiled(state: StateId, { formula, frameSize }: EngineTarget): boolean {
    this.semantics ??= createSymbolicSemantics(this.network);
    const references = this.options.owners === null ? 1 : this.network.processes.length;
    const dim = this.network.clocks.length + references;
    const { locations, cells, zone } = decodeState(encoded(this, state), this.network, dim);
    const plain = references === 1 ? zone : synchronised(zone, dim, references);
    try {
      return this.semantics.where(formula, frameSize, { locations, cells }, plain).length > 0;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.faults.push({ state, diagnostic: error.diagnostic });
      return false;
    }
  }

  private store(candidate: number, parent: StateId | -1, cost: number): StateId | typeof COVERED {
    const id = this.instance.exports.insertCandidate(this.candidates[candidate]!, cost, parent, candidate);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  private lend(count: number): StateId[] {
    return (this.lent[count] ??= new Array<StateId>(count).fill(0));
  }

  private idOf(candidate: number, parent: StateId | -1): StateId {
    const id = this.store(candidate, parent, 0);
    return id === COVERED ? this.instance.exports.coveredBy!.value : id;
  }

  private offer(count: number): Expansion {
    const { recovered } = this;
    // The candidates move when the first cost is inserted (`keepCosts`): where they are is asked for each time.
    const transition = (ordinal: number): JointTransition =>
      recovered === null ? this.instance.transition(this.candidates[ordinal]!) : recovered[ordinal]!;
    return { count, transition: this.expanded < 0 ? () => NO_STEP : transition };
  }

  /** Expands a stored state into candidates; a swallowed one is rebuilt from its parents first. */
  private candidatesOf(state: StateId): number {
    const { exports } = this.instance;
    const record = this.alive(state) ? 0 : this.candidateFor(state);
    this.expanded = state;
    this.attempt(state, () => {
      if (record === 0) exports.expand(state);
      else exports.expandCandidate(record);
    });
    const count = exports.ordinal.value;
    this.candidates = this.instance.candidateAddresses(count);
    return count;
  }

  /** The address of a candidate equal to a swallowed state; found by replaying the ordinals that led to it. */
  private candidateFor(state: StateId): number {
    this.expandAgain(this.parentOf(state));
    return this.candidates[this.ordinalOf(state)]!;
  }

  private expandSwallowed(state: StateId, cost: number): StateId[] {
    const { count } = this.expand(state);
    const found: StateId[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const id = this.insert(ordinal, state, cost);
      if (id !== COVERED) found.push(id);
    }
    return found;
  }

  /**
   * The dense store holds one node per discrete state and no costs. The first cost other than 0 moves everything to
   * the general store, ids unchanged; the latest candidates are computed again there.
   */
  private keepCosts(): void {
    const { expanded } = this;
    const grown = this.newInstance(false);
    copyAll(this.instance, grown);
    this.isDense = false;
    this.instance = grown;
    this.expandAgain(expanded);
  }

  /** Makes the candidates of a state (−1: the initial ones) the latest ones again; its faults are known. */
  private expandAgain(state: StateId | -1): void {
    const faultsBefore = this.faults.length;
    if (state >= 0) this.candidatesOf(state);
    else this.initial();
    this.faults.length = faultsBefore;
  }

  /**
   * After a fault while a state was expanded: stores the candidates that came before it, lets the reference engine say
   * which others there are, stores these, too, and yields their number.
   */
  private settle(state: StateId, error: unknown, cost: number): number {
    const { exports } = this.instance;
    const done = exports.ordinal.value;
    this.guarded(state, () => exports.flush());
    this.attempt(state, () => {
      throw error;
    });
    const count = exports.ordinal.value;
    this.candidates = this.instance.candidateAddresses(count);
    for (let ordinal = done; ordinal < count; ordinal++) this.store(ordinal, state, cost);
    return count;
  }

  /** The same where states are told apart by equality: which states the candidates are. */
  private settledIds(state: StateId, error: unknown): StateId[] {
    // Everything is stored then, so that it is only asked for.
    return Array.from({ length: this.settle(state, error, 0) }, (_, candidate) => this.idOf(candidate, state));
  }

  /** Expands a state. When something fails the reference engine decides what it means. */
  private attempt(state: StateId, work: () => void): void {
    this.recovered = null;
    if (this.instance.guarded(work) !== null) this.recover(state);
  }

  /** Makes the candidates of a state (−1: the initial ones) anew, as the reference engine finds them. */
  private recover(state: StateId | -1): void {
    const bytes = state < 0 ? null : encoded(this, state);
    this.recovery ??= new Recovery(this.network, this.options.bounds, this.recoversAs);
    const { candidates, faults } = bytes === null ? this.recovery.initial() : this.recovery.expand(bytes);
    this.faults.push(...faults.map((fault) => ({ ...fault, state })));
    this.instance.exports.begin();
    for (const candidate of candidates) appendDecoded(this.instance, candidate.bytes);
    this.recovered = candidates.map(({ transition }) => transition);
    this.expanded = state;
  }

  private newInstance(dense: boolean): Instance {
    const { programs } = this;
    let program = programs.get(dense);
    if (program === undefined) {
      program = emitProgram(this.network, { ...this.options, dense });
      programs.set(dense, program);
    }
    return new Instance(program, this.memoryPages, this.isByValue, this.makeMemory);
  }

  private noteFault(state: StateId, error: unknown): void {
    this.guarded(state, () => {
      throw error;
    });
  }

  private guarded(state: StateId | -1, work: () => void): void {
    const site = this.instance.guarded(work);
    if (site === null) return;
    const { diagnostic } = new ModelFault(site.kind, site.message, site.span);
    this.faults.push({ state, diagnostic });
  }
}
