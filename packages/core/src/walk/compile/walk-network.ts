// A network laid out for walking: every edge with every choice of its selects is a slot with a number, slots are
// listed by the location they leave and (receivers) by channel, and for every cell, variable and clock it is known
// which guards and invariants have to be evaluated again when it changes.

import { Commitment } from "../../analysis/commitment.ts";
import { faultsOf } from "../../analysis/faults.ts";
import { possibleIndices } from "../../analysis/joint-transitions.ts";
import {
  cellTable,
  combinationCount,
  combinations,
  type Edge,
  hasStopwatches,
  type Network,
  numberOfCombination,
} from "../../network/index.ts";
import {
  compileBlock,
  compileIndexed,
  type Evaluator,
  FunctionTable,
  type Machine,
  type Runner,
} from "../../semantics/evaluate/index.ts";
import { type PlainGuard, plainGuard } from "./constant-guards.ts";
import { ReadAnalysis } from "./dependencies.ts";
import { type GuardGates, guardsOf as scansOf } from "./guard-circuit.ts";
import { compileConjunction, type WindowCondition } from "./guard-closures.ts";
import { Unfolder } from "./inline-functions.ts";
import { canSpellOutRates, RateRules } from "./rates.ts";
import { type ReaderTable, ReaderTables } from "./reader-index.ts";
import { type GuardOfSlots, guardsOfSlots } from "./slot-guards.ts";
import { compileUpdate, type Update } from "./updates.ts";

export interface EdgeModel {
  readonly edge: Edge;
  readonly firstSlot: number;
  readonly endSlot: number;
  /** Sends on a channel that may be urgent. */
  readonly mayStopTime: boolean;
}

export interface LocationModel {
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: WindowCondition | null;
  readonly frameSize: number;
  /** Slots of internal and sending edges that leave here. */
  readonly initiating: Int32Array;
  /** Of the receiving ones, for every channel that they may listen to: the channel, and word and mask of their bit
   *  (`Presence.listening`); none where there are so many that their bits are better left set. */
  readonly listens: Int32Array;
  /** Slots of all edges that leave here whose guard or channel may fail, in file order. */
  readonly risky: Int32Array;
}

/** Instead of the channel of a slot: it does not synchronise, or the channel depends on data. */
export const NO_CHANNEL = -1;
const COMPUTED = -2;

export const BROADCASTING = 1;
export const URGENT = 2;

/** Beyond this many slots a walk takes the slow way. */
const MOST_SLOTS = 4_000_000;
/**
 * Locations with more listeners than this leave their bits set: coming and going would cost more than looking twice.
 */
const MOST_FLIPPED = 24;

/** Is everything in the network something that `Walker` handles? Otherwise walks use the reference semantics. */
export function canWalkFast(network: Network): boolean {
  if (network.vectors.length > 0 || !canSpellOutRates(network)) return false;
  return network.edges.reduce((slots, { selects }) => slots + combinationCount(selects), 0) <= MOST_SLOTS;
}

export class WalkModel {
  readonly network: Network;
  readonly functions: FunctionTable;
  readonly edges: readonly EdgeModel[];
  readonly locations: readonly (readonly LocationModel[])[];
  readonly before: Runner | null;
  readonly after: Runner | null;
  readonly metaCells: Int32Array;
  /**
   * By slot: the edge, the process, the locations it leaves and enters, and where its select values start in `selects`
   * (they end where the next ones start).
   */
  readonly slotEdge: Int32Array;
  readonly slotProcess: Int32Array;
  readonly slotSource: Int32Array;
  readonly slotTarget: Int32Array;
  readonly slotSelects: Int32Array;
  readonly selects: Int32Array;
  /**
   * By slot: what it asks for (also plainly, if it does), how to find its channel, and what it does (null: nothing).
   */
  readonly guardOf: readonly WindowCondition[];
  readonly plainOf: readonly (PlainGuard | null)[];
  readonly channelOf: readonly Evaluator[];
  /** By slot: the channel where it is always the same one, NO_CHANNEL or COMPUTED. */
  readonly fixedChannel: Int32Array;
  readonly updateOf: readonly (Update | null)[];
  readonly frameSizeOf: Int32Array;
  /** Receiving slots that may listen to a channel, in system order. */
  readonly receivers: readonly Int32Array[];
  /** By channel: the first word of the bits over its receivers; behind the last channel, the number of words. */
  readonly firstWord: Int32Array;
  /** Bits of receivers that are set wherever their process is, and their number by channel. */
  readonly alwaysListening: Int32Array;
  readonly alwaysListeners: Int32Array;
  /** By channel: BROADCASTING, URGENT. */
  readonly channels: Uint8Array;
  readonly cellReaders: ReaderTable;
  readonly variableReaders: ReaderTable;
  readonly variableOf: Int32Array;
  readonly clockReaders: ReaderTable;
  /** Null where no clock ever stands still. */
  readonly rates: RateRules | null;
  readonly hasUrgentChannels: boolean;
  /** Processes with edges whose guard or channel may fail. */
  readonly riskyProcesses: Int32Array;
  readonly commitment: Commitment;
  /** A circuit of the guards that scan arrays; null where that does not pay. */
  readonly scans: GuardGates | null;

