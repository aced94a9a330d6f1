// The evaluators that specifications may name.

import type { Param } from "../spec/component.ts";
import { Registry } from "../spec/index.ts";
import { coverage } from "./coverage.ts";
import { edges } from "./edges.ts";
import { type EvaluatorConfig, oneOf } from "./evaluator.ts";
import { f } from "./f.ts";
import { g } from "./g.ts";
import { interleaving } from "./interleaving.ts";
import { novelty } from "./novelty.ts";
import { wf } from "./wf.ts";

export type { EvaluatorConfig, Key } from "./evaluator.ts";
export { weightedSum } from "./weighted.ts";

export const evaluators = new Registry<EvaluatorConfig>("evaluator", [
  g,
  f,
  wf,
  coverage,
  edges,
  interleaving,
  novelty,
]);

/** An argument that is an evaluator or a heuristic. */
export const evaluator = (doc: string): Param<EvaluatorConfig> => oneOf(evaluators, doc);
