// What may be relied on, in words. Claims depend on arguments, so they are those of the examples that a component
// carries, each configured and asked: nothing is said of a component that was not said by a configuration of it.

import type { Strategy } from "../check/index.ts";
import type { EvaluatorConfig } from "../evaluators/index.ts";
import type { Guarantees } from "../heuristics/index.ts";
import type { OpenListConfig } from "../open-lists/index.ts";
import { type Component, configure, type Registry } from "../spec/index.ts";

export interface Claim {
  /** The configured component. */
  readonly example: string;
  readonly claim: string;
}

/** What each example of a component claims. */
export function claimsOf<C>(
  registry: Registry<C>,
  { examples = [] }: Component<C>,
  inWords: (config: C) => string,
): readonly Claim[] {
  return examples.map((example) => {
    const result = configure(registry, example);
    if (!result.ok) throw new Error(`${example}: ${result.diagnostics[0]!.message}`);
    return { example, claim: inWords(result.value) };
  });
}

/** The same as few phrases: examples that claim the same stand together. */
export function phrasesOf(claims: readonly Claim[]): readonly string[] {
  const byClaim = new Map<string, string[]>();
  for (const { example, claim } of claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), example]);
  if (byClaim.size === 1) return [...byClaim.keys()];
  return [...byClaim].map(([claim, examples]) => `${examples.join(", ")}: ${claim}`);
}

export function guaranteesText({ safe, admissible, consistent, clocks }: Guarantees): string {
  const words = [safe ? "safe" : "", admissible ? "admissible" : "", consistent ? "consistent" : ""].filter(Boolean);
  return `${words.length === 0 ? "nothing" : words.join(", ")}; clocks ${clocks}`;
}

export function strategyText(strategy: Strategy): string {
  if (strategy.kind === "walk") return INCOMPLETE;
  if (strategy.kind === "portfolio") return "complete if a member is";
  if (strategy.kind === "lasso") return "complete; for infinite runs (`LTL`, `E[]`, `A<>`, `-->`)";
  if (strategy.kind === "evidence")
    return "for probabilities (`P<=p`); what the evidence does not decide the whole graph does";
  const { complete, promise, optimal, anytime, restarts } = strategy.config;
  const least = { shortest: "shortest", cheapest: optimal === "time" ? "fastest" : "cheapest", nothing: "" }[promise];
  const traces = anytime ? `better and better traces, at last a ${least} one` : `finds ${least} traces`;
  return [
    complete ? "complete" : INCOMPLETE,
    ...(promise === "nothing" ? [] : [traces]),
    ...(restarts ? ["starts again or forgets states"] : []),
  ].join("; ");
}

export function openListText({ complete, shortestFirst, exact, prunes }: OpenListConfig): string {
  return [
    complete ? "complete" : INCOMPLETE,
    ...(shortestFirst ? ["shortest traces first where states are reopened"] : []),
    ...(exact === undefined ? [] : ["tells more states apart than the model does"]),
    ...(prunes ? ["leaves out steps, only where that is sound"] : []),
  ].join("; ");
}

export function evaluatorText({ safe, boundsLength }: EvaluatorConfig): string {
  const words = [safe ? "safe" : "", boundsLength ? "never above the length of a trace" : ""].filter(Boolean);
  return words.length === 0 ? "nothing" : words.join("; ");
}

const INCOMPLETE = "not complete: not finding a target proves nothing";
