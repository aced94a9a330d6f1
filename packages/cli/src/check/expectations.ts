// `--expect`: compares answers with what the file says they should be, for use in CI.

import { type CheckResult, type Expectation, traceOf, valueText } from "@tracehound/core";
import { EXIT, type ExitCode } from "../exit-codes.ts";

export type Comparison = "as expected" | "not as expected" | "undecided" | "nothing expected";

export function compareWithExpectation({ query, verdict }: CheckResult): Comparison {
  const { expectation } = query;
  if (expectation === undefined) return "nothing expected";
  const met = meets(expectation, verdict.kind, verdict.kind === "unknown" ? verdict.because : undefined);
  if (expectation.outcome === "value") {
    if (verdict.kind === "unknown") return "undecided";
    const values = verdict.evidence.kind === "values" ? verdict.evidence.values : [];
    const texts = values.map((value) => valueText(value, query.kind));
    return texts.includes((expectation.value ?? "").trim()) ? "as expected" : "not as expected";
  }
  if (met) return "as expected";
  return verdict.kind === "unknown" && traceOf(verdict) === undefined ? "undecided" : "not as expected";
}

function meets({ outcome }: Expectation, kind: string, because: string | undefined): boolean {
  switch (outcome) {
    case "satisfied":
    case "violated":
      return kind === outcome;
    case "maybe-satisfied":
      return kind === "satisfied" || because === "over-approximation";
    case "maybe-violated":
      return kind === "violated" || because === "over-approximation";
    case "error":
      return because === "not-supported" || because === "model-fault";
    case "value":
      return false;
  }
}

/** With `--expect` a violated query is fine when that is what the file expects. */
export function expectationCodes(comparisons: readonly Comparison[]): ExitCode[] {
  return comparisons.map((comparison) => {
    if (comparison === "not as expected") return EXIT.violated;
    return comparison === "undecided" ? EXIT.unknown : EXIT.satisfied;
  });
}
