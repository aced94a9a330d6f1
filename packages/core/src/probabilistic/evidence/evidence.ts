// Evidence that a probability is large: a part of the graph, with the probability that flows through each of its
// transitions, and its most probable paths. It is plain data, and whoever doubts it computes its mass again
// (`judge.ts`).

export interface ProbabilisticEvidence {
  /** By number; the initial state is 0. */
  readonly states: readonly EvidenceState[];
  readonly transitions: readonly EvidenceTransition[];
  /** At least so much probability reaches the targets inside of it, by a computation of its own. */
  readonly mass: number;
  /** States that were looked at to find it. */
  readonly explored: number;
  /** The most probable ones, in order. */
  readonly paths: readonly EvidencePath[];
  /** Of an MDP: the choices that its transitions belong to are one way to resolve them. */
  readonly hasScheduler: boolean;
  /** Its targets are states from which what was asked for is settled: it can no longer happen, or no longer end. */
  readonly settles?: true;
  /** Where it was bounded: so many steps, or so much time of a `ctmc`. */
  readonly within?: number;
}

export interface EvidenceState {
  readonly values: readonly { readonly name: string; readonly text: string }[];
  readonly isTarget: boolean;
  /** The probability to reach a target from here, inside of the evidence. */
  readonly chance: number;
  /** Of an MDP, where there are several: which choice its transitions belong to, `[go]` or `2 of 3`. */
  readonly chosen?: string;
  /** Of a `ctmc`: how often it is left per unit of time. */
  readonly rate?: number;
}

export interface EvidenceTransition {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  /** Empty: none. */
  readonly action: string;
  /** The share of the mass that goes this way. */
  readonly flow: number;
}

export interface EvidencePath {
  readonly probability: number;
  /** Transitions, in order. */
  readonly steps: readonly number[];
}
