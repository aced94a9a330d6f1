// How likely the edges of a network are: the weight of each in a state, and which command it is a branch of. Networks
// of PRISM models say so in `stochastic`; in UPPAAL networks the outcomes of a branchpoint are one command, and
// everything else is a choice.

import type { Network, NumericFunction, Stochastic } from "../network/index.ts";
import { numericFunction } from "../network/index.ts";
import { uppaalBranches } from "./uppaal-branches.ts";

export interface Draws {
  readonly kind: Stochastic["kind"];
  /** By edge. */
  readonly command: Int32Array;
  /** By edge; −1 in `constant` where it depends on the state. */
  readonly constant: Float64Array;
  readonly weight: readonly (NumericFunction | undefined)[];
  /** By edge: the action, −1 without. */
  readonly event: Int32Array;
  /** Do some weights depend on the state? */
  readonly readsState: boolean;
  /** Weights are shares of their sum, not probabilities. */
  readonly normalises: boolean;
}

export function drawsOf(network: Network): Draws {
  const { edges, stochastic } = network;
  const command = new Int32Array(edges.length);
  const constant = new Float64Array(edges.length);
  const event = new Int32Array(edges.length);
  const weight: (NumericFunction | undefined)[] = [];
  const branches = stochastic?.branches ?? uppaalBranches(network);
  for (const { id, sync } of edges) {
    const branch = branches[id]!;
    command[id] = branch.command;
    event[id] = sync.kind === "internal" || sync.kind === "event" ? (sync.event ?? -1) : -1;
    constant[id] = branch.weight.kind === "number" ? branch.weight.value : -1;
    weight.push(branch.weight.kind === "number" ? undefined : numericFunction(branch.weight));
  }
  const readsState = weight.some((one) => one !== undefined);
  return {
    kind: stochastic?.kind ?? "mdp",
    command,
    constant,
    weight,
    event,
    readsState,
    normalises: stochastic === undefined,
  };
}
