// What a user may ask of a check besides the query: the order of the search, the abstraction, what the trace should
// be best at, and the limits.

import type { DiskFolder } from "../basics/files.ts";
import type { AbstractionName } from "../engine/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Query } from "../network/index.ts";
import type { LassoConfig, SearchConfig } from "../search/index.ts";
import type { StoppingRule } from "../statistics/index.ts";
import type { SpaceChoice } from "./plan/space/state-space.ts";
import type { Strategy } from "./strategies/strategy.ts";
import type { SwarmWish } from "./strategies/swarm.ts";

export type AbstractionChoice = "auto" | AbstractionName;

/** `auto`: compiled where the network is covered, else reference. */
export type EngineChoice = "auto" | "reference";

/** How many engines are to divide the states of a search among them; `isAuto`: where they can. */
export interface WorkersWish {
  readonly count: number;
  readonly isAuto: boolean;
}

export interface FairnessWish {
  readonly kind: "weak" | "strong";
  /** Names of processes; all of them when absent. */
  readonly processes?: readonly string[];
}

/** Confidence is 1 − α. What is absent has UPPAAL's default. */
export interface StatisticsOptions {
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly delta?: number;
  /** A number of runs that is fixed beforehand (Chernoff), instead of a stopping rule. */
  readonly fixed?: boolean;
  readonly rule?: StoppingRule;
  /** Odds ratios between which a comparison may say either. */
  readonly ratios?: readonly [number, number];
  /** Step of the integration of differential equations. */
  readonly discretization?: number;
  /** How many threads make runs; answers do not depend on it. */
  readonly workers?: number;
}

export interface CheckOptions {
  readonly engine?: EngineChoice;
  /** Breadth first when absent. */
  readonly search?: SearchConfig;
  /** How lassos are looked for; `couvreur()` when absent. */
  readonly lasso?: LassoConfig;
  /** How `E<>` and `A[]` are answered, possibly by several searches and walks; overrides `search`. */
  readonly strategy?: Strategy | ((query: Query) => Strategy);
  /** Where random choices begin; specifications that are sent to other threads are read there with this seed. */
  readonly seed?: number;
  /** Spend time on making traces shorter, afterwards; "walks": only where that needs no symbolic search. */
  readonly shorten?: boolean | "walks";
  /** Go on to shorter traces while time is left. */
  readonly improve?: boolean;
  /** Values of probabilities come with the part of the graph that carries most of them. */
  readonly evidence?: boolean;
  /** How many traces that differ in their actions are wanted; 1 when absent. */
  readonly witnesses?: number;
  /**
   * Make sure that "cannot happen" comes with a proof, exploring once more what a search cut off or forgot.
   * `inclusion`: one that is closed under inclusion of zones, for checkers that know nothing else.
   */
  readonly certify?: boolean | "inclusion";
  /** Say "cannot happen" also where that rests on dead ends which could not be checked. */
  readonly trustEstimates?: boolean;
  readonly abstraction?: AbstractionChoice;
  /** Where states may be kept that memory does not hold. */
  readonly disk?: DiskFolder;
  /**
   * Which runs questions about infinite runs speak of: all that do not stop before they have to (`maximal`, when
   * absent), those with infinitely many steps, or those in which time diverges.
   */
  readonly runs?: "maximal" | "infinite" | "divergent";
  /** Only runs count that treat processes fairly: those named, or all. For questions about infinite runs. */
  readonly fairness?: FairnessWish;
  /**
   * Partial-order reduction of `E<>` and `A[]`; `auto`: where nothing can fail, and where it pays. When absent: `auto`
   * for the proof search of the default strategy, `off` for all others. Questions about infinite runs are reduced only
   * when asked for. `on` insists on stubborn sets; `c2c` on persistent sets under the survey's provisos, C2c for single
   * states and C2cl for infinite runs (where stubborn sets need it, too).
   */
  readonly por?: "auto" | "on" | "c2c" | "off";
  /**
   * States that symmetry takes to each other are stored once, for `E<>` and `A[]`: where scalar sets say so (`scalar`),
   * or wherever it is found (`auto`). When absent: nowhere.
   */
  readonly symmetry?: "off" | "scalar" | "auto";
  /** How random runs are counted and when they are enough. */
  readonly statistics?: StatisticsOptions;
  /** How many engines divide the states of a search among them; absent: one has all. */
  readonly workers?: WorkersWish;
  /** Many small hunts instead of one search; the first answer counts. */
  readonly swarm?: SwarmWish;
  readonly optimal?: "steps" | "time" | "cost";
  /** The whole front of time and cost is wanted. */
  readonly front?: "cost";
  /** Where the best run is looked for; absent: wherever it is found soonest. */
  readonly space?: SpaceChoice;
  /** Of `--optimal cost`: what comes first (CORA's `-o4`, `-o3`, `-o5`); in turns by default. */
  readonly order?: "best" | "near" | "depth";
  /**
   * Time is for all queries together, which share it: each may use what is left divided by how many are left. Memory is
   * the whole process's.
   */
  readonly limits?: Limits;
  /** Seconds that each query may take at most. */
  readonly querySeconds?: number;
}
