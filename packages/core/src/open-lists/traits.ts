// The traits that a list takes over from what it is made of: from lists inside it, and from what it looks at.

import type { EvaluatorConfig } from "../evaluators/index.ts";
import type { Problem } from "../heuristics/index.ts";
import type { Refusal } from "../spec/index.ts";
import type { OpenListConfig, OpenListTraits } from "./open-list.ts";

/** Of a list with another one inside, which may look at an estimate of its own. */
export function traitsAround(
  open: OpenListConfig,
  looksAt?: Pick<OpenListConfig, "refusal">,
): Pick<OpenListTraits, "needsTransitions" | "complete" | "refusal" | "pruning" | "prunes"> {
  return {
    needsTransitions: open.needsTransitions,
    complete: open.complete,
    prunes: open.prunes,
    refusal: (problem) => whyNotInside(open, problem) ?? looksAt?.refusal?.(problem),
    pruning: (context) => open.pruning?.(context),
  };
}

/** Why a list cannot be part of another one. */
export function whyNotInside(open: OpenListConfig, problem: Problem): Refusal | undefined {
  if (open.exact !== undefined) return `\`${open.spec}\` must be the outermost list`;
  return open.refusal?.(problem);
}

/** What a list asks for because its keys do. */
export function traitsOfKeys(keys: readonly EvaluatorConfig[]): Pick<OpenListTraits, "needsTransitions" | "refusal"> {
  return {
    needsTransitions: keys.some((key) => key.needsTransitions),
    refusal: (problem) => keys.map((key) => key.refusal?.(problem)).find((reason) => reason !== undefined),
  };
}
