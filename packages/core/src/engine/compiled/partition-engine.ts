// One of several engines that share one memory and divide the states among them. It expands its own states; what
// belongs to another one is put into an outbox, which the owner takes when all have come to the same point. Its numbers
// are its own; parents, as they are stored, are numbers that all of them know (`sharedNodes`).

import { defined } from "../../basics/defined.ts";
import { plainMemory } from "../../basics/linear-memory.ts";
import type { Network } from "../../network/index.ts";
import { FIRST_ADDRESS } from "../../wasm/memory-map.ts";
import { encoded } from "../encoded.ts";
import { COVERED, ordinalsTo, type Run, type StateId } from "../engine.ts";
import { boundsOf, CompiledEngine } from "./compiled-engine.ts";
import { appendDecoded } from "./encoding.ts";
import type { CompiledEngineOptions } from "./engine-options.ts";
import { OutOfMemory, strideOf } from "./instance.ts";
import { CANDIDATE_HEADER } from "./steps/candidates.ts";
import { MEMORY_CODE } from "./store/heap.ts";
import { BOX_BYTES, MOST_BYTES, type PartitionPlace, SENT_CODE, SLAB_HEADER } from "./store/outbox.ts";
import { type SharedNodes, sharedNodes } from "./store/read-nodes.ts";
import { RECORD } from "./store/zone-exchange.ts";

export type { EngineTarget } from "./engine-options.ts";
export type { PartitionPlace } from "./store/outbox.ts";

/** Of the first of several engines. */
export const FIRST_PLACE = { me: 0, first: FIRST_ADDRESS } as const;

export interface PartitionOptions extends Omit<CompiledEngineOptions, "like"> {
  readonly place: PartitionPlace;
  /** Of an engine in the same place that has ended. */
  readonly remains?: PartitionRemains;
}

/** What an engine leaves behind when its thread ends, so that another one goes on in its place. */
export interface PartitionRemains {
  readonly globals: readonly number[];
  readonly transitions: number;
}

export class PartitionEngine extends CompiledEngine {
  readonly place: PartitionPlace;
  /** Parents and ordinals of all states of all sides. */
  readonly nodes: SharedNodes;
  private readonly made: PartitionOptions;

  /** Where a compiled engine can be made, a place among several can be. */
  constructor(network: Network, given: PartitionOptions) {
    const { remains } = given;
    const options = { ...given, bounds: boundsOf(given), ...defined({ globals: remains?.globals }) };
    super(network, options);
    this.made = options;
    this.transitions = remains?.transitions ?? 0;
    this.place = options.place;
    const { me: side, of: sides } = options.place;
    const { program } = this.instance;
    const layout = { nodes: program.nodes, side, sides, stride: strideOf(program) };
    this.nodes = sharedNodes(() => this.instance.buffer, layout);
  }

  get memory(): WebAssembly.Memory {
    return this.instance.memory;
  }

  /** The place of another engine beside this one. */
  neighbour(me: number): PartitionPlace {
    const { place } = this;
    return { me, of: place.of, first: place.first + (me - place.me) * strideOf(this.instance.program) };
  }

  /** The number by which all sides know a state. */
  known(state: StateId): number {
    return state * this.place.of + this.place.me;
  }

  /** How many ids were given. */
  get size(): number {
    return this.instance.exports.size();
  }

  /** Stores the initial states that are its own. */
  start(): void {
    const { count } = this.initial();
    for (let ordinal = 0; ordinal < count; ordinal++) if (this.isOwn(ordinal)) this.insert(ordinal, -1, 0);
  }

  private isOwn(candidate: number): boolean {
    const words = this.candidates[candidate]! + CANDIDATE_HEADER;
    return this.instance.exports.ownerOfWords!(words) === this.place.me;
  }

  /** As `expandRun`, at a cost; it also ends when its outboxes are full. */
  expandAt(first: StateId, most: number, cost: number): Run {
    return this.expandRunAt(first, most, cost);
  }

