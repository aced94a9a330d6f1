// What a check answers. "Unknown" is an answer of its own and always says why; "satisfied" and "violated" carry their
// evidence: a replayed trace, an exhausted search (which a certificate can make checkable), or the values asked for.

import type { DiagramProof, Invariant, RankedZone } from "../certificate/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { AbstractionName, DiscreteView, ReferenceEngine } from "../engine/index.ts";
import type { Query } from "../network/index.ts";
import type { GraphRemarks, ProbabilisticEvidence } from "../probabilistic/index.ts";
import type { ScheduleBar } from "../schedule/index.ts";
import type { SearchStatistics } from "../search/index.ts";
import type { Discrete } from "../semantics/index.ts";
import type { Distribution } from "../statistics/index.ts";
import type { Trace } from "../trace/index.ts";
import type { FrontPoint } from "./optimal/front-point.ts";
import type { Improvement, RunOptimum } from "./optimal/optimum.ts";

export type { Distribution } from "../statistics/index.ts";

export const REASONS = [
  "time",
  "memory",
  "interrupted",
  "incomplete-search",
  "over-approximation",
  "model-fault",
  "property-too-large",
  "zeno",
  // It rests on an estimate, whose word could not be checked.
  "estimate",
  "not-supported",
] as const;
export type Because = (typeof REASONS)[number];

/** Of answers that were sent by somebody else. */
export const isReason = (word: string): word is Because => REASONS.some((reason) => reason === word);

/** `T` is what traces are: traces, or what threads send in their place. */
export type Verdict<T = Trace> =
  | { readonly kind: "satisfied" | "violated"; readonly evidence: Evidence<T> }
  | {
      readonly kind: "unknown";
      readonly because: Because;
      readonly diagnostic?: Diagnostic;
      readonly trace?: T;
      /** Of `sup`, `inf` and `bounds` with stopwatches: what runs attain, and what the over-approximation allows. */
      readonly values?: readonly TermBounds[];
      /** What was known of a number when its computation was cut short. */
      readonly quantity?: Quantity;
      /** Curves of the runs that were finished by then. */
      readonly simulation?: Simulation;
    };

export type Evidence<T = Trace> =
  /** A witness or counterexample. */
  | {
      readonly kind: "trace";
      readonly trace: T;
      /** Further ones that differ in their actions, where several were asked for. */
      readonly others?: readonly T[];
    }
  /** Nothing of the kind exists: the whole (abstract) state space was seen, or what an estimate did not rule out. */
  | { readonly kind: "exhausted"; readonly cutOff?: CutOff; readonly reduction?: LeftOut; readonly symmetry?: Units }
  /** Answers of `sup`, `inf` and `bounds`; `early`: nothing can lie beyond them, so the rest was not looked at. */
  | { readonly kind: "values"; readonly values: readonly TermBounds[]; readonly early?: true }
  /** The number that was asked for, or by which a bound was tested; a run that shows it where there is one. */
  | {
      readonly kind: "quantity";
      readonly quantity: Quantity;
      readonly trace?: T;
      readonly shown?: ProbabilisticEvidence;
      /** Of random runs: who could receive a broadcast in several ways. */
      readonly severalReceivers?: string;
      /** What the graph has that one should know of. */
      readonly remarks?: GraphRemarks;
    }
  /** Curves of random runs; the first of them as a trace. */
  | {
      readonly kind: "simulation";
      readonly simulation: Simulation;
      readonly trace?: T;
      readonly severalReceivers?: string;
    };

/** What `simulate` shows: curves over time per run, straight between their points. */
export interface Simulation {
  readonly expressions: readonly string[];
  readonly runs: readonly SimulatedRun[];
  /** How many runs were made; with a filter, those that are kept are fewer. */
  readonly made: number;
  /** Of a filter: how likely runs are that satisfy it. */
  readonly chance?: Quantity;
}
export interface SimulatedRun {
  /** Its number: with the seed, it can be made again. */
  readonly number: number;
  readonly time: readonly number[];
  /** In the order of the expressions. */
  readonly values: readonly (readonly number[])[];
}

/** The value of one state, which lies between the two; of a truth that holds, neither is said. */
export interface StateValue {
  readonly state: string;
  readonly lower?: number;
  readonly upper?: number;
}

