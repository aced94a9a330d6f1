// Edges as data: one record per edge with the slots of its emitted functions (guard, channel, update, packing,
// restoring), and the lists through which successors find them: initiating edges by location, receivers by channel,
// participants of vectors by location.

import {
  type Conjunct,
  combinationCount,
  type Edge,
  type Network,
  type SyncVector,
} from "../../../../network/index.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { defineFunction } from "../../../../wasm/function-writer.ts";
import { compileConjuncts, type Sink } from "../../language/constraints.ts";
import { channelsOf, isAlone } from "../../language/edges.ts";
import { createScope } from "../../language/expressions.ts";
import { indexOf } from "../../language/places.ts";
import { compileBlock } from "../../language/statements.ts";
import type { WriteAnalysis } from "../../language/writes.ts";
import type { WorkingState } from "../../state/state.ts";

const EDGE_BYTES = 96;

export const KIND = { internal: 0, binary: 1, broadcast: 2, event: 3, receive: 4 } as const;

export interface EdgeTable {
  recordOf(edge: number): number;
  /** By process: address of a table by location, of lists (count, records…) of edges that may begin a step. */
  readonly initiating: number;
  readonly initiatingOf: readonly number[];
  /** By channel: list of receiving edges in order of process and file. */
  readonly receiving: number;
  /**
   * Runs of vectors: address of a process' location, table by location of lists of vectors. A vector: count, then
   * per participant in system order the process, whether it is weak, and a table by location of lists of edges.
   */
  readonly vectorRuns: number;
  readonly vectorRunCount: number;
  /** Processes with edges that send on urgent channels. */
  readonly urgentProcesses: number;
  readonly urgentProcessCount: number;
  readonly maxOptions: number;
  readonly maxParticipants: number;
}

export interface EdgeOptions {
  readonly sink: Sink;
  /** For guards whose opposite is asked for, and for guards that stop time; null where there are none. */
  readonly whole: Sink | null;
  readonly free: Sink | null;
  /** Edges that are taken alone have functions of their own (`steps.ts`) and need none in the table. */
  readonly specialised: boolean;
}

