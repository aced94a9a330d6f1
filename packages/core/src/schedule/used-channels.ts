// Channels on which anything can happen: somebody may send, and where the channel is not broadcast somebody else may
// receive. Those among them that are urgent stop time.

import { AccessAnalysis } from "../analysis/accesses.ts";
import { channelsOf } from "../analysis/joint-transitions.ts";
import type { Network } from "../network/index.ts";

export function usedChannels(network: Network): readonly number[] {
  const users = (kind: "send" | "receive"): ReadonlyMap<number, ReadonlySet<number>> => {
    const by = new Map<number, Set<number>>();
    for (const edge of network.edges) {
      if (edge.sync.kind !== kind) continue;
      for (const channel of channelsOf(network, edge))
        by.set(channel, (by.get(channel) ?? new Set()).add(edge.process));
    }
    return by;
  };
  const [senders, receivers] = [users("send"), users("receive")];
  return [...senders.keys()].filter((channel) => {
    if (network.channels[channel]!.broadcast) return true;
    const others = new Set([...senders.get(channel)!, ...(receivers.get(channel) ?? [])]);
    return receivers.has(channel) && others.size > 1;
  });
}

export function urgentChannels(network: Network): ReadonlySet<number> {
  return new Set(usedChannels(network).filter((channel) => network.channels[channel]!.urgent));
}

/** Do clocks decide whether a synchronisation on an urgent channel stops time? */
export function isUrgencyGuarded(network: Network): boolean {
  const urgent = urgentChannels(network);
  const accesses = new AccessAnalysis(network);
  return network.edges.some(
    (edge) =>
      edge.sync.kind !== "internal" &&
      [...channelsOf(network, edge)].some((channel) => urgent.has(channel)) &&
      accesses.ofTrigger(edge).testedClocks.size > 0,
  );
}
