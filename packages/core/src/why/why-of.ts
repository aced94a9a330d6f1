// Why an answer is what it is, beyond its evidence: which part of an invariant failed, how near a search came to a target
// that cannot be reached and what stood in the way, whether an implication holds only because its left side never does.

import type { CheckContext, CheckResult } from "../check/index.ts";
import { kindOf } from "../network/index.ts";
import { failedParts } from "./failed-parts.ts";
import { nearestTo } from "./nearest.ts";
import { isVacuous } from "./vacuous.ts";
import type { Why } from "./why.ts";

/** Seconds and states that looking for reasons may take: they are worth a moment, not a second check. */
const SECONDS = 0.5;
const STATES = 5000;

/** Undefined where there is nothing more to say. */
export async function whyOf(context: CheckContext, result: CheckResult): Promise<Why | undefined> {
  const { query, verdict } = result;
  if (verdict.kind === "unknown" || context.network.obstacles.length > 0) return undefined;
  const short = { ...context, options: { ...context.options, limits: { seconds: SECONDS } } };
  if (query.kind === "A[]" && verdict.evidence.kind === "trace") {
    return failedParts(context.network, query, verdict.evidence.trace);
  }
  if (verdict.evidence.kind !== "exhausted" && verdict.kind === "violated") return undefined;
  if (query.kind === "E<>" && verdict.kind === "violated") {
    // Where nothing was explored, nobody knows how long a single step takes.
    if (result.statistics.explored === 0) return undefined;
    const nearest = await nearestTo(short, query, STATES);
    return nearest === undefined ? undefined : { kind: "nearest", ...nearest };
  }
  const isImplication = kindOf(query).about === "all runs" && verdict.kind === "satisfied";
  return isImplication ? isVacuous(short, query) : undefined;
}