  /** Is so much in its outboxes that they are to be read first? */
  get isFull(): boolean {
    return this.instance.exports.outBytes!.value >>> 0 > MOST_BYTES;
  }

  openOutboxes(): void {
    this.instance.exports.openOutboxes!();
  }

  /** From now on others may read them. */
  sealOutboxes(): void {
    this.instance.exports.sealOutboxes!();
  }

  /** Stores what another side has sent. */
  takeFrom(sender: number, cost: number): void {
    const failed = this.instance.guarded(() => this.instance.exports.take!(sender, cost));
    if (failed !== null) throw new Error(`storing a state failed: ${failed.message}`);
  }

  /** As `expandAll`; what is sent away goes with the number of steps that lead there. */
  expandDeep(state: StateId, depth: number, cost: number): ArrayLike<StateId> {
    this.instance.exports.depth!.value = depth;
    return this.expandAll(state, cost);
  }

  /** Stores what another side has sent, one after the other, and tells what is new; only where states have costs. */
  takeEach(sender: number, costOf: (depth: number) => number, onNew: (state: StateId, depth: number) => void): void {
    const { exports } = this.instance;
    const { me } = this.place;
    const whole = new Int32Array(this.instance.buffer);
    const at = (address: number): number => whole[address >>> 2]! >>> 0;
    const box = exports.outboxes!.value + (sender - me) * exports.stride!.value + BOX_BYTES * me;
    const failed = this.instance.guarded(() => {
      for (let slab = at(box); slab !== 0; slab = slab === at(box + 4) ? 0 : at(slab)) {
        const end = at(slab + 4);
        for (let record = slab + SLAB_HEADER; record < end; record += at(record + RECORD.size)) {
          const depth = at(record + RECORD.depth);
          const state = exports.takeRecord!(record, costOf(depth));
          exports.received!.value++;
          if (state >= 0) onNew(state, depth);
        }
      }
    });
    if (failed !== null) throw new Error(`storing a state failed: ${failed.message}`);
  }

  /** Leaves words where all sides find them; 0: there is no room. */
  leave(words: Int32Array): number {
    const at = this.instance.exports.roomFor!(4 * words.length);
    if (at !== 0) this.instance.words(at, words.length).set(words);
    return at;
  }

  left(at: number, count: number): Int32Array {
    return this.instance.words(at, count);
  }

  get sent(): number {
    return this.instance.exports.sent!.value;
  }

  get received(): number {
    return this.instance.exports.received!.value;
  }

  get remains(): PartitionRemains {
    return { globals: this.instance.globals(), transitions: this.transitions };
  }

  protected override store(candidate: number, parent: StateId | -1, cost: number): StateId | typeof COVERED {
    if (parent < 0) return super.store(candidate, parent, cost);
    const { exports } = this.instance;
    const id = exports.routeCandidate!(this.candidates[candidate]!, cost, this.known(parent), candidate);
    if (id === MEMORY_CODE) throw new OutOfMemory();
    return id === SENT_CODE ? COVERED : id;
  }

  /**
   * Its parent may be another side's, so the way to it is taken again from the start, in an engine with a memory of its
   * own.
   */
  protected override candidateFor(state: StateId): number {
    const { place: _place, remains: _remains, ...options } = this.made;
    const engine = new CompiledEngine(this.network, { ...options, makeMemory: plainMemory });
    let at = -1;
    for (const [step, ordinal] of ordinalsTo(this.nodes, this.known(state)).entries()) {
      if (at < 0) engine.initial();
      else engine.expand(at);
      // Costs fall, so that nothing covers the next state.
      at = engine.insert(ordinal, at, -1 - step);
    }
    const { exports } = this.instance;
    exports.begin();
    appendDecoded(this.instance, encoded(engine, at));
    return this.instance.candidateAddresses(1)[0]!;
  }
}
