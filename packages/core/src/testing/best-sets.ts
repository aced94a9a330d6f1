// The monotonicity abstraction at its best, from the network alone and with the oracle's evaluator: one set of
// locations per process and one of values per cell, and every joint step taken as a whole on every choice of what it
// reads. No way to cut a step into operators, conditions and groups of statements can be more precise, so whoever
// estimates by sets must not say more than this; and nothing here knows how estimates cut. For small networks.

import { AccessAnalysis } from "../analysis/accesses.ts";
import type { Edge, Formula, Network } from "../network/network.ts";
import { evaluate, indexOf, OracleError, OracleFault, type OracleScope, run } from "./oracle/evaluate.ts";

interface PlainState {
  readonly locations: readonly number[];
  readonly cells: readonly number[];
}

interface Sets {
  readonly places: readonly Set<number>[];
  /** By cell; where the cell has an owner, by the location that it is in: `[cell][location]`, else `[cell][0]`. */
  readonly values: readonly (readonly Set<number>[])[];
}

/** What was chosen cannot be. */
class Impossible extends Error {}

/** There are too many choices to try. */
class TooMany extends Error {}

export interface BestSetsOptions {
  /** Values of cells that one process alone writes are kept apart by its locations. */
  readonly located: boolean;
  /** Choices that may be tried for one layer. */
  readonly most: number;
}

export class BestSets {
  private readonly network: Network;
  private readonly target: Formula;
  private readonly most: number;
  private readonly isMeta: readonly boolean[];
  /** By cell: the process whose locations keep its values apart; −1: none. */
  private readonly owner: readonly number[];
  private readonly senders: readonly Edge[];

  constructor(network: Network, target: Formula, { located, most }: BestSetsOptions) {
    this.network = network;
    this.target = target;
    this.most = most;
    const isMeta = new Array<boolean>(network.cells).fill(false);
    for (const { meta, cell } of network.variables) if (meta) isMeta[cell] = true;
    this.isMeta = isMeta;
    this.owner = located ? ownersOf(network) : new Array<number>(network.cells).fill(-1);
    this.senders = network.edges.filter(({ sync }) => sync.kind === "send");
  }

  /** Layers until the target may hold; undefined: too much to try, or language that the oracle does not know. */
  layers(state: PlainState): number | undefined {
    try {
      let sets = this.start(state);
      for (let layer = 0; ; layer++) {
        if (this.mayHold(sets)) return layer;
        const next = this.after(sets);
        if (sizeOf(next) === sizeOf(sets)) return Number.POSITIVE_INFINITY;
        sets = next;
      }
    } catch (error) {
      if (error instanceof TooMany || error instanceof OracleError) return undefined;
      throw error;
    }
  }

  private start({ locations, cells }: PlainState): Sets {
    return {
      places: locations.map((location) => new Set([location])),
      values: cells.map((value, cell) => {
        const owner = this.owner[cell]!;
        if (owner < 0) return [new Set([value])];
        return this.network.processes[owner]!.locations.map((_, at) => new Set(locations[owner] === at ? [value] : []));
      }),
    };
  }

  private mayHold(sets: Sets): boolean {
    let holds = false;
    this.each((choose) => {
      holds ||= new Trial(this.network, this.owner, this.isMeta, sets, choose).satisfies(this.target);
    });
    return holds;
  }

  private after(sets: Sets): Sets {
    const next = {
      places: sets.places.map((places) => new Set(places)),
      values: sets.values.map((lists) => lists.map((values) => new Set(values))),
    };
    this.each((choose) => {
      const trial = new Trial(this.network, this.owner, this.isMeta, sets, choose);
      trial.take(this.jointStep(sets, choose));
      trial.addTo(next);
    });
    return next;
  }

