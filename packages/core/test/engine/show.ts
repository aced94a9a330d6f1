// How the engine's tests write states and steps down: as short strings that can be read next to the network.

import type { Network } from "../../src/network/index.ts";
import type { Discrete, JointTransition, SymbolicMove, SymbolicSemantics } from "../../src/semantics/index.ts";
import { zoneToString } from "../../src/zone/index.ts";

/** `A.l1 B.m0 v=1`. */
export function showDiscrete(network: Network, { locations, cells }: Discrete): string {
  const places = network.processes.map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`);
  const values = network.variables.map(({ name, cell }) => `${name}=${cells[cell]}`);
  return [...places, ...values].join(" ");
}

/** Constraints in alphabetical order. */
export function showZone(network: Network, zone: Int32Array): string {
  const names = network.clocks.map(({ name }) => name);
  return zoneToString(zone, names.length + 1, names)
    .split(" && ")
    .sort()
    .join(" && ");
}

/** `A.0`, `A.1[2]+B.0`: process and edge number in it, with select values. */
export function showTransition(network: Network, { edges }: JointTransition): string {
  return edges
    .map(({ edge, select }) => {
      const { process, fileIndex } = network.edges[edge]!;
      const values = select.length > 0 ? `[${select.join(",")}]` : "";
      return `${network.processes[process]!.name}.${fileIndex}${values}`;
    })
    .join("+");
}

/** `step: leave -> target: entry`. */
export function showMove(network: Network, { transition, leave, target, entry }: SymbolicMove): string {
  const step = showTransition(network, transition);
  return `${step}: ${showZone(network, leave)} -> ${showDiscrete(network, target)}: ${showZone(network, entry)}`;
}

/** The moves from the initial state after its delay. */
export function firstMoves(network: Network, semantics: SymbolicSemantics): string[] {
  return semantics
    .initial()
    .flatMap((state) => semantics.elapse(state, state.zone).flatMap((zone) => semantics.successors(state, zone).moves))
    .map((move) => showMove(network, move));
}
