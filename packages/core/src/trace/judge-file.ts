// Judges a run that anyone may have written down. Nothing in it is believed: the question is the query's, every delay
// and step is tried in the concrete semantics, what the query asks for is tested, and whatever else the file says
// (states, names, labels, times) must be what the run itself has.

import {
  formulasOf,
  hasNext,
  hasStopwatches,
  mentions,
  type Network,
  type Query,
  type QueryOf,
  soughtBy,
} from "../network/index.ts";
import { equalRationals } from "../zone/index.ts";
import { exactRational, type RecordedRun } from "./formats/read-json.ts";
import { resolveXtr } from "./formats/uppaal/resolve-xtr.ts";
import type { XtrRun } from "./formats/uppaal/xtr.ts";
import { traceToJson } from "./formats/write-json.ts";
import { claimOf, type RunClaim, replayClaim, tracedNetwork } from "./replay/bounded-run.ts";
import { type Replay, type ReplayProblem, replay } from "./replay/replay.ts";
import { timeByLinearProgram } from "./timing/by-linear-program.ts";
import { timeByZones } from "./timing/by-zones.ts";
import type { Expired, TimingGoal } from "./timing-problem.ts";
import type { Trace } from "./trace.ts";

const ANYTHING = { kind: "and", parts: [] } as const;

/** Without a query it is only judged whether the run is one of the model and ends as it says. */
export function judgeTrace(asked: Network, query: Query | undefined, run: RecordedRun, expired?: Expired): Replay {
  const network = tracedNetwork(asked, query);
  const result = replayed(network, query, run, expired);
  if (!result.ok) return result;
  // A user walked so far: nothing is claimed about the end.
  const isClaimed = query !== undefined && !("question" in query);
  const trace: Trace = !isClaimed && run.end === "stopped" ? { ...result.trace, end: run.end } : result.trace;
  const actual = traceToJson(network, trace, { full: hasWholeStates(run.recorded) });
  const where = difference(withoutHead(run.recorded), actual);
  if (where === undefined) return { ok: true, trace: query === undefined ? unclaimed(trace) : trace };
  const step = /^steps\.(\d+)/.exec(where)?.[1];
  return { ok: false, step: step === undefined ? 0 : Number(step) + 1, problem: `${where} is not what the file says` };
}

function replayed(network: Network, query: Query | undefined, run: RecordedRun, expired?: Expired): Replay {
  if (query !== undefined && "question" in query)
    return replayClaim(network, run.path, claimIn(query, run), run.delays, expired);
  const problem = problemOf(query, run);
  if (typeof problem === "string") return { ok: false, step: run.path.transitions.length, problem };
  return replay(network, { ...problem, path: run.path }, run.delays, expired);
}

/** A run of `simulate`, and one to a fault, claims no more than that it is a run within the bound. */
function claimIn(query: QueryOf<"statistical">, { end }: RecordedRun): RunClaim {
  const claim = claimOf(query);
  return end === "stopped" ? { ...claim, goal: ANYTHING } : claim;
}

/** Where nothing was asked, no state is the one that was looked for. */
function unclaimed(trace: Trace): Trace {
  return trace.end === "target" ? { ...trace, end: "stopped" } : trace;
}

/**
 * An `.xtr` file has no delays: the run is timed so that it ends in what the query asks for, if it asks for a state.
 */
export function judgeXtr(network: Network, query: Query | undefined, run: XtrRun, expired?: Expired): Replay {
  const refused = (problem: string): Replay => ({ ok: false, step: run.steps.length, problem });
  const paths = resolveXtr(network, run);
  if ("problem" in paths) return refused(paths.problem);
  const sought = query === undefined ? undefined : soughtBy(query);
  if (query !== undefined && sought?.kind !== "state") {
    return refused(`the file cannot say how a run ends that answers ${query.text}`);
  }
  const goal: TimingGoal = { kind: "target", formula: sought?.kind === "state" ? sought.formula : ANYTHING };
  let outcome = refused("no run takes these steps to such an end");
  for (const path of paths) {
    const problem = { path, goal, frameSize: query?.frameSize ?? 0 };
    const delays = hasStopwatches(network)
      ? timeByLinearProgram(network, problem, expired)
      : timeByZones(network, problem, expired);
    if (delays === undefined) continue;
    outcome = replay(network, problem, delays, expired);
    if (outcome.ok) return query === undefined ? { ok: true, trace: unclaimed(outcome.trace) } : outcome;
  }
  return outcome;
}

/** What the run has to show, or why it can show nothing. */
function problemOf(query: Query | undefined, { end, loop }: RecordedRun): Omit<ReplayProblem, "path"> | string {
  if (end === "loop" && loop === undefined) return "the loop begins nowhere";
  const goal = end === undefined || end === "stopped" || end === "target" ? undefined : goalOf(end, loop);
  if (query === undefined) return { goal: goal ?? { kind: "target", formula: ANYTHING }, frameSize: 0 };
  const { frameSize } = query;
  const sought = soughtBy(query);
  if (sought === undefined) return `no run answers ${query.text}`;
  if (goal?.kind === "fault") return { goal: { kind: "fault", formulas: formulasOf(query) }, frameSize };
  if (sought.kind === "state") {
    if (goal !== undefined) return `${query.text} asks for a state, not for a run that ends so: ${goal.kind}`;
    return { goal: { kind: "target", formula: sought.formula }, frameSize };
  }
  if (goal === undefined) return `${query.text} asks for a run that never ends or ends for good`;
  if (sought.kind === "lasso") {
    // The next step is not the next letter where letters change while time passes.
    const changing = sought.atoms.some((atom) => mentions(atom, "clock")) && hasNext(sought.temporal);
    return changing ? `\`X\` and clocks in ${query.text} cannot be judged` : { goal, word: sought, frameSize };
  }
  const { avoid, start } = sought;
  return start === undefined
    ? { goal, stay: { avoid, from: 0 }, frameSize }
    : { goal, stay: { avoid, start }, frameSize };
}

function goalOf(end: Exclude<TimingGoal["kind"], "target">, loop: RecordedRun["loop"]): TimingGoal {
  return end === "loop" ? { kind: end, loopStart: loop!.start, turns: loop!.turns } : { kind: end };
}

function withoutHead(recorded: object): object {
  const { format, formatVersion, model, query, labels, sampled, ...rest } = recorded as Record<string, unknown>;
  return rest;
}

function hasWholeStates(recorded: object): boolean {
  const { steps } = recorded as { readonly steps: readonly object[] };
  return steps.some((step) => "state" in step);
}

/**
 * Where a record says something that is not so. It may say less: but a list of changes that leaves one out says that
 * there is none.
 */
function difference(recorded: unknown, actual: unknown, path: readonly string[] = []): string | undefined {
  const here = path.join(".") || "the whole";
  if (isObject(recorded) && isObject(actual)) {
    const whole = Array.isArray(recorded) || Array.isArray(actual) || path.includes("changes");
    if (whole && Object.keys(recorded).length !== Object.keys(actual).length) return here;
    for (const [key, value] of Object.entries(recorded)) {
      if (!Object.hasOwn(actual, key)) return [...path, key].join(".");
      const deeper = difference(value, actual[key], [...path, key]);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  }
  return recorded === actual || sameNumber(recorded, actual) ? undefined : here;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** 0.5 and "1/2" are the same. */
function sameNumber(a: unknown, b: unknown): boolean {
  const [left, right] = [a, b].map((value) =>
    typeof value === "number" || typeof value === "string" ? exactRational(value) : undefined,
  );
  return left !== undefined && right !== undefined && equalRationals(left, right);
}