/** A probability, an expectation or a reward: a value, an interval that holds it, or both. */
export interface Quantity {
  readonly kind: "probability" | "expectation" | "reward" | "value";
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
  /** The graph tells that the value is not at this end, although the interval may not. */
  readonly strictly?: "above 0" | "below 1";
  /** Of `filter(range, …)` and `filter(print, …)`: the ends are the least and the greatest value of many states. */
  readonly spread?: true;
  /** Of `filter(print, …)`: values of single states, the first of them, and how many there are. */
  readonly states?: { readonly count: number; readonly first: readonly StateValue[] };
  /** The value as a fraction or decimal, where it is known exactly. */
  readonly exact?: string;
  /** How sure it is that the interval holds the value, where runs were sampled. */
  readonly confidence?: number;
  readonly runs?: number;
  /** Runs on which it happened. */
  readonly successes?: number;
  /** The probability that it was compared with. */
  readonly against?: number;
  /** Where in their runs, or with which values, the samples lie. */
  readonly distribution?: Distribution;
  /** Does the interval hold the value for certain? */
  readonly proven: boolean;
  /** A sequential test: risks of error of both kinds, half the region of indifference, and what was accepted. */
  readonly test?: {
    readonly alpha: number;
    readonly beta: number;
    readonly delta: number;
    readonly accepted: "H0" | "H1" | "none";
  };
}

/** What a search left alone because its estimate proved that no way leads from there to the target. */
export interface CutOff {
  readonly deadEnds: number;
  /** Of these, those that were not checked: the user trusts estimates. */
  readonly trusted?: number;
  /** The estimates that are infinite in every initial state: nothing had to be searched. Absent: something had. */
  readonly withoutSearch?: readonly string[];
  /** May the model fail while it runs? Then faults behind dead ends were not looked for. */
  readonly canFault: boolean;
}

/** What is interchangeable, block by block: a state stands for all in which these have changed places. */
export type Units = readonly (readonly string[])[];

/** Steps that partial-order reduction left out: whatever they lead to is met in another order. */
export interface LeftOut {
  readonly possible: number;
  readonly left: number;
  /** May the model fail while it runs? Then faults elsewhere were not looked for. */
  readonly canFault: boolean;
}

/** What is worth knowing about a verdict beyond what it says. */
export type Note =
  /** Nothing can happen at all: no initial state satisfies its invariant. */
  | "no-initial-state"
  /** A search had said that there is no such run, and the exploration that certifies met one: a mistake of ours. */
  | "mistaken"
  /** It rests on the word of an estimate, which the user trusts and nobody checked. */
  | "estimates-trusted"
  /** An estimate proved it; faults of the model behind dead ends were not looked for. */
  | "faults-behind-dead-ends";

/** The values a term takes in the states that satisfy the condition. */
export interface TermBounds {
  readonly term: string;
  /** Absent: no state satisfies the condition. */
  readonly lower?: Limit;
  readonly upper?: Limit;
  /** Values that runs were found for, where `lower` and `upper` only enclose what there is. */
  readonly attained?: { readonly lower?: number; readonly upper?: number };
}
export interface Limit {
  /** Infinity when there is no bound. */
  readonly value: number;
  /** The value is approached but never taken. */
  readonly strict: boolean;
}

export interface CheckResult {
  readonly query: Query;
  readonly verdict: Verdict;
  readonly statistics: CheckStatistics;
  readonly note?: Note;
  /**
   * Of `--optimal time` and `--optimal cost`, in the model's units: how good the run is that is shown, and how it was
   * found.
   */
  readonly optimum?: RunOptimum;
  readonly improvements?: readonly Improvement[];
  /** The run as a plan, where processes have to stay somewhere. */
  readonly schedule?: readonly ScheduleBar[];
  /** Of `--front cost`: no run is better in both than any of these. */
  readonly front?: readonly FrontPoint[];
  /** Only these runs count; absent where all that are maximal do. */
  readonly runs?: "infinite" | "divergent";
  /** Only runs count that treat these processes fairly. */
  readonly fairness?: { readonly kind: "weak" | "strong"; readonly processes: readonly string[] };
  /** What is not supported, and what uses it: the answer does not depend on it, so it was left out. */
  readonly leftOut?: { readonly features: readonly string[]; readonly processes: readonly string[] };
  /** What shows that nothing of the kind is reachable; a certificate is made of it. */
  readonly proof?: Proof;
  /** Why there is no proof although one was asked for (`certify`). */
  readonly uncertified?: Uncertified;
}

