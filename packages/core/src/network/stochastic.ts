// What makes a network stochastic: of which kind of process it speaks, how likely each branch of a command is, and the
// rewards and labels that questions name. Edges that are branches of one command are neighbours with one guard; which
// command happens is a choice (`mdp`), a race (`ctmc`) or a fair draw (`dtmc`).

import type { NumericExpression } from "./numeric.ts";

export interface Stochastic {
  readonly kind: "dtmc" | "ctmc" | "mdp";
  /** By edge. Edges of different commands differ in `command`, which grows with the edges. */
  readonly branches: readonly WeightedBranch[];
  readonly labels: readonly NamedCondition[];
  readonly rewards: readonly RewardStructure[];
  /** The first step only chooses the initial state: what can be reached by it are the initial states. */
  readonly choosesInitial?: true;
}

export interface WeightedBranch {
  readonly command: number;
  /** Probability or rate, evaluated where the command begins. */
  readonly weight: NumericExpression;
}

export interface NamedCondition {
  readonly name: string;
  readonly condition: NumericExpression;
}

export interface RewardStructure {
  readonly name?: string;
  /** Earned per step in a state, or per unit of time in a `ctmc`. */
  readonly states: readonly { readonly guard: NumericExpression; readonly value: NumericExpression }[];
  /** Earned by a transition that begins where the guard holds; `event` −1: one without action. */
  readonly transitions: readonly {
    readonly event: number;
    readonly guard: NumericExpression;
    readonly value: NumericExpression;
  }[];
}
