// A running module: its memory, its exports with their types, and how to read what it left in memory. Views of the
// memory are made anew for each use, because growing the memory detaches them; those of a memory that threads share
// stay, too short.

import { type MakeMemory, plainMemory } from "../../basics/linear-memory.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { globalName } from "../../wasm/assembler.ts";
import { BOUND_OVERFLOW, type FaultSite, OUT_OF_MEMORY } from "../../wasm/context.ts";
import { FIRST_ADDRESS } from "../../wasm/memory-map.ts";
import { BoundOverflow } from "../../zone/index.ts";
import type { DiscreteView } from "../engine.ts";
import type { StepBuffer } from "../step-buffer.ts";
import type { Program } from "./program.ts";
import { CANDIDATE_HEADER } from "./steps/candidates.ts";
import { MEMORY_CODE, PAGES_TAKEN } from "./store/heap.ts";
import { BLOCK_HEADER } from "./store/subsumption.ts";

/** Thrown when linear memory is exhausted (4 GiB, or what the host gives); a search that meets it ends `unknown`. */
export class OutOfMemory extends Error {
  constructor() {
    super("the memory of the compiled engine is exhausted");
    this.name = "OutOfMemory";
  }
}

interface Global {
  readonly value: number;
}

export interface Exports {
  readonly startStore: (base: number) => void;
  readonly startState: () => void;
  readonly begin: () => void;
  readonly enterInitial: () => void;
  readonly expand: (id: number) => number;
  readonly expandCandidate: (record: number) => number;
  readonly expandAll: (id: number, cost: number) => number;
  /** See `runs.ts`; what the latest run did is counted in the globals. */
  readonly expandRun: (first: number, most: number, cost: number) => number;
  /** Stores the candidates that wait in a batch; to be called when a fault interrupted an expansion. */
  readonly flush: () => void;
  readonly sourceId: Global;
  readonly runExplored: Global;
  readonly runTransitions: Global;
  readonly runDeadlocks: Global;
  /** Most states that were stored and not yet expanded, in all runs so far. */
  readonly runPeak?: Global;
  readonly insertCandidate: (record: number, cost: number, parent: number, ordinal: number) => number;
  /** The state that a candidate is, stored if it is new; only where states are told apart by equality. */
  readonly internCandidate?: (record: number, cost: number, parent: number, ordinal: number) => number;
  readonly insert: (words: number, zone: number, dim: number, cost: number, parent: number, ordinal: number) => number;
  readonly describeCandidate: (record: number) => void;
  readonly satisfies: (id: number, target: number) => number;
  readonly letterOf: (id: number, atoms: number) => number;
  /** `end` where there is none; `sourceId` is the state that was asked last. */
  readonly firstSatisfying: (first: number, end: number, target: number) => number;
  readonly candidateSatisfies: (record: number, target: number) => number;
  readonly loadDiscrete: (id: number) => void;
  readonly arrange: () => number;
  readonly adopt: (cost: number) => number;
  readonly adoptCopy: (cost: number) => number;
  readonly append: () => void;
  readonly release: (id: number) => void;
  readonly dimensionOf: (id: number) => number;
  readonly wordsOf: (id: number) => number;
  readonly blockOf: (id: number) => number;
  readonly discreteOf: (id: number) => number;
  readonly parentOf: (id: number) => number;
  readonly ordinalOf: (id: number) => number;
  /** Ids given so far. */
  readonly size: () => number;
  readonly heap: Global;
  /** The greatest dimension of a zone so far; absent without clocks and in local time. */
  readonly widest?: Global;
  readonly ordinal: Global;
  readonly arena: Global;
  readonly stored: Global;
  readonly covered: Global;
  /** The state that the latest covered candidate is equal to; only where states are told apart by equality. */
  readonly coveredBy?: Global;
  /** 1: zones are told apart by equality; only where an instance decides. */
  readonly byValue?: { value: number };
  /** Walks (`steps/walk.ts`), where states are told apart by equality. */
  readonly walkStart?: (
    width: number,
    edges: number,
    sets: number,
    atoms: number,
    letters: number,
    stuck: number,
  ) => number;
  readonly walkList?: (state: number, count: number) => number;
  readonly walkEnter?: (state: number, at: number) => void;
  readonly walk?: (most: number) => number;
  readonly walkTop?: () => number;
  readonly walkFirst?: () => number;
  readonly walkNumber?: (state: number, at: number) => number;
  readonly walkFail?: (state: number) => void;
  readonly walkDismiss?: () => void;
  readonly walkAsking?: Global;
  readonly walkEntered?: Global;
  readonly walkTransitions?: Global;
  readonly walkCovered?: Global;
  readonly walkPeak?: Global;
  readonly walkGenerated?: Global;
  /** Record of the edge that was tried alone, 0: look at the participants. */
  readonly alone: Global;
  readonly participantCount: Global;
  readonly channel: Global;
  /** Where several engines share the memory and divide the states among them (`store/outbox.ts`). */
  readonly stride?: { value: number };
  readonly depth?: { value: number };
  readonly sent?: Global;
  readonly received?: { value: number };
  readonly openOutboxes?: () => void;
  readonly sealOutboxes?: () => void;
  readonly take?: (sender: number, cost: number) => void;
  /** (record, cost) → id, −1: the record of an outbox is stored; only where states have lists of zones. */
  readonly takeRecord?: (record: number, cost: number) => number;
  /** Address of its own outboxes, one for each owner. */
  readonly outboxes?: Global;
  /** (bytes) → address of fresh memory, 0: there is none. */
  readonly roomFor?: (bytes: number) => number;
  /** As `insertCandidate`; −3: it was sent to its owner. */
  readonly routeCandidate?: (record: number, cost: number, parent: number, ordinal: number) => number;
  readonly ownerOfWords?: (words: number) => number;
  readonly outBytes?: Global;
}

