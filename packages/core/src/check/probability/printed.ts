// `filter(print, …)`: the values of all states that satisfy a condition, or the states in which a truth holds; the
// first of them are said one by one.

import type { Property } from "../../network/index.ts";
import {
  type ExplicitModel,
  type PropertyEvaluator,
  Undecided,
  UnsupportedProperty,
  type Values,
} from "../../probabilistic/index.ts";
import type { Quantity, StateValue, Verdict } from "../verdict.ts";

/** As many as anybody reads. */
const MOST = 100;

type Printing = Extract<Property, { kind: "filter" }>;

export function printed(model: ExplicitModel, { of, states }: Printing, evaluator: PropertyEvaluator): Verdict {
  const where = states === undefined ? undefined : evaluator.set(states);
  const values = evaluator.evaluate(of);
  const members: number[] = [];
  for (let state = 0; state < model.states; state++)
    if (where?.[state] !== 0 && isShown(values, state)) members.push(state);
  if (values.kind === "numbers" && members.length === 0) throw new UnsupportedProperty("the filter has no states");
  const first = members.slice(0, MOST).map((state): StateValue => {
    const name = model.graph.describe(model.stateOf[state]!);
    return values.kind === "truths" ? { state: name } : { state: name, ...ends(values, [state]) };
  });
  const about: Quantity =
    values.kind === "truths"
      ? { kind: "value", estimate: members.length, lower: members.length, upper: members.length, proven: true }
      : {
          kind: values.measured?.of ?? "value",
          ...ends(values, members),
          spread: true,
          proven: values.measured?.proven ?? true,
        };
  const quantity = { ...about, states: { count: members.length, first } };
  return { kind: "satisfied", evidence: { kind: "quantity", quantity } };
}

function isShown(values: Values, state: number): boolean {
  if (values.kind === "numbers") return true;
  if (values.open[state]) throw new Undecided(values.measured!, state);
  return values.holds[state] === 1;
}

function ends(
  { interval: { lower, upper } }: Extract<Values, { kind: "numbers" }>,
  states: readonly number[],
): { readonly lower: number; readonly upper: number } {
  return {
    lower: states.reduce((least, state) => Math.min(least, lower[state]!), Number.POSITIVE_INFINITY),
    upper: states.reduce((most, state) => Math.max(most, upper[state]!), Number.NEGATIVE_INFINITY),
  };
}