  /** Who moves: in the order of their updates, an edge each. Whoever hears a broadcast may stay. */
  private jointStep({ places }: Sets, choose: Choose): readonly Edge[] {
    const { edges, processes, vectors } = this.network;
    const possible = ({ process, source }: Edge): boolean => places[process]!.has(source);
    const internal = edges.filter((edge) => edge.sync.kind === "internal" && possible(edge));
    const senders = this.senders.filter(possible);
    const kind = choose([
      ...internal.keys(),
      ...senders.map((_, at) => internal.length + at),
      ...vectors.map((_, at) => -1 - at),
    ]);
    if (kind < 0) {
      const participants = [...vectors[-1 - kind]!.participants].sort((a, b) => a.process - b.process);
      return participants.flatMap(({ process, event, weak }) => {
        const own = processes[process]!.edges.map((id) => edges[id]!).filter(
          (edge) => edge.sync.kind === "event" && edge.sync.event === event && possible(edge),
        );
        const at = choose(weak ? [-1, ...own.keys()] : [...own.keys()]);
        return at < 0 ? [] : [own[at]!];
      });
    }
    if (kind < internal.length) return [internal[kind]!];
    const sender = senders[kind - internal.length]!;
    const receivers = edges.filter(
      (edge) => edge.sync.kind === "receive" && edge.process !== sender.process && possible(edge),
    );
    if (!isBroadcast(this.network, sender)) return [sender, receivers[choose([...receivers.keys()])]!];
    const joining = processes.flatMap((_, process) => {
      const own = receivers.filter((edge) => edge.process === process);
      const at = choose([-1, ...own.keys()]);
      return at < 0 ? [] : [own[at]!];
    });
    return [sender, ...joining];
  }

  /** Calls for every sequence of choices; what turns out to be impossible on the way is left. */
  private each(trial: (choose: Choose) => void): void {
    const path: { at: number; readonly count: number }[] = [];
    for (let tried = 0; ; tried++) {
      if (tried > this.most) throw new TooMany();
      let depth = 0;
      const choose: Choose = (options) => {
        if (options.length === 0) throw new Impossible();
        const step = path[depth] ?? { at: 0, count: options.length };
        path[depth++] = step;
        return options[step.at]!;
      };
      try {
        trial(choose);
      } catch (error) {
        if (!(error instanceof Impossible || error instanceof OracleFault)) throw error;
      }
      path.length = depth;
      while (path.length > 0 && path.at(-1)!.at + 1 === path.at(-1)!.count) path.pop();
      if (path.length === 0) return;
      path.at(-1)!.at++;
    }
  }
}

type Choose = (options: readonly number[]) => number;

/** One way that things may be: whatever is read first is chosen from its set. */
class Trial {
  private readonly network: Network;
  private readonly owner: readonly number[];
  private readonly isMeta: readonly boolean[];
  private readonly sets: Sets;
  private readonly choose: Choose;
  private readonly before = new Map<number, number>();
  private readonly now = new Map<number, number>();
  private readonly places = new Map<number, number>();
  private edges: readonly Edge[] = [];

  constructor(network: Network, owner: readonly number[], isMeta: readonly boolean[], sets: Sets, choose: Choose) {
    this.network = network;
    this.owner = owner;
    this.isMeta = isMeta;
    this.sets = sets;
    this.choose = choose;
  }

  /** Guards, channels and selects of all partners are read before any update; updates read what earlier ones wrote. */
  take(edges: readonly Edge[]): void {
    this.edges = edges;
    for (const { process, source } of edges) this.places.set(process, source);
    const frames = edges.map(({ selects }) =>
      selects.map(({ min, max }) => this.choose(Array.from({ length: max - min + 1 }, (_, at) => min + at))),
    );
    const scopes = frames.map((frame) => this.scope(frame));
    for (const [at, { guard }] of edges.entries()) {
      for (const conjunct of guard) {
        if (conjunct.kind === "data" && evaluate(conjunct.condition, this.scope(frames[at]!)) === 0)
          throw new Impossible();
      }
    }
    const channels = edges.flatMap(({ sync }, at) =>
      sync.kind === "send" || sync.kind === "receive" ? [indexOf(sync.channel, scopes[at]!)] : [],
    );
    if (new Set(channels).size > 1) throw new Impossible();
    run(this.network.beforeUpdate, this.scope([]));
    for (const [at, { update }] of edges.entries()) run(update, this.scope(frames[at]!));
    run(this.network.afterUpdate, this.scope([]));
  }