const NO_FAULT = -2;

/**
 * Pages of 64 KiB behind the fixed part to begin with. Those that are not touched cost nothing, and growing may make
 * the host collect garbage.
 */
const FIRST_PAGES = 32;
const FEWEST_PAGES = 8;

const PAGE = 65536;

/** How far apart the static memories of engines lie that share one memory: all of them are laid out alike. */
export function strideOf({ map, place }: Pick<Program, "map" | "place">): number {
  return Math.ceil((map.end - place!.first + FIRST_ADDRESS) / PAGE) * PAGE;
}

const modules = new WeakMap<Program, WebAssembly.Module>();

/** A program is compiled once, however many engines run it. */
function moduleOf(program: Program): WebAssembly.Module {
  let module = modules.get(program);
  if (module === undefined) {
    module = new WebAssembly.Module(program.bytes);
    modules.set(program, module);
  }
  return module;
}

export class Instance {
  readonly program: Program;
  readonly memory: WebAssembly.Memory;
  readonly exports: Exports;
  private readonly isShared: boolean;
  private all: Int32Array = new Int32Array(0);
  private lanes: Int16Array | Int32Array = new Int32Array(0);
  private discrete: DiscreteView | undefined;
  /** By edge: how many values it selects. */
  private readonly selectCounts: Int32Array;

  /**
   * `pages` of 64 KiB are the most the memory may grow to; `byValue` matters to programs that leave it to their
   * instances. `globals`: of an instance of the same program that has ended, in the same memory; this one goes on in
   * its place.
   */
  constructor(
    program: Program,
    pages: number,
    byValue = false,
    makeMemory: MakeMemory = plainMemory,
    globals?: readonly number[],
  ) {
    this.program = program;
    this.isShared = program.place !== null;
    this.selectCounts = Int32Array.from(program.network.edges, ({ selects }) => selects.length);
    const fixed = Math.ceil(program.map.end / 65536);
    const initial = fixed + Math.max(FEWEST_PAGES, Math.min(FIRST_PAGES, pages - fixed));
    const { isShared } = this;
    this.memory = makeMemory({ initial, maximum: Math.max(initial, pages), ...(isShared ? { shared: true } : {}) });
    const strideBytes = isShared ? this.makeRoom() : 0;
    if (globals === undefined) program.map.fill(this.buffer);
    const instance = new WebAssembly.Instance(moduleOf(program), { env: { memory: this.memory } });
    this.exports = instance.exports as unknown as Exports;
    this.words(program.at.fault, 1)[0] = NO_FAULT;
    if (globals !== undefined) {
      this.resume(globals);
      return;
    }
    if (this.exports.stride !== undefined) this.exports.stride.value = strideBytes;
    if (byValue && this.exports.byValue !== undefined) this.exports.byValue.value = 1;
    this.exports.startStore(program.map.end);
    this.exports.startState();
  }

  /** Room for the static memory of all engines that share this one; the first of them opens the heap behind it. */
  private makeRoom(): number {
    const { me, of } = this.program.place!;
    const stride = strideOf(this.program);
    const pages = (of * stride) / PAGE;
    const missing = pages + FEWEST_PAGES - this.buffer.byteLength / PAGE;
    try {
      if (missing > 0) this.memory.grow(missing);
    } catch {
      throw new OutOfMemory();
    }
    if (me === 0) this.words(PAGES_TAKEN, 1)[0] = pages;
    return stride;
  }

  /** All that an instance knows besides its memory. */
  globals(): number[] {
    const values: number[] = [];
    const all = this.exports as unknown as Record<string, Global | undefined>;
    for (let global = all[globalName(0)]; global !== undefined; global = all[globalName(values.length)]) {
      values.push(global.value);
    }
    return values;
  }

  private resume(globals: readonly number[]): void {
    const all = this.exports as unknown as Record<string, { value: number }>;
    for (const [index, value] of globals.entries()) all[globalName(index)]!.value = value;
  }

  /**
   * What the memory is made of now. Where threads share it, another one may have made it grow, which is heard of when
   * one asks.
   */
  get buffer(): ArrayBufferLike {
    if (this.isShared) this.memory.grow(0);
    return this.memory.buffer;
  }

  /** A memory that has grown leaves empty views behind, a shared one views that are too short. */
  private isStale(view: Int32Array | Int16Array): boolean {
    return view.length === 0 || (this.isShared && view.buffer !== this.memory.buffer);
  }

