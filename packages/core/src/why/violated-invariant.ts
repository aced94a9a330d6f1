// `E[] p` is violated where every run comes to a state without p: one of them, and what fails there.

import { type CheckContext, checkQueries, defaultStrategy, traceOf } from "../check/index.ts";
import type { Query } from "../network/index.ts";
import { failedParts } from "./failed-parts.ts";
import type { Why } from "./why.ts";

export async function whereLeft(
  context: CheckContext,
  query: Extract<Query, { kind: "E[]" }>,
): Promise<Why | undefined> {
  const { expectation: _, ...rest } = query;
  const options = { limits: context.options.limits ?? {}, strategy: defaultStrategy(), optimal: "steps" } as const;
  const [result] = await checkQueries({ ...context, options }, [{ ...rest, kind: "A[]" }]);
  const trace = result === undefined ? undefined : traceOf(result.verdict);
  if (trace?.end !== "target") return undefined;
  const failed = failedParts(context.network, query, trace.final);
  if (failed === undefined) return undefined;
  const { parts, values } = failed;
  return { kind: "left", parts, values, steps: trace.steps.length };
}