  addTo({ places, values }: Sets): void {
    for (const { process, target } of this.edges) places[process]!.add(target);
    for (const [cell, value] of this.now) {
      const owner = this.owner[cell]!;
      if (owner < 0 && !this.isMeta[cell]) values[cell]![0]!.add(value);
      if (owner >= 0 && !this.edges.some(({ process }) => process === owner))
        throw new Error(`cell ${cell} is written by another process than its own`);
    }
    for (const { process, source, target } of this.edges) {
      for (const [cell, owner] of this.owner.entries()) {
        if (owner !== process) continue;
        const value = this.now.get(cell) ?? this.before.get(cell);
        const kept = value === undefined ? this.sets.values[cell]![source]! : [value];
        for (const one of kept) values[cell]![target]!.add(one);
      }
    }
  }

  /** Clocks may be anything. */
  satisfies(formula: Formula, frame: number[] = []): boolean {
    switch (formula.kind) {
      case "data":
        return evaluate(formula.condition, this.scope(frame)) !== 0;
      case "clock":
        return this.choose([0, 1]) === 1;
      case "not":
        return !this.satisfies(formula.part, frame);
      case "and":
        return formula.parts.every((part) => this.satisfies(part, frame));
      case "or":
        return formula.parts.some((part) => this.satisfies(part, frame));
      default:
        throw new OracleError(`target ${formula.kind}`);
    }
  }

  private scope(frame: readonly number[]): OracleScope {
    const { cells, processes } = this.network;
    const read = (cell: number): number => this.now.get(cell) ?? this.valueBefore(cell);
    return {
      network: this.network,
      locations: seenAsArray(processes.length, (process) => this.placeOf(process)),
      cells: seenAsArray(cells, read, (cell, value) => this.now.set(cell, value)),
      frame: [...frame],
      clocks: [],
    };
  }

  private placeOf(process: number): number {
    const place = this.places.get(process) ?? this.choose([...this.sets.places[process]!]);
    this.places.set(process, place);
    return place;
  }

  private valueBefore(cell: number): number {
    const known = this.before.get(cell);
    if (known !== undefined) return known;
    if (this.isMeta[cell]) return this.network.initialValues[cell]!;
    const owner = this.owner[cell]!;
    const values = this.sets.values[cell]![owner < 0 ? 0 : this.placeOf(owner)]!;
    const value = this.choose([...values]);
    this.before.set(cell, value);
    return value;
  }
}

/** An array whose elements are asked for one by one. */
function seenAsArray(
  length: number,
  read: (at: number) => number,
  write?: (at: number, value: number) => void,
): number[] {
  return new Proxy([] as number[], {
    get: (array, key) => {
      if (key === "length") return length;
      const at = typeof key === "string" ? Number(key) : Number.NaN;
      return Number.isInteger(at) ? read(at) : Reflect.get(array, key);
    },
    has: () => true,
    set: (_, key, value) => {
      write!(Number(key), value);
      return true;
    },
  });
}

function isBroadcast({ channels }: Network, { sync }: Edge): boolean {
  // Elements of an array of channels are all of one kind.
  return sync.kind === "send" && channels[sync.channel.base]!.broadcast;
}

/** By cell: the one process whose updates may write it; −1 where several, nobody or the update hooks do. */
function ownersOf(network: Network): readonly number[] {
  const accesses = new AccessAnalysis(network);
  const writers = Array.from({ length: network.cells }, () => new Set<number>());
  for (const { process, update } of network.edges) {
    for (const cell of accesses.ofStatements(update).writtenCells) writers[cell]!.add(process);
  }
  for (const cell of accesses.ofStatements([...network.beforeUpdate, ...network.afterUpdate]).writtenCells) {
    writers[cell]!.add(-1);
  }
  for (const { meta, cell } of network.variables) if (meta) writers[cell]!.add(-1);
  return writers.map((some) => (some.size === 1 ? [...some][0]! : -1));
}

function sizeOf({ places, values }: Sets): number {
  const lists = [...places, ...values.flat()];
  return lists.reduce((sum, set) => sum + set.size, 0);
}