export function emitEdges(
  context: EmitContext,
  state: WorkingState,
  writes: WriteAnalysis,
  options: EdgeOptions,
): EdgeTable {
  const { network, map } = context;
  const base = map.reserve(EDGE_BYTES * Math.max(1, network.edges.length));
  const recordOf = (edge: number): number => base + EDGE_BYTES * edge;
  const list = (edges: readonly Edge[]): number => map.table([edges.length, ...edges.map(({ id }) => recordOf(id))]);
  const empty = list([]);
  const listOf = (edges: readonly Edge[]): number => (edges.length === 0 ? empty : list(edges));

  const initiatingOf = network.processes.map(({ locations, edges }) => {
    const own = edges.map((id) => network.edges[id]!);
    return map.table(
      locations.map((_, l) =>
        listOf(own.filter(({ source, sync }) => source === l && sync.kind !== "receive" && sync.kind !== "event")),
      ),
    );
  });
  const initiating = map.table(initiatingOf);
  const receivers: Edge[][] = network.channels.map(() => []);
  for (const edge of network.edges) {
    if (edge.sync.kind !== "receive") continue;
    for (const channel of channelsOf(edge.sync.channel)) receivers[channel]?.push(edge);
  }
  const receiving = map.table(receivers.map(listOf));

  // Vectors: participants in system order; for each, the edges with its event by location.
  const byLocation = new Map<string, number>();
  const eventEdges = (process: number, event: number): number => {
    const key = `${process} ${event}`;
    let table = byLocation.get(key);
    if (table === undefined) {
      const { locations, edges } = network.processes[process]!;
      const own = edges.map((id) => network.edges[id]!);
      const has = (edge: Edge): boolean => edge.sync.kind === "event" && edge.sync.event === event;
      table = map.table(locations.map((_, l) => listOf(own.filter((edge) => edge.source === l && has(edge)))));
      byLocation.set(key, table);
    }
    return table;
  };
  const tableOf = ({ participants }: SyncVector): number =>
    map.table([
      participants.length,
      ...inOrder(participants).flatMap(({ process, event, weak }) => [
        process,
        weak ? 1 : 0,
        eventEdges(process, event),
      ]),
    ]);
  // Neighbouring vectors that need the same process are looked up by its location, so that most are never touched.
  const runs: { process: number; vectors: SyncVector[] }[] = [];
  for (const vector of network.vectors) {
    const process = (inOrder(vector.participants).find(({ weak }) => !weak) ?? vector.participants[0]!).process;
    if (runs.at(-1)?.process === process) runs.at(-1)!.vectors.push(vector);
    else runs.push({ process, vectors: [vector] });
  }
  const vectorRuns = map.table(
    runs.flatMap(({ process, vectors }) => {
      const tables = vectors.map((vector) => ({ vector, address: tableOf(vector) }));
      const byLocation = network.processes[process]!.locations.map((_, l) => {
        const possible = tables.filter(({ vector }) => canTake(network, vector, process, l));
        return map.table([possible.length, ...possible.map(({ address }) => address)]);
      });
      return [context.locations + 4 * process, map.table(byLocation)];
    }),
  );

  const guards = new GuardSlots();
  for (const edge of network.edges) {
    const needsNone = options.specialised && isAlone(edge);
    map.tableAt(recordOf(edge.id), recordFor(context, state, writes, options, edge, needsNone, guards));
  }

  const sum = (edges: readonly Edge[]): number =>
    edges.reduce((total, edge) => total + combinationCount(edge.selects), 0);
  const events = network.processes.map(({ edges }) =>
    sum(edges.map((id) => network.edges[id]!).filter(({ sync }) => sync.kind === "event")),
  );
  const inVectors = network.vectors.length === 0 ? 0 : events.reduce((a, b) => a + b, 0);
  // Channels may be very many, too many for the arguments of one call.
  const maxOptions = receivers.reduce((most, edges) => Math.max(most, sum(edges)), Math.max(1, inVectors));
  const isUrgent = (edge: Edge): boolean =>
    edge.sync.kind === "send" && channelsOf(edge.sync.channel).some((index) => network.channels[index]?.urgent);
  const urgentProcesses = [...new Set(network.edges.filter(isUrgent).map(({ process }) => process))];
  return {
    urgentProcesses: map.table(urgentProcesses),
    urgentProcessCount: urgentProcesses.length,
    recordOf,
    initiating,
    initiatingOf,
    receiving,
    vectorRuns,
    vectorRunCount: runs.length,
    maxOptions,
    maxParticipants: network.processes.length,
  };
}

const inOrder = (participants: SyncVector["participants"]) => [...participants].sort((a, b) => a.process - b.process);

/** Has the process an edge for the vector at this location, or may it stay out? */
function canTake(network: Network, { participants }: SyncVector, process: number, location: number): boolean {
  return participants.every((one) => {
    if (one.process !== process || one.weak) return true;
    return network.processes[process]!.edges.some((id) => {
      const { source, sync } = network.edges[id]!;
      return source === location && sync.kind === "event" && sync.event === one.event;
    });
  });
}

/** Guards that are the same conjuncts are one function: branches of one command have one guard. */
class GuardSlots {
  private readonly known = new Map<Conjunct, { readonly guard: Edge["guard"]; readonly sink: Sink; slot: number }[]>();

  slot(guard: Edge["guard"], sink: Sink, emit: () => number): number {
    const alike = this.known.get(guard[0]!) ?? [];
    const same = alike.find(
      (one) =>
        one.sink === sink && one.guard.length === guard.length && one.guard.every((part, at) => part === guard[at]),
    );
    if (same !== undefined) return same.slot;
    const slot = emit();
    this.known.set(guard[0]!, [...alike, { guard, sink, slot }]);
    return slot;
  }
}

