// What a way of answering hands back, and the verdicts that all of them give in the same words: cut short, refused,
// failed.

import { defined } from "../basics/defined.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type AbstractionName, OutOfMemory } from "../engine/index.ts";
import { type LimitKind, LimitReached } from "../limits/index.ts";
import type { ScheduleBar } from "../schedule/index.ts";
import { NO_STATISTICS, type RunOutcome, type SearchStatistics } from "../search/index.ts";
import { FAULT_CODES } from "../semantics/index.ts";
import { TimingAborted } from "../trace/index.ts";
import type { FrontPoint } from "./optimal/front-point.ts";
import type { Improvement, RunOptimum } from "./optimal/optimum.ts";
import type { Because, MemberStatistics, Proof, Uncertified, Verdict } from "./verdict.ts";

/** What a kind of query hands back. */
export interface Answer {
  readonly verdict: Verdict;
  readonly statistics: SearchStatistics;
  readonly abstraction: AbstractionName;
  /** The reference engine when absent. */
  readonly engine?: "compiled" | "reference";
  readonly fallback?: string;
  /** Of `--optimal time` and `--optimal cost`. */
  readonly optimum?: RunOptimum;
  readonly improvements?: readonly Improvement[];
  readonly schedule?: readonly ScheduleBar[];
  readonly front?: readonly FrontPoint[];
  /** Of a portfolio. */
  readonly members?: readonly MemberStatistics[];
  readonly answeredBy?: string;
}

export interface Reached {
  readonly answer: Answer;
  /** What proves that nothing was reached; absent where the search cut off or forgot states. */
  readonly proof?: Proof;
  /** Certifying met what had been said to be impossible. */
  readonly mistaken?: true;
  /** Why there is no proof although one was asked for. */
  readonly uncertified?: Uncertified;
}

/** The limit that an error speaks of: one that ended work, or the engine's own. Undefined: it is no such error. */
export function limitOf(error: unknown): LimitKind | undefined {
  if (error instanceof LimitReached) return error.because;
  if (error instanceof OutOfMemory) return "memory";
  return error instanceof TimingAborted ? "time" : undefined;
}

/** The limit that ended the work, or what came of it. */
export async function unlessLimited<T>(work: () => T | Promise<T>): Promise<T | LimitKind> {
  try {
    return await work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return limit;
  }
}

type Unknown = Extract<Verdict, { kind: "unknown" }>;

export function unknown(because: Because, diagnostic?: Diagnostic): Unknown {
  return { kind: "unknown", because, ...defined({ diagnostic }) };
}

/** The verdict when the model fails while it runs; what cannot be evaluated at all is no fault of the model. */
export function failing(diagnostic: Diagnostic): Unknown {
  const { unsupported, bound } = FAULT_CODES;
  const isOurs = diagnostic.code === unsupported || diagnostic.code === bound;
  return unknown(isOurs ? "not-supported" : "model-fault", diagnostic);
}

/** The verdict of a search that was cut short. */
export function cutShort(outcome: Exclude<RunOutcome, "found" | "exhausted" | "fault">): Unknown {
  return unknown(outcome === "gave-up" ? "incomplete-search" : outcome);
}

export function refused(diagnostics: readonly Diagnostic[]): Answer {
  const reason = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
  return { verdict: unknown("not-supported", reason), statistics: NO_STATISTICS, abstraction: "none" };
}
