// How likely the options of a stochastic network are: the probability of a chain's steps, that of a branch once its
// command is chosen (`mdp`), or the rate of a race (`ctmc`). What has no chance cannot be taken.

import { type Network, numericFunction } from "../network/index.ts";
import type { ConcreteOption, ConcreteState } from "../semantics/index.ts";

export interface OptionChance {
  readonly kind: "probability" | "rate";
  readonly value: number;
  /** The commands that it is a branch of, as a key: a choice of an MDP. */
  readonly command: string;
}

/** By option; undefined where the network draws nothing. */
export function chancesOf(
  { stochastic }: Network,
  { cells }: ConcreteState,
  options: readonly ConcreteOption[],
): readonly OptionChance[] | undefined {
  if (stochastic === undefined) return undefined;
  const { branches, kind } = stochastic;
  const drawn = options.map(({ transition: { edges } }) => ({
    command: edges.map(({ edge }) => branches[edge]!.command).join(),
    weight: edges.reduce((product, { edge }) => product * numericFunction(branches[edge]!.weight)(cells), 1),
  }));
  // Commands of a chain that are enabled at once are as likely as each other.
  const shares = kind === "dtmc" ? Math.max(1, new Set(drawn.map(({ command }) => command)).size) : 1;
  return drawn.map(({ command, weight }) => ({
    kind: kind === "ctmc" ? "rate" : "probability",
    value: weight / shares,
    command,
  }));
}
