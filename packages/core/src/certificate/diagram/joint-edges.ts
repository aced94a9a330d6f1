// The joint steps of a network, as a checker of diagrams goes through them: edges that are taken together, and
// processes that take part where they can.

import type { Edge, IndexedRef, Network } from "../../network/index.ts";

/** A process that takes one of these edges where it can, and else stays. */
export interface MayJoin {
  readonly process: number;
  readonly edges: readonly Edge[];
}

export interface JointEdges {
  readonly edges: readonly Edge[];
  readonly joiners: readonly MayJoin[];
  /** The channel they meet on, where others may join, or where channels have priorities. */
  readonly channel?: number;
  /** The participants of a vector act in the order of the processes. */
  readonly isVector: boolean;
}

export function* jointEdges(network: Network): Generator<JointEdges> {
  const { edges, channels, vectors, processes } = network;
  const receiving = new Map<number, Edge[]>();
  for (const edge of edges) {
    if (edge.sync.kind !== "receive") continue;
    for (const channel of channelsOf(edge.sync.channel)) {
      const known = receiving.get(channel);
      if (known === undefined) receiving.set(channel, [edge]);
      else known.push(edge);
    }
  }
  for (const edge of edges) {
    if (edge.sync.kind === "internal") yield { edges: [edge], joiners: [], isVector: false };
    if (edge.sync.kind !== "send") continue;
    const named = channelsOf(edge.sync.channel);
    const others = (channel: number): Edge[] =>
      (receiving.get(channel) ?? []).filter(({ process }) => process !== edge.process);
    for (const channel of named.filter((id) => channels[id]!.broadcast))
      yield { edges: [edge], joiners: byProcess(others(channel)), channel, isVector: false };
    const binary = named.filter((id) => !channels[id]!.broadcast);
    for (const channel of network.hasPriorities ? binary : []) {
      for (const partner of others(channel)) yield { edges: [edge, partner], joiners: [], channel, isVector: false };
    }
    for (const partner of network.hasPriorities ? [] : new Set(binary.flatMap(others)))
      yield { edges: [edge, partner], joiners: [], isVector: false };
  }
  for (const { participants } of vectors) {
    const taking = ({ process, event }: (typeof participants)[number]): Edge[] =>
      processes[process]!.edges.map((id) => edges[id]!).filter(
        ({ sync }) => sync.kind === "event" && sync.event === event,
      );
    const joiners = byProcess(participants.filter(({ weak }) => weak).flatMap(taking));
    const strong = participants.filter(({ weak }) => !weak);
    for (const core of choices(strong.map(taking))) yield { edges: core, joiners, isVector: true };
  }
}

function byProcess(edges: readonly Edge[]): MayJoin[] {
  const joiners = new Map<number, Edge[]>();
  for (const edge of edges) joiners.set(edge.process, [...(joiners.get(edge.process) ?? []), edge]);
  return [...joiners]
    .sort(([a], [b]) => a - b)
    .map(([process, own]) => ({ process, edges: own.sort((a, b) => a.id - b.id) }));
}

function* choices(lists: readonly (readonly Edge[])[], at = 0): Generator<readonly Edge[]> {
  if (at === lists.length) yield [];
  else for (const edge of lists[at]!) for (const rest of choices(lists, at + 1)) yield [edge, ...rest];
}

/** All channels that a name may mean. */
export function channelsOf({ base, steps }: IndexedRef): readonly number[] {
  let channels = [base];
  for (const { count, stride } of steps)
    channels = channels.flatMap((from) => Array.from({ length: count }, (_, at) => from + at * stride));
  return channels;
}