export type Proof =
  | {
      readonly kind: "states";
      /** All states that can be reached, where they can be read. */
      readonly engine: () => ReferenceEngine;
      readonly abstraction: AbstractionName;
      /** What one unit of the engine's time is in the model; 1 when absent. */
      readonly unit?: number;
      /** The states are those of a projection, in which only these processes are followed. */
      readonly followed?: readonly string[];
      /** Sets of values in which dead ends lie, and which states lie in them. */
      readonly invariants?: readonly Invariant[];
      readonly settled?: (state: DiscreteView) => boolean;
      /** Discrete states behind dead ends, whatever the clocks are. */
      readonly free?: readonly Discrete[];
    }
  /** What runs visit before the thing happens that must happen. */
  | {
      readonly kind: "runs";
      readonly ranked: readonly RankedZone[];
      /** All states that can be reached, where runs may begin in any of them. */
      readonly engine?: () => ReferenceEngine;
      readonly unit?: number;
    }
  /** Sets of values that no step leads out of hold all initial states, and no target. */
  | { readonly kind: "invariants"; readonly invariants: readonly Invariant[] }
  /** A set of states that no step leads out of, as a diagram; `asStates`: a certificate lists them one by one. */
  | { readonly kind: "diagram"; readonly diagram: DiagramProof; readonly asStates?: true }
  /** The locations that processes can visit, each by itself, are enough. */
  | { readonly kind: "locations" };
/** A limit, a kind of query that has no certificates, or more states than a file could hold and be read back. */
export type Uncertified = Extract<Because, "time" | "memory" | "interrupted" | "not-supported"> | "too-large";

export interface CheckStatistics extends SearchStatistics {
  readonly engine: "compiled" | "reference";
  /** Why the reference engine ran although the compiled one would have been faster. */
  readonly fallback?: string;
  readonly abstraction: AbstractionName;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of `cpuSeconds`, what the thread used that answered; absent where the platform cannot tell. */
  readonly threadCpuSeconds?: number;
  /** CPU seconds that the thread which answered used behind its hit: to shorten, time and replay the run it found. */
  readonly evidenceSeconds?: number;
  readonly memoryMB: number;
  /** Of a portfolio: all members, and which of them answered. */
  readonly members?: readonly MemberStatistics[];
  readonly answeredBy?: string;
}

/** What one member of a portfolio did. */
export interface MemberStatistics
  extends Omit<CheckStatistics, "members" | "answeredBy" | "cpuSeconds" | "threadCpuSeconds"> {
  /** Its own; absent where the platform cannot tell. */
  readonly cpuSeconds?: number;
  readonly search: string;
  readonly verdict: Verdict["kind"];
  readonly because?: Because;
}

/** The trace of a result, whatever its verdict. */
export function traceOf(verdict: Verdict): Trace | undefined {
  if (verdict.kind === "unknown") return verdict.trace;
  return "trace" in verdict.evidence ? verdict.evidence.trace : undefined;
}

/** The same verdict with its traces as something else. */
export function withTraces<A, B>(verdict: Verdict<A>, as: (trace: A) => B): Verdict<B> {
  if (verdict.kind === "unknown") {
    const { trace, ...rest } = verdict;
    return trace === undefined ? rest : { ...rest, trace: as(trace) };
  }
  const { evidence } = verdict;
  if (evidence.kind === "quantity" || evidence.kind === "simulation") {
    const { trace, ...rest } = evidence;
    return { ...verdict, evidence: trace === undefined ? rest : { ...rest, trace: as(trace) } };
  }
  if (evidence.kind !== "trace") return { ...verdict, evidence };
  const others = evidence.others === undefined ? {} : { others: evidence.others.map(as) };
  return { ...verdict, evidence: { kind: "trace", trace: as(evidence.trace), ...others } };
}

/** The curves of `simulate`. */
export function simulationOf(verdict: Verdict): Simulation | undefined {
  if (verdict.kind === "unknown") return verdict.simulation;
  return verdict.evidence.kind === "simulation" ? verdict.evidence.simulation : undefined;
}

/** The part of the graph that shows a number. */
export function shownBy(verdict: Verdict): ProbabilisticEvidence | undefined {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "quantity" ? verdict.evidence.shown : undefined;
}

/** The number that was asked for, or what is known of it. */
export function quantityOf(verdict: Verdict): Quantity | undefined {
  if (verdict.kind === "unknown") return verdict.quantity;
  return "quantity" in verdict.evidence ? verdict.evidence.quantity : undefined;
}

/** What is known of the terms of `sup`, `inf` and `bounds`, whatever the verdict. */
export function measuredTerms(verdict: Verdict): readonly TermBounds[] {
  if (verdict.kind === "unknown") return verdict.values ?? [];
  return verdict.evidence.kind === "values" ? verdict.evidence.values : [];
}
