// Does the committed rule let an edge move? While a process is in a committed location, every joint step needs one that
// is: an internal edge of another process waits, and a synchronising one can move only if some committed process
// stands before an edge that could be taken together with it. Channels are compared by the ranges they are declared
// with: indices are data, and data is what is not evaluated yet.

import type { Edge, Network } from "../network/index.ts";

/** A process and one of its locations. */
export interface Companion {
  readonly process: number;
  readonly location: number;
}

export class Commitment {
  private readonly network: Network;
  /** The processes that can be committed at all: most networks have none, and this is asked in every state. */
  private readonly able: readonly number[];
  private readonly byEdge = new Map<number, readonly Companion[]>();

  constructor(network: Network) {
    this.network = network;
    this.able = [...network.processes.keys()].filter((process) =>
      network.processes[process]!.locations.some(({ committed }) => committed),
    );
  }

  /** The committed processes; null when there are none. */
  committed(locations: ArrayLike<number>): ReadonlySet<number> | null {
    const { processes } = this.network;
    const some = this.able.filter((process) => processes[process]!.locations[locations[process]!]!.committed);
    return some.length === 0 ? null : new Set(some);
  }

  /** The committed locations of other processes that let the edge move with them. */
  companions(edge: Edge): readonly Companion[] {
    let known = this.byEdge.get(edge.id);
    if (known === undefined) {
      known = this.find(edge);
      this.byEdge.set(edge.id, known);
    }
    return known;
  }

  /** Which edges may move where the processes are. */
  at(locations: ArrayLike<number>): (edge: Edge) => boolean {
    const committed = this.committed(locations);
    if (committed === null) return () => true;
    return (edge) =>
      committed.has(edge.process) ||
      this.companions(edge).some(({ process, location }) => locations[process] === location);
  }

  private find(edge: Edge): Companion[] {
    if (edge.sync.kind === "internal") return [];
    return this.network.processes.flatMap((process, index) => {
      if (index === edge.process) return [];
      const committed = [...process.locations.entries()].filter(([, { committed }]) => committed);
      return committed
        .filter(([location]) =>
          process.edges.some((id) => {
            const other = this.network.edges[id]!;
            return other.source === location && this.mayMeet(edge, other);
          }),
        )
        .map(([location]) => ({ process: index, location }));
    });
  }

  /** Could the two edges be parts of one joint step, as far as roles and declared channels show? */
  private mayMeet(one: Edge, other: Edge): boolean {
    const [a, b] = [one.sync, other.sync];
    if (a.kind === "event" && b.kind === "event") {
      const names = (edge: Edge, event: number) => (part: { process: number; event: number }) =>
        part.process === edge.process && part.event === event;
      return this.network.vectors.some(
        ({ participants }) => participants.some(names(one, a.event)) && participants.some(names(other, b.event)),
      );
    }
    if (a.kind === "internal" || b.kind === "internal" || a.kind === "event" || b.kind === "event") return false;
    // Two senders never meet; two receivers meet in a broadcast.
    if (a.kind === "send" && b.kind === "send") return false;
    const [from, to] = [span(a.channel), span(b.channel)];
    if (from.first > to.last || to.first > from.last) return false;
    return a.kind !== b.kind || this.network.channels[from.first]?.broadcast === true;
  }
}

function span({ base, steps }: { base: number; steps: readonly { count: number; stride: number }[] }) {
  const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
  return { first: base, last: base + reach };
}
