// Why an answer is what it is, beyond its evidence: which part of an invariant failed, how near a search came to a
// target that cannot be reached and what stood in the way, whether an implication holds only because its left side
// never does.

import { defined } from "../basics/defined.ts";
import type { CheckContext, CheckResult } from "../check/index.ts";
import { mentionsDeadlock } from "../engine/index.ts";
import { Budget, LimitReached } from "../limits/index.ts";
import { formulasOf, kindOf, type Network, type Query } from "../network/index.ts";
import type { Trace } from "../trace/index.ts";
import { failedParts } from "./failed-parts.ts";
import { nearestTo } from "./nearest.ts";
import { standstillIn } from "./standstill.ts";
import { isVacuous } from "./vacuous.ts";
import { whereLeft } from "./violated-invariant.ts";
import type { Standstill, Why } from "./why.ts";

/** What looking for reasons may take: a moment, or as long as the answer did, but not for ever. */
const SECONDS = { least: 2, most: 10 } as const;
const STATES = 5000;

/** Undefined where there is nothing more to say. `secondsLeft` is what there is of time. */
export async function whyOf(
  context: CheckContext,
  result: CheckResult,
  secondsLeft = Number.POSITIVE_INFINITY,
): Promise<Why | undefined> {
  const { query, verdict } = result;
  if (verdict.kind === "unknown" || context.network.obstacles.length > 0) return undefined;
  const seconds = Math.min(secondsLeft, SECONDS.most, Math.max(SECONDS.least, result.statistics.seconds));
  const short = { ...context, options: { ...context.options, limits: { seconds } } };
  if (verdict.evidence.kind === "trace") {
    const { trace } = verdict.evidence;
    const deadlock = within(short, () => standstillAt(context.network, query, trace));
    const failed = query.kind === "A[]" ? failedAt(context.network, query, trace) : undefined;
    if (failed !== undefined) return { kind: "failed", ...failed, ...defined({ deadlock }) };
    return deadlock === undefined ? undefined : { kind: "deadlock", deadlock };
  }
  if (verdict.evidence.kind !== "exhausted" && verdict.kind === "violated") return undefined;
  if (query.kind === "E<>" && verdict.kind === "violated") {
    // Where nothing was explored, nobody knows how long a single step takes; of no deadlock any state is as far as
    // another.
    if (result.statistics.explored === 0 || query.formula.kind === "deadlock") return undefined;
    const nearest = await nearestTo(short, query, STATES);
    return nearest === undefined ? undefined : { kind: "nearest", ...nearest };
  }
  if (query.kind === "E[]" && verdict.kind === "violated") return whereLeft(short, query);
  const isImplication = kindOf(query).about === "all runs" && verdict.kind === "satisfied";
  return isImplication ? isVacuous(short, query) : undefined;
}

/** Undefined where the parts that fail say no more than the query itself. */
function failedAt(
  network: Network,
  query: Extract<Query, { kind: "A[]" }>,
  { final, end }: Trace,
): { readonly parts: readonly string[]; readonly values: string } | undefined {
  // A fault is told elsewhere.
  const failed = end === "target" ? failedParts(network, query, final) : undefined;
  // What fails as a whole is what the query says itself, unless it is made of parts and reads something.
  const says = failed !== undefined && (failed.isSome || (failed.isCompound && failed.values !== ""));
  return says ? { parts: failed.parts, values: failed.values } : undefined;
}

/** Of runs that show a deadlock, or that are answers because they end. */
function standstillAt(network: Network, query: Query, { final, end }: Trace): Standstill | undefined {
  const isShown = end === "target" && formulasOf(query).some(mentionsDeadlock);
  return isShown || end === "deadlock" || end === "unbounded-delay" ? standstillIn(network, final) : undefined;
}

/** Undefined where it takes too long. */
function within<T>({ environment, options, signal }: CheckContext, work: () => T | undefined): T | undefined {
  try {
    return new Budget(environment, options.limits ?? {}, signal).during(work);
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}
