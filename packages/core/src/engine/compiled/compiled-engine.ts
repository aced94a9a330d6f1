// The compiled engine: the network as one WebAssembly module behind the seam. This file is the thin layer between
// the seam and linear memory: it hands ids and addresses through, and counts. What is expanded, and what fails on the
// way, is in `compiled-expansion.ts`.

import { NumberTable } from "../../basics/grow.ts";

import { mentions, type Network } from "../../network/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import { createSymbolicSemantics, type ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import { synchronised } from "../../zone/index.ts";
import { symmetric } from "../abstraction.ts";
import type { ClockBounds } from "../clock-bounds.ts";
import { encoded } from "../encoded.ts";
import {
  type CarryingStore,
  COVERED,
  type DiscreteId,
  type DiscreteView,
  type Engine,
  type EngineStatistics,
  type Expansion,
  type GraphEngine,
  type Run,
  type StateId,
  type Walk,
  type WalkedAutomaton,
} from "../engine.ts";
import { decodeState } from "../reference/encoding.ts";
import type { StepBuffer } from "../step-buffer.ts";
import { CompiledExpansion } from "./compiled-expansion.ts";
import { CompiledWalk, canWalk } from "./compiled-walk.ts";
import { carryState, copyState, decodeInto, takeState } from "./encoding.ts";
import { type CompiledEngineOptions, type EngineTarget, programOptions } from "./engine-options.ts";
import { type Instance, OutOfMemory } from "./instance.ts";
import { MEMORY_CODE } from "./store/heap.ts";
import { obstacleOf } from "./support.ts";

/** The engine, or what about the network is not covered yet. */
export function createCompiledEngine(
  network: Network,
  options: CompiledEngineOptions,
): CompiledEngine | { readonly unsupported: string } {
  const bounds = boundsOf(options);
  const obstacle = obstacleOf(network, options.abstraction, bounds);
  if (obstacle !== null) return { unsupported: obstacle };
  return new CompiledEngine(network, { ...options, bounds });
}

/** As the abstraction needs them. */
export function boundsOf({ abstraction, bounds }: CompiledEngineOptions): ClockBounds {
  return abstraction === "extra-m" || bounds.diagonals.length > 0 ? symmetric(bounds) : bounds;
}

export class CompiledEngine extends CompiledExpansion implements GraphEngine, CarryingStore {
  /** Width of the lanes in use. */
  readonly laneBits: 16 | 32;
  /**
   * Targets with very many cases, and `deadlock` with stopwatches, are asked of the reference semantics, state by
   * state.
   */
  private readonly uncompiled: ReadonlyMap<number, EngineTarget>;
  private readonly targets: readonly EngineTarget[];
  private semantics: ReferenceSemantics | undefined;
  transitions = 0;
  protected generated = 0;
  /** Answers of `expandAll` and `internAll`, by length, used again and again. */
  private readonly lent: StateId[][] = [];
  /** States are asked for by value, so that none is swallowed. */
  private readonly keepsAll: boolean;
  /** There was a walk; its numbers stay. */
  private isWalked = false;
  /** Rows of the zones of a discrete state, 0 where it was not asked for. */
  private readonly dimensions = new NumberTable(new Int32Array(0));

  constructor(network: Network, options: CompiledEngineOptions) {
    const { graph = false } = options;
    const told = graph ? "equality" : options.subsumption;
    const { program, uncompiled } = programOptions(network, { ...options, subsumption: told });
    super(network, program, options, told === "equality");
    this.targets = options.targets;
    this.keepsAll = graph;
    this.uncompiled = uncompiled;
    this.laneBits = program.laneBits;
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
    this.candidates = this.listCandidates(count);
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
    return this.expandRunAt(first, most, 0);
  }

  protected expandRunAt(first: StateId, most: number, cost: number): Run {
    const { exports } = this.instance;
    let next: number;
    let [explored, transitions, deadlocks] = [0, 0, 0];
    try {
      next = exports.expandRun(first, most, cost);
    } catch (error) {
      const faulty = exports.sourceId.value;
      const faultsBefore = this.faults.length;
      transitions = this.settle(faulty, error, cost);
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
      peakOpen: exports.runPeak?.value ?? 0,
    };
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

  decode(bytes: Uint8Array, cost = 0): StateId | typeof COVERED {
    if (cost !== 0 && this.isDense) this.keepCosts();
    const id = decodeInto(this.instance, bytes, cost);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  /** In local time a zone lies in memory in two parts, and is carried as others are. */
  get form(): string | undefined {
    return this.options.owners === null ? `compiled-${this.laneBits}` : undefined;
  }

  get discreteWords(): number {
    return this.instance.program.layout.words;
  }

  carry(state: StateId, into: Int32Array): number {
    return carryState(this.instance, state, into);
  }

  take(words: Int32Array, cost: number, from: number, count: number): StateId | typeof COVERED {
    if (cost !== 0 && this.isDense) this.keepCosts();
    const id = takeState(this.instance, words, from, count, cost);
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

  private lend(count: number): StateId[] {
    return (this.lent[count] ??= new Array<StateId>(count).fill(0));
  }

  private idOf(candidate: number, parent: StateId | -1): StateId {
    const id = this.store(candidate, parent, 0);
    return id === COVERED ? this.instance.exports.coveredBy!.value : id;
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

  /** The same where states are told apart by equality: which states the candidates are. */
  private settledIds(state: StateId, error: unknown): StateId[] {
    // Everything is stored then, so that it is only asked for.
    return Array.from({ length: this.settle(state, error, 0) }, (_, candidate) => this.idOf(candidate, state));
  }
}
