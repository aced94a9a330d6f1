// Random networks made fit for what is tried with them: without conditions on clocks, or with clocks that can be read
// as whole numbers. What is taken out is left to other claims.

import type { Conjunct, Network, Statement, Sync } from "../network/index.ts";

/** The same network without any condition on clocks: time decides about nothing. */
export function untimed(network: Network): Network {
  const withoutClocks = (conjuncts: readonly Conjunct[]) => conjuncts.filter(({ kind }) => kind === "data");
  const keeps = (statement: Statement): boolean =>
    statement.kind !== "expression" || statement.expression.kind !== "clock-assign";
  return {
    ...network,
    processes: network.processes.map((process) => ({
      ...process,
      locations: process.locations.map((location) => ({
        ...location,
        rates: [],
        invariant: withoutClocks(location.invariant),
      })),
    })),
    edges: network.edges.map((edge) => ({
      ...edge,
      guard: withoutClocks(edge.guard),
      update: edge.update.filter(keeps),
    })),
  };
}

/**
 * The same network with nothing that whole numbers do not do: clocks are compared with constants and variables, not by
 * those whose guards are read negatively, run at one speed, and are set to constants.
 */
export function onWholeNumbers(network: Network): Network {
  const plain = (conjunct: Conjunct): boolean =>
    conjunct.kind === "data" ||
    ((conjunct.left === undefined || conjunct.right === undefined) &&
      (conjunct.bound.kind === "constant" || conjunct.bound.kind === "load"));
  const hasWeak = network.vectors.some(({ participants }) => participants.some(({ weak }) => weak));
  const isNegative = (sync: Sync): boolean => {
    if (sync.kind === "internal") return false;
    if (sync.kind === "event") return hasWeak;
    const channels = network.channels.slice(sync.channel.base, sync.channel.base + MOST_ELEMENTS);
    return channels.some(({ urgent, broadcast }) => urgent || (broadcast && sync.kind === "receive"));
  };
  const keeps = (statement: Statement): boolean =>
    statement.kind !== "expression" ||
    statement.expression.kind !== "clock-assign" ||
    (statement.expression.source === undefined && statement.expression.value.kind === "constant");
  return {
    ...network,
    hasPriorities: false,
    internalPriority: 0,
    channels: network.channels.map((channel) => ({ ...channel, priority: 0 })),
    clocks: network.clocks.map((clock) => ({ ...clock, initial: 0 })),
    processes: network.processes.map((process) => ({
      ...process,
      priority: 0,
      locations: process.locations.map((location) => ({
        ...location,
        rates: [],
        invariant: location.invariant.filter(plain),
      })),
    })),
    edges: network.edges.map((edge) => ({
      ...edge,
      guard: edge.guard.filter((one) => plain(one) && (one.kind === "data" || !isNegative(edge.sync))),
      update: edge.update.filter(keeps),
    })),
  };
}

/** Random networks have arrays of two channels. */
const MOST_ELEMENTS = 2;
