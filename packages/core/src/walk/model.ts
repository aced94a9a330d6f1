// A network laid out for walking: every edge with every choice of its selects is a slot with a number, slots are
// listed by the location they leave and (receivers) by channel, and for every cell, variable and clock it is known
// which guards and invariants have to be evaluated again when it changes.

import { Commitment } from "../analysis/commitment.ts";
import { faultsOf } from "../analysis/faults.ts";
import { possibleIndices } from "../analysis/joint-transitions.ts";
import { compileBlock, compileIndexed, type Evaluator, FunctionTable, type Runner } from "../engine/evaluate/index.ts";
import {
  cellTable,
  combinationCount,
  combinations,
  type Edge,
  hasStopwatches,
  type Network,
  numberOfCombination,
  visitConjuncts,
  visitEdge,
  visitLocation,
} from "../network/index.ts";
import { type Condition, compileConjunction } from "./conditions.ts";
import { ReadAnalysis, type Reads } from "./dependencies.ts";
import { type GuardGates, guardsOf as scansOf } from "./guard-circuit.ts";
import { canSpellOutRates, RateRules } from "./rates.ts";
import { type GuardOfSlots, guardsOfSlots } from "./slot-guards.ts";

export interface EdgeModel {
  readonly edge: Edge;
  readonly update: Runner | null;
  readonly frameSize: number;
  readonly firstSlot: number;
  readonly endSlot: number;
  /** Sends on a channel that may be urgent. */
  readonly mayStopTime: boolean;
}

export interface LocationModel {
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: Condition | null;
  readonly frameSize: number;
  /** Slots of internal and sending edges that leave here. */
  readonly initiating: Int32Array;
  readonly receiving: Int32Array;
  /** Slots of all edges that leave here whose guard or channel may fail, in file order. */
  readonly risky: Int32Array;
}

/** Which guards (ranges of slots, flattened), invariants (by process) and rules for rates read something. */
export interface Readers {
  readonly slots: number[];
  readonly processes: number[];
  readonly rates: number[];
}

export const BROADCASTING = 1;
export const URGENT = 2;

