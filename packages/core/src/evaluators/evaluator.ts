// What a best-first list orders its states by: an estimate, the length of the path so far, a combination of both, or
// something about the way by which a state was reached. In a specification every heuristic is an evaluator, too.

import type { StateId } from "../engine/engine.ts";
import { type HeuristicConfig, heuristics, type Problem } from "../heuristics/index.ts";
import type { OpenNode, SearchContext } from "../search-context/index.ts";
import type { Param } from "../spec/component.ts";
import {
  type Component,
  type Created,
  defineCreated,
  type Params,
  type Refusal,
  type Registry,
} from "../spec/index.ts";

export type Key = (state: StateId, node: OpenNode) => number;

/** What may be relied on. */
export interface EvaluatorTraits {
  /** Infinity from a safe evaluator: the state need not be looked at. */
  readonly safe: boolean;
  /** Never above the length of a trace through the state, and exact for targets: least first finds shortest traces. */
  readonly boundsLength: boolean;
  /** Does it ask by which transition a state was reached? */
  readonly needsTransitions: boolean;
  /**
   * Depends on nothing but the state and the length of the way to it, so that several lists may each ask for theirs.
   */
  readonly ofState: boolean;
  /** Why the evaluator must not be used for a problem. */
  refusal?(problem: Problem): Refusal | undefined;
}

/** An evaluator with its arguments, before it meets a problem. */
export interface EvaluatorConfig extends EvaluatorTraits {
  readonly spec: string;
  create(context: SearchContext): Key;
}

const USUAL: EvaluatorTraits = { safe: true, boundsLength: false, needsTransitions: false, ofState: true };

/** Safe, without a bound, and not interested in transitions: whatever differs is said in `traits`. */
export const defineEvaluator = <const P extends Params>(
  definition: Created<P, EvaluatorTraits, SearchContext, Key>,
): Component<EvaluatorConfig> => defineCreated(USUAL, definition);

function heuristicEvaluator(h: HeuristicConfig): EvaluatorConfig {
  return {
    spec: h.spec,
    safe: h.guarantees.safe,
    boundsLength: false,
    needsTransitions: false,
    ofState: true,
    refusal: (problem) => h.refusal?.(problem),
    create(context) {
      const estimates = context.estimatesOf(h);
      return (state) => estimates.of(state);
    },
  };
}

/** Names of the evaluators first, then names of heuristics; what a name bound by `let` stands for decides. */
export function oneOf(evaluators: Registry<EvaluatorConfig>, doc: string): Param<EvaluatorConfig> {
  return {
    doc,
    type: "heuristic or evaluator",
    nested: true,
    defaultText: undefined,
    defaultValue() {
      throw new Error("an evaluator has no default");
    },
    read(tree, scope) {
      if (evaluators.get(scope.headOf(tree) ?? "") !== undefined) return scope.resolve(tree, evaluators);
      const config = scope.resolve(tree, heuristics);
      return config === undefined ? undefined : heuristicEvaluator(config);
    },
  };
}