  constructor(network: Network) {
    this.network = network;
    this.hasUrgentChannels = network.channels.some(({ urgent }) => urgent);
    this.commitment = new Commitment(network);
    this.functions = new FunctionTable(network.functions);
    const slotEdge: number[] = [];
    const slotSelects: number[] = [];
    const selects: number[] = [];
    this.edges = network.edges.map((edge) => {
      const firstSlot = slotEdge.length;
      for (const values of combinations(edge.selects)) {
        slotEdge.push(edge.id);
        slotSelects.push(selects.length);
        selects.push(...values);
      }
      return this.compileEdge(edge, firstSlot, slotEdge.length);
    });
    this.slotEdge = Int32Array.from(slotEdge);
    this.slotSelects = Int32Array.from([...slotSelects, selects.length]);
    this.selects = Int32Array.from(selects);
    this.slotProcess = this.slotEdge.map((edge) => network.edges[edge]!.process);
    this.slotSource = this.slotEdge.map((edge) => network.edges[edge]!.source);
    this.slotTarget = this.slotEdge.map((edge) => network.edges[edge]!.target);
    this.frameSizeOf = this.slotEdge.map((edge) => network.edges[edge]!.frameSize);
    this.receivers = this.listReceivers();
    this.firstWord = new Int32Array(this.receivers.length + 1);
    for (const [channel, { length }] of this.receivers.entries()) {
      this.firstWord[channel + 1] = this.firstWord[channel]! + ((length + 31) >> 5);
    }
    this.alwaysListening = new Int32Array(this.firstWord.at(-1)!);
    this.alwaysListeners = new Int32Array(this.receivers.length);
    const { guards: mayFail } = faultsOf(network);
    const unfolder = new Unfolder(network.functions);
    this.locations = this.compileLocations(mayFail, unfolder);
    this.channels = Uint8Array.from(network.channels, ({ broadcast, urgent }) => {
      return (broadcast ? BROADCASTING : 0) | (urgent ? URGENT : 0);
    });
    this.riskyProcesses = Int32Array.from(
      [...this.locations.keys()].filter((process) => this.locations[process]!.some(({ risky }) => risky.length > 0)),
    );
    this.before = network.beforeUpdate.length === 0 ? null : compileBlock(network.beforeUpdate, this.functions);
    this.after = network.afterUpdate.length === 0 ? null : compileBlock(network.afterUpdate, this.functions);
    const { meta } = cellTable(network);
    const constant = new Uint8Array(network.cells);
    const analysis = new ReadAnalysis(network);
    this.variableOf = analysis.variableOf;
    for (const [cell, variable] of this.variableOf.entries()) {
      if (network.variables[variable]?.constant === true) constant[cell] = 1;
    }
    this.metaCells = Int32Array.from([...meta.keys()].filter((cell) => meta[cell] === 1 && constant[cell] === 0));
    this.rates = hasStopwatches(network) ? new RateRules(network, this.functions) : null;
    const asked = guardsOfSlots(this, unfolder);
    this.updateOf = this.bySlot(asked, (edge) => compileUpdate(edge, this.functions));
    this.guardOf = this.bySlot(asked, ({ guard }) => compileConjunction(guard, this.functions));
    this.fixedChannel = Int32Array.from(this.bySlot(asked, ({ sync }) => fixedChannel(sync)));
    this.plainOf = this.bySlot(asked, plainGuard);
    this.channelOf = this.bySlot(asked, ({ sync }) => this.compileChannel(sync));
    const tables = new ReaderTables(network, analysis, asked, this.rates, (edge) => mayFail.has(edge));
    this.scans = scansOf(
      network,
      tables.scanning.flatMap(({ firstSlot, endSlot }) =>
        Array.from({ length: endSlot - firstSlot }, (_, at) => {
          const edge = network.edges[this.slotEdge[firstSlot]!]!;
          return { slot: firstSlot + at, edge, selects: this.selectOf(firstSlot + at) };
        }),
      ),
    );
    this.cellReaders = tables.cells;
    this.variableReaders = tables.variables;
    this.clockReaders = tables.clocks;
  }

  get slots(): number {
    return this.slotEdge.length;
  }

  selectOf(slot: number): number[] {
    const from = this.slotSelects[slot]!;
    return Array.from(this.selects.subarray(from, this.slotSelects[slot + 1]!));
  }

