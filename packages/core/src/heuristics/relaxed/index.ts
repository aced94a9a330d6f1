// What the estimates of the monotonicity abstraction share: one graph per problem, rebuilt for every state.

import { finished } from "../../basics/finished.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { choice, integer } from "../../spec/index.ts";
import { deadlineOf } from "../deadline.ts";
import type { Guarantees, Heuristic, Problem } from "../heuristic.ts";
import { LossyTable } from "../lossy-table.ts";
import { Prepared } from "../prepared.ts";
import { standInFor } from "../stand-in.ts";
import { GivenUp, MOST_WORK } from "./ground/given-up.ts";
import type { Operator } from "./ground/operators.ts";
import type { RelaxedOptions } from "./ground/options.ts";
import { prepare } from "./ground/prepare.ts";
import { RelaxedGraph } from "./kernel/graph.ts";

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
  /**
   * In the network without the operators that are disabled. Throws `GivenUp` where that is allowed and takes too much
   * work.
   */
  read(state: DiscreteView, disabled: ReadonlySet<number> | undefined, mayGiveUp: boolean): Reading;
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
    read: (state, disabled, mayGiveUp) => ({
      value: graph.build(state, disabled, mayGiveUp ? MOST_WORK : Number.POSITIVE_INFINITY),
    }),
  };
}

/** Makes a reader step by step: with a circuit, or for states that cannot be reached with the interpreter alone. */
type MakeReader = (interpretOnly: boolean) => Generator<number, RelaxedReader>;

export function createRelaxed(
  problem: Problem,
  values: RelaxedValues,
  guarantees: Guarantees,
  make: MakeReader,
): Heuristic {
  const heuristic = new Prepared(preparing(problem, values, guarantees, make));
  return values.cache === 0 ? heuristic : new LossyTable(heuristic, values.cache);
}

/** So many states are tried before all are left to a cheaper estimate. */
const PATIENCE = 2;

function* preparing(
  problem: Problem,
  values: RelaxedValues,
  guarantees: Guarantees,
  make: MakeReader,
): Generator<number, Heuristic> {
  const cheaper = standInFor({ guarantees }).create(problem);
  let reader: RelaxedReader;
  try {
    reader = yield* make(false);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return counting((state, without) => ({ value: cheaper.estimate(state, without), isGivenUp: true }));
  }
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
  // Two estimates side by side are not consistent: where that is promised the first state decides for all.
  const patience = guarantees.admissible ? 1 : PATIENCE;
  let [read, givenUp] = [0, 0];
  return counting((state, without) => {
    if (isTooLate?.(state) === true) return { value: Number.POSITIVE_INFINITY };
    // Where the first states are too much, the rest will be, too.
    if (read > 0 || givenUp < patience) {
      try {
        const disabled = without === undefined ? undefined : operatorsOf(without);
        const mayGiveUp = !guarantees.admissible || read === 0;
        const seen = reader.standIn(state);
        if (seen === null) other ??= finished(make(true));
        const reading =
          seen === null ? other!.read(state, disabled, mayGiveUp) : reader.read(seen, disabled, mayGiveUp);
        read++;
        return reading;
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error;
        givenUp++;
      }
    }
    return { value: cheaper.estimate(state, without), isGivenUp: true };
  });
}

/** A heuristic that reads states, and counts those that were given up. */
function counting(read: (state: DiscreteView, without?: JointTransition) => Reading): Heuristic {
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