/** Beyond this many slots a walk takes the slow way. */
const MOST_SLOTS = 4_000_000;

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
  /** By slot: the edge, the process, the location it leaves, and where its select values start in `selects` (they end where the next ones start). */
  readonly slotEdge: Int32Array;
  readonly slotProcess: Int32Array;
  readonly slotSource: Int32Array;
  readonly slotSelects: Int32Array;
  readonly selects: Int32Array;
  /** By slot: what it asks for, and its channel, which is a number where it is known (−1: none). */
  readonly guardOf: readonly Condition[];
  readonly channelOf: readonly (Evaluator | number)[];
  readonly frameSizeOf: Int32Array;
  /** Receiving slots that may listen to a channel, in system order. */
  readonly receivers: readonly Int32Array[];
  /** By channel: BROADCASTING, URGENT. */
  readonly channels: Uint8Array;
  readonly cellReaders: readonly (Readers | null)[];
  readonly variableReaders: readonly (Readers | null)[];
  readonly variableOf: Int32Array;
  readonly clockReaders: readonly (Readers | null)[];
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
    this.frameSizeOf = this.slotEdge.map((edge) => network.edges[edge]!.frameSize);
    this.locations = this.compileLocations();
    this.receivers = this.listReceivers();
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
    const asked = guardsOfSlots(this);
    this.guardOf = this.bySlot(asked, ({ guard }) => compileConjunction(guard, this.functions));
    this.channelOf = this.bySlot(asked, ({ sync }) => this.compileChannel(sync));
    const tables = new ReaderTables(network, analysis, asked, this.rates);
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
    const { sync, update, frameSize, selects } = edge;
    const { channels } = this.network;
    return {
      edge,
      update: update.length === 0 ? null : compileBlock(update, this.functions),
      frameSize,
      firstSlot,
      endSlot,
      mayStopTime:
        this.hasUrgentChannels &&
        sync.kind === "send" &&
        possibleIndices(sync.channel, { selects }).some((at) => channels[at]?.urgent),
    };
  }

  private compileChannel(sync: Edge["sync"]): Evaluator | number {
    if (sync.kind !== "send" && sync.kind !== "receive") return -1;
    return sync.channel.steps.length === 0 ? sync.channel.base : compileIndexed(sync.channel, this.functions);
  }

  /** What the guards of slots are made to, one thing for all slots that share a guard. */
  private bySlot<T>(asked: readonly GuardOfSlots[], make: (edge: Edge) => T): T[] {
    const made = new Array<T>(this.slots);
    for (const { edge, firstSlot, endSlot } of asked) made.fill(make(edge), firstSlot, endSlot);
    return made;
  }

  private compileLocations(): LocationModel[][] {
    const { functions, network } = this;
    const { guards } = faultsOf(network);
    return network.processes.map((process) => {
      const risky: number[][] = process.locations.map(() => []);
      const initiating: number[][] = process.locations.map(() => []);
      const receiving: number[][] = process.locations.map(() => []);
      for (const id of process.edges) {
        const { edge, firstSlot, endSlot } = this.edges[id]!;
        // An event that no vector names never happens.
        if (edge.sync.kind === "event") continue;
        const into = (edge.sync.kind === "receive" ? receiving : initiating)[edge.source]!;
        for (let slot = firstSlot; slot < endSlot; slot++) {
          into.push(slot);
          if (guards.has(id)) risky[edge.source]!.push(slot);
        }
      }
      return process.locations.map(({ urgent, committed, invariant, frameSize }, index) => ({
        urgent,
        committed,
        invariant: invariant.length === 0 ? null : compileConjunction(invariant, functions),
        frameSize,
        initiating: Int32Array.from(initiating[index]!),
        receiving: Int32Array.from(receiving[index]!),
        risky: Int32Array.from(risky[index]!),
      }));
    });
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
}

class ReaderTables {
  readonly cells: (Readers | null)[];
  readonly variables: (Readers | null)[];
  readonly clocks: (Readers | null)[];
  /** Slots whose guard or channel reads variables through computed indices. */
  readonly scanning: GuardOfSlots[] = [];

  constructor(network: Network, analysis: ReadAnalysis, asked: readonly GuardOfSlots[], rates: RateRules | null) {
    this.cells = new Array<Readers | null>(network.cells).fill(null);
    this.variables = network.variables.map(() => null);
    this.clocks = network.clocks.map(() => null);
    for (const one of asked) {
      const reads = analysis.of((visitor) => visitEdge({ ...one.edge, update: [] }, visitor));
      this.add(reads, ({ slots }) => slots.push(one.firstSlot, one.endSlot));
      if (reads.variables.size > 0) this.scanning.push(one);
    }
    for (const [index, { locations }] of network.processes.entries()) {
      const reads = analysis.of((visitor) => {
        for (const { invariant } of locations) visitConjuncts(invariant, visitor);
      });
      this.add(reads, ({ processes }) => processes.push(index));
    }
    for (const [index, { rate, process, location }] of (rates?.rules ?? []).entries()) {
      const place = network.processes[process]!.locations[location]!;
      const reads = analysis.of((visitor) => visitLocation({ ...place, invariant: [], rates: [rate] }, visitor));
      // That it is about a clock does not mean that it reads it.
      this.add({ ...reads, clocks: new Set() }, (readers) => readers.rates.push(index));
    }
  }

  private add(reads: Reads, note: (readers: Readers) => void): void {
    const into = (table: (Readers | null)[], indices: ReadonlySet<number>): void => {
      for (const index of indices) {
        table[index] ??= { slots: [], processes: [], rates: [] };
        note(table[index]);
      }
    };
    into(this.cells, reads.cells);
    into(this.variables, reads.variables);
    into(this.clocks, reads.clocks);
  }
}