  /** The slot of an edge with these select values. */
  slotOf(edge: number, values: readonly number[]): number {
    const {
      firstSlot,
      edge: { selects },
    } = this.edges[edge]!;
    return firstSlot + numberOfCombination(selects, values);
  }

  private compileEdge(edge: Edge, firstSlot: number, endSlot: number): EdgeModel {
    const { sync, selects } = edge;
    const { channels } = this.network;
    return {
      edge,
      firstSlot,
      endSlot,
      mayStopTime:
        this.hasUrgentChannels &&
        sync.kind === "send" &&
        possibleIndices(sync.channel, { selects }).some((at) => channels[at]?.urgent),
    };
  }

  private compileChannel(sync: Edge["sync"]): Evaluator {
    return "channel" in sync ? compileIndexed(sync.channel, this.functions) : () => NO_CHANNEL;
  }

  /** What the guards of slots are made to, one thing for all slots that share a guard. */
  private bySlot<T>(asked: readonly GuardOfSlots[], make: (edge: Edge) => T): T[] {
    const made = new Array<T>(this.slots);
    for (const { edge, firstSlot, endSlot } of asked) made.fill(make(edge), firstSlot, endSlot);
    return made;
  }

  private compileLocations(mayFail: ReadonlySet<number>, unfolder: Unfolder): LocationModel[][] {
    const { functions, network } = this;
    const bits = this.bitsOfReceivers();
    return network.processes.map((process) => {
      const risky: number[][] = process.locations.map(() => []);
      const initiating: number[][] = process.locations.map(() => []);
      const listens: number[][] = process.locations.map(() => []);
      for (const id of process.edges) {
        const { edge, firstSlot, endSlot } = this.edges[id]!;
        // An event that no vector names never happens.
        if (edge.sync.kind === "event") continue;
        for (let slot = firstSlot; slot < endSlot; slot++) {
          if (edge.sync.kind === "receive") listens[edge.source]!.push(...(bits.get(slot) ?? []));
          else initiating[edge.source]!.push(slot);
          if (mayFail.has(id)) risky[edge.source]!.push(slot);
        }
      }
      return process.locations.map(({ urgent, committed, invariant, frameSize }, index) => ({
        urgent,
        committed,
        invariant: invariant.length === 0 ? null : compileConjunction(unfolder.map(invariant), functions),
        frameSize,
        initiating: Int32Array.from(initiating[index]!),
        listens: Int32Array.from(this.flipped(listens[index]!)),
        risky: Int32Array.from(risky[index]!),
      }));
    });
  }

  private flipped(listens: number[]): number[] {
    if (listens.length <= 3 * MOST_FLIPPED) return listens;
    for (let i = 0; i < listens.length; i += 3) {
      this.alwaysListeners[listens[i]!]!++;
      this.alwaysListening[listens[i + 1]!]! |= listens[i + 2]!;
    }
    return [];
  }

  private listReceivers(): Int32Array[] {
    const { network } = this;
    const lists: number[][] = network.channels.map(() => []);
    for (const { edge, firstSlot, endSlot } of this.edges) {
      if (edge.sync.kind !== "receive") continue;
      for (let slot = firstSlot; slot < endSlot; slot++) {
        // With this slot's select values, most channels are known outright.
        const values = this.selectOf(slot).map((value, i) => ({ ...edge.selects[i]!, min: value, max: value }));
        for (const channel of possibleIndices(edge.sync.channel, { selects: values })) lists[channel]?.push(slot);
      }
    }
    return lists.map((list) => Int32Array.from(list));
  }
  /** By receiving slot, as in `LocationModel.listens`. */
  private bitsOfReceivers(): Map<number, number[]> {
    const bits = new Map<number, number[]>();
    for (const [channel, list] of this.receivers.entries()) {
      for (const [at, slot] of list.entries()) {
        const of = bits.get(slot) ?? [];
        of.push(channel, this.firstWord[channel]! + (at >> 5), 1 << (at & 31));
        bits.set(slot, of);
      }
    }
    return bits;
  }
}

function fixedChannel(sync: Edge["sync"]): number {
  if (sync.kind !== "send" && sync.kind !== "receive") return NO_CHANNEL;
  return sync.channel.steps.length === 0 ? sync.channel.base : COMPUTED;
}

/** Opens a frame with the values of a slot's selects. */
export function openFrameOf(slot: number, size: number, machine: Machine, model: WalkModel): void {
  machine.openFrame(size);
  const from = model.slotSelects[slot]!;
  const end = model.slotSelects[slot + 1]!;
  for (let i = from; i < end; i++) machine.memory[machine.frame + i - from] = model.selects[i]!;
}
