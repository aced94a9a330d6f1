// Random networks that Munta has words for: drawn from all kinds, and stripped of what it cannot say.

import type { Conjunct, Network, Statement } from "@tracehound/core";
import { num, randomNetwork, seededChoices } from "@tracehound/core/testing";

export function sayableNetwork(seed: number): Network {
  return sayable(randomNetwork(seededChoices(seed)).network);
}

/** The same network without most of what Munta cannot say. */
export function sayable(network: Network): Network {
  const plain = (conjuncts: readonly Conjunct[], isReceiver: boolean): readonly Conjunct[] =>
    conjuncts.filter((one) => one.kind === "data" || (!(one.left && one.right) && !isReceiver));
  const reset = (statement: Statement): Statement =>
    statement.kind === "expression" && statement.expression.kind === "clock-assign"
      ? { kind: "expression", expression: { kind: "clock-assign", clock: statement.expression.clock, value: num(0) } }
      : statement;
  const { channels, vectors } = network;
  const isKept = ({ participants }: (typeof vectors)[number]) =>
    participants.length <= 2 && participants.every(({ weak }) => !weak);
  return {
    ...network,
    hasPriorities: false,
    internalPriority: 0,
    beforeUpdate: [],
    afterUpdate: [],
    channels: channels.map((channel) => ({ ...channel, urgent: false, priority: 0 })),
    vectors: vectors.filter(isKept),
    clocks: network.clocks.map((clock) => ({ ...clock, initial: 0 })),
    processes: network.processes.map((process) => ({
      ...process,
      priority: 0,
      initial: process.initial.slice(0, 1),
      locations: process.locations.map((location) => ({
        ...location,
        rates: [],
        invariant: plain(location.invariant, false).filter(({ kind }) => kind === "clock"),
      })),
    })),
    edges: network.edges.map((edge) => ({
      ...edge,
      update: edge.update.map(reset),
      guard: plain(edge.guard, edge.sync.kind === "receive" && channels[edge.sync.channel.base]!.broadcast),
    })),
  };
}
