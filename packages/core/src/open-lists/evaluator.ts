// What a best-first list orders its states by: an estimate, the length of the path so far, or a combination of both.
// In a specification every heuristic is an evaluator, and so are g, f(h), wf(h, w), novelty and what looks at the way by
// which a state was reached.

import type { StateId } from "../engine/engine.ts";
import { type HeuristicConfig, heuristics, type Problem } from "../heuristics/index.ts";
import { component, defineComponent, number, type Param, Registry } from "../spec/index.ts";
import { coverage } from "./coverage.ts";
import { interleaving } from "./interleaving.ts";
import { novelty } from "./novelty.ts";
import type { OpenNode } from "./open-list.ts";
import type { SearchContext } from "./search-context.ts";

export type Key = (state: StateId, node: OpenNode) => number;

export interface EvaluatorConfig {
  readonly spec: string;
  /** Infinity from a safe evaluator: the state need not be looked at. */
  readonly safe: boolean;
  /** Never above the length of a trace through the state, and exact for targets: least first finds shortest traces. */
  readonly boundsLength: boolean;
  /** Does it ask by which transition a state was reached? */
  readonly needsTransitions?: boolean;
  /** Why the evaluator must not be used for a problem. */
  refusal?(problem: Problem): string | undefined;
  create(context: SearchContext): Key;
}

const heuristic = component(() => heuristics, { doc: "the estimate" });

const keys: Registry<EvaluatorConfig> = new Registry<EvaluatorConfig>("evaluator", [
  defineComponent({
    name: "g",
    summary: "Length (or cost) of the path by which the state was reached.",
    params: {},
    configure: (_, spec): EvaluatorConfig => ({
      spec,
      safe: true,
      boundsLength: true,
      create: () => (_state, node) => node.ahead?.(0) ?? node.depth,
    }),
  }),
  defineComponent({
    name: "f",
    summary: "g + h, the estimated length of a whole trace through the state.",
    params: { h: heuristic },
    configure: ({ h }, spec) => weighted(h, 1, spec),
  }),
  defineComponent({
    name: "wf",
    summary: "g + w·h.",
    params: { h: heuristic, w: number({ doc: "weight of the estimate", default: 5, min: 0 }) },
    configure: ({ h, w }, spec) => weighted(h, w, spec),
  }),
  coverage,
  interleaving,
  novelty,
]);

export const evaluators = keys;

function weighted(h: HeuristicConfig, w: number, spec: string): EvaluatorConfig {
  return {
    spec,
    safe: h.guarantees.safe,
    boundsLength: w <= 1 && h.guarantees.admissible,
    refusal: (problem) => h.refusal?.(problem),
    create(context) {
      const estimates = context.estimatesOf(h);
      return (state, node) => {
        const steps = w * estimates.of(state);
        return node.ahead?.(steps) ?? node.depth + steps;
      };
    },
  };
}

export function heuristicEvaluator(h: HeuristicConfig): EvaluatorConfig {
  return {
    spec: h.spec,
    safe: h.guarantees.safe,
    boundsLength: false,
    refusal: (problem) => h.refusal?.(problem),
    create(context) {
      const estimates = context.estimatesOf(h);
      return (state) => estimates.of(state);
    },
  };
}

/** Names of evaluators first, then names of heuristics; what a name bound by `let` stands for decides. */
export function evaluator(doc: string): Param<EvaluatorConfig> {
  return {
    doc,
    type: "heuristic or evaluator",
    defaultText: undefined,
    defaultValue() {
      throw new Error("an evaluator has no default");
    },
    read(tree, scope) {
      if (keys.get(scope.headOf(tree) ?? "") !== undefined) return scope.resolve(tree, keys);
      const config = scope.resolve(tree, heuristics);
      return config === undefined ? undefined : heuristicEvaluator(config);
    },
  };
}
