// Why an answer is what it is, beyond its evidence: which part of an invariant failed, how near a search came to a target
// that cannot be reached and what stood in the way, whether an implication holds only because its left side never does.

import type { CheckContext, CheckResult } from "../check/index.ts";
import { kindOf } from "../network/index.ts";
import { failedParts } from "./failed-parts.ts";
import { whereLeft } from "./left.ts";
import { nearestTo } from "./nearest.ts";
import { isVacuous } from "./vacuous.ts";
import type { Why } from "./why.ts";

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
  if (query.kind === "A[]" && verdict.evidence.kind === "trace") {
    const { final, end } = verdict.evidence.trace;
    // A fault is told elsewhere.
    const failed = end === "target" ? failedParts(context.network, query, final) : undefined;
    // What fails as a whole is what the query says itself, unless it is made of parts and reads something.
    const says = failed !== undefined && (failed.isSome || (failed.isCompound && failed.values !== ""));
    return says ? { kind: "failed", parts: failed.parts, values: failed.values } : undefined;
  }
  if (verdict.evidence.kind !== "exhausted" && verdict.kind === "violated") return undefined;
  if (query.kind === "E<>" && verdict.kind === "violated") {
    // Where nothing was explored, nobody knows how long a single step takes.
    if (result.statistics.explored === 0) return undefined;
    const nearest = await nearestTo(short, query, STATES);
    return nearest === undefined ? undefined : { kind: "nearest", ...nearest };
  }
  if (query.kind === "E[]" && verdict.kind === "violated") return whereLeft(short, query);
  const isImplication = kindOf(query).about === "all runs" && verdict.kind === "satisfied";
  return isImplication ? isVacuous(short, query) : undefined;
}
