// The joint transitions of a network as far as its text shows them: which edges may be taken together. Whether they are
// enabled in some state is not asked; a channel expression with a computed index stands for every channel it may name.
// Estimates and interference contexts are built on this list.

import type { Edge, Expression, IndexedRef, Network } from "../network/index.ts";

export interface StaticTransition {
  /** Index in the list. */
  readonly id: number;
  /** Edges that are surely taken, in the order of their updates: the sender first; of a vector as processes stand. */
  readonly edges: readonly number[];
  /** Edges that join where they can: receivers of a broadcast, weak participants of a vector. */
  readonly joining: readonly JoiningEdge[];
  /** Channels on which the edges may meet; empty without a channel. */
  readonly channels: readonly number[];
}

export interface JoiningEdge {
  readonly edge: number;
  /** Channels on which it can meet the initiator. */
  readonly channels: readonly number[];
}

export function staticTransitions(network: Network): readonly StaticTransition[] {
  return [...eachStaticTransition(network)];
}

/**
 * The same one by one: of edges that share a channel each pair is one, and whoever goes through millions may have to
 * pause.
 */
export function* eachStaticTransition(network: Network): Generator<StaticTransition, void> {
  let count = 0;
  const made = (
    edges: readonly number[],
    joining: readonly JoiningEdge[],
    channels: readonly number[],
  ): StaticTransition => ({ id: count++, edges, joining, channels });
  const receivers = receiversByChannel(network);
  for (const edge of network.edges) {
    if (edge.sync.kind === "internal") yield made([edge.id], [], []);
    if (edge.sync.kind !== "send") continue;
    const channels = channelsOf(network, edge);
    const partners = new Map<number, number[]>();
    for (const channel of channels) {
      for (const receiver of receivers[channel]!) {
        if (network.edges[receiver]!.process === edge.process) continue;
        const met = partners.get(receiver);
        if (met === undefined) partners.set(receiver, [channel]);
        else met.push(channel);
      }
    }
    if (network.channels[channels[0] ?? 0]?.broadcast === true)
      yield made(
        [edge.id],
        [...partners].map(([receiver, met]) => ({ edge: receiver, channels: met })),
        channels,
      );
    else for (const [receiver, met] of partners) yield made([edge.id, receiver], [], met);
  }
  for (const vector of network.vectors) {
    // Whatever order the vector names them in, their updates run as the processes are declared.
    const participants = [...vector.participants].sort((a, b) => a.process - b.process);
    const strong = participants.filter(({ weak }) => !weak).map((part) => edgesWithEvent(network, part));
    const weak = participants.filter((part) => part.weak).flatMap((part) => edgesWithEvent(network, part));
    const joining = (edges: readonly number[]): JoiningEdge[] => edges.map((edge) => ({ edge, channels: [] }));
    if (strong.length > 0) {
      for (const edges of product(strong)) yield made(edges, joining(weak), []);
    } else {
      // Any non-empty group of weak participants may act together.
      for (const edge of weak)
        yield made(
          [edge],
          joining(weak.filter((other) => network.edges[other]!.process !== network.edges[edge]!.process)),
          [],
        );
    }
  }
}

/** Channels that the edge's synchronisation may name. */
export function channelsOf(network: Network, edge: Edge): readonly number[] {
  if (edge.sync.kind !== "send" && edge.sync.kind !== "receive") return [];
  return possibleIndices(edge.sync.channel, edge).filter(
    (channel) => channel >= 0 && channel < network.channels.length,
  );
}

/** Everything an indexed reference may name, given the ranges of the edge's selects. */
export function possibleIndices(ref: IndexedRef, edge: Pick<Edge, "selects">): readonly number[] {
  let indices = [ref.base];
  for (const { index, first, count, stride } of ref.steps) {
    const { min, max } = indexRange(index, edge);
    const low = Math.max(0, min - first);
    const high = Math.min(count - 1, max - first);
    const moved: number[] = [];
    for (const base of indices) for (let at = low; at <= high; at++) moved.push(base + at * stride);
    indices = moved;
  }
  return indices;
}

function indexRange(index: Expression, { selects }: Pick<Edge, "selects">): { min: number; max: number } {
  if (index.kind === "constant") return { min: index.value, max: index.value };
  if (index.kind === "load" && index.place.space === "frame" && index.place.steps.length === 0) {
    const select = selects[index.place.base];
    if (select !== undefined) return select;
  }
  return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
}

function receiversByChannel(network: Network): readonly (readonly number[])[] {
  const receivers: number[][] = network.channels.map(() => []);
  for (const edge of network.edges) {
    if (edge.sync.kind !== "receive") continue;
    for (const channel of channelsOf(network, edge)) receivers[channel]!.push(edge.id);
  }
  return receivers;
}

function edgesWithEvent(network: Network, { process, event }: { process: number; event: number }): number[] {
  return network.processes[process]!.edges.filter((id) => {
    const { sync } = network.edges[id]!;
    return sync.kind === "event" && sync.event === event;
  });
}

function product(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (partial, list) => partial.flatMap((head) => list.map((item) => [...head, item])),
    [[]],
  );
}