  /** All of its memory as words, valid until the next call. */
  get whole(): Int32Array {
    if (this.isStale(this.all)) this.all = new Int32Array(this.buffer);
    return this.all;
  }

  /** Memory in use: all but the room that was never needed. */
  get usedBytes(): number {
    const { map, lanes } = this.program;
    if (this.isShared) return PAGE * this.words(PAGES_TAKEN, 1)[0]!;
    const dim = this.exports.widest?.value ?? 0;
    const matrix = dim * Math.ceil(dim / lanes.count) * 16;
    // Three matrices with rows of whole vectors, and a zone as it is stored.
    return (this.exports.heap.value >>> 0) - map.roomBytes + 3 * matrix + dim * dim * lanes.bytes;
  }

  /** A view, valid until the next call. */
  words(address: number, count: number): Int32Array {
    return new Int32Array(this.buffer, address >>> 0, count);
  }

  /**
   * Copies the states that the candidates of the latest `expandAll` are to where the caller keeps them, and makes
   * nothing for it.
   */
  copyTargets(into: number[]): void {
    const { whole } = this;
    const first = whole[this.program.at.targets >>> 2]! >>> 2;
    for (let i = 0; i < into.length; i++) into[i] = whole[first + i]!;
  }

  /** Are the bounds of one block of the store nowhere below those of another? */
  includes(larger: number, smaller: number, bounds: number): boolean {
    const { bytes } = this.program.lanes;
    if (this.isStale(this.lanes)) {
      this.lanes = bytes === 2 ? new Int16Array(this.buffer) : new Int32Array(this.buffer);
    }
    const { lanes } = this;
    const a = ((larger >>> 0) + BLOCK_HEADER) / bytes;
    const b = ((smaller >>> 0) + BLOCK_HEADER) / bytes;
    for (let at = 0; at < bounds; at++) if (lanes[a + at]! < lanes[b + at]!) return false;
    return true;
  }

  /** Runs code of the module; a fault of the model comes back as a value. */
  guarded(work: () => void): { kind: FaultSite["kind"]; span: FaultSite["span"]; message: string } | null {
    try {
      work();
      return null;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const record = this.words(this.program.at.fault, 2);
      const [site, value] = [record[0]!, record[1]!];
      record[0] = NO_FAULT;
      if (site === OUT_OF_MEMORY) throw new OutOfMemory();
      if (site === BOUND_OVERFLOW) throw new BoundOverflow();
      const found = this.program.faultSites[site];
      if (found === undefined) throw error;
      return { kind: found.kind, span: found.span, message: found.message(value) };
    }
  }

  /** Addresses of the candidates that the latest expansion left. */
  candidateAddresses(count: number): number[] {
    const addresses: number[] = [];
    const view = new Int32Array(this.buffer);
    let at = this.exports.arena.value >>> 0;
    for (let i = 0; i < count; i++) {
      addresses.push(at);
      at += view[at >>> 2]!;
    }
    return addresses;
  }

  /**
   * Locations and cells of the working state, valid until the next call; nothing is made for them as long as the memory
   * stays.
   */
  discreteView(): DiscreteView {
    if (this.discrete === undefined || this.discrete.locations.length === 0) {
      const { at, network } = this.program;
      this.discrete = {
        locations: this.words(at.locations, network.processes.length),
        cells: this.words(at.cells, network.cells),
      };
    }
    return this.discrete;
  }

  /**
   * Stores the candidates of the latest expansion, where states are told apart by equality: which state each of them
   * is, and its edges without what they select. False: there is no memory left.
   */
  internCandidates(count: number, parent: number, into: StepBuffer): boolean {
    const { exports, selectCounts } = this;
    const header = CANDIDATE_HEADER / 4 + this.program.layout.words;
    let base = exports.arena.value >>> 2;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const { whole } = this;
      let at = base + header;
      for (let left = whole[base + 3]!; left > 0; left--) {
        const edge = whole[at++]!;
        into.addEdge(edge);
        at += selectCounts[edge]!;
      }
      const size = whole[base]! >>> 2;
      const id = exports.internCandidate!(base << 2, 0, parent, ordinal);
      if (id === MEMORY_CODE) return false;
      into.endCandidate(id);
      base += size;
    }
    return true;
  }

  transition(record: number): JointTransition {
    const { network } = this.program;
    const view = new Int32Array(this.buffer);
    const base = record >>> 2;
    const count = view[base + 3]!;
    let at = base + CANDIDATE_HEADER / 4 + this.program.layout.words;
    const edges: { edge: number; select: number[] }[] = [];
    for (let i = 0; i < count; i++) {
      const edge = view[at++]!;
      const size = network.edges[edge]!.selects.length;
      edges.push({ edge, select: [...view.subarray(at, at + size)] });
      at += size;
    }
    return joint(edges, view[base + 4]!);
  }
}

function joint(edges: JointTransition["edges"], channel: number): JointTransition {
  return channel < 0 ? { edges } : { edges, channel };
}
