// The evaluators that specifications may name.

import type { Registry } from "../spec/index.ts";
import { coverage } from "./coverage.ts";
import { type EvaluatorConfig, evaluatorFamily } from "./evaluator.ts";
import { f } from "./f.ts";
import { g } from "./g.ts";
import { interleaving } from "./interleaving.ts";
import { novelty } from "./novelty.ts";
import { wf } from "./wf.ts";

export { type EvaluatorConfig, evaluator, type Key } from "./evaluator.ts";

export const evaluators: Registry<EvaluatorConfig> = evaluatorFamily.list([g, f, wf, coverage, interleaving, novelty]);
