// What an estimate of distances aims at: the target of the search, or a state (or part of one) that the specification
// gives. A given state is no target, so nothing that is said about it prunes or bounds anything.

import { type NotInModel, wordOrTexts } from "../spec/index.ts";
import { type GoalFormula, goalOf } from "./goal.ts";
import type { Problem } from "./heuristic.ts";
import { goalOfStatePart, readStatePart } from "./state-part.ts";

export type Aim = "target" | readonly string[];

export const aim = wordOrTexts(["target"], {
  doc: 'the target, or a given state: `"P.wait && x == 3"`, `["P.wait", "x == 3"]` (then nothing is claimed)',
  default: "target",
});

export function goalAimedAt({ network, target }: Problem, to: Aim): GoalFormula {
  if (to === "target") return goalOf(target);
  const part = readStatePart(network, to);
  return typeof part === "string" ? { kind: "true" } : goalOfStatePart(part);
}

export function whyNotAimedAt({ network }: Problem, to: Aim): NotInModel | undefined {
  const part = to === "target" ? undefined : readStatePart(network, to);
  return typeof part === "string" ? { notInModel: part } : undefined;
}
