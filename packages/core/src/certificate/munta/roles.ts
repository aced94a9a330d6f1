// Who an edge is taken together with, in Munta's words. There, of two that synchronise, the one with `?` updates
// first; here it is the sender. So the roles of binary channels are exchanged. A broadcast is as here: the sender,
// then receivers in the order of processes. A vector of TChecker with two participants is a channel of its own, the
// earlier process goes first.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { channelsOf } from "../../analysis/joint-transitions.ts";
import type { Edge, Network } from "../../network/index.ts";
import { refuse } from "./refusal.ts";

export interface Role {
  /** Index of a channel, or of a vector behind all channels; −1: alone. */
  readonly channel: number;
  readonly mark: "!" | "?" | "";
  /** Of those that take part, the updates with lesser turns run before. */
  readonly turn: number;
}

export class Roles {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  /** By channel: who uses it, with the turn of its update. */
  private readonly users = new Map<number, { readonly edge: Edge; readonly turn: number }[]>();

  constructor(network: Network) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    for (const edge of network.edges) {
      for (const { channel, turn } of this.possible(edge)) {
        const users = this.users.get(channel) ?? [];
        this.users.set(channel, users);
        if (channel >= 0) users.push({ edge, turn });
      }
    }
  }

  /** All roles that the edge may play; of a channel with a computed index, the one that the index names is played. */
  possible(edge: Edge): readonly Role[] {
    const { channels, vectors } = this.network;
    const { sync, process } = edge;
    if (sync.kind === "internal") return [{ channel: -1, mark: "", turn: 0 }];
    if (sync.kind !== "event") {
      const isSender = sync.kind === "send";
      return channelsOf(this.network, edge).map((channel) => {
        const { broadcast } = channels[channel]!;
        const turn = isSender ? -1 : broadcast ? process : 0;
        return { channel, mark: isSender === broadcast ? "!" : "?", turn };
      });
    }
    return vectors.flatMap(({ participants, span }, vector): Role[] => {
      if (!participants.some((part) => part.process === process && part.event === sync.event)) return [];
      if (participants.length > 2 || participants.some(({ weak }) => weak)) {
        const what = participants.length > 2 ? `of ${participants.length} processes` : "that not all have to join";
        refuse("synchronisation of three or more", `Munta has no synchronisation ${what}`, span);
      }
      if (participants.length === 1) return [{ channel: -1, mark: "", turn: 0 }];
      const isFirst = participants.every((part) => part.process >= process);
      return [{ channel: channels.length + vector, mark: isFirst ? "?" : "!", turn: isFirst ? -1 : 0 }];
    });
  }

  /** Those whose updates run first come first: what they write is met by the others. */
  inOrder(edges: readonly Edge[]): readonly Edge[] {
    const turn = (edge: Edge) => Math.max(-1, ...this.possible(edge).map((role) => role.turn));
    return edges
      .map((edge) => ({ edge, at: turn(edge) }))
      .sort((a, b) => a.at - b.at)
      .map(({ edge }) => edge);
  }

  /** Cells that partners may have written when the update of the edge is run. */
  writtenBefore(edge: Edge): ReadonlySet<number> {
    const cells = new Set<number>();
    for (const { channel, turn } of this.possible(edge)) {
      for (const other of this.users.get(channel) ?? []) {
        if (other.edge.process === edge.process || other.turn >= turn) continue;
        for (const cell of this.accesses.ofEdge(other.edge.id).writtenCells) cells.add(cell);
      }
    }
    return cells;
  }

  /** Cells that some edge may write. */
  written(): ReadonlySet<number> {
    return new Set(this.network.edges.flatMap(({ id }) => [...this.accesses.ofEdge(id).writtenCells]));
  }
}
