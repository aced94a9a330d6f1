// When two processes step together, UPPAAL runs the sender's update first; in a TChecker file the order of the
// processes decides. That matters only where one update touches what the other reads or writes.

import { type Access, type IndexedRef, type Network, type Statement, visitStatements } from "../../../network/index.ts";

export interface OrderConflict {
  readonly sender: string;
  readonly receiver: string;
  readonly channel: string;
}

/** Pairs of processes that meet on a channel, receiver first in the system, with updates that are not independent. */
export function updateOrderConflicts(network: Network): OrderConflict[] {
  const conflicts = new Map<string, OrderConflict>();
  const touched = new Map<number, Touched>();
  const of = (edge: Network["edges"][number]): Touched => {
    let known = touched.get(edge.id);
    if (known === undefined) touched.set(edge.id, (known = touchedBy(edge.update, network)));
    return known;
  };
  const byChannel = new Map<number, Network["edges"][number][]>();
  for (const edge of network.edges) {
    if (edge.sync.kind !== "send" && edge.sync.kind !== "receive") continue;
    // The whole array for computed indices: what is independent there is independent for each element.
    for (const channel of elementsOf(edge.sync.channel)) {
      if (!byChannel.has(channel)) byChannel.set(channel, []);
      byChannel.get(channel)!.push(edge);
    }
  }
  for (const [channel, edges] of byChannel) {
    const senders = edges.filter(({ sync }) => sync.kind === "send");
    const receivers = edges.filter(({ sync }) => sync.kind === "receive");
    for (const send of senders) {
      for (const receive of receivers) {
        if (receive.process >= send.process || independent(of(send), of(receive))) continue;
        const sender = network.processes[send.process]!.name;
        const receiver = network.processes[receive.process]!.name;
        conflicts.set(`${sender} ${receiver}`, { sender, receiver, channel: network.channels[channel]!.name });
      }
    }
  }
  return [...conflicts.values()];
}

interface Touched {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
}

function independent(a: Touched, b: Touched): boolean {
  for (const name of a.writes) if (b.reads.has(name) || b.writes.has(name)) return false;
  for (const name of a.reads) if (b.writes.has(name)) return false;
  return true;
}

function elementsOf(ref: IndexedRef): number[] {
  let all = [ref.base];
  for (const { count, stride } of ref.steps) {
    all = all.flatMap((base) => Array.from({ length: count }, (_, i) => base + i * stride));
  }
  return all;
}

/** Variables and clocks an update reads and writes, whole variables at a time; function calls are refused elsewhere. */
function touchedBy(update: readonly Statement[], network: Network): Touched {
  const reads = new Set<string>();
  const writes = new Set<string>();
  const note = (name: string, access: Access): void => {
    if (access !== "write") reads.add(name);
    if (access !== "read") writes.add(name);
  };
  visitStatements(update, {
    place: (place, access) => {
      if (place.space === "state") note(`v${variableAt(network, place.base)}`, access);
    },
    clock: (clock, access) => {
      for (const index of elementsOf(clock)) note(`c${index}`, access);
    },
  });
  return { reads, writes };
}

/** The variable whose cells hold `cell`: the last one that starts at or before it. */
function variableAt({ variables }: Network, cell: number): number {
  let low = 0;
  let high = variables.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (variables[middle]!.cell <= cell) low = middle;
    else high = middle - 1;
  }
  return low;
}
