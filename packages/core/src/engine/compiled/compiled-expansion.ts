// One instance of the emitted module, the candidates of its latest expansion, and what happens when something fails on
// the way: traps become faults of the model, the reference engine says which other steps there are, and states that
// were swallowed are expanded again by replaying the ordinals that led to them.

import type { MakeMemory } from "../../basics/linear-memory.ts";
import type { Network } from "../../network/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { encoded } from "../encoded.ts";
import type { COVERED, EngineFault, Expansion, StateId } from "../engine.ts";
import type { RearrangingEngine } from "../rearranging.ts";
import type { AbstractionName } from "../reference/abstraction.ts";
import { appendDecoded, copyAll, encodeFrom } from "./encoding.ts";
import { type CompiledEngineOptions, initialVectors } from "./engine-options.ts";
import { Instance, OutOfMemory } from "./instance.ts";
import { emitProgram, type Program } from "./program.ts";
import type { ProgramOptions } from "./program-parts.ts";
import { RearrangedCandidates } from "./rearranged-candidates.ts";
import { Recovery } from "./recovery.ts";
import { MEMORY_CODE } from "./store/heap.ts";

const ALL_PAGES = 65536;

const NO_STEP: JointTransition = { edges: [] };

export class CompiledExpansion implements RearrangingEngine {
  readonly name = "compiled";
  readonly faults: EngineFault[] = [];
  protected readonly network: Network;
  protected readonly options: ProgramOptions;
  private readonly memoryPages: number;
  private readonly makeMemory: MakeMemory | undefined;
  protected instance: Instance;
  protected isDense: boolean;
  /** What was emitted: with the dense store, and without it. Engines that are alike share it. */
  readonly programs: Map<boolean, Program>;
  /** States are told apart by equality. */
  protected readonly isByValue: boolean;
  /** Candidates of the latest expansion: addresses, and what was expanded. */
  protected candidates: number[] = [];
  private expanded: StateId | -1 = -1;
  /** The steps of the latest expansion, where the reference engine had to make it. */
  protected recovered: readonly JointTransition[] | null = null;
  private recovery: Recovery | undefined;
  private readonly rearranging: RearrangedCandidates | undefined;
  /** How the reference engine expands a state in which something fails. */
  private readonly recoversAs: AbstractionName;

  constructor(
    network: Network,
    program: ProgramOptions,
    { abstraction, memoryPages = ALL_PAGES, makeMemory, like, globals, rearranger }: CompiledEngineOptions,
    isByValue: boolean,
  ) {
    this.network = network;
    this.options = program;
    this.isDense = program.dense;
    this.isByValue = isByValue;
    this.recoversAs = network.clocks.length > 0 ? abstraction : "none";
    this.memoryPages = memoryPages;
    this.makeMemory = makeMemory;
    this.programs = like?.programs ?? new Map();
    this.instance = this.newInstance(this.isDense, globals);
    this.rearranging = rearranger === undefined ? undefined : new RearrangedCandidates(rearranger);
  }

  rearrangedBy(candidate: number): unknown {
    return this.rearranging?.how[candidate];
  }

  /** Where the candidates of the latest expansion are, in the form in which they are stored. */
  protected listCandidates(count: number): number[] {
    const addresses = this.instance.candidateAddresses(count);
    this.rearranging?.rearrange(this.instance, addresses);
    return addresses;
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
    this.candidates = this.listCandidates(count);
    return this.offer(count);
  }

  alive(state: StateId): boolean {
    return this.instance.exports.blockOf(state) !== 0;
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

  protected store(candidate: number, parent: StateId | -1, cost: number): StateId | typeof COVERED {
    const id = this.instance.exports.insertCandidate(this.candidates[candidate]!, cost, parent, candidate);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id;
  }

  protected offer(count: number): Expansion {
    const { recovered } = this;
    // The candidates move when the first cost is inserted (`keepCosts`): where they are is asked for each time.
    const transition = (ordinal: number): JointTransition =>
      recovered === null ? this.instance.transition(this.candidates[ordinal]!) : recovered[ordinal]!;
    return { count, transition: this.expanded < 0 ? () => NO_STEP : transition };
  }

  /** Expands a stored state into candidates; a swallowed one is rebuilt from its parents first. */
  protected candidatesOf(state: StateId): number {
    const { exports } = this.instance;
    const record = this.alive(state) ? 0 : this.candidateFor(state);
    this.expanded = state;
    this.attempt(state, () => {
      if (record === 0) exports.expand(state);
      else exports.expandCandidate(record);
    });
    const count = exports.ordinal.value;
    this.candidates = this.listCandidates(count);
    return count;
  }

  /** The address of a candidate equal to a swallowed state; found by replaying the ordinals that led to it. */
  protected candidateFor(state: StateId): number {
    this.expandAgain(this.parentOf(state));
    return this.candidates[this.ordinalOf(state)]!;
  }

  /**
   * The dense store holds one node per discrete state and no costs. The first cost other than 0 moves everything to
   * the general store, ids unchanged; the latest candidates are computed again there.
   */
  protected keepCosts(): void {
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
  protected settle(state: StateId, error: unknown, cost: number): number {
    const { exports } = this.instance;
    const done = exports.ordinal.value;
    this.guarded(state, () => exports.flush());
    this.attempt(state, () => {
      throw error;
    });
    const count = exports.ordinal.value;
    this.candidates = this.listCandidates(count);
    for (let ordinal = done; ordinal < count; ordinal++) this.store(ordinal, state, cost);
    return count;
  }

  /** Expands a state. When something fails the reference engine decides what it means. */
  protected attempt(state: StateId, work: () => void): void {
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

  private newInstance(dense: boolean, globals?: readonly number[]): Instance {
    const { programs } = this;
    let program = programs.get(dense);
    if (program === undefined) {
      program = emitProgram(this.network, { ...this.options, dense });
      programs.set(dense, program);
    }
    return new Instance(program, this.memoryPages, this.isByValue, this.makeMemory, globals);
  }

  protected noteFault(state: StateId, error: unknown): void {
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
