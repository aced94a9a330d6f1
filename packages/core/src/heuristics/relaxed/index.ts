// What the estimates of the monotonicity abstraction share: one graph per problem, rebuilt for every state.

import { finished } from "../../basics/finished.ts";
import type { DiscreteView, JointTransition } from "../../engine/engine.ts";
import { choice, integer } from "../../spec/index.ts";
import { deadlineOf } from "../deadline.ts";
import type { Guarantees, Heuristic, Problem } from "../heuristic.ts";
import { LossyTable } from "../lossy-table.ts";
import { Prepared } from "../prepared.ts";
import { RelaxedGraph } from "./graph.ts";
import type { Operator } from "./operators.ts";
import type { RelaxedOptions } from "./options.ts";
import { prepare } from "./prepare.ts";

/** Parameters that all of them have. */
export const RELAXED_PARAMS = {
  clocks: choice(["ignored", "relaxed", "elapsed"], {
    doc: "relaxed: guards that no clock value met in a location can satisfy count as never satisfied; elapsed: and so do targets whose bound on a clock that is never set can no longer be kept (not consistent then)",
    default: "ignored",
  }),
  values: choice(["global", "per-location"], {
    doc: "whether the values of a variable that one automaton writes are kept apart by its locations",
    default: "global",
  }),
  shortcut: choice(["auto", "on", "off"], {
    doc: "whether `v := v + c` leads to the end of v's domain at once: where that is larger than a plain `int`, always, never",
    default: "auto",
  }),
  cache: integer({
    doc: "entries of a table by hash that takes other states' values for one's own; 0: none. Voids every guarantee",
    default: 0,
    min: 0,
    max: 1 << 24,
  }),
};

export interface RelaxedValues extends RelaxedOptions {
  readonly cache: number;
}

export interface Reading {
  readonly value: number;
  /** Reading took too long: the value is another estimate's. */
  readonly isGivenUp?: boolean;
  readonly preferred?: readonly Operator[];
}

/** What an estimate is read off from: made once per problem, asked for every state. */
export interface RelaxedReader {
  readonly operators: readonly Operator[];
  /** The state that is read instead, which has the same value; null: none can be. */
  standIn(state: DiscreteView): DiscreteView | null;
  /** In the network without the operators that are disabled. */
  read(state: DiscreteView, disabled: ReadonlySet<number> | undefined): Reading;
}

/** The number of layers until the target can hold. */
export function* layersOf(
  problem: Problem,
  values: RelaxedOptions,
  interpretOnly: boolean,
): Generator<number, RelaxedReader> {
  const prepared = yield* prepare(problem, values, interpretOnly);
  const graph = new RelaxedGraph(problem, values, false, interpretOnly, undefined, prepared);
  return {
    operators: graph.operators,
    standIn: (state) => graph.standIn(state),
    read: (state, disabled) => ({ value: graph.build(state, disabled) }),
  };
}

/** Makes a reader step by step: with a circuit, or for states that cannot be reached with the interpreter alone. */
type MakeReader = (interpretOnly: boolean) => Generator<number, RelaxedReader>;

export function createRelaxed(problem: Problem, values: RelaxedValues, make: MakeReader): Heuristic {
  const heuristic = new Prepared(preparing(problem, values, make));
  return values.cache === 0 ? heuristic : new LossyTable(heuristic, values.cache);
}

function* preparing(problem: Problem, values: RelaxedValues, make: MakeReader): Generator<number, Heuristic> {
  const reader = yield* make(false);
  let other: RelaxedReader | null = null;
  const byInitiator = new Map<number, Operator[]>();
  for (const operator of reader.operators) {
    const list = byInitiator.get(operator.edges[0]!);
    if (list === undefined) byInitiator.set(operator.edges[0]!, [operator]);
    else list.push(operator);
  }
  /** Operators that are (part of) the given joint transition. */
  const operatorsOf = ({ edges }: JointTransition): ReadonlySet<number> =>
    new Set(
      (byInitiator.get(edges[0]!.edge) ?? []).filter((operator) => covers(edges, operator)).map(({ index }) => index),
    );
  const isTooLate = values.clocks === "elapsed" ? deadlineOf(problem) : null;
  const read = (state: DiscreteView, without?: JointTransition): Reading => {
    if (isTooLate?.(state) === true) return { value: Number.POSITIVE_INFINITY };
    const disabled = without === undefined ? undefined : operatorsOf(without);
    const seen = reader.standIn(state);
    if (seen !== null) return reader.read(seen, disabled);
    other ??= finished(make(true));
    return other.read(state, disabled);
  };
  let givenUp = 0;
  return {
    get givenUp() {
      return givenUp;
    },
    estimate(state, without) {
      const { value, isGivenUp } = read(state, without);
      if (isGivenUp === true) givenUp++;
      return value;
    },
    preference(state) {
      const { preferred = [] } = read(state);
      return ({ edges }) => preferred.some((operator) => covers(edges, operator));
    },
  };
}

export function relaxedGuarantees(
  { cache, clocks }: RelaxedValues,
  { admissible }: { admissible: boolean },
): Guarantees {
  const relaxed = clocks === "ignored" ? clocks : "relaxed";
  if (cache > 0) return { safe: false, admissible: false, consistent: false, clocks: relaxed };
  // A state may be too late although a successor is not: others get there on a shorter way.
  return { safe: true, admissible, consistent: admissible && clocks !== "elapsed", clocks: relaxed };
}

const covers = (taken: JointTransition["edges"], { edges }: Operator): boolean =>
  edges.every((edge) => taken.some((part) => part.edge === edge));
