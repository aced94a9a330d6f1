// Small models for tests of what can be read off a network.

import { loadModel } from "../../src/lang/load.ts";
import type { Network } from "../../src/network/index.ts";

export function networkOf(content: string, name = "m.xta"): Network {
  const { network, diagnostics } = loadModel({ name, content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return network;
}

/** The places of a process, by name. */
export function placeOf(network: Network, process: string, location: string): readonly [number, number] {
  const p = network.processes.findIndex(({ name }) => name === process);
  const l = network.processes[p]!.locations.findIndex(({ name }) => name === location);
  if (l < 0) throw new Error(`there is no ${process}.${location}`);
  return [p, l];
}