function recordFor(
  context: EmitContext,
  state: WorkingState,
  writes: WriteAnalysis,
  { sink, whole, free }: EdgeOptions,
  edge: Edge,
  needsNone: boolean,
  guards: GuardSlots,
): number[] {
  const { network, module, map } = context;
  const { sync, id } = edge;
  const constantChannel = sync.kind === "send" || sync.kind === "receive" ? channelsOf(sync.channel) : [];
  const channel = constantChannel.length === 1 && isConstant(sync) ? constantChannel[0]! : -1;
  const first = constantChannel[0] === undefined ? undefined : network.channels[constantChannel[0]];
  const kind =
    sync.kind === "internal"
      ? KIND.internal
      : sync.kind === "event"
        ? KIND.event
        : sync.kind === "receive"
          ? KIND.receive
          : first?.broadcast
            ? KIND.broadcast
            : KIND.binary;
  const code = (what: string, results: "i32"[], body: Parameters<typeof defineFunction>[2]): number => {
    if (needsNone) return 0;
    const handle = module.declare(`${what} ${id}`, ["i32"], results);
    defineFunction(module, handle, body);
    return module.slot(handle);
  };
  const guardInto = (into: Sink): number => {
    if (edge.guard.length === 0 || needsNone) return 0;
    return guards.slot(edge.guard, into, () =>
      code("guard", ["i32"], (f, frame) => {
        compileConjuncts(createScope(context, f, frame!), edge.guard, into);
        f.return(1);
      }),
    );
  };
  const guard = guardInto(sink);
  const testsClocks = edge.guard.some((conjunct) => conjunct.kind === "clock");
  const joins = sync.kind === "event" || (sync.kind === "receive" && first?.broadcast);
  const update =
    edge.update.length === 0
      ? 0
      : code("update", [], (f, frame) => compileBlock(createScope(context, f, frame!), edge.update));
  const ranges = context.log === null ? writes.writtenBy(edge.update) : [];
  const pack = ranges.length === 0 ? 0 : code("pack", [], (f) => state.emitPack(f, ranges));
  const restore = ranges.length === 0 ? 0 : code("restore", [], (f) => state.emitUndo(f, ranges));
  const channelCode =
    channel >= 0 || !("channel" in sync)
      ? 0
      : code("channel", ["i32"], (f, frame) => f.return(indexOf(createScope(context, f, frame!), sync.channel)));
  return [
    edge.process,
    edge.source,
    edge.target,
    guard,
    update,
    pack,
    restore,
    channelCode,
    channel,
    kind,
    4 * edge.frameSize,
    edge.selects.length,
    map.table(edge.selects.flatMap(({ min, max }) => [min, max])),
    id,
    first?.urgent ? 1 : 0,
    0,
    ...inverseOf(edge),
    whole !== null && testsClocks && joins ? guardInto(whole) : guard,
    free !== null && testsClocks && first?.urgent ? guardInto(free) : guard,
  ];
}

/** A receiver `c[e]?` with `select e`: the sender's channel says which e, so that no value has to be tried. */
function inverseOf({ sync, selects }: Edge): [stride: number, base: number, first: number] {
  const none: [number, number, number] = [0, 0, 0];
  if (sync.kind !== "receive" || selects.length !== 1 || sync.channel.steps.length !== 1) return none;
  const { index, first, count, stride } = sync.channel.steps[0]!;
  if (index.kind !== "load" || index.place.space !== "frame" || index.place.steps.length > 0) return none;
  if (index.place.base + index.place.offset !== 0) return none;
  const { min, max } = selects[0]!;
  return min <= first && max >= first + count - 1 && stride > 0 ? [stride, sync.channel.base, first] : none;
}

function isConstant(sync: Edge["sync"]): boolean {
  return (
    "channel" in sync &&
    sync.channel.steps.every(({ index, first, count }) => {
      return index.kind === "constant" && index.value >= first && index.value < first + count;
    })
  );
}
